/** When it is: day, time, length, zone, and how it repeats, with the dates that come of it. */
import { formatDateIn, ownZone, zoneCity, zoneOfToday } from '@atrium/sdk'
import { Button, Card, cx, Field, Icon, Input, Select, Switch, useLocale, useT, ZonePicker } from '@atrium/sdk/web'
import { FREQUENCIES, type Frequency, MAX_DATES, type Schedule } from '../../../contract.ts'
import { dayRuleWords, isRareDay, shortWeekday } from '../../../contract/rules.ts'
import { DateTile } from '../DateTile.tsx'
import { clockOf, spanOf } from '../time.ts'
import type { Values } from './values.ts'

export interface PartProps {
  values: Values
  set: (changes: Partial<Values>) => void
  errors: Record<string, string | undefined>
}
const LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1_440]
const AT = 'event.event_setting_attributes.'
const REPEATS = 'event.recurring_setting_attributes.'
/** In the menu: of months that have no such day, on their last one. */
const ON_LAST_DAY = ':last_day'
/** Dates that stand below the sentence. */
const SHOWN = 6

export function When({ values, set, errors, schedule, fixedRule }: PartProps & { schedule: Schedule | null; fixedRule: boolean }) {
  const t = useT()
  const locale = useLocale()
  const lengths = LENGTHS.includes(values.minutes) ? LENGTHS : [...LENGTHS, values.minutes].sort((a, b) => a - b)
  const first = schedule?.dates.find(({ is_left_out }) => !is_left_out)
  return (
    <Card pad as="section">
      <h2 className="mb-4 text-15 font-semibold">{t('when.title')}</h2>
      <div className="grid gap-3 sm:grid-cols-[1.4fr_1fr_1fr_1.4fr]">
        <Field label={t('when.day')} error={errors[`${AT}starts_at`]}>
          <Input type="date" value={values.day} required onChange={({ target }) => set({ day: target.value })} />
        </Field>
        <Field label={t('when.from')}>
          <Input type="time" value={values.time} required onChange={({ target }) => set({ time: target.value })} />
        </Field>
        <Field label={t('when.length')} error={errors[`${AT}duration_in_seconds`] ?? errors[`${AT}ends_at`]}>
          <Select
            value={String(values.minutes)}
            options={lengths.map((minutes) => ({ value: String(minutes), label: lengthText(t, minutes) }))}
            onChange={({ target }) => set({ minutes: Number(target.value) })}
          />
        </Field>
        <Field label={t('when.zone')} error={errors[`${AT}time_zone`]}>
          <ZonePicker label={t('when.zone')} value={values.zone} onChange={(zone) => zone && set({ zone })} />
        </Field>
      </div>
      {first && (
        <p className="mt-3 flex items-start gap-2 text-13 text-text-2">
          <Icon name="globe" size="sm" className="mt-0.5" />
          <span>
            {zoneOfToday(values.zone) === ownZone()
              ? t('when.same_zone', { time: spanOf(first.starts_at, first.ends_at, locale, t('time.to')) })
              : t('when.you_see', { city: zoneCity(ownZone()), time: spanOf(first.starts_at, first.ends_at, locale, t('time.to')) })}
          </span>
        </p>
      )}
      {!fixedRule && (
        <div className="mt-4 rounded-control border border-border bg-surface-2 p-4">
          <div className="flex items-center justify-between gap-3">
            <label htmlFor="repeats" className="flex cursor-pointer items-center gap-2 font-semibold">
              <Icon name="refresh-cw" size="sm" />
              {t('when.repeats')}
            </label>
            <Switch id="repeats" checked={values.repeats} onChange={(repeats) => set({ repeats })} />
          </div>
          {values.repeats && <Repeats values={values} set={set} errors={errors} schedule={schedule} />}
        </div>
      )}
    </Card>
  )
}
type Say = ReturnType<typeof useT>
function lengthText(t: Say, minutes: number): string {
  if (minutes % 1_440 === 0) return t('length.days', { count: minutes / 1_440 })
  if (minutes < 60) return t('length.minutes', { count: minutes })
  return minutes % 60 === 0 ? t('length.hours', { count: minutes / 60 }) : t('length.hours_minutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** A word of the sentence that can be changed in place. */
const TOKEN =
  'h-9 max-w-full min-w-0 cursor-pointer appearance-none truncate rounded-control bg-brand-soft px-2.5 font-semibold text-on-brand-soft tabular-nums hover:bg-[color-mix(in_oklab,var(--brand-soft),var(--brand-color)_10%)] max-desk:h-11'
interface WordProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}
const Word = ({ label, value, options, onChange }: WordProps) => (
  <span className="relative inline-flex min-w-0 max-w-full">
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} className={cx(TOKEN, 'field-sizing-content pe-7')}>
      {options.map((option) => (
        <option key={option.value} value={option.value} className="bg-surface text-15 font-normal text-text">
          {option.label}
        </option>
      ))}
    </select>
    <Icon name="chevron-down" size="sm" className="pointer-events-none absolute top-1/2 end-2 -translate-y-1/2 text-on-brand-soft" />
  </span>
)

