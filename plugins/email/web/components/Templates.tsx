/** Saved templates: shown, renamed, deleted, or the beginning of an email. */
import {
  Card,
  CardHead,
  Dialog,
  EmptyState,
  Field,
  FormDialog,
  IconButton,
  Input,
  Menu,
  PagedTable,
  Time,
  toast,
  useAskedWrite,
  useFieldErrors,
  useNavigate,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Template } from '../../contract.ts'
import { useLooks } from './looks.ts'
import { ReadPaper } from './Paper.tsx'
import { pathOf } from './paths.ts'

const { routes } = contract

export function Templates() {
  const t = useT()
  const navigate = useNavigate()
  const { lookOf } = useLooks()
  const query = useReadPages(routes.templates, { query: { per_page: 20 } })
  const [shown, setShown] = useState<Template | null>(null)
  const [renamed, setRenamed] = useState<Template | null>(null)
  const remove = useAskedWrite(routes.destroyTemplate, [routes.templates])
  const use = useWrite(routes.create, {
    invalidates: [routes.list],
    onSuccess: ({ id }) => navigate(pathOf(id)),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Card as="section" id="templates" aria-label={t('templates.title')} className="scroll-mt-20 overflow-hidden">
      <CardHead title={t('templates.title')} text={t('templates.text')} />
      <PagedTable
        query={query}
        label={t('templates.title')}
        height={200}
        empty={<EmptyState icon="layers" title={t('template.none')} text={t('template.none_text')} />}
        columns={[
          {
            key: 'name',
            title: t('field.template_name'),
            render: (one) => (
              <button type="button" className="grid min-w-0 rounded-mark text-start" onClick={() => setShown(one)}>
                <span className="truncate font-medium hover:underline">{one.name}</span>
                <span className="truncate text-13 text-text-3">{one.subject || t('list.no_subject')}</span>
              </button>
            ),
          },
          { key: 'author', title: t('templates.author'), render: ({ author }) => author?.name ?? '–' },
          { key: 'updated_at', title: t('templates.updated'), className: 'whitespace-nowrap', render: (one) => <Time value={one.updated_at} kind="day" /> },
          {
            key: 'menu',
            pinned: true,
            align: 'right',
            title: <span className="sr-only">{t('templates.actions')}</span>,
            render: (one) => (
              <Menu
                trigger={<IconButton icon="ellipsis" label={t('menu.label', { name: one.name })} />}
                items={[
                  { label: t('templates.show'), icon: 'eye', onSelect: () => setShown(one) },
                  { label: t('templates.use'), icon: 'plus', onSelect: () => use.mutate({ body: { name: one.name, template_id: one.id } }) },
                  { label: t('menu.rename'), icon: 'pencil', onSelect: () => setRenamed(one) },
                  {
                    label: t('menu.delete'),
                    icon: 'trash-2',
                    tone: 'danger' as const,
                    onSelect: () =>
                      void remove(
                        { params: { id: one.id } },
                        { title: t('templates.delete_title', { name: one.name }), text: t('templates.delete_text'), action: t('menu.delete') },
                        t('templates.deleted'),
                      ),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {shown && (
        <Dialog open onOpenChange={(open) => !open && setShown(null)} title={shown.name} width={720}>
          <ReadPaper blocks={shown.blocks} look={lookOf(shown.theme_id)} />
        </Dialog>
      )}
      {renamed && <RenameTemplate template={renamed} onClose={() => setRenamed(null)} />}
    </Card>
  )
}

function RenameTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(template.name)
  const write = useWrite(routes.updateTemplateOf, {
    invalidates: [routes.templates],
    onSuccess: () => {
      toast.success(t('done.renamed'))
      onClose()
    },
  })
  const errors = useFieldErrors(write.error)
  return (
    <FormDialog
      title={t('templates.rename')}
      width={440}
      onClose={onClose}
      onSubmit={() => write.mutateAsync({ params: { id: template.id }, body: { name } }).catch(() => {})}
      error={write.error}
      action={t('rename.action')}
      pending={write.isPending}
      disabled={name.trim() === '' || name.trim() === template.name}
    >
      <Field label={t('field.template_name')} error={errors.name}>
        <Input value={name} maxLength={120} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
