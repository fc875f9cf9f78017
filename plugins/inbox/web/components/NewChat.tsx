/** The team begins a conversation with a member. */
import { call, Combobox, type ComboboxOption, Field, FormDialog, Input, Textarea, useFieldErrors, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import members from '../../../members/contract.ts'
import contract, { MAX_SUBJECT, MAX_TEXT } from '../../contract.ts'
import { chatPath } from './places.ts'

const { routes } = contract
const load = async (text: string): Promise<ComboboxOption[]> => {
  const { records } = await call(members.routes.list, { query: { search_text: text, per_page: 10 } })
  return records.map(({ id, name, avatar_url }) => ({ value: String(id), label: name, avatar: { id, name, src: avatar_url } }))
}

export function NewChat({ onClose }: { onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [member, setMember] = useState<ComboboxOption | null>(null)
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const create = useWrite(routes.create, {
    invalidates: [routes.list, routes.unreadCounts],
    onSuccess: ({ id }) => {
      onClose()
      navigate(chatPath(id))
    },
  })
  const errors = useFieldErrors(create.error)
  return (
    <FormDialog
      title={t('new.title')}
      action={t('new.send')}
      pending={create.isPending}
      disabled={!member || text.trim() === ''}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutateAsync({ body: { chat: { community_member_id: Number(member?.value), subject: subject.trim(), text: text.trim() } } })}
    >
      <Field label={t('new.member')} error={errors['chat.community_member_id']}>
        <Combobox load={load} value={member} onChange={setMember} label={t('new.member')} autoFocus />
      </Field>
      <Field label={t('new.subject')} error={errors['chat.subject']}>
        <Input value={subject} maxLength={MAX_SUBJECT} onChange={(event) => setSubject(event.target.value)} />
      </Field>
      <Field label={t('new.text')} error={errors['chat.text']}>
        <Textarea rows={5} value={text} maxLength={MAX_TEXT} onChange={(event) => setText(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
