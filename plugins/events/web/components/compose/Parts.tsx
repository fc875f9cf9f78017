/** The other cards of the form: where, who, answers, reminders, thanks. */
import {
  Button,
  Card,
  Checkbox,
  call,
  Combobox,
  Field,
  IconButton,
  Input,
  newUuid,
  RadioGroup,
  Select,
  SettingRow,
  Slot,
  Switch,
  Textarea,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import spaces from '../../../../spaces/contract.ts'
import contract, {
  LOCATION_TYPES,
  type LocationType,
  MAX_COHOSTS,
  MAX_GUESTS,
  MAX_QUESTIONS,
  MAX_REMINDERS,
  type Question,
  type Selling,
} from '../../../contract.ts'
import { reminderText } from '../words.ts'
import type { PartProps } from './When.tsx'

const AT = 'event.event_setting_attributes.'

export function Where({ values, set, errors }: PartProps) {
  const t = useT()
  return (
    <Card pad as="section">
      <h2 className="mb-4 text-15 font-semibold">{t('where.title')}</h2>
      <RadioGroup<LocationType>
        cards
        label={t('where.title')}
        className="sm:grid-cols-2"
        value={values.place}
        onChange={(place) => set({ place })}
        options={LOCATION_TYPES.map((value) => ({ value, label: t(`place.${value}`), text: t(`where.${value}`) }))}
      />
      {values.place === 'in_person' && (
        <Field className="mt-4" label={t('where.address')} help={t('where.address_help')} error={errors[`${AT}in_person_location`]}>
          <Input value={values.address} maxLength={500} autoComplete="street-address" onChange={({ target }) => set({ address: target.value })} />
        </Field>
      )}
      {values.place === 'virtual' && (
        <Field className="mt-4" label={t('where.link')} error={errors[`${AT}virtual_location_url`]}>
          <Input type="url" value={values.link} maxLength={2_000} placeholder="https://" onChange={({ target }) => set({ link: target.value })} />
        </Field>
      )}
      {(values.place === 'in_person' || values.place === 'virtual') && (
        <div className="mt-3">
          <Switch label={t('where.hide')} checked={values.hidePlace} onChange={(hidePlace) => set({ hidePlace })} />
        </div>
      )}
    </Card>
  )
}

export function Who({ values, set, spaceId }: PartProps & { spaceId: number }) {
  const t = useT()
  const load = async (query: string) => {
    const { records } = await call(spaces.routes.members, { params: { space_id: spaceId }, query: { query, per_page: 20 } })
    return records.map(({ community_member_id: id, community_member: { name, avatar_url } }) => ({
      value: String(id),
      label: name,
      avatar: { id, name, src: avatar_url },
    }))
  }
  return (
    <Card pad as="section">
      <h2 className="mb-4 text-15 font-semibold">{t('who.title')}</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('who.cohosts')} help={t('who.cohosts_help')}>
          <Combobox
            multiple
            label={t('who.cohosts')}
            value={values.cohosts}
            load={load}
            onChange={(cohosts) => set({ cohosts: cohosts.slice(0, MAX_COHOSTS) })}
          />
        </Field>
        <Field label={t('who.host')} help={t('who.host_help')}>
          <Input value={values.host} maxLength={120} onChange={({ target }) => set({ host: target.value })} />
        </Field>
      </div>
    </Card>
  )
}

