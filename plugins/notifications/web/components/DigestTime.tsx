/** When the digest of the week is sent: a day and an hour by each member's own clock. */
import { Field, Select, useLocale, useT } from '@atrium/sdk/web'

interface DigestTimeProps {
  value: { weekly_digest_day: number; weekly_digest_hour: number }
  onChange: (change: Partial<DigestTimeProps['value']>) => void
  errors: Record<string, string | undefined>
}
/** A Sunday. */
const SUNDAY = Date.UTC(2026, 10, 1)
const DAY = 86_400_000
const HOUR = 3_600_000

export function DigestTime({ value, onChange, errors }: DigestTimeProps) {
  const t = useT()
  const locale = useLocale()
  const options = (count: number, step: number, format: Intl.DateTimeFormatOptions) => {
    const said = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...format })
    return Array.from({ length: count }, (_, at) => ({ value: String(at), label: said.format(SUNDAY + at * step) }))
  }
  return (
    <div className="grid gap-4 desk:grid-cols-2">
      <Field label={t('settings.weekly_digest_day')} error={errors['weekly_digest_day']}>
        <Select
          value={String(value.weekly_digest_day)}
          options={options(7, DAY, { weekday: 'long' })}
          onChange={(event) => onChange({ weekly_digest_day: Number(event.target.value) })}
        />
      </Field>
      <Field label={t('settings.weekly_digest_hour')} help={t('settings.weekly_digest_hour.help')} error={errors['weekly_digest_hour']}>
        <Select
          value={String(value.weekly_digest_hour)}
          options={options(24, HOUR, { hour: 'numeric', minute: '2-digit' })}
          onChange={(event) => onChange({ weekly_digest_hour: Number(event.target.value) })}
        />
      </Field>
    </div>
  )
}
