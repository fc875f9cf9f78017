/** Who asks to be let into spaces, in one list. */
import {
  Avatar,
  Button,
  Card,
  CardHead,
  EmptyState,
  Link,
  ListRow,
  LoadMore,
  Query,
  Skeleton,
  Time,
  toast,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import spaces from '../../../spaces/contract.ts'
import contract, { type AccessRequest } from '../../contract.ts'

export default function Requests() {
  const t = useT()
  const query = useReadPages(contract.routes.requests)
  return (
    <Card as="section">
      <CardHead title={t('requests.title')} text={t('requests.text')} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={120} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<EmptyState icon="door-open" title={t('requests.none')} text={t('requests.none_text')} />}
      >
        {({ pages }) => (
          <>
            <ul>{pages.flatMap(({ records }) => records.map((request) => <Request key={request.id} request={request} />))}</ul>
            <LoadMore query={query} />
          </>
        )}
      </Query>
    </Card>
  )
}
function Request({ request: { id, space, member, message, created_at } }: { request: AccessRequest }) {
  const t = useT()
  const decide = useWrite(spaces.routes.decideRequest, {
    invalidates: [contract, spaces],
    onSuccess: () => toast.success(t('requests.decided')),
    onError: (error) => toast.error(error.message),
  })
  const answer = (accept: boolean) => decide.mutate({ params: { space_id: space.id, id }, body: { accept } })
  return (
    <ListRow as="li" className="flex-wrap">
      <Avatar name={member.name} id={member.id} src={member.avatar_url} size={36} />
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <Link to={`/u/${member.public_uid}`} className="font-medium hover:underline">
            {member.name}
          </Link>{' '}
          <span className="text-text-2">{t('requests.to', { space: space.name })}</span>
        </p>
        {message && <p className="text-13 text-text-2 wrap-anywhere">{message}</p>}
        <Time value={created_at} className="text-12 text-text-3" />
      </div>
      <span className="flex gap-2">
        <Button size="sm" variant="primary" loading={decide.isPending} onClick={() => answer(true)}>
          {t('requests.accept')}
        </Button>
        <Button size="sm" disabled={decide.isPending} onClick={() => answer(false)}>
          {t('requests.decline')}
        </Button>
      </span>
    </ListRow>
  )
}
