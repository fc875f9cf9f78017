/** When a token ends: after some days, or never. */
import { Field, Select } from '@atrium/sdk/web'
import { useWords } from './words.ts'

export const TERMS = [30, 90, 365, 0] as const
const DAY = 86_400_000
/** @param days 0: never */
export const endAfter = (days: number): string | null => (days === 0 ? null : new Date(Date.now() + days * DAY).toISOString())

export function EndField({ days, onChange, error }: { days: number; onChange: (days: number) => void; error?: string }) {
  const { t } = useWords()
  return (
    <Field label={t('end')} error={error} className="max-w-80">
      <Select
        value={String(days)}
        onChange={(event) => onChange(Number(event.target.value))}
        options={TERMS.map((term) => ({ value: String(term), label: term ? t('end.days', { count: term }) : t('end.never') }))}
      />
    </Field>
  )
}
