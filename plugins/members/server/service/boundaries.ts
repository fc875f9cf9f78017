/** Blocking and muting: one's own affair, of which nobody is told. */
import { AtriumError, invalid, notFound } from '@atrium/sdk'
import { authorOf, type Ctx, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import contract, { type BoundaryKind } from '../../contract.ts'
import { BoundaryTable, type Tables } from '../entities.ts'
import { forgetApart, forgetMuted } from '../policies.ts'
import { boundariesRead, mutedRead } from '../reads.ts'
import { part } from './connections.ts'

/** How many one may have of a kind. */
const MOST = 1_000

/** What is kept of it, and what open browsers hear of each other. */
function partingChanged(ctx: Ctx, ...memberIds: number[]): void {
  forgetApart(ctx, ...memberIds)
  for (const id of memberIds) ctx.recheckRooms(id)
}
/** A second time changes nothing. @throws AtriumError 404, 422 `cannot_block_staff` */
export async function keepAway(ctx: Ctx, memberId: number, kind: BoundaryKind): Promise<void> {
  const me = ctx.me().id
  const other = (await ctx.members.byIds([memberId])).get(memberId)
  if (!other?.isActive || memberId === me) throw notFound('Member', 'community_member_not_found')
  if (kind === 'block' && (other.isAdmin || other.isModerator))
    throw new AtriumError(422, 'cannot_block_staff', 'You can’t block admins or moderators, but you can mute them.')
  if ((await ctx.em.count(BoundaryTable, { memberId: me, kind })) >= MOST) throw invalid({ kind: ['This list is full. Remove someone first.'] })
  await ctx.em
    .getKysely<Tables>()
    .insertInto('members.boundary')
    .values({ community_id: ctx.community.id, member_id: me, other_member_id: memberId, kind, created_at: ctx.now() })
    .onConflict((on) => on.doNothing())
    .execute()
  if (kind === 'block') {
    await part(ctx, me, memberId)
    partingChanged(ctx, me, memberId)
  } else forgetMuted(ctx, me)
  ctx.emit(contract.events['connection.changed'], { memberId: me })
}
/** @throws AtriumError 404 where there is none */
export async function letNear(ctx: Ctx, memberId: number, kind: BoundaryKind): Promise<void> {
  const me = ctx.me().id
  if (!(await ctx.em.nativeDelete(BoundaryTable, { memberId: me, otherMemberId: memberId, kind }))) throw notFound('Member', 'community_member_not_found')
  if (kind === 'block') partingChanged(ctx, me, memberId)
  else forgetMuted(ctx, me)
  ctx.emit(contract.events['connection.changed'], { memberId: me })
}
export async function listBoundaries(ctx: Ctx, query: Paging & { kind: BoundaryKind }) {
  const rows = await ctx.read(boundariesRead, [ctx.me().id, query.kind, lastId(query), rowsFor(query)])
  const people = await ctx.members.byIds(rows.map((row) => row.other_member_id))
  const found = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return {
    ...found,
    records: found.records.flatMap(({ id, kind, other_member_id, created_at }) => {
      const member = authorOf(people.get(other_member_id))
      return member ? [{ id, kind, member, created_at }] : []
    }),
  }
}
/** Whom of these this member has muted. */
export const mutedBy = async (ctx: Ctx, memberId: number, among: number[]): Promise<Set<number>> =>
  new Set((await ctx.read(mutedRead, [memberId, among])).map(({ id }) => id))
