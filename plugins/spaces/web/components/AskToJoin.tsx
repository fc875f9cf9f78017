/** The door of a private space: who can let one in, and the request to be let in. */
import {
  Avatar,
  Button,
  Field,
  Form,
  Link,
  messageOf,
  Note,
  Skeleton,
  Textarea,
  Time,
  toast,
  useEvent,
  useQueryCache,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Admission } from '../../contract.ts'

const { routes, events } = contract
const LONGEST = 500

export function AskToJoin({ spaceId }: { spaceId: number }) {
  const t = useT()
  const cache = useQueryCache()
  const input = { params: { id: spaceId } }
  const query = useRead(routes.admission, input)
  const changed = { invalidates: [routes.admission], onError: (error: Error) => toast.error(messageOf(error, error.message)) }
  const withdraw = useWrite(routes.withdrawRequest, changed)
  useEvent(events['space.join_decided'], (decided) => decided.spaceId === spaceId && void cache.invalidate(contract))
  if (!query.data) return <Skeleton w="100%" h={120} />
  const { hosts, request, can_ask, is_given } = query.data
  return (
    <div className="grid gap-4 border-t p-4 desk:p-5">
      {hosts.length > 0 && <Hosts hosts={hosts} />}
      {request?.status === 'open' && (
        <Note tone="info" title={t('ask.waiting')}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>
              {t('ask.sent')} <Time within value={request.asked_at} />
            </span>
            <Button size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate(input)}>
              {t('ask.withdraw')}
            </Button>
          </span>
        </Note>
      )}
      {request?.status === 'declined' && !can_ask && <Note>{t('ask.declined')}</Note>}
      {can_ask && (is_given ? <Return spaceId={spaceId} /> : <AskForm spaceId={spaceId} />)}
    </div>
  )
}

/** For whoever was given the space: nobody has to be asked. */
function Return({ spaceId }: { spaceId: number }) {
  const t = useT()
  const join = useWrite(routes.askToJoin, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-text-2">{t('ask.given')}</p>
      <Button variant="primary" loading={join.isPending} onClick={() => join.mutate({ params: { id: spaceId }, body: {} })}>
        {t('ask.return')}
      </Button>
    </div>
  )
}

function Hosts({ hosts }: Pick<Admission, 'hosts'>) {
  const t = useT()
  return (
    <div>
      <h2 className="mb-2 text-13 font-medium text-text-2">{t('ask.hosts')}</h2>
      <ul className="flex flex-wrap gap-x-4 gap-y-2">
        {hosts.map(({ id, public_uid, name, avatar_url }) => (
          <li key={id}>
            <Link to={`/u/${public_uid}`} className="flex min-h-9 items-center gap-2 font-medium hover:underline max-desk:min-h-11">
              <Avatar id={id} name={name} src={avatar_url} size={28} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function AskForm({ spaceId }: { spaceId: number }) {
  const t = useT()
  const [message, setMessage] = useState('')
  const ask = useWrite(routes.askToJoin, { invalidates: [routes.admission], onSuccess: () => toast.success(t('ask.done')) })
  return (
    <Form onSubmit={() => ask.mutateAsync({ params: { id: spaceId }, body: { message: message.replace(/\s+/g, ' ').trim() } })} error={ask.error}>
      <Field label={t('ask.message')} help={t('ask.message.help')}>
        <Textarea rows={2} maxLength={LONGEST} value={message} onChange={(event) => setMessage(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" icon="user-plus" className="justify-self-start" loading={ask.isPending}>
        {t('ask.action')}
      </Button>
    </Form>
  )
}
