/** Any moment to come, in a dialog. */
import { useState } from 'react'
import { ownZone, zoneCity } from '../../../core/rules/zones.ts'
import { useWords } from '../../core/i18n.tsx'
import { Button } from '../Button.tsx'
import { Field, Input } from '../Field.tsx'
import type { MomentDialogProps } from '../lateProps.ts'
import { morning } from '../moments.ts'
import { Dialog } from '../overlays.tsx'

/** What a `datetime-local` field takes. */
const local = (date: Date): string => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export default function LazyMomentDialog({ title, action, initial, onClose, onPick }: MomentDialogProps) {
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
      <Field label={t('moment.when')} help={t('moment.zone', { zone: zoneCity(ownZone()) })} error={fine ? undefined : t('moment.past')}>
        <Input type="datetime-local" value={value} min={local(new Date())} onChange={(event) => setValue(event.target.value)} />
      </Field>
    </Dialog>
  )
}
