/** What is written under a question. */
import { Avatar, Field, Form, IconButton, Input, Query, SkeletonText, toast, useFieldErrors, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_QUESTION, type Question, type QuestionReply } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'

const { routes } = contract
const STALE = [routes.replies, routes.questions]

export function Replies({ question }: { question: Question }) {
  const { room } = useCall()
  const params = { id: room.id, questionId: question.id }
  const query = useRead(routes.replies, { params })
  const mayReply = room.can_moderate || !room.questions_are_checked
  return (
    <div className="mt-2 grid gap-2 border-s-2 ps-3">
      <Query query={query} skeleton={<SkeletonText lines={2} />}>
        {({ records }) => (
          <ul className="grid gap-2">
            {records.map((reply) => (
              <Reply key={reply.id} reply={reply} roomId={room.id} mayDelete={reply.is_own || room.can_moderate} />
            ))}
          </ul>
        )}
      </Query>
      {mayReply && <Write roomId={room.id} questionId={question.id} />}
    </div>
  )
}

function Reply({ reply, roomId, mayDelete }: { reply: QuestionReply; roomId: number; mayDelete: boolean }) {
  const t = useT()
  const remove = useWrite(routes.destroyReply, { invalidates: STALE, onError: (error) => toast.error(error.message) })
  const { author, text } = reply
  return (
    <li className="group/reply flex items-start gap-2 text-13">
      {author && <Avatar id={author.id} name={author.name} src={author.avatar_url} size={20} className="mt-px" />}
      <p className="min-w-0 flex-1 leading-5">
        <b className="font-medium">{author?.name ?? t('ask.anonymous')}</b> {text}
      </p>
      {mayDelete && (
        <IconButton
          size="sm"
          icon="trash-2"
          label={t('ask.reply.delete')}
          onClick={() => remove.mutate({ params: { id: roomId, questionId: reply.question_id, replyId: reply.id } })}
          className="-my-1 opacity-0 focus-visible:opacity-100 group-hover/reply:opacity-100 max-desk:opacity-100"
        />
      )}
    </li>
  )
}

function Write({ roomId, questionId }: { roomId: number; questionId: number }) {
  const t = useT()
  const [text, setText] = useState('')
  const send = useWrite(routes.createReply, { invalidates: STALE, onSuccess: () => setText('') })
  const errors = useFieldErrors(send.error)
  return (
    <Form onSubmit={() => send.mutateAsync({ params: { id: roomId, questionId }, body: { reply: { text } } })} error={send.error} className="gap-1.5!">
      <div className="flex items-start gap-1">
        <Field label={t('ask.reply')} hideLabel error={errors['reply.text']} className="min-w-0 flex-1">
          <Input
            size="sm"
            autoFocus
            value={text}
            maxLength={MAX_QUESTION}
            placeholder={t('ask.reply.example')}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <IconButton type="submit" icon="send" label={t('ask.reply.send')} disabled={!text.trim()} loading={send.isPending} />
      </div>
    </Form>
  )
}
