/** Changes to one comment wherever the cache holds it: at the top, among replies, or in the thread of a link. */
import type { QueryCache } from '@atrium/sdk/web'
import contract, { type Comment, type Reply } from '../../contract.ts'

const { routes } = contract
type Change = (comment: Reply) => Reply

function inThread(comment: Comment, id: number, change: Change): Comment {
  if (comment.id === id) return { ...comment, ...change(comment) }
  if (!comment.replies.some((reply) => reply.id === id)) return comment
  return { ...comment, replies: comment.replies.map((reply) => (reply.id === id ? change(reply) : reply)) }
}

/** Returns a function that takes the change back. */
export function changeComment(cache: QueryCache, id: number, change: Change): () => void {
  const lists = cache.update(routes.recordComments, undefined, (page) => ({ ...page, records: page.records.map((comment) => inThread(comment, id, change)) }))
  const linked = cache.update(routes.recordCommentHierarchy, undefined, (reply) =>
    'comment' in reply ? { ...reply, comment: inThread(reply.comment, id, change) } : reply,
  )
  return () => {
    lists()
    linked()
  }
}
/** What a write about a comment makes stale. */
export const COMMENTS = [routes.recordComments, routes.recordCommentHierarchy]
