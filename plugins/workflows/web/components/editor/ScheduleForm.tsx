/** One time, or a time that comes again, with the next six of them. */
import {
  Button,
  Checkbox,
  Field,
  Form,
  Input,
  Select,
  SkeletonText,
  Time,
  useFieldErrors,
  useLocale,
  useRead,
  useSettled,
  useT,
  useWrite,
  ZonePicker,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { FREQUENCIES, type Recurrence, type Schedule, type ScheduleInput, type WorkflowType } from '../../../contract.ts'
import { weekdayName } from '../flow/words.ts'

const { routes } = contract
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const own = () => Intl.DateTimeFormat().resolvedOptions().timeZone
/** Tomorrow at nine. */
const tomorrow = () => {
  const date = new Date(Date.now() + 86_400_000)
  date.setHours(9, 0, 0, 0)
  return date.toISOString()
}
const first = (type: WorkflowType): ScheduleInput =>
  type === 'one_time'
    ? { runs_at: tomorrow(), recurrence: null, time_zone: own() }
    : { runs_at: null, recurrence: { frequency: 'weekly', interval: 1, weekdays: [1], day: 1, time: '09:00', ends_at: null }, time_zone: own() }
/** A moment as fields of the browser have it, by the clock here. */
const localText = (iso: string | null): string => {
  if (!iso) return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const isoOf = (text: string): string | null => (text ? new Date(text).toISOString() : null)

export interface ScheduleFormProps {
  workflowId: number
  type: WorkflowType
  /** Null: a new one. */
  schedule: Schedule | null
  onClose?: () => void
}
export function ScheduleForm({ workflowId, type, schedule, onClose }: ScheduleFormProps) {
  const t = useT()
  const [value, setValue] = useState<ScheduleInput>(
    schedule ? { runs_at: schedule.runs_at, recurrence: schedule.recurrence, time_zone: schedule.time_zone } : first(type),
  )
  const options = { invalidates: [contract], onSuccess: onClose }
  const create = useWrite(routes.createSchedule, options)
  const update = useWrite(routes.updateSchedule, options)
  const error = create.error ?? update.error
  const errors = useFieldErrors(error)
  const save = () =>
    (schedule
      ? update.mutateAsync({ params: { id: workflowId, scheduleId: schedule.id }, body: value })
      : create.mutateAsync({ params: { id: workflowId }, body: value })
    ).catch(() => {})
  return (
    <Form onSubmit={save} error={error} className="rounded-card border p-3">
      {value.recurrence ? (
        <RecurrenceFields value={value.recurrence} errors={errors} onChange={(recurrence) => setValue({ ...value, recurrence })} />
      ) : (
        <Field label={t('schedule.at_label')} error={errors['runs_at']}>
          <Input type="datetime-local" value={localText(value.runs_at)} onChange={(event) => setValue({ ...value, runs_at: isoOf(event.target.value) })} />
        </Field>
      )}
      {value.recurrence && (
        <Field label={t('schedule.zone')} error={errors['time_zone']}>
          <ZonePicker label={t('schedule.zone')} value={value.time_zone} onChange={(zone) => setValue({ ...value, time_zone: zone ?? own() })} />
        </Field>
      )}
      <Upcoming value={value} />
      <div className="flex justify-end gap-2">
        {onClose && <Button onClick={onClose}>{t('cancel')}</Button>}
        <Button variant="primary" type="submit" loading={create.isPending || update.isPending}>
          {t('schedule.save')}
        </Button>
      </div>
    </Form>
  )
}

function RecurrenceFields({
  value,
  errors,
  onChange,
}: {
  value: Recurrence
  errors: Record<string, string | undefined>
  onChange: (value: Recurrence) => void
}) {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('schedule.frequency')}>
          <Select
            value={value.frequency}
            onChange={(event) => onChange({ ...value, frequency: event.target.value as Recurrence['frequency'] })}
            options={FREQUENCIES.map((one) => ({ value: one, label: t(`schedule.frequency.${one}`) }))}
          />
        </Field>
        <Field label={t(`schedule.interval.${value.frequency}`)} error={errors['recurrence.interval']}>
          <Input
            type="number"
            min={1}
            max={52}
            value={value.interval}
            onChange={(event) => onChange({ ...value, interval: Number(event.target.value) || 1 })}
          />
        </Field>
      </div>
      {value.frequency === 'weekly' && (
        <Field label={t('schedule.weekdays')} error={errors['recurrence.weekdays']}>
          <div className="grid grid-cols-2 gap-1.5">
            {WEEKDAYS.map((day) => (
              <Checkbox
                key={day}
                label={weekdayName(locale, day)}
                checked={value.weekdays.includes(day)}
                onChange={(on) => onChange({ ...value, weekdays: on ? [...value.weekdays, day].toSorted() : value.weekdays.filter((one) => one !== day) })}
              />
            ))}
          </div>
        </Field>
      )}
      {value.frequency === 'monthly' && (
        <Field label={t('schedule.month_day')} help={t('schedule.month_day_help')} error={errors['recurrence.day']}>
          <Input type="number" min={1} max={31} value={value.day} onChange={(event) => onChange({ ...value, day: Number(event.target.value) || 1 })} />
        </Field>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('schedule.time')} error={errors['recurrence.time']}>
          <Input type="time" value={value.time} onChange={(event) => onChange({ ...value, time: event.target.value })} />
        </Field>
        <Field label={t('schedule.ends')} error={errors['recurrence.ends_at']}>
          <Input
            type="date"
            value={localText(value.ends_at).slice(0, 10)}
            onChange={(event) => onChange({ ...value, ends_at: event.target.value ? isoOf(`${event.target.value}T23:59`) : null })}
          />
        </Field>
      </div>
    </>
  )
}

function Upcoming({ value }: { value: ScheduleInput }) {
  const t = useT()
  const settled = useSettled(value)
  const { data, error } = useRead(routes.upcoming, { body: settled }, { keepPrevious: true })
  return (
    <div className="grid gap-1 text-13" aria-live="polite">
      <p className="font-medium">{t('schedule.upcoming')}</p>
      {error ? (
        <p className="text-danger">{error.message}</p>
      ) : !data ? (
        <SkeletonText lines={3} />
      ) : data.records.length === 0 ? (
        <p className="text-text-3">{t('schedule.over')}</p>
      ) : (
        <ol className="text-text-2">
          {data.records.map((at) => (
            <li key={at}>
              <Time value={at} kind="datetime" />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
