/** Targets, and the hours within which they count. */
import {
  Card,
  CardHead,
  Checkbox,
  Field,
  Form,
  Input,
  Query,
  SaveBar,
  Skeleton,
  useEdits,
  useLocale,
  useRead,
  useT,
  useWrite,
  ZonePicker,
} from '@atrium/sdk/web'
import contract, { type OfficeHours, type Targets } from '../../../contract.ts'

const { routes } = contract
const TARGETS = ['live_chat', 'urgent', 'high', 'low'] as const
const NINE_TO_FIVE = { from: '09:00', to: '17:00' }
/** A Sunday. */
const SUNDAY = Date.UTC(2024, 0, 7)
const DAY_MS = 86_400_000

interface Setting {
  targets: Targets
  office_hours: OfficeHours
  close_after_days: number
}
const whole = (text: string, most: number) => Math.min(most, Math.max(0, Math.floor(Number(text) || 0)))

function TargetFields({ value, errors, onChange }: { value: Targets; errors: Record<string, string | undefined>; onChange: (next: Targets) => void }) {
  const t = useT()
  return (
    <div className="grid gap-4 p-4 desk:grid-cols-2 desk:p-5">
      {TARGETS.map((name) => (
        <Field key={name} label={t(`hours.target.${name}`)} error={errors[`setting.targets.${name}`]}>
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={100_000}
            value={value[name]}
            onChange={(event) => onChange({ ...value, [name]: whole(event.target.value, 100_000) })}
          />
        </Field>
      ))}
    </div>
  )
}

type Day = OfficeHours['days'][number]
function DayRow({ name, day, onChange }: { name: string; day: Day; onChange: (day: Day) => void }) {
  const t = useT()
  return (
    <div className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-3 max-sm:grid-cols-1">
      <Checkbox label={name} checked={day !== null} onChange={(isOn) => onChange(isOn ? NINE_TO_FIVE : null)} />
      {day ? (
        <span className="flex items-center gap-2">
          <Input
            type="time"
            aria-label={t('hours.from', { day: name })}
            value={day.from}
            required
            className="w-32"
            onChange={(event) => onChange({ ...day, from: event.target.value })}
          />
          <span aria-hidden="true">–</span>
          <Input
            type="time"
            aria-label={t('hours.to', { day: name })}
            value={day.to}
            required
            className="w-32"
            onChange={(event) => onChange({ ...day, to: event.target.value })}
          />
        </span>
      ) : (
        <span className="text-13 text-text-3">{t('hours.closed')}</span>
      )}
    </div>
  )
}
function HourFields({ value, errors, onChange }: { value: OfficeHours; errors: Record<string, string | undefined>; onChange: (next: OfficeHours) => void }) {
  const t = useT()
  const locale = useLocale()
  const nameOf = (day: number) => {
    const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(SUNDAY + day * DAY_MS)
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  }
  return (
    <div className="grid gap-3 p-4 desk:p-5">
      <Field label={t('hours.zone')} error={errors['setting.office_hours.timezone']} className="max-w-80">
        <ZonePicker value={value.timezone} label={t('hours.zone')} onChange={(timezone) => timezone && onChange({ ...value, timezone })} />
      </Field>
      <div className="grid max-w-[480px] gap-1">
        {[1, 2, 3, 4, 5, 6, 0].map((day) => (
          <DayRow
            key={day}
            name={nameOf(day)}
            day={value.days[day] ?? null}
            onChange={(next) => onChange({ ...value, days: value.days.map((old, i) => (i === day ? next : old)) })}
          />
        ))}
      </div>
    </div>
  )
}

function Edited({ saved }: { saved: Setting }) {
  const t = useT()
  const write = useWrite(routes.updateSetting, { invalidates: [routes.setting] })
  const { value, set, errors, form, bar } = useEdits<Setting>(saved, (changes) => write.mutateAsync({ body: { setting: { ...saved, ...changes } } }))
  return (
    <Form {...form} className="grid gap-4">
      <Card as="section" aria-label={t('settings.targets')}>
        <CardHead title={t('settings.targets')} text={t('hours.targets_text')} />
        <TargetFields value={value.targets} errors={errors} onChange={(targets) => set({ targets })} />
      </Card>
      <Card as="section" aria-label={t('settings.office_hours')}>
        <CardHead title={t('settings.office_hours')} text={t('hours.text')} />
        <HourFields value={value.office_hours} errors={errors} onChange={(office_hours) => set({ office_hours })} />
      </Card>
      <Card as="section" aria-label={t('hours.closing')}>
        <CardHead title={t('hours.closing')} />
        <div className="p-4 desk:p-5">
          <Field label={t('settings.close_after_days')} help={t('hours.closing_help')} error={errors['setting.close_after_days']} className="max-w-80">
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={365}
              value={value.close_after_days}
              onChange={(event) => set({ close_after_days: whole(event.target.value, 365) })}
            />
          </Field>
        </div>
      </Card>
      <SaveBar {...bar} />
    </Form>
  )
}

export function Hours() {
  const query = useRead(routes.setting)
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={480} />}>
      {(saved) => <Edited saved={saved} />}
    </Query>
  )
}
