/** What everybody in the call has to know just now: the connection is gone, or the room ends soon. */
import { Button, Icon, Spinner, toast, useT, useWrite } from '@atrium/sdk/web'
import { type ReactNode, useState } from 'react'
import contract from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { Clock } from '../Clock.tsx'

const Notice = ({ children, tone = 'bg-[oklch(0.1_0_0/0.86)] text-white' }: { children: ReactNode; tone?: string }) => (
  <div className={`pointer-events-auto flex min-h-10 items-center gap-2.5 rounded-card px-3.5 py-1.5 text-13 font-medium shadow-float ${tone}`}>{children}</div>
)

export function Notices() {
  const t = useT()
  const { room, media, admission } = useCall()
  const { invalidates, onError } = { invalidates: [contract.routes.bySlug], onError: (error: Error) => toast.error(error.message) }
  const keep = useWrite(contract.routes.endDelayed, { invalidates, onError })
  const [isRead, setRead] = useState(false)
  const isByRoom = admission.media === 'room'
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-3 z-2 grid justify-items-center gap-2 px-3">
      {isByRoom && media.state === 'connecting' && (
        <Notice>
          <Spinner />
          {t('stage.connecting')}
        </Notice>
      )}
      {isByRoom && media.state === 'reconnecting' && (
        <Notice tone="bg-warning-solid text-on-warning">
          <Spinner />
          {t('stage.reconnecting')}
        </Notice>
      )}
      {isByRoom && media.state === 'failed' && (
        <Notice tone="bg-warning-solid text-on-warning">
          <Icon name="wifi-off" />
          {t('stage.failed')}
          <Button size="sm" onClick={media.retry}>
            {t('prejoin.again')}
          </Button>
        </Notice>
      )}
      {room.broadcast_problem && !isRead && (
        <Notice tone="bg-warning-solid text-on-warning">
          <Icon name="users" />
          {t(`stage.full.${room.broadcast_problem}`)}
          <Button size="sm" onClick={() => setRead(true)}>
            {t('stage.full.read')}
          </Button>
        </Notice>
      )}
      {room.ends_at && (
        <Notice>
          <Icon name="timer" />
          <span>
            {t('stage.ends_in')} <Clock until={room.ends_at} label={t('stage.ends_in')} />
          </span>
          {room.can_host && (
            <Button size="sm" loading={keep.isPending} onClick={() => keep.mutate({ params: { id: room.id }, body: { minutes: null } })}>
              {t('stage.keep_open')}
            </Button>
          )}
        </Notice>
      )}
    </div>
  )
}
