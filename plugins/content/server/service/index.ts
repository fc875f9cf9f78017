/** What other plugins call. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type ContentService } from '../../contract.ts'
import { CommentTable, FollowTable, LikeTable, MentionTable, ReactionCountTable, ReactionTable } from '../entities.ts'
import { unindex } from '../jobs.ts'
import { actsOf } from './activity.ts'
import { at, forgetAddresses, moveAddress, slugFor, takeAddress } from './addresses.ts'
import { createComment, threadOf } from './comments.ts'
import { activity, bookmark, follow, interactions, like, mention, react, unlike } from './interactions.ts'
import { mentioning } from './erase.ts'
import { moderation } from './gate.ts'
import { apartOf, attachments, cardOf, cardsOf, deafTo, kindsOf, mayComment, mutedOf } from './records.ts'
import { findable } from './search.ts'
import { visitorActs, visitorTalk } from '../pages.ts'

const UNINDEX_STEP = 500

/** Bookmarks stay: their owners see that the record is gone. */
async function forget(ctx: Ctx, kind: string, id: number): Promise<void> {
  const comments = await ctx.em.find(CommentTable, { kind, recordId: id }, { fields: ['id'] })
  const commentIds = comments.map((comment) => comment.id)
  const hanging = {
    $or: [
      { kind, recordId: id },
      { kind: 'comment', recordId: { $in: commentIds } },
    ],
  }
  await ctx.em.nativeDelete(LikeTable, hanging)
  await ctx.em.nativeDelete(ReactionTable, hanging)
  await ctx.em.nativeDelete(ReactionCountTable, hanging)
  await ctx.em.nativeDelete(FollowTable, hanging)
  await ctx.em.nativeDelete(MentionTable, hanging)
  await ctx.em.nativeDelete(CommentTable, { kind, recordId: id })
  await forgetAddresses(ctx, kind, id)
  ctx.emit(contract.events['record.forgotten'], { kind, id })
  for (let i = 0; i < commentIds.length; i += UNINDEX_STEP) await ctx.enqueue(unindex, { commentIds: commentIds.slice(i, i + UNINDEX_STEP) })
}

export const service = (ctx: Ctx): ContentService => ({
  interactions: (kind, ids) => interactions(ctx, kind, ids),
  attachments: (kind, ids) => attachments(ctx, kind, ids),
  card: (kind, id) => cardOf(ctx, kind, id),
  async mayComment(kind, id) {
    const card = await cardOf(ctx, kind, id)
    return card !== null && mayComment(ctx, card)
  },
  cards: async (kind, ids) => [...(await cardsOf(ctx, kind, ids)).values()],
  findable: () => findable(ctx),
  visitorActs: (record) => visitorActs(ctx, record),
  visitorTalk: (record) => visitorTalk(ctx, record),
  like: (kind, id, options) => like(ctx, kind, id, options?.at),
  unlike: (kind, id) => unlike(ctx, kind, id),
  react: (kind, id, emoji) => react(ctx, kind, id, emoji),
  comment: (input) => createComment(ctx, input),
  thread: (kind, id) => threadOf(ctx, kind, id),
  bookmark: (kind, id) => bookmark(ctx, kind, id),
  async follow(kind, id) {
    await follow(ctx, kind, id)
  },
  mention: (kind, id, memberIds) => mention(ctx, kind, id, memberIds),
  apart: () => apartOf(ctx),
  muted: () => mutedOf(ctx),
  deaf: (byMemberId, memberIds) => deafTo(ctx, byMemberId, memberIds),
  mentioning: (kind, memberId) => mentioning(ctx, kind, memberId),
  activity: (kind, ids, days) => activity(ctx, kind, ids, days),
  actsOf: (memberIds, since) => actsOf(ctx, memberIds, since),
  async writtenBy(kind, memberIds) {
    const counts = await kindsOf(ctx)
      .find((one) => one.kind === kind)
      ?.writtenBy?.(ctx, memberIds)
    return counts ? new Map(memberIds.map((id) => [id, counts.get(id) ?? 0])) : null
  },
  hasAny: async (kind) =>
    (await kindsOf(ctx)
      .find((one) => one.kind === kind)
      ?.hasAny?.(ctx)) ?? false,
  ...moderation(ctx),
  slugFor: (kind, wanted) => slugFor(ctx, kind, wanted),
  takeAddress: (address) => takeAddress(ctx, address),
  moveAddress: (address, how) => moveAddress(ctx, address, how),
  at: (spaceId, slug) => at(ctx, spaceId, slug),
  forget: (kind, id) => forget(ctx, kind, id),
})
