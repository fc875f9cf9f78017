/** What waits to be sent. */
import { call, Dialog, IconButton, Time, toast, useT } from '@atrium/sdk/web'
import contract, { type Scheduled } from '../../contract.ts'

export function WaitingDialog({
  uuid,
  records,
  onClose,
  onChange,
}: {
  uuid: string
  records: readonly Scheduled[]
  onClose: () => void
  onChange: () => void
}) {
  const t = useT()
  const remove = async (id: number) => {
    try {
      await call(contract.routes.unschedule, { params: { uuid, id } })
      onChange()
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('later.waiting')}>
      {records.length === 0 ? (
        <p className="text-13 text-text-2">{t('later.none')}</p>
      ) : (
        <ul className="grid gap-3">
          {records.map((one) => (
            <li key={one.id} className="flex items-start gap-3">
              <div className="min-w-0 flex-1">
                <p className="text-12 text-text-3">{one.failure ?? <Time value={one.send_at} kind="datetime" />}</p>
                <p className="line-clamp-3 whitespace-pre-line break-words">{one.body}</p>
              </div>
              <IconButton icon="trash-2" label={t('later.remove')} onClick={() => void remove(one.id)} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
