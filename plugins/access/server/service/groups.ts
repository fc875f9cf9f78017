/** Access groups: what each opens, who is in it and why, and that grants in spaces follow. */
import { invalid, notFound } from '@atrium/sdk'
import { addTo, assign, type Ctx, hold, unlessRefused } from '@atrium/sdk/server'
import spaces, { type GrantSource, type GrantTarget } from '../../../spaces/contract.ts'
import { type AccessGroupEntity, AccessGroupTable, TakenTable, TargetTable } from '../entities.ts'
import { endJob, spreadJob } from '../jobs.ts'
import { groupMemberIds, putInWrite, takeOutWrite } from '../reads.ts'

/** Members whose grants one step makes. */
const STEP = 2_000

const reasonOf = (group: { id: number }): GrantSource => ({ source: 'access_group', sourceId: group.id })
const holdGroup = (ctx: Ctx, id: number) => hold(ctx, AccessGroupTable, id, 'Access group', 'access_group_not_found')
const targetsOf = async (ctx: Ctx, id: number): Promise<GrantTarget[]> => {
  const rows = await ctx.em.find(TargetTable, { accessGroupId: id }, { orderBy: { id: 'asc' }, disableIdentityMap: true })
  const known = new Set((await ctx.use(spaces).tree()).flatMap((group) => [`space_group:${group.id}`, ...group.spaces.map(({ id }) => `space:${id}`)]))
  // one that was deleted a moment ago is still to be forgotten
  return rows.flatMap(({ target, targetId }) => (known.has(`${target}:${targetId}`) ? [{ kind: target, id: targetId }] : []))
}

interface Places {
  space_ids?: number[]
  space_group_ids?: number[]
}
const wanted = ({ space_ids = [], space_group_ids = [] }: Places): GrantTarget[] => [
  ...[...new Set(space_ids)].map((id) => ({ kind: 'space' as const, id })),
  ...[...new Set(space_group_ids)].map((id) => ({ kind: 'space_group' as const, id })),
]
const same = (one: GrantTarget) => (other: GrantTarget) => one.kind === other.kind && one.id === other.id
/** @throws AtriumError 422 for a place that is not there */
async function needPlaces(ctx: Ctx, targets: GrantTarget[]): Promise<void> {
  const known = await ctx.use(spaces).tree()
  const spaceIds = new Set(known.flatMap((group) => group.spaces.map(({ id }) => id)))
  const groupIds = new Set(known.map(({ id }) => id))
  if (targets.some(({ kind, id }) => kind === 'space' && !spaceIds.has(id))) throw invalid({ space_ids: ['One of these spaces doesn’t exist.'] })
  if (targets.some(({ kind, id }) => kind === 'space_group' && !groupIds.has(id)))
    throw invalid({ space_group_ids: ['One of these space groups doesn’t exist.'] })
}

export async function createGroup(ctx: Ctx, input: Places & { name: string; description: string }): Promise<number> {
  const targets = wanted(input)
  await needPlaces(ctx, targets)
  const group = ctx.em.create(AccessGroupTable, { name: input.name, description: input.description })
  await ctx.em.flush()
  for (const { kind, id } of targets) ctx.em.create(TargetTable, { accessGroupId: group.id, target: kind, targetId: id })
  await ctx.em.flush()
  await ctx.audit('access_group.created', `access_group:${group.id}`, { name: group.name })
  return group.id
}

export async function updateGroup(ctx: Ctx, id: number, input: Places & { name?: string; description?: string }): Promise<void> {
  const group = await holdGroup(ctx, id)
  assign(AccessGroupTable, group, { name: input.name, description: input.description })
  await ctx.em.flush()
  const before = await targetsOf(ctx, id)
  const kept = (kind: GrantTarget['kind']) => before.filter((target) => target.kind === kind).map((target) => target.id)
  const after = wanted({ space_ids: input.space_ids ?? kept('space'), space_group_ids: input.space_group_ids ?? kept('space_group') })
  const added = after.filter((target) => !before.some(same(target)))
  const removed = before.filter((target) => !after.some(same(target)))
  await needPlaces(ctx, added)
  for (const { kind, id: targetId } of removed) await ctx.em.nativeDelete(TargetTable, { accessGroupId: id, target: kind, targetId })
  for (const { kind, id: targetId } of added) ctx.em.create(TargetTable, { accessGroupId: id, target: kind, targetId })
  await ctx.em.flush()
  if (group.archivedAt === null) {
    // new targets are opened before old ones are closed, so that nobody leaves a space in between that both open
    if (added.length) await spread(ctx, group, 0)
    if (removed.length) await ctx.use(spaces).revokeGrant(null, reasonOf(group), removed)
  }
  await ctx.audit('access_group.updated', `access_group:${id}`, { name: group.name, added, removed })
}

