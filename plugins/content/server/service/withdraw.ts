/** Comments that are hidden, with all of their author's or by themselves, or removed for good; counters and the search index stay in step. */
import type { RichTextDoc } from '@atrium/sdk'
import type { Ctx, InferEntity } from '@atrium/sdk/server'
import contract, { type JudgedRecord, type Withdrawal, type WithdrawalOfOne } from '../../contract.ts'
import { CommentTable, LikeTable, MentionTable, ReactionTable } from '../entities.ts'
import { countReaction, mention } from './interactions.ts'
import { commentPath, documentOf } from './document.ts'
import { cardOf, kindOf } from './records.ts'

/** Records in one step. */
const AT_ONCE = 200

async function unlike(ctx: Ctx, memberId: number): Promise<boolean> {
  const likes = await ctx.em.find(LikeTable, { memberId }, { limit: AT_ONCE, orderBy: { id: 'asc' }, disableIdentityMap: true })
  await ctx.em.nativeDelete(LikeTable, { id: { $in: likes.map(({ id }) => id) } })
  for (const { kind, recordId } of likes) await kindOf(ctx, kind)?.count(ctx, recordId, 'likes', -1, ctx.now())
  return likes.length === AT_ONCE
}

async function unreact(ctx: Ctx, memberId: number): Promise<boolean> {
  const reactions = await ctx.em.find(ReactionTable, { memberId }, { limit: AT_ONCE, orderBy: { id: 'asc' }, disableIdentityMap: true })
  await ctx.em.nativeDelete(ReactionTable, { id: { $in: reactions.map(({ id }) => id) } })
  for (const { kind, recordId, emoji } of reactions) countReaction(ctx, kind, recordId, emoji, -1)
  return reactions.length === AT_ONCE
}

type Found = InferEntity<typeof CommentTable>

async function reindex(ctx: Ctx, comment: Found, back: { body: object | null; text: string }) {
  const card = await cardOf(ctx, comment.kind, comment.recordId)
  if (!card) return
  const { id, parentId = null, memberId = null, createdAt } = comment
  const said = { body: back.body as RichTextDoc | null, text: back.text }
  ctx.search.put(documentOf(card, { id, parent_id: parentId, member_id: memberId, created_at: createdAt, ...said }, createdAt))
}

/** @param held whom it names, where it is written and hidden at once */
async function step(ctx: Ctx, comment: Found, how: Withdrawal, alone = false, held?: number[]): Promise<void> {
  const { id, kind, recordId, body = null, text, deletedAt, withdrawn, createdAt, memberId } = comment
  const back = how === 'show' && withdrawn ? withdrawn : null
  await ctx.em.nativeUpdate(
    CommentTable,
    { id },
    {
      ...(back ? { body: back.body, text: back.text } : { body: null, text: '' }),
      withdrawn: how === 'hide' ? { body: body as object | null, text: text ?? '', ...(held ? { held } : {}) } : null,
      withdrawnAlone: how === 'hide' && alone,
      deletedAt: back ? null : ctx.now(),
    },
  )
  if (back) await reindex(ctx, comment, back)
  else ctx.search.remove('comment', id)
  if (how === 'remove') await ctx.em.nativeDelete(MentionTable, { kind: 'comment', recordId: id })
  if (back || !deletedAt) ctx.beforeCommit(async () => kindOf(ctx, kind)?.count(ctx, recordId, 'comments', back ? 1 : -1, createdAt))
  if (!memberId || held) return
  const fact = { kind: 'comment', id, parentId: comment.parentId ?? null, recordKind: kind, recordId, byMemberId: memberId, record: `${kind}:${recordId}` }
  const card = back?.held && ctx.member?.id === memberId ? await cardOf(ctx, kind, recordId) : null
  // a comment that was held for review is announced when it is shown, as nobody was told of it before
  if (card) {
    await mention(ctx, 'comment', id, back!.held!)
    ctx.emit(contract.events['comment.created'], { ...fact, spaceId: card.spaceId, memberId: card.authorMemberId })
  } else ctx.emit(contract.events[back ? 'comment.updated' : 'comment.deleted'], { ...fact, spaceId: null, memberId: null })
}

