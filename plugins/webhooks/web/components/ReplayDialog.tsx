/** Sends what happened within a span once more. */
import { Field, FormDialog, Input, RadioGroup, toast, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Endpoint, KEPT_DAYS } from '../../contract.ts'

const { routes } = contract
const DAY_MS = 86_400_000
/** As a field for date and time of day has it. */
const local = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export function ReplayDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useT()
  const [now] = useState(() => Date.now())
  const [from, setFrom] = useState(() => local(Date.parse(endpoint.failing_since ?? new Date(now - DAY_MS).toISOString())))
  const [to, setTo] = useState(() => local(now + 60_000))
  const [only, setOnly] = useState<'failed' | 'all'>('failed')
  const write = useWrite(routes.replaySpan, {
    invalidates: [contract],
    onSuccess: ({ count }) => {
      toast.success(t('replay.done', { count }))
      onClose()
    },
  })
  const send = () => write.mutateAsync({ params: { id: endpoint.id }, body: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), only } })
  return (
    <FormDialog
      title={t('replay.span')}
      onClose={onClose}
      onSubmit={send}
      error={write.error}
      action={t('replay.action')}
      pending={write.isPending}
      disabled={!from || !to || from >= to}
    >
      <p className="text-13 text-text-2">{t('replay.text')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('replay.from')}>
          <Input type="datetime-local" value={from} min={local(now - KEPT_DAYS * DAY_MS)} required onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={t('replay.to')}>
          <Input type="datetime-local" value={to} min={from} required onChange={(event) => setTo(event.target.value)} />
        </Field>
      </div>
      <RadioGroup
        label={t('replay.only')}
        value={only}
        onChange={setOnly}
        options={(['failed', 'all'] as const).map((value) => ({ value, label: t(`replay.only_${value}`) }))}
      />
    </FormDialog>
  )
}