export async function setArchived(ctx: Ctx, id: number, archived: boolean): Promise<void> {
  const group = await holdGroup(ctx, id)
  if ((group.archivedAt !== null) === archived) return
  group.archivedAt = archived ? ctx.now() : null
  await ctx.em.flush()
  if (archived) {
    await ctx.use(spaces).revokeGrant(null, reasonOf(group))
    await ctx.audit('access_group.archived', `access_group:${id}`, { name: group.name })
  } else {
    await spread(ctx, group, 0)
    await ctx.audit('access_group.unarchived', `access_group:${id}`, { name: group.name })
  }
}
/** Opens what the group opens to those in it: the first step at once, what follows by the job. */
async function spread(ctx: Ctx, group: AccessGroupEntity, after: number): Promise<void> {
  const targets = await targetsOf(ctx, group.id)
  if (targets.length === 0 || group.archivedAt !== null) return
  const ids = (await ctx.read(groupMemberIds, [group.id, after, STEP])).map(({ member_id }) => member_id)
  await ctx.use(spaces).grant(ids, targets, reasonOf(group))
  if (ids.length === STEP) await ctx.enqueue(spreadJob, { accessGroupId: group.id, after: ids.at(-1)! })
}
export async function runSpread(ctx: Ctx, { accessGroupId, after }: { accessGroupId: number; after: number }): Promise<void> {
  const group = await unlessRefused(holdGroup(ctx, accessGroupId), null)
  if (group) await spread(ctx, group, after)
}

/** Puts members in for a reason. @throws AtriumError 404 without the group */
export async function putIn(ctx: Ctx, id: number, memberIds: number[], reason: GrantSource, expiresAt: Date | null): Promise<void> {
  const group = await holdGroup(ctx, id)
  const rows = await ctx.sql<{ member_id: number }>(putInWrite, [id, memberIds, reason.source, reason.sourceId, ctx.member?.id ?? null, expiresAt, ctx.now()])
  if (expiresAt) await endAt(ctx, expiresAt)
  const newcomers = rows.map(({ member_id }) => member_id)
  if (newcomers.length === 0) return
  await addTo(ctx, AccessGroupTable, id, { members_count: newcomers.length })
  const targets = group.archivedAt === null ? await targetsOf(ctx, id) : []
  if (targets.length) await ctx.use(spaces).grant(newcomers, targets, reasonOf(group))
}
/** Takes members out of a group, for one reason or (null) whatever it was. */
export async function takeOut(ctx: Ctx, id: number, memberIds: number[] | null, reason: GrantSource | null): Promise<void> {
  await holdGroup(ctx, id)
  const [which, values] = reason
    ? [
        'm.source = $3 and m.source_id is not distinct from $4 and ($5::bigint[] is null or m.member_id = any ($5))',
        [reason.source, reason.sourceId, memberIds],
      ]
    : ['m.member_id = any ($3::bigint[])', [memberIds]]
  await dismiss(ctx, id, await ctx.sql<{ member_id: number }>(takeOutWrite(which), [id, ...values]))
}
async function dismiss(ctx: Ctx, id: number, rows: { member_id: number }[]): Promise<void> {
  if (rows.length === 0) return
  await addTo(ctx, AccessGroupTable, id, { members_count: -rows.length })
  await ctx.use(spaces).revokeGrant(
    rows.map(({ member_id }) => member_id),
    reasonOf({ id }),
  )
}
/** Groups that hold somebody for this reason. */
export const groupsOfReason = async (ctx: Ctx, { source, sourceId }: GrantSource): Promise<number[]> =>
  (
    await ctx.sql<{ id: number }>(
      'select distinct access_group_id as id from access.access_group_member where community_id = $1 and source = $2 and source_id is not distinct from $3 order by 1',
      [source, sourceId],
    )
  ).map(({ id }) => id)

async function endAt(ctx: Ctx, moment: Date): Promise<void> {
  const minute = Math.ceil(moment.getTime() / 60_000)
  await ctx.enqueue(endJob, {}, { runAt: new Date(minute * 60_000), key: `access-ends:${ctx.community.id}:${minute}` })
}
export async function endReasons(ctx: Ctx): Promise<void> {
  const [first] = await ctx.sql<{ id: number }>(
    'select access_group_id as id from access.access_group_member where community_id = $1 and expires_at <= $2 order by expires_at limit 1',
    [ctx.now()],
  )
  if (!first) return
  await holdGroup(ctx, first.id)
  const which = `m.id in (select e.id from access.access_group_member e where e.community_id = $1 and e.access_group_id = $2 and e.expires_at <= $3 order by e.id limit ${STEP})`
  await dismiss(ctx, first.id, await ctx.sql<{ member_id: number }>(takeOutWrite(which), [first.id, ctx.now()]))
  await ctx.enqueue(endJob, {}, { key: `access-ends:${ctx.community.id}` })
}

/** A member's account is deleted: they are in no group any more. */
export async function forget(ctx: Ctx, memberId: number): Promise<void> {
  const rows = await ctx.sql<{ id: number }>(
    'select distinct access_group_id as id from access.access_group_member where community_id = $1 and member_id = $2 order by 1',
    [memberId],
  )
  for (const { id } of rows) await takeOut(ctx, id, [memberId], null)
  await ctx.em.nativeDelete(TakenTable, { memberId })
}
/** A place is gone: no group opens it any more. */
export const dropTarget = async (ctx: Ctx, target: GrantTarget): Promise<void> => {
  await ctx.em.nativeDelete(TargetTable, { target: target.kind, targetId: target.id })
}
/** @throws AtriumError 404 unless all are members; from those who left one may take, and give them nothing */
export async function needMembers(ctx: Ctx, ids: number[], also?: 'former'): Promise<void> {
  const known = await ctx.members.byIds(ids)
  if (ids.some((id) => !known.get(id)?.isActive && !(also && known.has(id)))) throw notFound('Member', 'community_member_not_found')
}
