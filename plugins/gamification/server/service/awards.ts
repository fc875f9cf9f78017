/** Points by hand, each with its reason; limits of the day do not count for them. */
import { forbidden, invalid, notFound } from '@atrium/sdk'
import { actingAs, type Ctx, lastId, hold, type Paging, page, rowsFor, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import audience from '../../../audience/contract.ts'
import contract, { type PointAward } from '../../contract.ts'
import { AwardTable } from '../entities.ts'
import { awardJob } from '../jobs.ts'
import { apply, dayOf, rolledTo } from './points.ts'
import { holdStanding } from './standings.ts'

type Row = Omit<PointAward, 'given_by' | 'created_at' | 'updated_at'> & { given_by: number | null; created_at: Date; updated_at: Date }
const SELECT = `select a.id, a.member_id as community_member_id, m.name, m.public_uid, m.avatar_url, a.points, a.reason, a.given_by, a.created_at, a.updated_at
  from gamification.award a join kernel.member_card m on m.community_id = $1 and m.id = a.member_id where a.community_id = $1`

async function present(ctx: Ctx, rows: Row[]) {
  const givers = await ctx.members.byIds(rows.flatMap(({ given_by }) => given_by ?? []))
  return rows.map((row) => {
    const giver = row.given_by === null ? undefined : givers.get(row.given_by)
    return { ...row, given_by: giver ? { id: giver.id, name: giver.name } : null }
  })
}
export async function listAwards(ctx: Ctx, query: Paging & { community_member_id?: number }) {
  const last = lastId(query)
  const rows = await ctx.sql<Row>(`${SELECT} and ($2::bigint is null or a.member_id = $2) and ($3::bigint is null or a.id < $3) order by a.id desc limit $4`, [
    query.community_member_id ?? null,
    last,
    rowsFor(query),
  ])
  return page(await present(ctx, rows), { query, key: (row) => [row.id] }, (row) => row)
}
export async function showAward(ctx: Ctx, id: number) {
  const [award] = await present(ctx, await ctx.sql<Row>(`${SELECT} and a.id = $2`, [id]))
  if (!award) throw notFound('Points')
  return award
}

/** A change of what an award gives. Whoever has left keeps what they had. */
async function move(ctx: Ctx, memberId: number, day: string, points: number): Promise<boolean> {
  if (points === 0) return true
  await rolledTo(ctx)
  const standing = await holdStanding(ctx, memberId)
  if (!standing) return false
  await apply(ctx, standing, [{ day, points, rule: null, count: 0 }])
  ctx.emit(contract.events['points.awarded'], { memberId, points, totalPoints: Math.max(0, standing.total_points), rule: null })
  return true
}
/** @throws AtriumError 403 for oneself, 404 for who is no member, 422 for who has nothing to be taken */
export async function createAward(
  ctx: Ctx,
  { community_member_id: memberId, points: asked, reason }: { community_member_id: number; points: number; reason: string },
): Promise<number> {
  if (memberId === ctx.me().id) throw forbidden('You can’t give points to yourself.')
  const given = (await ctx.members.byIds([memberId])).get(memberId)?.isActive ? await give(ctx, memberId, asked, reason) : null
  if (given === null) throw notFound('Member', 'community_member_not_found')
  await ctx.audit('points.awarded', `member:${memberId}`, { points: given.points, reason })
  return given.id
}
/**
 * Nobody is left with less than nothing: of what is to be taken, as much as they have.
 * @throws AtriumError 422 where that is nothing
 */
async function withinReach(ctx: Ctx, memberId: number, { from, to }: { from: number; to: number }): Promise<number> {
  if (to >= from) return to
  await rolledTo(ctx)
  const reached = Math.max(to, from - Math.max(0, (await holdStanding(ctx, memberId))?.total_points ?? 0))
  if (reached === from || reached === 0) throw invalid({ 'point_award.points': ['This member doesn’t have that many points to remove.'] })
  return reached
}
/** @returns the award's id, and what was given or taken; null for whoever has no place to stand. @throws AtriumError 422 for who has nothing to be taken */
async function give(ctx: Ctx, memberId: number, asked: number, reason: string): Promise<{ id: number; points: number } | null> {
  const day = dayOf(ctx.now())
  const points = await withinReach(ctx, memberId, { from: 0, to: asked })
  if (!(await move(ctx, memberId, day, points))) return null
  const award = ctx.em.create(AwardTable, { memberId, points, reason, givenBy: ctx.me().id, day })
  await ctx.em.flush()
  return { id: award.id, points }
}

/** People of a segment in one step. */
const STEP = 100
export const segmentsOf = async (ctx: Ctx) => (ctx.has(audience) ? await ctx.use(audience).segments() : null)
/** @throws AtriumError 404 */
export async function awardSegment(ctx: Ctx, { segment_id: segmentId, points, reason }: { segment_id: number; points: number; reason: string }) {
  const segment = (await segmentsOf(ctx))?.find(({ id }) => id === segmentId)
  if (!segment) throw notFound('Segment')
  await ctx.enqueue(awardJob, { segmentId, points, reason, byMemberId: ctx.me().id, after: 0 })
  await ctx.audit('points.awarded', `segment:${segmentId}`, { points, reason, count: segment.count })
  return { members_count: segment.count }
}
/** Goes on until all are through, or whoever gives may do so no more. */
export async function awardStep(ctx: Ctx, { segmentId, points, reason, byMemberId, after }: z.output<typeof awardJob.payload>): Promise<void> {
  const giver = await actingAs(ctx, byMemberId)
  if (!giver?.can('gamification.manage') || !ctx.has(audience)) return
  // a segment that is gone by now has nobody in it
  const ids = await unlessRefused(giver.use(audience).memberIdsOf(segmentId, after, STEP), [])
  for (const id of ids) if (id !== byMemberId) await unlessRefused(give(giver, id, points, reason), null)
  if (ids.length === STEP) await ctx.enqueue(awardJob, { segmentId, points, reason, byMemberId, after: ids.at(-1)! })
}
async function held(ctx: Ctx, id: number) {
  const award = await hold(ctx, AwardTable, id, 'Points')
  if (award.memberId === ctx.me().id) throw forbidden('You can’t give points to yourself.')
  return award
}
export async function updateAward(ctx: Ctx, id: number, changes: { points?: number; reason?: string }): Promise<void> {
  const award = await held(ctx, id)
  const points = await withinReach(ctx, award.memberId, { from: award.points, to: changes.points ?? award.points })
  await move(ctx, award.memberId, String(award.day).slice(0, 10), points - award.points)
  Object.assign(award, { points, reason: changes.reason ?? award.reason })
  await ctx.em.flush()
  await ctx.audit('points.changed', `member:${award.memberId}`, { awardId: id, points, reason: award.reason })
}
export async function deleteAward(ctx: Ctx, id: number): Promise<void> {
  const award = await held(ctx, id)
  await move(ctx, award.memberId, String(award.day).slice(0, 10), -award.points)
  await ctx.em.nativeDelete(AwardTable, { id })
  await ctx.audit('points.taken_back', `member:${award.memberId}`, { points: award.points, reason: award.reason })
}
