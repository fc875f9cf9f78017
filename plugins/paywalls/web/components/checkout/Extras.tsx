/** What an order may hold besides its price: a number of seats, a present for somebody, one more thing. */
import { formatMoney } from '@atrium/sdk'
import { Checkbox, Field, Input, Textarea, useLocale, useT } from '@atrium/sdk/web'
import type { Preview } from '../Sum.tsx'
import type { GiftDraft } from './gift.ts'

export function SeatCount({
  min,
  max,
  value,
  error,
  onChange,
}: {
  min: number
  max: number
  value: number
  error?: string
  onChange: (seats: number) => void
}) {
  const t = useT()
  return (
    <Field label={t('order.seats')} help={t('order.seatsHelp', { min, max })} error={error}>
      <Input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(Math.max(1, Math.min(max, Math.floor(Number(event.target.value) || 1))))}
      />
    </Field>
  )
}

export function GiftFields({
  value,
  recurs,
  free,
  errors,
  onChange,
}: {
  value: GiftDraft
  /** One period of it is given. */
  recurs: boolean
  /** Nothing is due, so nothing is mailed. */
  free: boolean
  errors: Record<string, string | undefined>
  onChange: (next: GiftDraft) => void
}) {
  const t = useT()
  const set = (next: Partial<GiftDraft>) => onChange({ ...value, ...next })
  return (
    <fieldset className="grid gap-3 rounded-card border p-3.5">
      <legend className="sr-only">{t('gift.title')}</legend>
      <p className="text-13 text-text-2">{t(free ? 'gift.freeText' : recurs ? 'gift.period' : 'gift.text')}</p>
      <Field label={t('gift.email')} error={errors['gift.email']}>
        <Input type="email" required maxLength={320} value={value.email} onChange={(event) => set({ email: event.target.value })} />
      </Field>
      <Field label={t('gift.name')} error={errors['gift.name']}>
        <Input maxLength={100} value={value.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label={t('gift.note')} error={errors['gift.note']}>
        <Textarea rows={2} maxLength={1000} value={value.note} onChange={(event) => set({ note: event.target.value })} />
      </Field>
      {!free && (
        <Field label={t('gift.sendOn')} help={t('gift.sendOnHelp')} error={errors['gift.send_on']}>
          <Input type="date" min={new Date().toISOString().slice(0, 10)} value={value.send_on} onChange={(event) => set({ send_on: event.target.value })} />
        </Field>
      )}
    </fieldset>
  )
}

export function Bump({ bump, onChange }: { bump: NonNullable<Preview['bump']>; onChange: (on: boolean) => void }) {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="grid gap-1 rounded-card border border-dashed border-strong p-3.5">
      <Checkbox
        checked={bump.selected}
        onChange={onChange}
        label={
          <span className="font-medium">
            {t('bump.add', { name: bump.name })} <span className="whitespace-nowrap tabular-nums">+{formatMoney(locale, bump.amount, bump.currency)}</span>
          </span>
        }
      />
      {bump.text && <p className="ps-6 text-13 text-text-2">{bump.text}</p>}
    </div>
  )
}
