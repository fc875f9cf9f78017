/** Dialogs that put somebody out: each names the person and says what goes. */
import { Button, Dialog, Field, Form, Note, RadioGroup, Select, Textarea, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useId, useState } from 'react'
import audience from '../../../audience/contract.ts'
import contract, { CONTENT } from '../../contract.ts'

const { routes } = contract
const DAYS = [1, 7, 30, 0] as const

export interface LeaveProps {
  memberId: number
  name: string
  onClose: () => void
  /** Where the page that it stands on is gone with the member. */
  onDeleted?: () => void
}

export function BanDialog({ memberId, name, onClose }: LeaveProps) {
  const t = useT()
  const form = useId()
  const [reason, setReason] = useState('')
  const [days, setDays] = useState('7')
  const [content, setContent] = useState<(typeof CONTENT)[number]>('hide')
  const ban = useWrite(routes.ban, {
    invalidates: [contract, audience],
    onSuccess: () => {
      toast.success(t('ban.done', { name }))
      onClose()
    },
  })
  const errors = useFieldErrors(ban.error)
  const submit = () =>
    ban.mutateAsync({
      params: { id: memberId },
      body: { reason, content, ends_at: days === '0' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString() },
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('ban.title', { name })}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{t('leaving.cancel')}</Button>
          <Button variant="danger" type="submit" form={form} loading={ban.isPending} disabled={!reason.trim()}>
            {t('ban.action', { name })}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} error={ban.error}>
        <p className="text-text-2">{t('ban.text', { name })}</p>
        <Field label={t('ban.reason')} help={t('ban.reason_help', { name })} error={errors.reason}>
          <Textarea value={reason} required maxLength={1000} autoFocus onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Field label={t('ban.until')} error={errors.ends_at}>
          <Select
            value={days}
            options={DAYS.map((value) => ({ value: String(value), label: t(`ban.until.${value}`) }))}
            onChange={(event) => setDays(event.target.value)}
          />
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-13 font-medium">{t('ban.content')}</legend>
          <RadioGroup
            label={t('ban.content')}
            value={content}
            onChange={setContent}
            options={CONTENT.map((value) => ({ value, label: t(`ban.content.${value}`) }))}
          />
        </fieldset>
      </Form>
    </Dialog>
  )
}

export function DeleteDialog({ memberId, name, onClose, onDeleted = onClose }: LeaveProps) {
  const t = useT()
  const form = useId()
  const [content, setContent] = useState<'keep' | 'remove'>('keep')
  const remove = useWrite(routes.deleteMember, {
    invalidates: [contract, audience],
    onSuccess: () => {
      toast.success(t('delete.done'))
      onDeleted()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('delete.title', { name })}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{t('leaving.cancel')}</Button>
          <Button variant="danger" type="submit" form={form} loading={remove.isPending}>
            {t('delete.action', { name })}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => remove.mutateAsync({ params: { id: memberId }, body: { content } })} error={remove.error}>
        <Note tone="warning">{t('delete.text', { name })}</Note>
        <ContentChoice label={t('delete.content')} value={content} onChange={setContent} />
      </Form>
    </Dialog>
  )
}

/** What becomes of what somebody wrote who goes for good. */
export function ContentChoice({ label, value, onChange }: { label: string; value: 'keep' | 'remove'; onChange: (value: 'keep' | 'remove') => void }) {
  const t = useT()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-13 font-medium">{label}</legend>
      <RadioGroup
        label={label}
        value={value}
        onChange={onChange}
        options={(['keep', 'remove'] as const).map((one) => ({ value: one, label: t(`delete.content.${one}`) }))}
      />
    </fieldset>
  )
}
