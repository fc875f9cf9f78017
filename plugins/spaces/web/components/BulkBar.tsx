/** What may be done to the chosen spaces at once. */
import { Button, Menu, SelectionBar, toast, useConfirm, useT, useWrite } from '@atrium/sdk/web'
import contract, { type SpaceGroup, type SpaceRecord } from '../../contract.ts'

const { routes } = contract
const VISIBILITIES = {
  public: { is_private: false, is_hidden: false, is_draft: false },
  private: { is_private: true, is_hidden: false, is_draft: false },
  secret: { is_private: true, is_hidden: true, is_draft: false },
  draft: { is_draft: true },
} as const

export function BulkBar({ chosen, groups, onDone }: { chosen: readonly SpaceRecord[]; groups: readonly SpaceGroup[]; onDone: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const write = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const update = useWrite(routes.bulkUpdate, { ...write, onSuccess: ({ updated }) => toast.success(t('bulk.done', { count: updated })) })
  const destroy = useWrite(routes.bulkDestroy, {
    ...write,
    onSuccess: ({ deleted }) => {
      toast.success(t('bulk.deleted', { count: deleted }))
      onDone()
    },
  })
  const space_ids = chosen.map(({ id }) => id)
  const change = (space: Parameters<typeof update.mutate>[0]['body']['space']) => update.mutate({ body: { space_ids, space } })
  const remove = async () => {
    const sum = (of: (space: SpaceRecord) => number) => chosen.reduce((total, space) => total + of(space), 0)
    const lost = {
      posts: t('posts.count', { count: sum((space) => space.posts_count) }),
      members: t('members.count', { count: sum((space) => space.members_count ?? 0) }),
    }
    const names = chosen.map(({ name }) => name).join(', ')
    const yes = await confirm({
      title: t('bulk.deleteTitle', { count: chosen.length }),
      text: `${names}. ${t('delete.spaceText', lost)}`,
      action: t('bulk.delete', { count: chosen.length }),
      tone: 'danger',
    })
    if (yes) destroy.mutate({ body: { space_ids } })
  }
  const button = (label: string) => <Button size="sm">{label}</Button>
  return (
    <SelectionBar count={chosen.length} onClear={onDone}>
      <Menu trigger={button(t('bulk.move'))} items={groups.map(({ id, name }) => ({ label: name, onSelect: () => change({ space_group_id: id }) }))} />
      <Menu
        trigger={button(t('form.visibility'))}
        items={(Object.keys(VISIBILITIES) as (keyof typeof VISIBILITIES)[]).map((value) => ({
          label: t(`visibility.${value}`),
          onSelect: () => change(VISIBILITIES[value]),
        }))}
      />
      <Menu
        trigger={button(t('bulk.sidebar'))}
        items={[
          { label: t('bulk.show'), icon: 'eye', onSelect: () => change({ hide_from_sidebar: false }) },
          { label: t('bulk.hide'), icon: 'eye-off', onSelect: () => change({ hide_from_sidebar: true }) },
        ]}
      />
      <Button size="sm" variant="danger-ghost" icon="trash-2" loading={destroy.isPending} onClick={() => void remove()}>
        {t('bulk.delete', { count: chosen.length })}
      </Button>
    </SelectionBar>
  )
}
