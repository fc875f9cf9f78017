/** Where a comment stands, and what the search index keeps of it. */
import type { RichTextDoc } from '@atrium/sdk'
import { heldIn, type SearchDocument } from '@atrium/sdk/server'
import type { ContentCard } from '../../contract.ts'

export const commentPath = (recordPath: string, { id, parent_id }: { id: number; parent_id: number | null }): string =>
  parent_id === null ? `${recordPath}#message_${id}` : `${recordPath}?message_id=${id}#message_${parent_id}`

/** What the search index keeps of a comment. */
export const documentOf = (
  card: ContentCard,
  comment: { id: number; parent_id: number | null; member_id: number | null; text: string; body: RichTextDoc | null; created_at: Date | string },
  updatedAt: Date,
): SearchDocument => ({
  kind: 'comment',
  recordId: comment.id,
  spaceId: card.spaceId,
  authorMemberId: comment.member_id,
  // without the title of the record: a search for it would find all of its comments, and the record among them
  title: '',
  body: comment.text,
  path: commentPath(card.path, comment),
  createdAt: new Date(comment.created_at),
  updatedAt,
  ...heldIn(comment.body),
})
