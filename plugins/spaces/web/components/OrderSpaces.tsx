/** The order of groups and of the spaces in them, as the sidebar shows it: dragged, or moved by keyboard. */
import { Badge, Card, Icon, Link, Sortable, toast, useQueryCache, useT, useWrite } from '@atrium/sdk/web'
import contract, { type SpaceGroup, type SpaceRecord } from '../../contract.ts'
import { Glyph } from './Glyph.tsx'
import { SIDEBAR } from './useSidebar.ts'

const { routes } = contract

export function OrderSpaces({ groups, spaces }: { groups: readonly SpaceGroup[]; spaces: readonly SpaceRecord[] }) {
  const t = useT()
  const cache = useQueryCache()
  const write = { invalidates: [routes.list, routes.groups], onError: (error: Error) => toast.error(error.message) }
  // The rows stay where they were dropped while the server is told; it puts them back when that fails.
  const orderGroups = useWrite(routes.reorderGroups, {
    ...write,
    optimistic: (_cache, { body }) =>
      cache.update(routes.list, SIDEBAR, (reply) => ({
        ...reply,
        space_groups: [...reply.space_groups].sort((a, b) => body.space_group_ids.indexOf(a.id) - body.space_group_ids.indexOf(b.id)),
      })),
  })
  const orderSpaces = useWrite(routes.reorder, {
    ...write,
    optimistic: (_cache, { body }) => {
      const place = (space: SpaceRecord) => (space.space_group_id === body.space_group_id ? body.space_ids.indexOf(space.id) : 0)
      return cache.update(routes.list, SIDEBAR, (reply) => ({
        ...reply,
        records: [...reply.records].sort((a, b) => (a.space_group_id === b.space_group_id ? place(a) - place(b) : 0)),
      }))
    },
  })
  return (
    <Sortable
      items={groups}
      label={t('order.groups')}
      nameOf={({ name }) => name}
      onMove={(next) => orderGroups.mutate({ body: { space_group_ids: next.map(({ id }) => id) } })}
      className="grid gap-4"
      itemClassName="rounded-card bg-bg"
    >
      {(group, { grip }) => {
        const own = spaces.filter((space) => space.space_group_id === group.id)
        return (
          <Card>
            <div className="flex items-center gap-2 border-b px-2 py-1.5">
              {grip}
              <Link to={`/s/${group.slug}`} className="font-semibold hover:underline">
                {group.name}
              </Link>
              <span className="text-12 text-text-3">{t('order.count', { count: own.length })}</span>
            </div>
            {own.length === 0 ? (
              <p className="px-4 py-3 text-13 text-text-3">{t('group.empty')}</p>
            ) : (
              <Sortable
                items={own}
                label={t('order.spaces', { name: group.name })}
                nameOf={({ name }) => name}
                onMove={(next) => orderSpaces.mutate({ body: { space_group_id: group.id, space_ids: next.map(({ id }) => id) } })}
                className="grid gap-px p-1.5"
                itemClassName="flex min-h-10 items-center gap-2 rounded-control bg-surface pe-3"
              >
                {(space, handle) => (
                  <>
                    {handle.grip}
                    <Glyph space={space} />
                    <Link to={`/settings/spaces/${space.id}`} className="min-w-0 flex-1 truncate hover:underline">
                      {space.name}
                    </Link>
                    {space.hide_from_sidebar && <Icon name="eye-off" size="sm" label={t('admin.hidden')} />}
                    {space.visibility !== 'public' && <Badge>{t(`visibility.${space.visibility}`)}</Badge>}
                  </>
                )}
              </Sortable>
            )}
          </Card>
        )
      }}
    </Sortable>
  )
}
