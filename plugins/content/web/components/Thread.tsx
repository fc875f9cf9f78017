/** A comment and its replies: the first few come along, the rest when asked for. */
import { Button, useReadPages, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Comment } from '../../contract.ts'
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
  const [replying, setReplying] = useState(false)
  const lead = useLead()
  const rest = useReadPages(contract.routes.recordComments, { params: { kind, id }, query: { parent_comment_id: comment.id } }, { enabled: open })
  const loaded = rest.data?.pages.flatMap((page) => page.records)
  const replies = open && loaded ? loaded : comment.replies
  // of somebody one keeps away no reply comes, however many are counted
  const left = open && loaded && !rest.hasNextPage ? 0 : comment.replies_count - replies.length
  // an answer to an answer stands in the same thread
  const answer = comment.policies.can_reply ? () => setReplying(true) : undefined
  return (
    <li>
      <CommentItem kind={kind} id={id} comment={comment} marked={target === comment.id} onReply={answer} />
      {(replies.length > 0 || replying) && (
        <ul className="ms-4 mt-4 grid gap-4 border-s-[1.5px] ps-4 desk:ms-11">
          {replies.map((one) => (
            <li key={one.id}>
              <CommentItem kind={kind} id={id} comment={one} marked={target === one.id} onReply={answer} />
            </li>
          ))}
          {left > 0 && (
            <li>
              <Button size="sm" variant="ghost" loading={rest.isFetching} onClick={() => (open ? void rest.fetchNextPage() : setOpen(true))}>
                {t('replies.more', { count: left })}
              </Button>
            </li>
          )}
          {replying && (
            <li>
              <ReplyBox
                kind={kind}
                id={id}
                parentId={comment.id}
                autoFocus
                onCancel={() => setReplying(false)}
                onDone={({ id: made }) => {
                  setReplying(false)
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
