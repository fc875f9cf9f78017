/** From the door of a public stream to its end, for visitors. */
import { Button, Card, EmptyState, Field, Form, Input, messageOf, Note, useStored, useT, WaysIn } from '@atrium/sdk/web'
import type { LiveRoom } from '../../../contract.ts'
import { useVisit, type Visit } from '../../room/useVisit.ts'
import { Answered } from '../after/Answered.tsx'
import { Header } from '../Header.tsx'
import { RoomFacts } from '../prejoin/RoomFacts.tsx'
import { PublicCall } from './PublicCall.tsx'

export function Watch({ room }: { room: LiveRoom }) {
  const t = useT()
  const visit = useVisit(room)
  const { phase, admission, me, leave } = visit
  if (room.status === 'live' && phase === 'in' && admission && me) return <PublicCall room={room} me={me} admission={admission} leave={leave} />
  return (
    <div className="grid min-h-dvh grid-rows-[auto_minmax(0,1fr)]">
      <Header room={null} />
      <div className="mx-auto grid w-full max-w-[480px] gap-4 self-center px-3 py-8 max-desk:self-start max-desk:pt-4">
        {room.status === 'live' && phase !== 'removed' ? (
          <Enter room={room} visit={visit} />
        ) : (
          <Card>
            <EmptyState
              icon="radio"
              title={t(phase === 'removed' ? 'room.removed' : 'public.ended', { name: room.name })}
              text={t('public.invite')}
              action={<WaysIn className="justify-center" />}
            />
          </Card>
        )}
        {room.status === 'ended' && room.questions_enabled && <Answered roomId={room.id} />}
      </div>
    </div>
  )
}

function Enter({ room, visit }: { room: LiveRoom; visit: Visit }) {
  const t = useT()
  const [name, setName] = useStored('live.guest_name', '')
  const watch = () => visit.join({ onlyListens: true, name: name.trim() || t('public.guest') })
  return (
    <Card pad>
      <RoomFacts room={room} />
      {visit.phase === 'door' ? (
        <p role="status" className="text-text-2">
          {t('room.door.text')}
        </p>
      ) : (
        <Form onSubmit={watch}>
          <Field label={t('public.name')} help={t('public.name.help')}>
            <Input value={name} maxLength={80} autoComplete="name" placeholder={t('settings.invited.find')} onChange={(event) => setName(event.target.value)} />
          </Field>
          {visit.error ? (
            <div role="alert">
              <Note tone="danger">{messageOf(visit.error, t('prejoin.failed'))}</Note>
            </div>
          ) : null}
          <Button type="submit" block size="lg" variant="primary" icon="play" loading={visit.isJoining}>
            {t('prejoin.watch')}
          </Button>
        </Form>
      )}
      <p className="mb-2.5 mt-5 border-t pt-4 text-13 text-text-2">{t('public.invite')}</p>
      <WaysIn size="sm" />
    </Card>
  )
}