/** As `ContentKind.withdraw`; likes, reactions and what was done with attachments go with what is removed. */
export async function withdraw(ctx: Ctx, memberId: number, how: Withdrawal): Promise<boolean> {
  const hidden = { withdrawn: { $ne: null } }
  const which = { hide: { deletedAt: null }, show: { ...hidden, withdrawnAlone: false }, remove: { $or: [{ deletedAt: null }, hidden] } }[how]
  const found = await ctx.em.find(CommentTable, { memberId, ...which }, { limit: AT_ONCE, orderBy: { id: 'asc' }, disableIdentityMap: true })
  for (const comment of found) await step(ctx, comment, how)
  if (how !== 'remove') return found.length === AT_ONCE
  const [likes, reactions] = [await unlike(ctx, memberId), await unreact(ctx, memberId)]
  let attached = false
  for (const { value } of ctx.fill(contract.points.attachment)) if (await value.withdraw?.(ctx, memberId)) attached = true
  return found.length === AT_ONCE || likes || reactions || attached
}

/** As `ContentKind.withdrawOne`. @param held as in `step` */
export async function withdrawOne(ctx: Ctx, id: number, how: WithdrawalOfOne, held?: number[]): Promise<void> {
  if (how === 'release') return void (await ctx.em.nativeUpdate(CommentTable, { id }, { withdrawnAlone: false }))
  if (how === 'hide') await ctx.em.nativeUpdate(CommentTable, { id, withdrawn: { $ne: null } }, { withdrawnAlone: true })
  const which = { hide: { deletedAt: null }, show: { withdrawnAlone: true }, remove: { $or: [{ deletedAt: null }, { withdrawn: { $ne: null } }] } }[how]
  const comment = await ctx.em.findOne(CommentTable, { id, ...which }, { disableIdentityMap: true })
  if (comment) await step(ctx, comment, how, true, held)
}

/** As `ContentKind.judged`. */
export async function judged(ctx: Ctx, ids: number[]): Promise<JudgedRecord[]> {
  const found = await ctx.em.find(CommentTable, { id: ids }, { disableIdentityMap: true })
  const beneath = new Map<string, JudgedRecord>()
  for (const [kind, comments] of Map.groupBy(found, (comment) => comment.kind)) {
    const recordIds = [...new Set(comments.map(({ recordId }) => recordId))]
    for (const record of (await kindOf(ctx, kind)?.judged?.(ctx, recordIds)) ?? []) beneath.set(`${kind}:${record.id}`, record)
  }
  const records: JudgedRecord[] = []
  for (const { id, kind, recordId, memberId = null, text, withdrawn, deletedAt, createdAt, parentId = null } of found) {
    const card = beneath.get(`${kind}:${recordId}`)
    const near = { kind, recordId, deletedAt: null }
    const options = { limit: 1, disableIdentityMap: true } as const
    const before = await ctx.em.find(CommentTable, { ...near, id: { $lt: id } }, { ...options, orderBy: { id: 'desc' } })
    const after = await ctx.em.find(CommentTable, { ...near, id: { $gt: id } }, { ...options, orderBy: { id: 'asc' } })
    records.push({
      ...{ kind: 'comment', id, createdAt, spaceId: card?.spaceId ?? null, title: card?.title ?? '' },
      path: card ? commentPath(card.path, { id, parent_id: parentId }) : '',
      authorMemberId: memberId,
      text: withdrawn?.text ?? text ?? '',
      state: withdrawn ? 'hidden' : deletedAt ? 'gone' : 'shown',
      around: [...before, ...after].map((one) => ({
        ...{ id: one.id, authorMemberId: one.memberId ?? null, text: one.text ?? '', createdAt: one.createdAt },
        isBefore: one.id < id,
      })),
    })
  }
  return records
}
