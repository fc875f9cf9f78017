/** Blocks that stand on several pages: changed here, they change everywhere. */
import { Field, FormDialog, Input, Link, ListScreen, Time, toast, useAskedWrite, useFieldErrors, useList, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type PageData, type ReusableBlock } from '../../contract.ts'
import { blockPath } from '../components/pages/paths.ts'
import { Thumbnail } from '../components/pages/Thumbnail.tsx'

const { routes } = contract

export default function SavedBlocks() {
  const t = useT()
  const list = useList(routes.reusableBlocks)
  const [renamed, setRenamed] = useState<ReusableBlock | null>(null)
  const destroy = useAskedWrite(routes.destroyReusableBlock, [contract])
  return (
    <ListScreen
      name="site/SavedBlocks"
      title={t('admin.blocks')}
      text={t('saved.text')}
      who="site.manage"
      list={list}
      empty={{ icon: 'layers', title: t('saved.none'), text: t('saved.none_text') }}
      columns={[
        {
          key: 'name',
          title: t('saved.name'),
          render: (block) => (
            <span className="flex items-center gap-3">
              <span aria-hidden="true" className="block h-12 w-20 flex-none overflow-hidden rounded-control border bg-surface-2">
                <Thumbnail of={block.data as PageData} name={block.name} />
              </span>
              <Link to={blockPath(block.id)} className="font-medium hover:underline">
                {block.name}
              </Link>
            </span>
          ),
        },
        {
          key: 'pages',
          title: t('saved.pages'),
          align: 'right',
          render: (block) => <span className="tabular-nums">{block.pages_count.toLocaleString()}</span>,
        },
        { key: 'updated', title: t('saved.updated'), className: 'whitespace-nowrap', render: (block) => <Time value={block.updated_at} kind="day" /> },
      ]}
      menu={(block) => ({
        label: t('saved.menu', { name: block.name }),
        items: [
          { label: t('pages.edit'), icon: 'pencil', to: blockPath(block.id) },
          { label: t('saved.rename'), icon: 'pen-line', onSelect: () => setRenamed(block) },
          '-',
          {
            label: t('pages.delete'),
            icon: 'trash-2',
            tone: 'danger',
            onSelect: () =>
              void destroy(
                { params: { id: block.id } },
                { title: t('pages.delete_title', { name: block.name }), text: t('saved.delete_text', { count: block.pages_count }), action: t('pages.delete') },
                t('saved.deleted', { name: block.name }),
              ),
          },
        ],
      })}
    >
      {renamed && <Rename block={renamed} onClose={() => setRenamed(null)} />}
    </ListScreen>
  )
}

function Rename({ block, onClose }: { block: ReusableBlock; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(block.name)
  const update = useWrite(routes.updateReusableBlock, {
    invalidates: [routes.reusableBlocks],
    onSuccess: () => {
      toast.success(t('saved.renamed'))
      onClose()
    },
  })
  const errors = useFieldErrors(update.error)
  return (
    <FormDialog
      title={t('saved.rename')}
      action={t('pages.save')}
      pending={update.isPending}
      error={update.error}
      onClose={onClose}
      onSubmit={() => update.mutateAsync({ params: { id: block.id }, body: { reusable_block: { name, version: block.version } } })}
    >
      <Field label={t('saved.name')} error={errors['reusable_block.name'] ?? errors['name']}>
        <Input value={name} maxLength={80} required autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
