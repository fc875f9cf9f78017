/** A comment and its replies: the first few come along, the rest when asked for. */
import { Button, useReadPages, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Comment, type Reply } from '../../contract.ts'
import { CommentItem } from './CommentItem.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { useLead } from './useTarget.ts'

export interface ThreadProps {
  kind: string
  id: number
  comment: Comment
  /** Id of the comment a link points to, or null. */
  target: number | null
}
export function Thread({ kind, id, comment, target }: ThreadProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const me = useSession().member?.id
  // null: nobody is answered; the comment or one of its replies is
  const [answered, setAnswered] = useState<Reply | null>(null)
  const lead = useLead()
  const rest = useReadPages(contract.routes.recordComments, { params: { kind, id }, query: { parent_comment_id: comment.id } }, { enabled: open })
  const loaded = rest.data?.pages.flatMap((page) => page.records)
  const replies = open && loaded ? loaded : comment.replies
  // of somebody one keeps away no reply comes, however many are counted
  const left = open && loaded && !rest.hasNextPage ? 0 : comment.replies_count - replies.length
  const answer = (one: Reply) => (comment.policies.can_reply ? () => setAnswered(one) : undefined)
  return (
    <li>
      <CommentItem kind={kind} id={id} comment={comment} marked={target === comment.id} onReply={answer(comment)} />
      {(replies.length > 0 || answered) && (
        <ul className="ms-4 mt-4 grid gap-4 border-s-[1.5px] ps-4 desk:ms-11">
          {replies.map((one) => (
            <li key={one.id}>
              <CommentItem kind={kind} id={id} comment={one} marked={target === one.id} onReply={answer(one)} />
            </li>
          ))}
          {left > 0 && (
            <li>
              <Button size="sm" variant="ghost" loading={rest.isFetching} onClick={() => (open ? void rest.fetchNextPage() : setOpen(true))}>
                {t('replies.more', { count: left })}
              </Button>
            </li>
          )}
          {answered && (
            <li>
              {/* an answer to an answer stands in the same thread, so it says whom it answers */}
              <ReplyBox
                key={answered.id}
                kind={kind}
                id={id}
                parentId={comment.id}
                to={answered.id === comment.id || answered.author?.id === me ? undefined : (answered.author ?? undefined)}
                autoFocus
                onCancel={() => setAnswered(null)}
                onDone={({ id: made }) => {
                  setAnswered(null)
                  setOpen(true)
                  lead(comment.id, made)
                }}
              />
            </li>
          )}
        </ul>
      )}
    </li>
  )
}
