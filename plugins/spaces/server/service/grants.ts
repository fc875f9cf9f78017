/**
 * Reasons to be inside that others give and take: each is a row, and memberships follow the rows. A few at once in the request, more by a job
 * in steps: a row says whether its memberships are still to be made (`pending`) or taken (`ending`), so that a step that dies is done anew.
 */
import { notFound } from '@atrium/sdk'
import { type Ctx, lock } from '@atrium/sdk/server'
import contract, { type GrantSource, type GrantTarget, type Reason } from '../../contract.ts'
import { settleJob } from '../jobs.ts'
import { NO_GROUP, NO_SPACE } from '../policies.ts'
import { disownWrite, dueGrants, endGrantsWrite, endMembershipsWrite, grantWrite, reasonsRead, targetsRead } from '../reads.ts'
import { invalidateReach, roomsOf } from './access.ts'
import { addMembers } from './members.ts'

/** Memberships that one step makes or takes, and that a request makes while somebody waits. */
const STEP = 2_000

/** Grants of a community are locked, so that two that change the same membership at once are both considered. */
const lockGrants = (ctx: Ctx) => lock(ctx, 'spaces.grants')
/** In one order, as everybody takes them who keeps these counts. */
const lockSpaces = (ctx: Ctx, ids: number[]) =>
  ctx.sql('select from spaces.space where community_id = $1 and id = any ($2::bigint[]) order by id for no key update', [ids])

const split = (targets: GrantTarget[]) => {
  const unique = new Map(targets.map((target) => [`${target.kind}:${target.id}`, target]))
  return { kinds: [...unique.values()].map(({ kind }) => kind), ids: [...unique.values()].map(({ id }) => id) }
}
export async function needTargets(ctx: Ctx, targets: GrantTarget[]): Promise<void> {
  const { kinds, ids } = split(targets)
  const known = await ctx.sql<{ kind: string; id: number }>(targetsRead, [kinds, ids])
  const missing = targets.find((target) => !known.some(({ kind, id }) => kind === target.kind && id === target.id))
  if (missing) throw notFound(...(missing.kind === 'space' ? NO_SPACE : NO_GROUP))
}

/** @throws AtriumError 404 where a target is absent */
export async function grant(ctx: Ctx, memberIds: number[], targets: GrantTarget[], reason: GrantSource, expiresAt: Date | null): Promise<void> {
  await needTargets(ctx, targets)
  if (memberIds.length === 0 || targets.length === 0) return
  await lockGrants(ctx)
  const { kinds, ids } = split(targets)
  const rows = await ctx.sql<{ id: number }>(grantWrite, [memberIds, kinds, ids, reason.source, reason.sourceId, ctx.member?.id ?? null, expiresAt, ctx.now()])
  if (expiresAt) await endAt(ctx, expiresAt)
  await settle(
    ctx,
    rows.map(({ id }) => id),
  )
}
/** Takes a reason away from these members (null: all), for these targets (null: all). */
export async function revokeGrant(ctx: Ctx, memberIds: number[] | null, reason: GrantSource, targets: GrantTarget[] | null): Promise<void> {
  if (reason.source === 'own') return revokeOwn(ctx, memberIds ?? [], targets ?? [])
  await lockGrants(ctx)
  const { kinds, ids } = split(targets ?? [])
  const given = targets ? [kinds, ids] : [null, null]
  const rows = await ctx.sql<{ id: number }>(endGrantsWrite, [reason.source, reason.sourceId, memberIds, ...given, ctx.now()])
  await settle(
    ctx,
    rows.map(({ id }) => id),
  )
}
/** Turns memberships of their own into memberships by grants, which last as long as there is a grant. */
async function revokeOwn(ctx: Ctx, memberIds: number[], targets: GrantTarget[]): Promise<void> {
  await lockGrants(ctx)
  const [gone, left] = [[], []] as [Membership[], Membership[]]
  for (const place of ['space', 'group'] as const) {
    const ids = targets.filter(({ kind }) => (kind === 'space') === (place === 'space')).map(({ id }) => id)
    if (ids.length === 0) continue
    await ctx.sql(disownWrite(place), [ids, memberIds])
    const which = `m.${place === 'space' ? 'space_id' : 'space_group_id'} = any ($2::bigint[]) and m.member_id = any ($3::bigint[])`
    const rows = await ctx.sql<Membership>(endMembershipsWrite(place, which), [ids, memberIds])
    ;(place === 'space' ? gone : left).push(...rows)
  }
  dismiss(ctx, gone, left)
}
/** The moment is rounded up to the minute, so that thousands that end together are one job. */
async function endAt(ctx: Ctx, moment: Date): Promise<void> {
  const minute = Math.ceil(moment.getTime() / 60_000)
  await ctx.enqueue(settleJob, {}, { runAt: new Date(minute * 60_000), key: `grants:${ctx.community.id}:${minute}` })
}

/** At once where one step is enough for all, else by the job. */
async function settle(ctx: Ctx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const due = ids.length <= STEP ? await ctx.sql<Due>(dueGrants, [ids, STEP]) : []
  if (due.length === ids.length) await apply(ctx, due)
  else await ctx.enqueue(settleJob, {}, { key: `grants:${ctx.community.id}` })
}
/** One step of the job. */
export async function settleDue(ctx: Ctx): Promise<void> {
  await lockGrants(ctx)
  await ctx.sql("update spaces.access_grant set state = 'ending', updated_at = $2 where community_id = $1 and expires_at <= $2 and state <> 'ending'", [
    ctx.now(),
  ])
  const due = await ctx.sql<Due>(dueGrants, [null, STEP])
  if (due.length === 0) return
  await apply(ctx, due)
  await ctx.enqueue(settleJob, {}, { key: `grants:${ctx.community.id}` })
}

