/** Choosing a moment to come: a few that are often meant, and any other in a dialog. */
import { useState } from 'react'
import { useWords } from '../core/i18n.tsx'
import { Button } from './Button.tsx'
import { Field, Input } from './Field.tsx'
import { Dialog } from './overlays.tsx'

const HOUR_MS = 3_600_000
const morning = (days: number): Date => {
  const date = new Date()
  date.setDate(date.getDate() + days)
  date.setHours(9, 0, 0, 0)
  return date
}
/** In an hour, tomorrow morning, next Monday. */
export function useMoments(): { label: string; at: Date }[] {
  const t = useWords()
  const monday = (8 - new Date().getDay()) % 7 || 7
  return [
    { label: t('moment.hour'), at: new Date(Date.now() + HOUR_MS) },
    { label: t('moment.tomorrow'), at: morning(1) },
    { label: t('moment.monday'), at: morning(monday) },
  ]
}
/** What a `datetime-local` field takes. */
const local = (date: Date): string => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export interface MomentDialogProps {
  title: string
  /** Names what happens then: "Schedule". */
  action: string
  /** Chosen at first; default tomorrow morning. */
  initial?: Date
  onClose: () => void
  /** Only moments to come. */
  onPick: (at: Date) => void
}
export function MomentDialog({ title, action, initial, onClose, onPick }: MomentDialogProps) {
  const t = useWords()
  const [value, setValue] = useState(local(initial ?? morning(1)))
  const chosen = new Date(value)
  const fine = chosen > new Date()
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
      <Field label={t('moment.when')} error={fine ? undefined : t('moment.past')}>
        <Input type="datetime-local" value={value} min={local(new Date())} onChange={(event) => setValue(event.target.value)} />
      </Field>
    </Dialog>
  )
}
