/** Whom somebody is connected with; of oneself also who has asked. */
import { Avatar, Button, Card, CardHead, EmptyState, Link, ListRow, LoadMore, Query, Skeleton, useReadPages, useSession, useT } from '@atrium/sdk/web'
import contract, { type Connection } from '../../contract.ts'
import { useConnectionActs, useConnectionNews } from './Connect.tsx'

export function Connections({ memberId }: { memberId: number }) {
  const { member } = useSession()
  const mine = member?.id === memberId
  useConnectionNews(contract.routes.connections)
  return (
    <div className="grid gap-4">
      {mine && <Requests state="incoming" />}
      {mine && <Requests state="outgoing" />}
      <Accepted memberId={memberId} mine={mine} />
    </div>
  )
}

function Accepted({ memberId, mine }: { memberId: number; mine: boolean }) {
  const t = useT()
  const query = useReadPages(contract.routes.connections, { query: { member_id: memberId } })
  return (
    <Query
      query={query}
      skeleton={<Skeleton w="100%" h={220} />}
      isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
      empty={
        <EmptyState
          icon="users"
          title={t(mine ? 'connections.none_own' : 'connections.none')}
          text={t(mine ? 'connections.none_own_text' : 'connections.none_text')}
        />
      }
    >
      {({ pages }) => (
        <>
          <Card as="ul" className="overflow-clip">
            {pages
              .flatMap(({ records }) => records)
              .map((one) => (
                <Row key={one.id} connection={one} mine={mine} />
              ))}
          </Card>
          <LoadMore query={query} />
        </>
      )}
    </Query>
  )
}

/** Nothing where nobody waits. */
function Requests({ state }: { state: 'incoming' | 'outgoing' }) {
  const t = useT()
  const query = useReadPages(contract.routes.connections, { query: { state } })
  const all = query.data?.pages.flatMap(({ records }) => records) ?? []
  if (all.length === 0) return null
  return (
    <Card className="overflow-clip">
      <CardHead title={t(`connections.${state}`)} />
      <ul>
        {all.map((one) => (
          <Row key={one.id} connection={one} mine />
        ))}
      </ul>
      <LoadMore query={query} />
    </Card>
  )
}

function Row({ connection: { id, state, member, message }, mine }: { connection: Connection; mine: boolean }) {
  const t = useT()
  const acts = useConnectionActs(member.name)
  return (
    <ListRow as="li">
      <Avatar id={member.id} name={member.name} src={member.avatar_url} size={40} />
      <div className="min-w-0 flex-1">
        <Link to={`/u/${member.public_uid}`} className="block truncate font-semibold hover:underline">
          {member.name}
        </Link>
        {(message || member.headline) && <p className="line-clamp-2 text-13 text-text-2">{message || member.headline}</p>}
      </div>
      {mine && state === 'incoming' && (
        <>
          <Button size="sm" variant="primary" loading={acts.busy} onClick={() => acts.accept(id)}>
            {t('connect.accept')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => acts.ignore(id)}>
            {t('connect.ignore')}
          </Button>
        </>
      )}
      {mine && state === 'outgoing' && (
        <Button size="sm" variant="ghost" loading={acts.busy} onClick={() => acts.withdraw(id)}>
          {t('connect.withdraw')}
        </Button>
      )}
    </ListRow>
  )
}
