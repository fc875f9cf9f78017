/** Where one asks, under one's name or without it. */
import { Checkbox, Field, Form, IconButton, newUuid, Textarea, toast, useDraft, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { type KeyboardEvent, useRef, useState } from 'react'
import contract, { MAX_QUESTION } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'

const { routes } = contract

export function Ask() {
  const t = useT()
  const { room } = useCall()
  const draft = useDraft(`live:${room.id}:question`, '')
  const [isAnonymous, setAnonymous] = useState(false)
  const key = useRef(newUuid())
  const ask = useWrite(routes.createQuestion, {
    invalidates: [routes.questions],
    onSuccess: (made) => {
      draft.clear()
      key.current = newUuid()
      // others’ questions and one’s own stand in the list; what waits for approval does not say so there
      if (made.status === 'waiting') toast.success(t('ask.pending.sent'))
    },
  })
  const errors = useFieldErrors(ask.error)
  const text = draft.value.trim()
  const send = async () => {
    if (text) await ask.mutateAsync({ params: { id: room.id }, body: { question: { text, is_anonymous: isAnonymous, creation_uuid: key.current } } })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <Form onSubmit={send} error={ask.error} className="flex-none gap-2! border-t px-3.5 py-3">
      <div className="flex items-end gap-1">
        <Field label={t('ask.question')} hideLabel error={errors['question.text']} className="min-w-0 flex-1">
          <Textarea
            rows={1}
            value={draft.value}
            maxLength={MAX_QUESTION}
            placeholder={t('ask.example')}
            onChange={(event) => draft.set(event.target.value)}
            onKeyDown={onKeyDown}
            className="max-h-32! resize-none!"
          />
        </Field>
        <IconButton type="submit" icon="send" size="lg" label={t('ask.send')} disabled={!text} loading={ask.isPending} />
      </div>
      {room.anonymous_questions && <Checkbox label={t('ask.anonymously')} checked={isAnonymous} onChange={setAnonymous} />}
    </Form>
  )
}