function Repeats({ values, set, errors, schedule }: PartProps & { schedule: Schedule | null }) {
  const t = useT()
  const locale = useLocale()
  const day = new Date(`${values.day}T12:00:00`)
  const valid = !Number.isNaN(day.getTime())
  const weekday = valid ? new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(day) : ''
  const gender = valid && (day.getDay() === 0 || day.getDay() === 6) ? 'm' : 'f'
  const week = valid ? Math.ceil(day.getDate() / 7) : 1
  const isLast = valid && new Date(day.getFullYear(), day.getMonth(), day.getDate() + 7).getMonth() !== day.getMonth()
  const said = {
    weekday,
    shortWeekday: shortWeekday(weekday),
    day: valid ? String(day.getDate()) : '',
    date: valid ? formatDateIn(locale, day, 'monthDay') : '',
  }
  const isRare = (frequency: Frequency) => valid && isRareDay(frequency, day.getDate(), day.getMonth() + 1)
  const words = (frequency: Frequency, last: boolean): string => {
    if (frequency === 'weekly' || frequency === 'bi_weekly') return t(`rule.${frequency}_${gender}`, said)
    if (frequency === 'monthly_weekday_based') return t(`rule.monthly_${last || week === 5 ? 'last' : week}_${gender}`, said)
    if (frequency === 'monthly' || frequency === 'yearly' || frequency === 'annually')
      return t(dayRuleWords(frequency, day.getDate(), day.getMonth() + 1, last), said)
    return t(`rule.${frequency}`, said)
  }
  const options = FREQUENCIES.filter((one) => one !== 'annually').flatMap((frequency) => [
    ...(frequency === 'monthly_weekday_based' && week === 5 ? [] : [{ value: frequency as string, label: words(frequency, false) }]),
    ...(frequency === 'monthly_weekday_based' && isLast ? [{ value: 'last', label: words(frequency, true) }] : []),
    ...(isRare(frequency) ? [{ value: `${frequency}${ON_LAST_DAY}`, label: words(frequency, true) }] : []),
  ])
  const often = values.frequency === 'annually' ? 'yearly' : values.frequency
  const isLastDay = values.lastDay && isRare(often)
  const chosen = often === 'monthly_weekday_based' && (values.last || week === 5) ? 'last' : `${often}${isLastDay ? ON_LAST_DAY : ''}`
  const choose = (value: string) => {
    if (value === 'last') return set({ frequency: 'monthly_weekday_based', last: true, lastDay: false })
    const lastDay = value.endsWith(ON_LAST_DAY)
    set({ frequency: (lastDay ? value.slice(0, -ON_LAST_DAY.length) : value) as Frequency, last: false, lastDay })
  }
  const leave = (date: string, out: boolean) =>
    set({ exceptions: out ? [...values.exceptions, { date, note: '' }] : values.exceptions.filter((one) => one.date !== date) })
  const problem = Object.entries(errors).find(([path]) => path.startsWith(REPEATS))?.[1]
  return (
    <div className="mt-3 grid gap-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-20 tracking-[-0.015em]">
        <Word label={t('when.how_often')} value={chosen} options={options} onChange={choose} />
        <Word
          label={t('when.ends')}
          value={values.endsBy}
          options={[
            { value: 'day', label: t('when.until') },
            { value: 'count', label: t('when.times') },
          ]}
          onChange={(value) => set({ endsBy: value as Values['endsBy'] })}
        />
        {values.endsBy === 'day' ? (
          <input
            type="date"
            aria-label={t('when.last_day')}
            value={values.until}
            min={values.day}
            onChange={({ target }) => set({ until: target.value })}
            className={TOKEN}
          />
        ) : (
          <>
            <input
              type="number"
              aria-label={t('when.number')}
              min={1}
              max={MAX_DATES}
              value={values.count}
              onChange={({ target }) => set({ count: Number(target.value) })}
              className={cx(TOKEN, 'w-20')}
            />
            {t('when.unit', { count: values.count })}
          </>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-13 text-danger">
          {problem}
        </p>
      )}
      {schedule && (
        <div>
          <p className="mb-2 flex flex-wrap items-baseline justify-between gap-2">
            <span className="text-13 font-semibold">{t('when.next')}</span>
            <span className="text-13 text-text-3">{t('when.in_all', { count: schedule.count, left: values.exceptions.length })}</span>
          </p>
          <ul className="grid grid-cols-3 gap-x-2 gap-y-3.5 sm:grid-cols-6">
            {schedule.dates.slice(0, SHOWN).map((date) => (
              <li key={date.date} className="grid justify-items-center gap-1 text-center">
                <DateTile moment={date.starts_at} zone={values.zone} off={date.is_left_out} big />
                <span className="text-12 text-text-2 tabular-nums">
                  {date.is_left_out ? date.note || t('when.left_out') : clockOf(date.starts_at, locale, values.zone)}
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => leave(date.date, !date.is_left_out)}
                  aria-label={`${t(date.is_left_out ? 'when.put_back' : 'when.leave_out')}: ${date.date}`}
                >
                  {t(date.is_left_out ? 'when.put_back' : 'when.leave_out')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
