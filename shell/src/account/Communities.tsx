/** The communities one belongs to: pick the one to go to. */
import { Avatar, Badge, Card, EmptyState, Icon, LinkButton, PageHeader, Query, Screen, SkeletonText, useRead, useSession, useT } from '@atrium/sdk/web'
import { type SwitcherEntry, switchers } from '../api.ts'
import { useChoose } from '../frame/useChoose.ts'

export default function Communities() {
  const t = useT()
  const query = useRead(switchers)
  const start = (
    <LinkButton to="/communities/new" variant="primary" icon="plus">
      {t('communities.new')}
    </LinkButton>
  )
  return (
    <Screen name="communities/Communities" title={t('communities.title')}>
      <PageHeader title={t('communities.title')} text={t('communities.text')} actions={start} />
      <Query
        query={query}
        skeleton={<SkeletonText lines={6} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="building-2" title={t('communities.empty.title')} text={t('communities.empty.text')} action={start} />}
      >
        {({ records }) => (
          <Card>
            <ul className="divide-y divide-border">
              {records.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
          </Card>
        )}
      </Query>
      <p className="mt-4">
        <LinkButton to="/community_switchers" variant="ghost" icon="list-ordered">
          {t('communities.reorder')}
        </LinkButton>
      </p>
    </Screen>
  )
}

function Entry({ entry }: { entry: SwitcherEntry }) {
  const t = useT()
  const { community } = useSession()
  const { choose, choosing } = useChoose()
  return (
    <li>
      <button
        type="button"
        disabled={choosing !== null}
        onClick={() => choose(entry)}
        className="flex w-full items-center gap-3 px-5 py-3 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Avatar square name={entry.name} id={entry.id} src={entry.icon_url ?? undefined} size={40} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{entry.name}</span>
          <span className="block truncate text-13 text-text-3">{entry.slug}</span>
        </span>
        {entry.unread && <Badge tone="brand">{t('communities.unread')}</Badge>}
        {entry.id === community.id ? <Badge>{t('communities.here')}</Badge> : <Icon name="chevron-right" />}
      </button>
    </li>
  )
}
