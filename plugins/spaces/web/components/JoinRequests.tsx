/** Who asks to be let into a space, for those who decide it. */
import { Avatar, Button, Card, CardHead, Link, Time, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { type JoinRequest } from '../../contract.ts'

const { routes } = contract

export function JoinRequests({ spaceId }: { spaceId: number }) {
  const t = useT()
  const { data } = useRead(routes.joinRequests, { params: { id: spaceId } })
  if (!data?.records.length) return null
  return (
    <Card as="section" aria-label={t('requests.title')} className="mb-4">
      <CardHead title={t('requests.title')} text={t('requests.text')} />
      <ul className="divide-y divide-border">
        {data.records.map((request) => (
          <Row key={request.id} request={request} spaceId={spaceId} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ request: { id, member, message, asked_at }, spaceId }: { request: JoinRequest; spaceId: number }) {
  const t = useT()
  const decide = useWrite(routes.decideRequest, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const press = (accept: boolean) =>
    void decide.mutateAsync({ params: { space_id: spaceId, id }, body: { accept } }).then(
      () => toast.success(t(accept ? 'requests.accepted' : 'requests.declined', { name: member.name })),
      () => {},
    )
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3 desk:px-5">
      <Avatar id={member.id} name={member.name} src={member.avatar_url} size={36} />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link to={`/u/${member.public_uid}`} className="font-medium hover:underline">
            {member.name}
          </Link>
          <Time value={asked_at} className="text-12 text-text-3" />
        </p>
        {member.headline && <p className="text-13 text-text-3">{member.headline}</p>}
        {message && <p className="mt-0.5 text-13 wrap-anywhere">{message}</p>}
      </div>
      <div className="flex gap-2 max-desk:w-full max-desk:*:flex-1">
        <Button aria-label={t('requests.decline.label', { name: member.name })} disabled={decide.isPending} onClick={() => press(false)}>
          {t('requests.decline')}
        </Button>
        <Button
          variant="primary"
          aria-label={t('requests.accept.label', { name: member.name })}
          loading={decide.isPending && decide.variables?.body.accept}
          onClick={() => press(true)}
        >
          {t('requests.accept')}
        </Button>
      </div>
    </li>
  )
}
