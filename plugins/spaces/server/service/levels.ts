/** How much of a space each of its members wants to hear: all, what mentions them, or nothing. */
import type { Ctx } from '@atrium/sdk/server'
import type { Channel, Level, OwnLevel } from '../../../notifications/contract.ts'
import contract from '../../contract.ts'
import { SpaceMemberTable } from '../entities.ts'
import { reachOf } from './access.ts'

/** Members of these that have chosen something, or been given it by the space's defaults; who is not in the space is left out. */
export async function levelsIn(ctx: Ctx, spaceId: number, memberIds: number[]): Promise<Map<number, Record<Channel, Level>>> {
  const rows = await ctx.sql<Record<Channel, Level> & { member_id: number }>(
    `select member_id, notification_type as email, in_app_notification_setting as in_app, mobile_notification_setting as push
     from spaces.space_member where community_id = $1 and space_id = $2 and member_id = any ($3::bigint[]) and status = 'active'`,
    [spaceId, memberIds],
  )
  return new Map(rows.map(({ member_id, ...levels }) => [member_id, levels]))
}
/** Members in a space, by id above `after`. Walks the unique key. */
export async function membersAfter(ctx: Ctx, spaceId: number, after: number, limit: number): Promise<number[]> {
  const rows = await ctx.sql<{ member_id: number }>(
    `select m.member_id from spaces.space_member m join kernel.member_card k on k.community_id = $1 and k.id = m.member_id and k.status = 'active'
     where m.community_id = $1 and m.space_id = $2 and m.member_id > $3 and m.status = 'active' order by m.member_id limit $4`,
    [spaceId, after, limit],
  )
  return rows.map(({ member_id }) => member_id)
}
/** The reader's own spaces by name, each with the level that it has in the app. */
export async function ownLevels(ctx: Ctx): Promise<OwnLevel[]> {
  const { visibleIds } = await reachOf(ctx)
  const chats = new Set(ctx.fill(contract.points.type).flatMap(({ value }) => (value.isChat ? value.key : [])))
  const rows = await ctx.sql<{ id: number; space_id: number; name: string; emoji: string | null; level: Level; types: string[] }>(
    `select m.id, s.id as space_id, s.name, s.emoji, m.in_app_notification_setting as level, s.types
     from spaces.space_member m join spaces.space s on s.community_id = $1 and s.id = m.space_id
     where m.community_id = $1 and m.member_id = $2 and m.status = 'active' and s.id = any ($3::bigint[]) order by lower(s.name), s.id`,
    [ctx.me().id, visibleIds()],
  )
  return rows.map(({ id, space_id, name, emoji, level, types }) => ({
    id,
    spaceId: space_id,
    name,
    emoji,
    level,
    isChat: types.some((type) => chats.has(type)),
  }))
}
export async function setOwnLevels(ctx: Ctx, level: Level, spaceId?: number): Promise<void> {
  await ctx.em.nativeUpdate(
    SpaceMemberTable,
    { memberId: ctx.me().id, ...(spaceId === undefined ? {} : { spaceId }) },
    { notificationType: level, inAppNotificationSetting: level, mobileNotificationSetting: level, updatedAt: ctx.now() },
  )
}
