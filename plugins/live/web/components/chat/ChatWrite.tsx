/** A line to write in the chat; what could not be sent stays in it. */
import { Field, Form, IconButton, newUuid, Textarea, useDraft, useFieldErrors, useSession, useT, useWrite } from '@atrium/sdk/web'
import { type KeyboardEvent, useRef } from 'react'
import chatContract, { MAX_TEXT } from '../../../../chat/contract.ts'
import type { ChatState } from '../../room/useChat.ts'

export function ChatWrite({ chat: { uuid, take } }: { chat: ChatState }) {
  const t = useT()
  const { can } = useSession()
  const draft = useDraft(`live:chat:${uuid}`, '')
  const key = useRef(newUuid())
  const send = useWrite(chatContract.routes.createMessage, {
    onSuccess: (made) => {
      draft.clear()
      key.current = newUuid()
      take([made])
    },
  })
  const errors = useFieldErrors(send.error)
  const text = draft.value.trim()
  if (!uuid || !can('chat.create')) return null
  const submit = async () => {
    if (text) await send.mutateAsync({ params: { uuid }, body: { body: text, creation_uuid: key.current } })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <Form onSubmit={submit} error={send.error} className="flex-none gap-2! border-t px-3.5 py-3">
      <div className="flex items-end gap-1">
        <Field label={t('room.chat.message')} hideLabel error={errors['body']} className="min-w-0 flex-1">
          <Textarea
            rows={1}
            value={draft.value}
            maxLength={MAX_TEXT}
            placeholder={t('room.chat.example')}
            onChange={(event) => draft.set(event.target.value)}
            onKeyDown={onKeyDown}
            className="max-h-32! resize-none!"
          />
        </Field>
        <IconButton type="submit" icon="send" size="lg" label={t('room.chat.send')} disabled={!text} loading={send.isPending} />
      </div>
    </Form>
  )
}