interface Membership {
  place_id: number
  member_id: number
}
interface Due {
  id: number
  member_id: number
  target: 'space' | 'space_group'
  target_id: number
  state: 'pending' | 'ending'
  /** Spaces that it opens or opened, drafts only where named themselves. */
  spaces: number[] | null
}
async function apply(ctx: Ctx, due: Due[]): Promise<void> {
  await lockSpaces(ctx, [...new Set(due.flatMap(({ spaces }) => spaces ?? []))])
  const ids = due.map(({ id }) => id)
  const pending = due.filter(({ state }) => state === 'pending')
  // Those who are given the same are let in together.
  const byMember = [...Map.groupBy(pending, (one) => one.member_id)]
  const alike = Map.groupBy(byMember, ([, own]) => own.map(({ target, target_id }) => `${target}:${target_id}`).join())
  for (const members of alike.values()) {
    const own = members[0]![1]
    const memberIds = members.map(([id]) => id)
    const groupIds = own.filter(({ target }) => target === 'space_group').map(({ target_id }) => target_id)
    await addMembers(ctx, 'group', groupIds, memberIds, { access: 'grant' })
    await addMembers(ctx, 'space', [...new Set(own.flatMap(({ spaces }) => spaces ?? []))], memberIds, { access: 'grant' })
  }
  if (pending.length < due.length) {
    const gone = await ctx.sql<Membership>(endMembershipsWrite('space'), [ids])
    const left = await ctx.sql<Membership>(endMembershipsWrite('group'), [ids])
    dismiss(ctx, gone, left)
  }
  await ctx.sql("delete from spaces.access_grant where community_id = $1 and id = any ($2::bigint[]) and state = 'ending'", [ids])
  await ctx.sql("update spaces.access_grant set state = 'live', updated_at = $3 where community_id = $1 and id = any ($2::bigint[])", [ids, ctx.now()])
}
/** Emits events for memberships that ended, and takes their sockets out of the spaces' rooms. */
function dismiss(ctx: Ctx, spaces: Membership[], groups: Membership[] = []): void {
  for (const { place_id, member_id } of spaces) ctx.emit(contract.events['space.member_left'], { spaceId: place_id, memberId: member_id })
  const memberIds = [...new Set([...spaces, ...groups].map(({ member_id }) => member_id))]
  if (memberIds.length === 0) return
  invalidateReach(ctx, memberIds)
  roomsOf(ctx, memberIds)
}

/** A space has come into a group, by being made, published or moved: who was given the group is in it, who was given its old one alone is not. */
export async function settleSpace(ctx: Ctx, spaceId: number, moved: boolean): Promise<void> {
  await lockGrants(ctx)
  const members = await ctx.sql<{ member_id: number }>(
    `select distinct a.member_id from spaces.space s
     join spaces.access_grant a on a.community_id = $1 and a.target = 'space_group' and a.target_id = s.space_group_id and a.state <> 'ending'
     where s.community_id = $1 and s.id = $2 and not s.is_draft`,
    [spaceId],
  )
  await addMembers(
    ctx,
    'space',
    [spaceId],
    members.map((row) => row.member_id),
    { access: 'grant' },
  )
  if (moved) dismiss(ctx, await ctx.sql<Membership>(endMembershipsWrite('space', 'm.space_id = $2'), [spaceId]))
}
/** What was given of a place that is gone, roles there too. */
export const dropGrants = async (ctx: Ctx, target: GrantTarget): Promise<void> => {
  for (const table of ['access_grant', 'space_role'])
    await ctx.sql(`delete from spaces.${table} where community_id = $1 and target = $2 and target_id = $3`, [target.kind, target.id])
}
/** Who comes back finds what was given meanwhile. */
export async function renewGrants(ctx: Ctx, memberId: number): Promise<void> {
  await lockGrants(ctx)
  const rows = await ctx.sql<{ id: number }>(
    "update spaces.access_grant set state = 'pending' where community_id = $1 and member_id = $2 and state = 'live' returning id",
    [memberId],
  )
  await settle(
    ctx,
    rows.map(({ id }) => id),
  )
}

/** Whether something gives this reader that space, whether they are in it or have left. */
export async function isGiven(ctx: Ctx, spaceId: number): Promise<boolean> {
  const [row] = await ctx.sql(
    `select from spaces.access_grant a join spaces.space s on s.community_id = $1 and s.id = $2
     where a.community_id = $1 and a.member_id = $3 and a.state <> 'ending' and (a.expires_at is null or a.expires_at > $4)
       and (a.target, a.target_id) in (('space', s.id), ('space_group', s.space_group_id)) limit 1`,
    [spaceId, ctx.me().id, ctx.now()],
  )
  return row !== undefined
}

export async function reasonsOf(ctx: Ctx, memberId: number): Promise<Reason[]> {
  const rows = await ctx.sql<{
    target: 'space' | 'space_group'
    target_id: number
    source: string
    source_id: number | null
    expires_at: Date | null
    granted_at: Date
  }>(reasonsRead, [memberId, ctx.now()])
  return rows.map((row) => ({
    target: { kind: row.target, id: row.target_id },
    source: row.source,
    sourceId: row.source_id,
    expiresAt: row.expires_at,
    grantedAt: row.granted_at,
  }))
}
