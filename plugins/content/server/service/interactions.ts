/** Likes, reactions, bookmarks, follows and mentions: one row each, whatever the kind. */
import { AtriumError, forbidden, invalid, sentence } from '@atrium/sdk'
import { type Ctx, lock, seesPeople, sql } from '@atrium/sdk/server'
import contract, { type ContentCard, type Interactions, MAX_MENTIONS, MAX_REACTIONS } from '../../contract.ts'
import { FollowTable, LikeTable, MentionTable, ReactionCountTable, ReactionTable, type Tables } from '../entities.ts'
import { tellMentioned } from '../jobs.ts'
import { activityRead, interactionRead, interactionsRead } from '../reads.ts'
import { demandWriting } from './gate.ts'
import { apartOf, kindOf, loadCard, roomOf } from './records.ts'

const typed = (ctx: Ctx) => ctx.em.getKysely<Tables>()
/** Of bookmarks and follows each member has one a record. */
const ONE_OF_A_MEMBER = ['community_id', 'member_id', 'kind', 'record_id'] as const

/** What every event about a record says. */
const fact = async (ctx: Ctx, card: ContentCard) => ({
  kind: card.kind,
  id: card.id,
  spaceId: card.spaceId,
  memberId: card.authorMemberId,
  record: await roomOf(ctx, card.kind, card.id),
  byMemberId: ctx.me().id,
})
const mayLike = (card: ContentCard) => {
  if (card.likesEnabled === false) throw forbidden('Likes are turned off here.', 'likes_disabled')
}

/** Likes; a second time changes nothing. An import gives `at`, and nobody is told. */
export async function like(ctx: Ctx, kind: string, id: number, at?: Date): Promise<void> {
  const card = await loadCard(ctx, kind, id, 'like')
  mayLike(card)
  await demandWriting(ctx)
  const moment = at ?? ctx.now()
  const rows = await ctx.sql(
    'insert into content."like" (community_id, member_id, kind, record_id, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning id',
    [ctx.me().id, kind, id, moment],
  )
  if (rows.length === 0) return
  ctx.beforeCommit(() => kindOf(ctx, kind)!.count(ctx, id, 'likes', 1, moment))
  if (!at) ctx.emit(contract.events['content.liked'], await fact(ctx, card))
}

export async function unlike(ctx: Ctx, kind: string, id: number): Promise<void> {
  const card = await loadCard(ctx, kind, id, 'like')
  if (!(await ctx.em.nativeDelete(LikeTable, { memberId: ctx.me().id, kind, recordId: id }))) return
  ctx.beforeCommit(() => kindOf(ctx, kind)!.count(ctx, id, 'likes', -1, ctx.now()))
  ctx.emit(contract.events['content.unliked'], await fact(ctx, card))
}

