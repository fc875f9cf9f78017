/** Who sees what: one statement a request, one answer for every plugin. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type Access } from '../../contract.ts'
import { accessRead } from '../reads.ts'

/** Access with what only this plugin needs to know. */
export interface Reach extends Access {
  /** Holds `spaces.manage`: sees and runs every space. */
  manages: boolean
  /** May this reader know of the community's listed spaces at all? */
  inside: boolean
  /** Moderator of that space by its own membership. */
  runs(spaceId: number): boolean
}

async function compute(ctx: Ctx): Promise<Reach> {
  const [row] = await ctx.read(accessRead, [ctx.member?.id ?? 0])
  const { spaces, mine } = row!
  const manages = ctx.can('spaces.manage')
  const inside = ctx.member !== null || !ctx.community.isPrivate
  const runs = new Set(mine.filter(([, role]) => role === 'moderator').map(([spaceId]) => spaceId))
  const members = new Set(mine.map(([spaceId]) => spaceId))
  const drafts = new Set(spaces.drafts)
  const silent = new Set(spaces.silent)
  const visible = new Set<number>()
  if (manages) for (const spaceId of spaces.all) visible.add(spaceId)
  else if (inside) {
    const granted = await Promise.all(ctx.fill(contract.points.grant).map(({ value }) => value.spaceIds(ctx)))
    const all = new Set(spaces.all)
    for (const spaceId of [...spaces.open, ...members, ...granted.flat()])
      if (all.has(spaceId) && (!drafts.has(spaceId) || runs.has(spaceId))) visible.add(spaceId)
  }
  // Moderators of the community run what they see; private spaces are the members' and the admins' (specification, section 6).
  const canModerate = (spaceId: number) => visible.has(spaceId) && (manages || runs.has(spaceId) || ctx.member?.isModerator === true)
  return {
    visibleIds: [...visible],
    memberIds: [...members].filter((spaceId) => visible.has(spaceId)),
    canView: (spaceId) => visible.has(spaceId),
    canModerate,
    canPost: (spaceId) => visible.has(spaceId) && (canModerate(spaceId) || (members.has(spaceId) && !silent.has(spaceId))),
    isMember: (spaceId) => members.has(spaceId),
    manages,
    inside,
    runs: (spaceId) => runs.has(spaceId),
  }
}

const holder = (ctx: Ctx) => ctx.once('spaces.reach', () => ({ reach: null as Promise<Reach> | null }))
/** The reader's access, computed once a request. */
export const reachOf = (ctx: Ctx): Promise<Reach> => {
  const held = holder(ctx)
  held.reach ??= compute(ctx)
  return held.reach
}
/** After joining, leaving or changing a space, the next question is answered afresh. */
export const forgetReach = (ctx: Ctx): void => {
  holder(ctx).reach = null
}
