/** The checklist: each step leads to its screen and ticks itself; what is not wanted is skipped. */
import {
  Button,
  Card,
  CardHead,
  Dialog,
  Field,
  Form,
  Icon,
  Input,
  LinkButton,
  Progress,
  Textarea,
  Time,
  toast,
  useFieldErrors,
  useQueryCache,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Checklist, type Step } from '../../contract.ts'
import { useSetOut } from './useSetOut.ts'

export function Steps({ checklist }: { checklist: Checklist }) {
  const t = useT()
  const cache = useQueryCache()
  const [writing, setWriting] = useState(false)
  const [, setOut] = useSetOut()
  const update = useWrite(contract.routes.updateChecklist, {
    onSuccess: (reply) => void cache.update(contract.routes.checklist, undefined, () => reply),
    onError: (error) => toast.error(error.message),
  })
  const { steps, done_count, total } = checklist
  const skipped = steps.filter((step) => step.skipped).length
  const progress = t(skipped ? 'steps.progress_skipped' : 'steps.progress', { done: done_count - skipped, skipped, total })
  const next = steps.find((step) => !step.done && !step.skipped)?.key
  const turn = (key: Step, skipped: boolean) => update.mutateAsync({ body: skipped ? { unskip: [key] } : { skip: [key] } }).catch(() => {})
  return (
    <div className="grid gap-4">
      <Card>
        <div className="grid gap-2.5 px-4 py-4 desk:px-5">
          <div className="flex items-baseline justify-between gap-3">
            <h2 className="text-17">{t(done_count === total ? 'steps.all_done' : 'steps.title')}</h2>
            <p className="text-13 text-text-3 tabular-nums">{progress}</p>
          </div>
          <Progress value={(done_count / total) * 100} label={progress} />
        </div>
        <ol className="divide-y divide-border border-t">
          {steps.map((step) => (
            <li key={step.key} className={`flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3.5 desk:px-5 ${step.key === next ? 'bg-surface-2' : ''}`}>
              <span
                className={`grid size-7 flex-none place-items-center rounded-full ${step.done ? 'bg-success-soft text-success' : 'text-text-3 shadow-[inset_0_0_0_1.5px_var(--border-field)]'}`}
              >
                {(step.done || step.skipped) && <Icon name={step.done ? 'check' : 'minus'} size="sm" />}
              </span>
              <div className="min-w-0 flex-1 basis-44">
                <p className={`font-medium ${step.done || step.skipped ? 'text-text-2' : ''}`}>
                  {t(`step.${step.key}`)}
                  <span className="sr-only"> {t(step.done ? 'steps.is_done' : step.skipped ? 'steps.is_skipped' : 'steps.is_open')}</span>
                </p>
                {!step.done && <p className="text-13 text-text-3">{t(`step.${step.key}_text`)}</p>}
              </div>
              <span className="ms-auto flex flex-none items-center gap-2">
                {!step.done && (
                  <Button size="sm" variant="ghost" disabled={update.isPending} onClick={() => void turn(step.key, step.skipped)}>
                    {t(step.skipped ? 'steps.unskip' : 'steps.skip')}
                  </Button>
                )}
                <LinkButton size="sm" variant={step.key === next ? 'primary' : 'default'} to={step.to} onClick={() => setOut(step.key)}>
                  {t(step.done ? 'steps.change' : 'steps.go')}
                </LinkButton>
              </span>
            </li>
          ))}
        </ol>
      </Card>
      <Card>
        <CardHead
          title={t('broadcast.title')}
          text={
            checklist.broadcast_sent_at ? (
              <>
                {t('broadcast.sent')} <Time within value={checklist.broadcast_sent_at} />
              </>
            ) : (
              t('broadcast.text')
            )
          }
          action={
            <Button icon="megaphone" onClick={() => setWriting(true)}>
              {t('broadcast.write')}
            </Button>
          }
        />
      </Card>
      {writing && <Broadcast onClose={() => setWriting(false)} />}
    </div>
  )
}

function Broadcast({ onClose }: { onClose: () => void }) {
  const t = useT()
  const cache = useQueryCache()
  const [subject, setSubject] = useState('')
  const [body, setBody] = useState('')
  const send = useWrite(contract.routes.broadcast, { onSuccess: (reply) => void cache.update(contract.routes.checklist, undefined, () => reply) })
  const errors = useFieldErrors(send.error)
  async function submit() {
    await send.mutateAsync({ body: { subject: subject.trim(), body: body.trim() } })
    toast.success(t('broadcast.done'))
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('broadcast.title')} width={560}>
      <Form onSubmit={submit} error={send.error}>
        <Field label={t('broadcast.subject')} error={errors.subject}>
          <Input required maxLength={150} autoFocus value={subject} onChange={(event) => setSubject(event.target.value)} />
        </Field>
        <Field label={t('broadcast.body')} help={t('broadcast.body_help')} error={errors.body}>
          <Textarea rows={7} required maxLength={10_000} value={body} onChange={(event) => setBody(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" className="justify-self-start" loading={send.isPending} disabled={!subject.trim() || !body.trim()}>
          {t('broadcast.send')}
        </Button>
      </Form>
    </Dialog>
  )
}
