/** Two subjects to try, and when it is sent. */
import { ownZone, zoneCity } from '@atrium/sdk'
import { Card, CardHead, Field, Input, RadioGroup, Select, Switch, useLocale, useT } from '@atrium/sdk/web'
import { useRef } from 'react'
import { type Experiment, METRICS } from '../../contract.ts'
import { CheckedField } from './CheckedField.tsx'
import { insert } from './EmailSettings.tsx'
import { VariableMenu } from './VariableMenu.tsx'
import type { Written } from './written.ts'

const SHARES = [10, 20, 30, 40, 50, 100] as const
const WAITS = [30, 60, 120, 240, 720, 1440] as const
const FIRST = { share: 20, wait_minutes: 120, metric: 'opens' } as const
/** With what is set already, though it is none of ours. */
const among = (values: readonly number[], value: number) => (values.includes(value) ? values : [...values, value].sort((a, b) => a - b))

interface TwoSubjectsProps {
  value: Pick<Written, 'subject' | 'experiment'>
  /** Readers, where that is known. */
  count: number | undefined
  onChange: (change: Partial<Pick<Written, 'subject' | 'experiment'>>) => void
}
export function TwoSubjects({ value: { subject, experiment }, count, onChange }: TwoSubjectsProps) {
  const t = useT()
  const locale = useLocale()
  const first = useRef<HTMLInputElement>(null)
  const set = (change: Partial<Experiment>) => onChange({ experiment: { ...experiment!, ...change } })
  const wait = (minutes: number) => (minutes < 60 ? t('ab.minutes', { count: minutes }) : t('ab.hours', { count: minutes / 60 }))
  const tried = experiment && count !== undefined ? Math.round((count * experiment.share) / 100) : null
  return (
    <Card as="section" aria-label={t('ab.title')}>
      <CardHead
        title={t('ab.title')}
        text={subject.trim() === '' ? t('ab.needs_subject') : t('ab.text')}
        action={
          <Switch
            aria-label={t('ab.title')}
            checked={experiment !== null}
            disabled={experiment === null && subject.trim() === ''}
            // a second one must say something: it begins as the first
            onChange={(on) => onChange({ experiment: on ? { ...FIRST, subject } : null })}
          />
        }
      />
      {experiment && (
        <div className="grid gap-4 p-5">
          <Field
            label={t('ab.subject_a')}
            aside={<VariableMenu compact onPick={(written) => insert(first.current, subject, written, (next) => onChange({ subject: next }))} />}
          >
            <Input ref={first} value={subject} maxLength={200} onChange={(event) => onChange({ subject: event.target.value })} />
          </Field>
          <CheckedField
            label={t('ab.subject_b')}
            value={experiment.subject}
            maxLength={200}
            check={(text) => (text === '' ? t('ab.missing') : null)}
            help={experiment.subject === subject ? t('ab.same') : undefined}
            onChange={(second) => set({ subject: second })}
          />
          <div className="grid gap-4 desk:grid-cols-3">
            <Field label={t('ab.share')}>
              <Select
                value={String(experiment.share)}
                onChange={(event) => set({ share: Number(event.target.value) })}
                options={among(SHARES, experiment.share).map((share) => ({ value: String(share), label: t('ab.share_of', { share }) }))}
              />
            </Field>
            <Field label={t('ab.wait')}>
              <Select
                value={String(experiment.wait_minutes)}
                disabled={experiment.share === 100}
                onChange={(event) => set({ wait_minutes: Number(event.target.value) })}
                options={among(WAITS, experiment.wait_minutes).map((minutes) => ({ value: String(minutes), label: wait(minutes) }))}
              />
            </Field>
            <Field label={t('ab.metric')}>
              <Select
                value={experiment.metric}
                disabled={experiment.share === 100}
                onChange={(event) => set({ metric: event.target.value as Experiment['metric'] })}
                options={METRICS.map((metric) => ({ value: metric, label: t(`ab.metric_${metric}`) }))}
              />
            </Field>
          </div>
          {tried !== null && (
            <p className="text-13 text-text-2">
              {experiment.share === 100
                ? t('ab.halves', { count: tried })
                : t('ab.sentence', { tried: tried.toLocaleString(locale), rest: (count! - tried).toLocaleString(locale), wait: wait(experiment.wait_minutes) })}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

export const MODES = ['now', 'later', 'local'] as const
export interface When {
  mode: (typeof MODES)[number]
  /** As a `datetime-local` field takes it. */
  at: string
}
/** What a `datetime-local` field takes. */
const local = (date: Date): string => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
export function tomorrow(): string {
  const date = new Date()
  date.setDate(date.getDate() + 1)
  date.setHours(9, 0, 0, 0)
  return local(date)
}
/** Least time ahead, as the server has it. */
const SOON_MS = 60_000
export const isAhead = ({ mode, at }: When): boolean => mode === 'now' || new Date(at).getTime() > Date.now() + SOON_MS

export function WhenCard({ value, error, onChange }: { value: When; error?: string | undefined; onChange: (next: When) => void }) {
  const t = useT()
  return (
    <Card as="section" aria-label={t('when.title')}>
      <CardHead title={t('when.title')} />
      <div className="grid gap-4 p-5">
        <RadioGroup
          cards
          label={t('when.title')}
          value={value.mode}
          onChange={(mode) => onChange({ ...value, mode })}
          options={MODES.map((mode) => ({ value: mode, label: t(`when.${mode}`), text: t(`when.${mode}_text`) }))}
          className="desk:grid-cols-3"
        />
        {value.mode !== 'now' && (
          <Field
            label={t('when.at')}
            help={t(value.mode === 'local' ? 'when.local_help' : 'when.zone', { zone: zoneCity(ownZone()) })}
            error={isAhead(value) ? error : t('when.past')}
          >
            <Input
              type="datetime-local"
              className="max-w-72"
              value={value.at}
              min={local(new Date())}
              onChange={(event) => onChange({ ...value, at: event.target.value })}
            />
          </Field>
        )}
      </div>
    </Card>
  )
}
