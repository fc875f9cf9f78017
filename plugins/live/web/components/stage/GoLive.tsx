/** Opens the room to everybody it is for. */
import { Button, formatTime, toast, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../../contract.ts'
import { useCall } from '../../room/call.ts'

const { routes } = contract

export function GoLive({ records }: { records: boolean }) {
  const t = useT()
  const { room } = useCall()
  const params = { id: room.id }
  const onError = (error: Error) => toast.error(error.message)
  const record = useWrite(routes.createRecorder, { invalidates: [routes.bySlug], onError })
  const open = useWrite(routes.goLive, {
    invalidates: [routes.bySlug, routes.now],
    onSuccess: () => records && record.mutate({ params }),
    onError,
  })
  return (
    <div>
      <Button block size="lg" variant="primary" icon="radio" loading={open.isPending} onClick={() => open.mutate({ params })}>
        {t('stage.go_live')}
      </Button>
      <p className="mt-2.5 text-center text-13 text-text-3">
        {room.starts_at ? t('stage.go_live.scheduled', { time: formatTime(room.starts_at, { kind: 'short' }) }) : t('stage.go_live.help')}
      </p>
    </div>
  )
}
