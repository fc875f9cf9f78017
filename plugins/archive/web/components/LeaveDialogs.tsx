/** Dialogs that put somebody out: each names the person and says what goes. */
import shell, { type LeavingMember } from '@atrium/sdk/kernel/shell'
import { Field, Note, RadioGroup, Slot, Textarea, toast, useFieldErrors, useT, useWrite, FormDialog } from '@atrium/sdk/web'
import { useCallback, useRef, useState } from 'react'
import audience from '../../../audience/contract.ts'
import members from '../../../members/contract.ts'
import contract, { type CONTENT } from '../../contract.ts'

const { routes } = contract

export interface LeaveProps {
  memberId: number
  name: string
  onClose: () => void
  /** Where the page that it stands on is gone with the member. */
  onDeleted?: () => void
}

/** What goes with whoever is put out, and what is to be done before that. */
function useGoing(member: Omit<LeavingMember, 'offer'>) {
  const before = useRef<(() => Promise<unknown>) | null>(null)
  const offer = useCallback((work: (() => Promise<unknown>) | null) => {
    before.current = work
  }, [])
  return {
    first: async () => void (await before.current?.()),
    shown: <Slot of={shell.slots['account.leaving']} props={{ at: null, member: { ...member, offer } }} />,
  }
}

export function BanDialog({ memberId, name, onClose }: LeaveProps) {
  const t = useT()
  const [reason, setReason] = useState('')
  const [days, setDays] = useState('7')
  const [content, setContent] = useState<(typeof CONTENT)[number]>('hide')
  const ban = useWrite(routes.ban, {
    invalidates: [contract, audience, members],
    onSuccess: () => {
      toast.success(t('ban.done', { name }))
      onClose()
    },
  })
  const errors = useFieldErrors(ban.error)
  const endsAt = () => (days === '0' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString())
  const { first, shown } = useGoing({ id: memberId, name, how: 'banned', until: endsAt() })
  const submit = async () => {
    await first()
    await ban.mutateAsync({ params: { id: memberId }, body: { reason, content, ends_at: endsAt() } })
  }
  return (
    <FormDialog
      title={t('ban.title', { name })}
      width={520}
      onClose={onClose}
      onSubmit={submit}
      error={ban.error}
      action={t('ban.action', { name })}
      pending={ban.isPending}
      disabled={!reason.trim()}
      danger
    >
      <Field label={t('ban.reason')} help={t('ban.reason_help', { name })} error={errors.reason}>
        <Textarea value={reason} required maxLength={1000} autoFocus onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Slot of={contract.slots['ban.fields']} props={{ name, days, onDays: setDays, content, onContent: setContent, error: errors.ends_at }} />
      {shown}
    </FormDialog>
  )
}

export function DeleteDialog({ memberId, name, onClose, onDeleted = onClose }: LeaveProps) {
  const t = useT()
  const [content, setContent] = useState<'keep' | 'remove'>('keep')
  const remove = useWrite(routes.deleteMember, {
    invalidates: [contract, audience, members],
    onSuccess: () => {
      toast.success(t('delete.done'))
      onDeleted()
    },
  })
  const { first, shown } = useGoing({ id: memberId, name, how: 'deleted', until: null })
  const submit = async () => {
    await first()
    await remove.mutateAsync({ params: { id: memberId }, body: { content } })
  }
  return (
    <FormDialog
      title={t('delete.title', { name })}
      width={520}
      onClose={onClose}
      onSubmit={submit}
      error={remove.error}
      action={t('delete.action', { name })}
      pending={remove.isPending}
      danger
    >
      <Note tone="warning">{t('delete.text', { name })}</Note>
      <ContentChoice words="delete.content" value={content} onChange={setContent} />
      {shown}
    </FormDialog>
  )
}

interface ContentChoiceProps {
  /** Of somebody else, or of oneself. */
  words: 'delete.content' | 'data.content'
  value: 'keep' | 'remove'
  onChange: (value: 'keep' | 'remove') => void
}
/** What becomes of what somebody wrote who goes for good. */
export function ContentChoice({ words, value, onChange }: ContentChoiceProps) {
  const t = useT()
  const label = t(words)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-13 font-medium">{label}</legend>
      <RadioGroup
        label={label}
        value={value}
        onChange={onChange}
        options={(['keep', 'remove'] as const).map((one) => ({ value: one, label: t(`${words}.${one}`) }))}
      />
    </fieldset>
  )
}