export async function react(ctx: Ctx, kind: string, id: number, emoji: string): Promise<void> {
  const card = await loadCard(ctx, kind, id, 'react')
  mayLike(card)
  await demandWriting(ctx)
  if (!(await ctx.em.count(ReactionCountTable, { kind, recordId: id, emoji, members: { $gt: 0 } }))) await needRoom(ctx, kind, id, emoji)
  const added = await typed(ctx)
    .insertInto('content.reaction')
    .values({ community_id: ctx.community.id, member_id: ctx.me().id, kind, record_id: id, emoji })
    .onConflict((other) => other.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return
  countReaction(ctx, kind, id, emoji, 1)
  ctx.emit(contract.events['content.reacted'], { ...(await fact(ctx, card)), emoji, added: true })
}
/** Those who bring a new one wait for each other, so that the limit holds when many come at once. @throws AtriumError 422 */
async function needRoom(ctx: Ctx, kind: string, id: number, emoji: string): Promise<void> {
  await lock(ctx, `content.reaction ${kind} ${id}`)
  await ctx.em.nativeDelete(ReactionCountTable, { kind, recordId: id, members: 0 })
  const there = await ctx.em.find(ReactionCountTable, { kind, recordId: id }, { fields: ['emoji'] })
  if (there.length >= MAX_REACTIONS && !there.some((row) => row.emoji === emoji))
    throw invalid({ emoji: [sentence('You can use up to {max} different reactions.', { max: MAX_REACTIONS })] })
}
export function countReaction(ctx: Ctx, kind: string, id: number, emoji: string, delta: 1 | -1): void {
  ctx.beforeCommit(async () => {
    await ctx.sql(
      `insert into content.reaction_count as c (community_id, kind, record_id, emoji, members) values ($1, $2, $3, $4, greatest($5::int, 0))
       on conflict (community_id, kind, record_id, emoji) do update set members = greatest(c.members + $5::int, 0), updated_at = now()`,
      [kind, id, emoji, delta],
    )
  })
}

/** @throws AtriumError 404 `reaction_not_found` */
export async function unreact(ctx: Ctx, kind: string, id: number, emoji: string): Promise<void> {
  const card = await loadCard(ctx, kind, id, 'react')
  if (!(await ctx.em.nativeDelete(ReactionTable, { memberId: ctx.me().id, kind, recordId: id, emoji })))
    throw new AtriumError(404, 'reaction_not_found', 'You haven’t reacted with this emoji.')
  countReaction(ctx, kind, id, emoji, -1)
  ctx.emit(contract.events['content.reacted'], { ...(await fact(ctx, card)), emoji, added: false })
}

/** Bookmarks; a second time answers the first one, with the new note if there is one. */
export async function bookmark(ctx: Ctx, kind: string, id: number, note?: string | null): Promise<{ id: number }> {
  const card = await loadCard(ctx, kind, id, 'bookmark')
  const row = await typed(ctx)
    .insertInto('content.bookmark')
    .values({ community_id: ctx.community.id, member_id: ctx.me().id, kind, record_id: id, note: note ?? null })
    .onConflict((other) => other.columns(ONE_OF_A_MEMBER).doUpdateSet({ note: sql`coalesce(excluded.note, bookmark.note)` }))
    // of a row that was there before, xmax is the transaction that locked it
    .returning(['id', sql<boolean>`xmax = 0`.as('fresh')])
    .executeTakeFirstOrThrow()
  if (row.fresh) ctx.emit(contract.events['content.bookmarked'], await fact(ctx, card))
  return { id: row.id }
}

export async function follow(ctx: Ctx, kind: string, id: number): Promise<{ id: number }> {
  await loadCard(ctx, kind, id, 'follow')
  return typed(ctx)
    .insertInto('content.follow')
    .values({ community_id: ctx.community.id, member_id: ctx.me().id, kind, record_id: id })
    .onConflict((other) => other.columns(ONE_OF_A_MEMBER).doUpdateSet({ is_muted: false }))
    .returning('id')
    .executeTakeFirstOrThrow()
}
/** @throws AtriumError 404 `post_follower_not_found` */
export async function unfollow(ctx: Ctx, kind: string, id: number): Promise<void> {
  if (!(await ctx.em.nativeDelete(FollowTable, { memberId: ctx.me().id, kind, recordId: id })))
    throw new AtriumError(404, 'post_follower_not_found', 'You’re not following this.')
}

/** @throws AtriumError 422 over `MAX_MENTIONS` */
export function checkMentions(memberIds: number[]): void {
  const tooMany = sentence('You can mention up to {max} people.', { max: MAX_MENTIONS })
  if (new Set(memberIds).size > MAX_MENTIONS) throw invalid({ body: [tooMany] }, tooMany, 'too_many_mentions')
}
/**
 * Keeps the mentions of a text; those who are new in it are told, if they may see the record. Whoever was told once is not told
 * again, and of one record at most `MAX_MENTIONS` are, however often it is changed.
 */
export async function mention(ctx: Ctx, kind: string, id: number, memberIds: number[], quiet = false): Promise<void> {
  checkMentions(memberIds)
  if (memberIds.length === 0) return
  const author = ctx.me().id
  const apart = new Set(await apartOf(ctx))
  const before = await ctx.em.count(MentionTable, { kind, recordId: id })
  const fresh = await ctx.sql<{ member_id: number }>(
    `insert into content.mention (community_id, member_id, by_member_id, kind, record_id)
     select $1, k.id, $2, $3, $4 from kernel.member_card k where k.community_id = $1 and k.id = any ($5::bigint[]) and k.status = 'active'
     on conflict do nothing returning member_id`,
    [author, kind, id, memberIds.filter((memberId) => !apart.has(memberId))],
  )
  const told = fresh.map(({ member_id }) => member_id).slice(0, Math.max(MAX_MENTIONS - before, 0))
  const others = told.filter((memberId) => memberId !== author)
  if (!quiet && others.length) await ctx.enqueue(tellMentioned, { kind, id, byMemberId: author, memberIds: others })
}

/** What the reader has done with each record. The caller has decided that they may be seen. */
export async function interactions(ctx: Ctx, kind: string, ids: number[]): Promise<Map<number, Interactions>> {
  if (ids.length === 0) return new Map()
  const reader = ctx.member?.id ?? 0
  const done = new Map(
    ids.map((id): [number, Interactions] => [id, { liked: false, bookmarkId: null, following: false, followId: null, sampleLikers: [], reactions: [] }]),
  )
  const [row] = await (done.size === 1 ? ctx.read(interactionRead, [reader, kind, ids[0]]) : ctx.read(interactionsRead, [reader, kind, [...done.keys()]]))
  const { liked, bookmarks, follows, likers, reactions } = row!
  for (const id of liked ?? []) done.get(id)!.liked = true
  for (const [id, bookmarkId] of bookmarks ?? []) done.get(id)!.bookmarkId = bookmarkId
  for (const [id, followId] of follows ?? []) Object.assign(done.get(id)!, { following: true, followId })
  const named = seesPeople(ctx)
  const people = await ctx.members.byIds(named ? (likers ?? []).map(([, , memberId]) => memberId) : [])
  // the last to like it first
  for (const [id, , memberId] of (likers ?? []).sort(([, one], [, other]) => other - one)) {
    const liker = people.get(memberId)
    if (liker) done.get(id)!.sampleLikers.push({ id: memberId, public_uid: liker.publicUid, name: liker.name, avatar_url: liker.avatarUrl })
  }
  for (const [id, emoji, count, mine, member_ids] of reactions ?? []) done.get(id)!.reactions.push({ emoji, count, mine, member_ids })
  return done
}

const DAY = 86_400_000
export async function activity(ctx: Ctx, kind: string, ids: number[], days: number): Promise<Map<number, number[]>> {
  const today = Math.floor(ctx.now().getTime() / DAY)
  const rows = ids.length ? await ctx.read(activityRead, [kind, ids, new Date((today - days + 1) * DAY)]) : []
  const counts = new Map(ids.map((id) => [id, Array.from({ length: days }, () => 0)]))
  for (const { record_id, day, count } of rows) {
    const index = Date.parse(day) / DAY - (today - days + 1)
    if (index >= 0 && index < days) counts.get(record_id)![index] = count
  }
  return counts
}
