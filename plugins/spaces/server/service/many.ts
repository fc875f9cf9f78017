/** Acts on many spaces or groups at once: their order, the same change to all, deletion. All or none. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import contract, { type SpaceInput } from '../../contract.ts'
import { invalidateReach } from './access.ts'
import { settleSpace } from './grants.ts'
import { deleteSpace, updateSpace } from './spaces.ts'

const unique = (ids: number[]) => [...new Set(ids)]

/** @throws AtriumError 404 unless every id is one of this community's */
async function needAll(ctx: Ctx, table: 'space' | 'space_group', ids: number[]) {
  const rows = await ctx.sql<{ id: number }>(`select id from spaces.${table} where community_id = $1 and id = any ($2::bigint[]) order by id for update`, [ids])
  if (rows.length < ids.length) throw table === 'space' ? notFound('Space', 'space_not_found') : notFound('Space group', 'space_group_not_found')
}

/** Puts spaces into a group in the order given; those of the group that are not named follow as they were. */
export async function reorderSpaces(ctx: Ctx, groupId: number, spaceIds: number[]): Promise<void> {
  const ids = unique(spaceIds)
  await needAll(ctx, 'space_group', [groupId])
  await needAll(ctx, 'space', ids)
  const moved = await ctx.sql<{ id: number }>('select id from spaces.space where community_id = $1 and id = any ($3::bigint[]) and space_group_id <> $2', [
    groupId,
    ids,
  ])
  await ctx.sql(
    `with placed as (
       select id, row_number() over (order by array_position($3::bigint[], id), position, id) - 1 as place
       from spaces.space where community_id = $1 and (space_group_id = $2 or id = any ($3::bigint[])))
     update spaces.space s set space_group_id = $2, position = p.place, updated_at = now()
     from placed p where s.community_id = $1 and s.id = p.id and (s.space_group_id <> $2 or s.position <> p.place)`,
    [groupId, ids],
  )
  for (const { id } of moved) await settleSpace(ctx, id, true)
  invalidateReach(ctx)
  ctx.push('community', contract.events['space.updated'].name, { spaceGroupId: groupId })
}

export async function reorderGroups(ctx: Ctx, groupIds: number[]): Promise<void> {
  const ids = unique(groupIds)
  await needAll(ctx, 'space_group', ids)
  await ctx.sql(
    `with placed as (
       select id, row_number() over (order by array_position($2::bigint[], id), position, id) - 1 as place from spaces.space_group where community_id = $1)
     update spaces.space_group g set position = p.place, updated_at = now() from placed p where g.community_id = $1 and g.id = p.id and g.position <> p.place`,
    [ids],
  )
  invalidateReach(ctx)
  ctx.push('community', contract.events['space.updated'].name, {})
}

export async function updateSpaces(ctx: Ctx, spaceIds: number[], changes: SpaceInput): Promise<number> {
  const ids = unique(spaceIds)
  await needAll(ctx, 'space', ids)
  for (const id of ids) await updateSpace(ctx, id, changes)
  return ids.length
}

export async function deleteSpaces(ctx: Ctx, spaceIds: number[]): Promise<number> {
  const ids = unique(spaceIds)
  await needAll(ctx, 'space', ids)
  for (const id of ids) await deleteSpace(ctx, id)
  return ids.length
}
