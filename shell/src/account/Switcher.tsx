/** The order of one's communities in the rail: drag a row, or move it with the keyboard. */
import {
  Avatar,
  Badge,
  Card,
  EmptyState,
  host,
  LinkButton,
  PageHeader,
  Query,
  Screen,
  SkeletonText,
  Sortable,
  toast,
  useQueryCache,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import type { SwitcherEntry } from '../api.ts'

const { reorderSwitchers, switchers } = communities.routes

export default function Switcher() {
  const t = useT()
  const { account } = useSession()
  const query = useRead(switchers)
  return (
    <Screen name="communities/Switcher" title={t('switcher.title')}>
      <PageHeader title={t('switcher.title')} text={t('switcher.text')} back={{ to: '/communities', label: t('communities.title') }} />
      <Query
        query={query}
        skeleton={<SkeletonText lines={6} />}
        isEmpty={({ records }) => records.length === 0}
        empty={
          <EmptyState
            icon="building-2"
            title={t('communities.empty.title')}
            text={t('communities.empty.text')}
            action={account?.mayStartCommunities && <LinkButton to="/communities/new">{t('communities.new')}</LinkButton>}
          />
        }
      >
        {({ records }) => <Rows records={records} />}
      </Query>
    </Screen>
  )
}

function Rows({ records }: { records: SwitcherEntry[] }) {
  const t = useT()
  const cache = useQueryCache()
  const save = useWrite(reorderSwitchers)
  async function move(next: SwitcherEntry[]) {
    const revert = cache.update(switchers, undefined, () => ({ records: next }))
    await save.mutateAsync({ body: { ids: next.map(({ id }) => id) } }).then(host.refreshBoot, (error) => {
      revert()
      toast.error(error.message)
    })
  }
  return (
    <Card>
      <Sortable
        items={records}
        nameOf={({ name }) => name}
        onMove={(next) => void move(next)}
        label={t('switcher.title')}
        className="divide-y divide-border"
        itemClassName="bg-surface first:rounded-t-card last:rounded-b-card"
      >
        {(entry, { grip }) => (
          <div className="flex items-center gap-3 px-3 py-2.5">
            {grip}
            <Avatar square name={entry.name} id={entry.id} src={entry.icon_url ?? undefined} size={32} />
            <span className="min-w-0 flex-1 truncate font-medium">{entry.name}</span>
            {entry.unread && <Badge tone="brand">{t('communities.unread')}</Badge>}
          </div>
        )}
      </Sortable>
    </Card>
  )
}
