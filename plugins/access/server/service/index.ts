/** What paywalls, links, imports and workflows call: opening and closing places for a reason. */
import type { Ctx } from '@atrium/sdk/server'
import spaces, { type GrantSource, type GrantTarget } from '../../../spaces/contract.ts'
import type { AccessService, Catalogue, OpenedTarget } from '../../contract.ts'
import { createGroup, groupsOfReason, putIn, takeOut } from './groups.ts'

const places = (targets: OpenedTarget[]) => targets.filter((target): target is GrantTarget => target.kind !== 'access_group')
/** Locks are taken in one order, so that two calls for several targets cannot deadlock. */
const groupIds = (targets: OpenedTarget[]) =>
  [...new Set(targets.filter(({ kind }) => kind === 'access_group').map(({ id }) => id))].toSorted((one, other) => one - other)

export async function open(ctx: Ctx, memberIds: number[], targets: OpenedTarget[], reason: GrantSource, expiresAt: Date | null): Promise<void> {
  for (const id of groupIds(targets)) await putIn(ctx, id, memberIds, reason, expiresAt)
  if (places(targets).length) await ctx.use(spaces).grant(memberIds, places(targets), reason, { expiresAt })
}
export async function close(ctx: Ctx, memberIds: number[] | null, reason: GrantSource, targets?: OpenedTarget[]): Promise<void> {
  for (const id of targets ? groupIds(targets) : await groupsOfReason(ctx, reason)) await takeOut(ctx, id, memberIds, reason)
  if (!targets || places(targets).length) await ctx.use(spaces).revokeGrant(memberIds, reason, targets && places(targets))
}

export async function catalogue(ctx: Ctx): Promise<Catalogue> {
  const groups = (await ctx.use(spaces).tree()).map(({ id, name, spaces: own }) => ({
    id,
    name,
    spaces: own.map((space) => ({
      id: space.id,
      name: space.name,
      slug: space.slug,
      emoji: space.emoji,
      is_private: space.isPrivate,
      space_group_id: id,
    })),
  }))
  const accessGroups = await ctx.sql<{ id: number; name: string; members_count: number }>(
    'select id, name, members_count from access.access_group where community_id = $1 and archived_at is null order by lower(name), id limit 1000',
  )
  return {
    groups,
    spaces: groups.flatMap((group) => group.spaces),
    accessGroups: accessGroups.map((group) => ({ ...group, status: 'active' as const })),
  }
}

export const service = (ctx: Ctx): AccessService => ({
  open: (memberIds, targets, reason, options) => open(ctx, memberIds, targets, reason, options?.expiresAt ?? null),
  close: (memberIds, reason, targets) => close(ctx, memberIds, reason, targets),
  createGroup: async ({ name, description = '', spaceIds, spaceGroupIds }) => ({
    id: await createGroup(ctx, { name, description, space_ids: spaceIds, space_group_ids: spaceGroupIds }),
  }),
  catalogue: () => catalogue(ctx),
})
