/** The form of a poll: question, answers, and how it goes. */
import { Button, Field, IconButton, Input, Note, Select, Switch, useFieldErrors, useT, useWrite, FormDialog } from '@atrium/sdk/web'
import { useRef, useState } from 'react'
import contract, { MAX_OPTIONS, MIN_OPTIONS, type Poll, RESULTS } from '../../contract.ts'

const { routes } = contract
interface Values {
  title: string
  options: { key: number; id?: number; value: string }[]
  is_multiple: boolean
  is_anonymous: boolean
  results_visibility: Poll['results_visibility']
  closes: string
}
/** What a `datetime-local` field takes. */
const localTime = (iso: string) => new Date(Date.parse(iso) - new Date(iso).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
const initial = (poll: Poll | null): Values => ({
  title: poll?.title ?? '',
  options: poll?.poll_options.map(({ id, value }) => ({ key: id, id, value })) ?? [
    { key: -1, value: '' },
    { key: -2, value: '' },
  ],
  is_multiple: poll?.is_multiple ?? false,
  is_anonymous: poll?.is_anonymous ?? false,
  results_visibility: poll?.results_visibility ?? 'after_vote',
  closes: poll?.closes_at ? localTime(poll.closes_at) : '',
})

export interface PollFormProps {
  /** The poll that is changed; null for a new one. */
  poll: Poll | null
  kind: string
  /** Id of the record, which is made first where there is none. */
  record: () => Promise<number>
  onDone: () => void
  onClose: () => void
}
export function PollForm({ poll, kind, record, onDone, onClose }: PollFormProps) {
  const t = useT()
  const [values, setValues] = useState(() => initial(poll))
  const [problem, setProblem] = useState<unknown>(null)
  const [sending, setSending] = useState(false)
  const nextKey = useRef(-3)
  // the record may have been made only now, so whoever opened this form knows no list of its polls to read again
  const create = useWrite(routes.create, { invalidates: [routes.list] })
  const update = useWrite(routes.update, { invalidates: [routes.list] })
  const errors = useFieldErrors(problem) as Record<string, string | undefined>
  const set = (changes: Partial<Values>) => setValues({ ...values, ...changes })
  const voted = (poll?.voters_count ?? 0) > 0
  const optionProblem = Object.entries(errors).find(([path]) => path.startsWith('poll.poll_options'))?.[1]
  const submit = async () => {
    if (sending) return
    setSending(true)
    setProblem(null)
    const { title, options, is_multiple, is_anonymous, results_visibility, closes } = values
    const filled = options.filter(({ value }) => value.trim()).map(({ id, value }) => ({ ...(id ? { id } : {}), value }))
    const closes_at = closes ? new Date(closes).toISOString() : null
    const body = { title, poll_options: filled, is_multiple, is_anonymous, results_visibility }
    try {
      if (poll) await update.mutateAsync({ params: { id: poll.id }, body: { poll: { ...body, ...(closes === initial(poll).closes ? {} : { closes_at }) } } })
      else await create.mutateAsync({ body: { poll: { ...body, closes_at, record_type: kind, record_id: await record() } } })
      onDone()
    } catch (error) {
      setProblem(error)
      setSending(false)
    }
  }
  return (
    <FormDialog
      title={t(poll ? 'form.edit' : 'form.new')}
      width={520}
      onClose={onClose}
      onSubmit={submit}
      error={problem}
      action={t(poll ? 'form.save' : 'form.add')}
      pending={sending}
    >
      {voted && <Note tone="info">{t('form.voted')}</Note>}
      <Field label={t('form.title')} error={errors['poll.title']}>
        <Input
          value={values.title}
          maxLength={300}
          disabled={voted}
          placeholder={t('form.title_hint')}
          onChange={(event) => set({ title: event.target.value })}
          autoFocus
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-13 font-medium">{t('form.options')}</legend>
        {values.options.map((option, index) => (
          <div key={option.key} className="flex items-center gap-1">
            <Input
              aria-label={t('form.option', { number: index + 1 })}
              value={option.value}
              maxLength={200}
              disabled={voted && option.id !== undefined}
              placeholder={t('form.option', { number: index + 1 })}
              onChange={(event) => set({ options: values.options.map((one) => (one === option ? { ...one, value: event.target.value } : one)) })}
            />
            {values.options.length > MIN_OPTIONS && !(voted && option.id !== undefined) && (
              <IconButton
                icon="x"
                label={t('form.remove', { number: index + 1 })}
                onClick={() => set({ options: values.options.filter((one) => one !== option) })}
              />
            )}
          </div>
        ))}
        {optionProblem && (
          <p className="text-13 text-danger" role="alert">
            {optionProblem}
          </p>
        )}
        {values.options.length < MAX_OPTIONS && (
          <div>
            <Button size="sm" variant="ghost" icon="plus" onClick={() => set({ options: [...values.options, { key: nextKey.current--, value: '' }] })}>
              {t('form.more')}
            </Button>
          </div>
        )}
      </fieldset>
      <Switch label={t('form.multiple')} checked={values.is_multiple} disabled={voted} onChange={(is_multiple) => set({ is_multiple })} />
      <Switch
        label={t('form.anonymous')}
        checked={values.is_anonymous}
        disabled={voted && poll!.is_anonymous}
        onChange={(is_anonymous) => set({ is_anonymous })}
      />
      <div className="grid gap-4 desk:grid-cols-2">
        <Field label={t('form.results')}>
          <Select
            value={values.results_visibility}
            options={RESULTS.map((value) => ({ value, label: t(`results.${value}`) }))}
            onChange={(event) => set({ results_visibility: event.target.value as Values['results_visibility'] })}
          />
        </Field>
        <Field label={t('form.closes')} error={errors['poll.closes_at']}>
          <Input type="datetime-local" value={values.closes} onChange={(event) => set({ closes: event.target.value })} />
        </Field>
      </div>
    </FormDialog>
  )
}
