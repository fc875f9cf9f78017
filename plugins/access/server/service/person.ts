/** One person's access: what they reach, why, and what would go with a reason. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import spaces, { type GrantSource, type Reason, type SpacesService } from '../../../spaces/contract.ts'
import type { MemberAccess, OpenedTarget } from '../../contract.ts'
import { memberReasons } from '../reads.ts'
import { takeOut } from './groups.ts'
import { close } from './index.ts'
import { chips } from './reasons.ts'

const keyOf = ({ kind, id }: { kind: string; id: number }) => `${kind}:${id}`

/** @throws AtriumError 404 for who never was a member */
export async function accessOf(ctx: Ctx, memberId: number): Promise<MemberAccess> {
  const member = (await ctx.members.byIds([memberId])).get(memberId)
  if (!member) throw notFound('Member', 'community_member_not_found')
  const [tree, standings, given, inGroups] = await Promise.all([
    ctx.use(spaces).tree(),
    ctx.use(spaces).standingsOf(memberId),
    ctx.use(spaces).reasonsOf(memberId),
    ctx.read(memberReasons, [memberId]),
  ])
  const named = await chips(ctx, given)
  const byPlace = Map.groupBy(
    given.map((reason, place) => ({ key: keyOf(reason.target), chip: named[place]! })),
    ({ key }) => key,
  )
  const at = (kind: 'space' | 'space_group', id: number) => (byPlace.get(`${kind}:${id}`) ?? []).map(({ chip }) => chip)
  const groups = tree.map((group) => {
    const reasons = at('space_group', group.id)
    // A group's own membership opens none of its spaces; what was given for the group does.
    const passedOn = reasons.filter(({ source }) => source !== 'own')
    return {
      id: group.id,
      name: group.name,
      reasons,
      spaces: group.spaces.map((space) => ({
        id: space.id,
        name: space.name,
        slug: space.slug,
        emoji: space.emoji,
        is_private: space.isPrivate,
        standing: standings.get(space.id)!,
        reasons: [...at('space', space.id), ...passedOn],
      })),
    }
  })
  const reasonChips = await chips(
    ctx,
    inGroups.map((row) => ({ source: row.source, sourceId: row.source_id, expiresAt: row.expires_at, grantedAt: row.created_at })),
  )
  const byGroup = Map.groupBy(
    inGroups.map((row, place) => ({ row, chip: reasonChips[place]! })),
    ({ row }) => row.access_group_id,
  )
  return {
    community_member_id: memberId,
    name: member.name,
    groups,
    access_groups: [...byGroup].map(([id, rows]) => ({
      id,
      name: rows[0]!.row.name,
      status: rows[0]!.row.archived_at ? 'archived' : 'active',
      reasons: rows.map(({ chip }) => chip),
    })),
  }
}

/** A reason as its chip names it: that of an access group is the membership of it, whatever put them in. */
export async function takeAway(ctx: Ctx, memberIds: number[], targets: OpenedTarget[], reason: GrantSource): Promise<void> {
  if (reason.source !== 'access_group') return close(ctx, memberIds, reason, targets)
  for (const { kind, id } of targets) if (kind === 'access_group') await takeOut(ctx, id, memberIds, null)
}

/** Spaces and groups that these reasons hold open, of a tree. */
function opened(reasons: Reason[], tree: Awaited<ReturnType<SpacesService['tree']>>) {
  const groups = new Set(reasons.filter(({ target }) => target.kind === 'space_group').map(({ target }) => target.id))
  const passing = new Set(reasons.filter(({ target, source }) => target.kind === 'space_group' && source !== 'own').map(({ target }) => target.id))
  const direct = new Set(reasons.filter(({ target }) => target.kind === 'space').map(({ target }) => target.id))
  const inside = tree.flatMap((group) => group.spaces.filter(({ id }) => direct.has(id) || passing.has(group.id)).map(({ id }) => id))
  return { groups, spaces: new Set(inside) }
}
/** Where a member would no longer be without that reason. */
export async function lossOf(ctx: Ctx, memberId: number, targets: OpenedTarget[], reason: GrantSource) {
  const [tree, standings, given, inGroups] = await Promise.all([
    ctx.use(spaces).tree(),
    ctx.use(spaces).standingsOf(memberId),
    ctx.use(spaces).reasonsOf(memberId),
    ctx.read(memberReasons, [memberId]),
  ])
  const named = new Set(targets.map(keyOf))
  const whole = reason.source === 'access_group'
  const leavesGroup = (id: number | null) =>
    named.has(`access_group:${id}`) &&
    (whole || inGroups.filter((row) => row.access_group_id === id).every((row) => row.source === reason.source && row.source_id === reason.sourceId))
  const goes = ({ source, sourceId, target }: Reason) =>
    source === 'access_group' ? leavesGroup(sourceId) : !whole && source === reason.source && sourceId === reason.sourceId && named.has(keyOf(target))
  const [before, after] = [
    opened(given, tree),
    opened(
      given.filter((one) => !goes(one)),
      tree,
    ),
  ]
  return {
    spaces: tree
      .flatMap((group) => group.spaces)
      .filter(({ id }) => standings.get(id) === 'member' && before.spaces.has(id) && !after.spaces.has(id))
      .map(({ id, name }) => ({ id, name })),
    space_groups: tree.filter(({ id }) => before.groups.has(id) && !after.groups.has(id)).map(({ id, name }) => ({ id, name })),
  }
}
