/** Notes down what members do, as their events arrive. */
import { type Ctx, on, type Subscription } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import posts from '../../posts/contract.ts'
import { newActivity, noteWrite } from './reads.ts'

type Meta = Parameters<Subscription['run']>[2]
const note = (
  ctx: Ctx,
  meta: Meta,
  what: { kind: 'post' | 'comment'; recordId: number; spaceId: number | null; memberId: number; aboutMemberId?: number | null },
) => ctx.read(noteWrite, newActivity.params(newActivity.row({ ...what, eventId: meta.eventId, createdAt: meta.at })))

export const subscriptions = [
  on(posts.events['post.published'], 'notePost', async (ctx, payload, meta) => {
    await note(ctx, meta, { kind: 'post', recordId: payload.postId, spaceId: payload.spaceId, memberId: payload.memberId })
  }),
  on(content.events['comment.created'], 'noteComment', async (ctx, payload, meta) => {
    const { actorMemberId: memberId } = meta
    if (memberId !== null) await note(ctx, meta, { kind: 'comment', recordId: payload.id, spaceId: payload.spaceId, memberId, aboutMemberId: payload.memberId })
  }),
]
