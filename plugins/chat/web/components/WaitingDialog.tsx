/** Moments to choose for sending and reminding, and what waits. */
import { Button, call, Dialog, Field, formatDate, IconButton, Input, toast, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Scheduled } from '../../contract.ts'

const HOUR = 3_600_000
const at = (days: number, hour: number): Date => {
  const date = new Date()
  date.setDate(date.getDate() + days)
  date.setHours(hour, 0, 0, 0)
  return date
}
/** In an hour, tomorrow morning, next Monday. */
export function useMoments(): { label: string; at: Date }[] {
  const t = useT()
  const monday = (8 - new Date().getDay()) % 7 || 7
  return [
    { label: t('later.hour'), at: new Date(Date.now() + HOUR) },
    { label: t('later.tomorrow'), at: at(1, 9) },
    { label: t('later.monday'), at: at(monday, 9) },
  ]
}
const local = (date: Date): string => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export function LaterDialog({ title, action, onClose, onPick }: { title: string; action: string; onClose: () => void; onPick: (at: Date) => void }) {
  const t = useT()
  const [value, setValue] = useState(local(at(1, 9)))
  const chosen = new Date(value)
  const fine = !Number.isNaN(chosen.getTime()) && chosen > new Date()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      width={380}
      footer={
        <Button variant="primary" disabled={!fine} onClick={() => onPick(chosen)}>
          {action}
        </Button>
      }
    >
      <Field label={t('later.moment')} error={fine ? undefined : t('later.past')}>
        <Input type="datetime-local" value={value} min={local(new Date())} onChange={(event) => setValue(event.target.value)} />
      </Field>
    </Dialog>
  )
}

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
                <p className="text-12 text-text-3">{one.failure ?? formatDate(one.send_at, 'dateTime')}</p>
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