export function Answers({ values, set, errors, event, whenSaved }: PartProps & Pick<Selling, 'event' | 'whenSaved'>) {
  const t = useT()
  return (
    <Card as="section">
      <SettingRow
        title={t('answers.title')}
        text={t('answers.text')}
        control={(aria) => <Switch {...aria} checked={values.takesAnswers} onChange={(takesAnswers) => set({ takesAnswers })} />}
      />
      {values.takesAnswers && (
        <>
          <SettingRow
            title={t('answers.limit')}
            text={t(values.repeats ? 'answers.limit_each' : 'answers.limit_text')}
            control={(aria) => (
              <span className="flex items-center gap-3">
                {values.limited && (
                  <span className="w-24">
                    <Input
                      type="number"
                      aria-label={t('answers.places')}
                      min={1}
                      max={100_000}
                      value={values.limit}
                      onChange={({ target }) => set({ limit: Number(target.value) })}
                    />
                  </span>
                )}
                <Switch {...aria} checked={values.limited} onChange={(limited) => set({ limited })} />
              </span>
            )}
          />
          {values.limited && (
            <SettingRow
              title={t('answers.waits')}
              text={t('answers.waits_text')}
              control={(aria) => <Switch {...aria} checked={values.waits} onChange={(waits) => set({ waits })} />}
            />
          )}
          <SettingRow
            title={t('answers.guests')}
            text={t('answers.guests_text')}
            control={
              <span className="w-36 shrink-0">
                <Select
                  aria-label={t('answers.guests')}
                  value={String(values.guests)}
                  options={Array.from({ length: MAX_GUESTS + 1 }, (_, n) => ({ value: String(n), label: n === 0 ? t('rsvp.no_guests') : String(n) }))}
                  onChange={({ target }) => set({ guests: Number(target.value) })}
                />
              </span>
            }
          />
          <SettingRow
            title={t('answers.hide')}
            text={t('answers.hide_text')}
            control={(aria) => <Switch {...aria} checked={values.hideAttendees} onChange={(hideAttendees) => set({ hideAttendees })} />}
          />
          <Slot of={contract.slots['event.selling']} props={{ paid: values.paid, onChange: (paid) => set({ paid }), event, whenSaved }} />
          <Questions values={values} set={set} errors={errors} />
        </>
      )}
    </Card>
  )
}

