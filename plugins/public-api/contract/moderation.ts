/** Reported content (A.2.20 of the published API). */
import { get, post } from '@atrium/sdk'
import { asked, id, int, listOf, maybe, maybeInt, maybeMoment, moment, pages, text, words, z } from './wire.ts'

export const FlaggedContent = z.object({
  id: int,
  status: maybe,
  reported_reason_type: text,
  reported_reason_body: maybe,
  reported_at: moment,
  action_taken_at: maybeMoment,
  action_reason_body: maybe,
  created_at: moment,
  updated_at: moment,
  content_id: int,
  content_type: text,
  content_authored_by_id: maybeInt,
  content_authored_by_name: maybe,
  content_authored_by_email: maybe,
  reported_by_id: maybeInt,
  reported_by_name: maybe,
  reported_by_email: maybe,
  action_by_id: maybeInt,
  action_by_name: maybe,
  action_by_email: maybe,
})
const at = '/api/admin/v2/flagged_contents' as const

export const moderation = {
  flaggedContents: get(at, {
    ...asked,
    query: z.object({ ...pages, status: z.enum(['all', 'inbox', 'approved', 'rejected']).default('all') }),
    reply: listOf(FlaggedContent),
    summary: 'Reported content',
  }),
  flagContent: post(at, {
    ...asked,
    body: z.object({
      flagged_content: z.object({ content_id: id, content_type: words(40), reported_reason_type: words(40), reported_reason_body: words(1_000).default('') }),
    }),
    reply: FlaggedContent,
    status: 201,
    summary: 'Report a record',
  }),
}
