/** Spaces to discover. */
import { Badge, EmptyState, IconMark, Link, Query, Skeleton, useRead, useT } from '@atrium/sdk/web'
import spaces, { type SpaceRecord } from '../../../spaces/contract.ts'

export function SpaceCards() {
  const t = useT()
  const query = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  return (
    <Query
      query={query}
      skeleton={<Skeleton w="100%" h={320} />}
      isEmpty={(data) => data.records.length === 0}
      empty={<EmptyState icon="layout-grid" title={t('spaces.none_title')} text={t('spaces.none_text')} />}
    >
      {({ records }) => (
        <ul className="grid gap-4 sm:grid-cols-2">
          {records.map((space: SpaceRecord) => (
            <li key={space.id}>
              <Link
                to={space.url.replace(/^https?:\/\/[^/]+/, '')}
                className="flex h-full flex-col gap-1.5 rounded-card border border-border bg-surface p-4 hover:border-field"
              >
                <span className="flex items-center gap-2 font-semibold">
                  <IconMark value={space.emoji} className="w-[18px]" />
                  {space.name}
                  {space.is_private && <Badge>{t('spaces.private')}</Badge>}
                </span>
                {space.description && <span className="line-clamp-2 text-13 text-text-2">{space.description}</span>}
                <span className="mt-auto text-12 text-text-3">
                  {t('spaces.posts', { count: space.posts_count })}
                  {space.members_count !== null && ` · ${t('spaces.members', { count: space.members_count })}`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Query>
  )
}
