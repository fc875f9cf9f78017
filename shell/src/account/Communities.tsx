/** The communities one belongs to: pick the one to go to. */
import {
  Avatar,
  Badge,
  Card,
  EmptyState,
  Icon,
  IconButton,
  LinkButton,
  Menu,
  PageHeader,
  Query,
  Screen,
  SkeletonText,
  Slot,
  toast,
  useConfirm,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import shell from '@atrium/sdk/kernel/shell'
import type { SwitcherEntry } from '../api.ts'
import { useChoose } from '../frame/useChoose.ts'

const { leave: leaveCommunity, switchers } = communities.routes

export default function Communities() {
  const t = useT()
  const query = useRead(switchers)
  const { account } = useSession()
  const start = account?.mayStartCommunities && (
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
      <p className="mt-4 flex flex-wrap gap-2">
        <LinkButton to="/community_switchers" variant="ghost" icon="list-ordered">
          {t('communities.reorder')}
        </LinkButton>
        <LinkButton to="/discover" variant="ghost" icon="compass">
          {t('communities.discover')}
        </LinkButton>
      </p>
    </Screen>
  )
}

function Entry({ entry }: { entry: SwitcherEntry }) {
  const t = useT()
  const { community } = useSession()
  const { choose, choosing } = useChoose()
  const here = entry.id === community.id
  const confirm = useConfirm()
  const leave = useWrite(leaveCommunity, { invalidates: [switchers], onError: (error) => toast.error(error.message) })
  async function askLeave() {
    const text = (
      <>
        {t('communities.leave.text')} {here ? <Slot of={shell.slots['account.leaving']} props={{ at: null }} /> : t('communities.leave.there')}
      </>
    )
    if (!(await confirm({ title: t('communities.leave.title', { name: entry.name }), text, action: t('communities.leave'), tone: 'danger' }))) return
    await leave.mutateAsync({ params: { id: entry.id } }).then(
      () => (here ? location.assign('/communities') : toast.success(t('communities.leave.done', { name: entry.name }))),
      () => {},
    )
  }
  return (
    <li className="flex items-center">
      <button
        type="button"
        disabled={choosing !== null}
        onClick={() => choose(entry)}
        className="flex min-w-0 flex-1 items-center gap-3 px-5 py-3 text-start hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Avatar square name={entry.name} id={entry.id} src={entry.icon_url ?? undefined} size={40} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{entry.name}</span>
          <span className="block truncate text-13 text-text-3">{here ? t('communities.here') : entry.slug}</span>
        </span>
        {entry.unread && !here && <Badge tone="brand">{t('communities.unread')}</Badge>}
        {!here && <Icon name="chevron-right" />}
      </button>
      <span className="flex-none pe-3">
        <Menu
          items={[{ label: t('communities.leave'), icon: 'log-out', tone: 'danger', onSelect: () => void askLeave() }]}
          trigger={<IconButton icon="ellipsis" label={t('communities.more', { name: entry.name })} />}
        />
      </span>
    </li>
  )
}
