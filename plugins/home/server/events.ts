/** Notes down what members do, as their events arrive. */
import { type Ctx, on, statement, type Subscription } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import posts from '../../posts/contract.ts'

/** $2 event, $3 kind, $4 record, $5 space or null, $6 who, $7 moment, $8 whom it is about, or null. */
const noteWrite = statement(
  'home.note',
  `insert into home.activity (community_id, event_id, kind, record_id, space_id, member_id, created_at, about_member_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (community_id, event_id) do nothing`,
)

type Meta = Parameters<Subscription['run']>[2]
const note = (ctx: Ctx, meta: Meta, kind: string, recordId: number, spaceId: number | null, memberId: number, aboutMemberId: number | null = null) =>
  ctx.read(noteWrite, [meta.eventId, kind, recordId, spaceId, memberId, meta.at, aboutMemberId])

export const subscriptions = [
  on(posts.events['post.published'], 'notePost', async (ctx, payload, meta) => {
    await note(ctx, meta, 'post', payload.postId, payload.spaceId, payload.memberId)
  }),
  on(content.events['comment.created'], 'noteComment', async (ctx, payload, meta) => {
    if (meta.actorMemberId !== null) await note(ctx, meta, 'comment', payload.id, payload.spaceId, meta.actorMemberId, payload.memberId)
  }),
]