function Questions({ values, set, errors }: PartProps) {
  const t = useT()
  const { questions } = values
  const change = (at: number, changes: Partial<Question>) => set({ questions: questions.map((one, n) => (n === at ? { ...one, ...changes } : one)) })
  const problem = Object.entries(errors).find(([path]) => path.startsWith(`${AT}questions`))?.[1]
  return (
    <div className="border-t border-border p-4 desk:px-5">
      <h3 className="text-13 font-semibold">{t('questions.title')}</h3>
      <p className="mb-3 text-13 text-text-3">{t('questions.text')}</p>
      <ul className="grid gap-3">
        {questions.map((question, n) => (
          <li key={question.key} className="grid gap-2 rounded-control border border-border p-3">
            <div className="flex gap-2">
              <Input
                aria-label={t('questions.one', { number: n + 1 })}
                placeholder={t('questions.hint')}
                value={question.label}
                maxLength={200}
                onChange={({ target }) => change(n, { label: target.value })}
              />
              <IconButton
                icon="x"
                label={t('questions.remove', { number: n + 1 })}
                onClick={() => set({ questions: questions.filter((one) => one !== question) })}
              />
            </div>
            <div className="flex flex-wrap items-center gap-4">
              <span className="w-40">
                <Select
                  aria-label={t('questions.kind', { number: n + 1 })}
                  value={question.kind}
                  options={(['text', 'choice'] as const).map((value) => ({ value, label: t(`questions.as_${value}`) }))}
                  onChange={({ target }) => change(n, { kind: target.value as Question['kind'] })}
                />
              </span>
              <Checkbox label={t('questions.required')} checked={question.required} onChange={(required) => change(n, { required })} />
            </div>
            {question.kind === 'choice' && (
              <Textarea
                rows={3}
                aria-label={t('questions.options', { number: n + 1 })}
                placeholder={t('questions.options_hint')}
                value={question.options.join('\n')}
                onChange={({ target }) => change(n, { options: target.value.split('\n').slice(0, 20) })}
                onBlur={() => change(n, { options: question.options.map((one) => one.trim()).filter(Boolean) })}
              />
            )}
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className="mt-2 text-13 text-danger">
          {problem}
        </p>
      )}
      {questions.length < MAX_QUESTIONS && (
        <Button
          className="mt-3"
          size="sm"
          icon="plus"
          onClick={() => set({ questions: [...questions, { key: newUuid().slice(0, 8), label: '', kind: 'text', options: [], required: false }] })}
        >
          {t('questions.add')}
        </Button>
      )}
    </div>
  )
}

const OFFERED = [0, 15, 60, 180, 1_440, 2_880, 10_080]
export function Reminders({ values, set }: PartProps) {
  const t = useT()
  const [own, setOwn] = useState('')
  const known = [...new Set([...OFFERED, ...values.reminders])].sort((a, b) => b - a)
  const toggle = (minutes: number, on: boolean) =>
    set({ reminders: on ? [...values.reminders, minutes].slice(0, MAX_REMINDERS) : values.reminders.filter((one) => one !== minutes) })
  const add = () => {
    const hours = Number(own)
    if (hours > 0 && hours <= 720) toggle(Math.round(hours * 60), true)
    setOwn('')
  }
  return (
    <Card as="section">
      <div className="p-4 desk:px-5">
        <h2 className="text-15 font-semibold">{t('remind.title')}</h2>
        <p className="mb-3 text-13 text-text-3">{t('remind.text')}</p>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {known.map((minutes) => (
            <Checkbox
              key={minutes}
              label={reminderText(t, minutes)}
              checked={values.reminders.includes(minutes)}
              disabled={!values.reminders.includes(minutes) && values.reminders.length >= MAX_REMINDERS}
              onChange={(on) => toggle(minutes, on)}
            />
          ))}
        </div>
        <div className="mt-3 flex items-center gap-2">
          <span className="w-24">
            <Input type="number" min={1} max={720} aria-label={t('remind.own')} value={own} onChange={({ target }) => setOwn(target.value)} />
          </span>
          <Button size="sm" disabled={!own || values.reminders.length >= MAX_REMINDERS} onClick={add}>
            {t('remind.add')}
          </Button>
        </div>
      </div>
      <SettingRow
        title={t('remind.in_app')}
        control={(aria) => <Switch {...aria} checked={values.remindInApp} onChange={(remindInApp) => set({ remindInApp })} />}
      />
      <SettingRow
        title={t('remind.email')}
        control={(aria) => <Switch {...aria} checked={values.remindByMail} onChange={(remindByMail) => set({ remindByMail })} />}
      />
      <SettingRow
        title={t('remind.confirm')}
        text={t('remind.confirm_text')}
        control={(aria) => <Switch {...aria} checked={values.confirm} onChange={(confirm) => set({ confirm })} />}
      />
    </Card>
  )
}

export function Thanks({ values, set, errors }: PartProps) {
  const t = useT()
  return (
    <Card as="section">
      <SettingRow
        title={t('thanks.title')}
        text={t('thanks.text')}
        control={(aria) => <Switch {...aria} checked={values.thanks} onChange={(thanks) => set({ thanks })} />}
      />
      {values.thanks && (
        <div className="grid gap-4 border-t border-border p-4 desk:px-5">
          <Field label={t('thanks.heading')}>
            <Input value={values.thanksTitle} maxLength={120} onChange={({ target }) => set({ thanksTitle: target.value })} />
          </Field>
          <Field label={t('thanks.message')}>
            <Textarea rows={3} value={values.thanksText} maxLength={2_000} onChange={({ target }) => set({ thanksText: target.value })} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('thanks.button')}>
              <Input value={values.thanksButton} maxLength={60} onChange={({ target }) => set({ thanksButton: target.value })} />
            </Field>
            <Field label={t('thanks.link')} error={errors[`${AT}confirmation_message_button_link`]}>
              <Input
                type="url"
                value={values.thanksLink}
                placeholder="https://"
                maxLength={2_000}
                onChange={({ target }) => set({ thanksLink: target.value })}
              />
            </Field>
          </div>
        </div>
      )}
      <SettingRow title={t('form.comments')} control={(aria) => <Switch {...aria} checked={values.comments} onChange={(comments) => set({ comments })} />} />
    </Card>
  )
}
