/** The conversation beside a room: made when the first member comes in; whoever comes in reads and writes there until they are put out. */
import type { Ctx } from '@atrium/sdk/server'
import chat from '../../../chat/contract.ts'
import type { Role } from '../../contract.ts'
import { rankOf } from '../policies.ts'
import type { RoomRow } from '../reads.ts'
import { push } from './news.ts'

type Room = Pick<RoomRow, 'id' | 'name' | 'chat_enabled' | 'chat_room_uuid'>

async function openChat(ctx: Ctx, { id, name }: Room): Promise<string> {
  const { uuid } = await ctx.use(chat).embedded({ name })
  await ctx.sql('update live.room set chat_room_uuid = $3 where community_id = $1 and id = $2', [id, uuid])
  push(ctx, id, 'live_room.changed')
  return uuid
}
/** The room is held, so that it has one conversation. Visitors of public streams have none. */
export async function letIntoChat(ctx: Ctx, room: Room, memberId: number | null, role: Role): Promise<void> {
  if (!room.chat_enabled || memberId === null || !ctx.has(chat)) return
  const uuid = room.chat_room_uuid ?? (await openChat(ctx, room))
  await ctx.use(chat).letIn(uuid, memberId, { admin: rankOf(role) >= rankOf('moderator') })
}
export async function putOutOfChat(ctx: Ctx, { chat_room_uuid: uuid }: Room, memberId: number | null): Promise<void> {
  if (uuid !== null && memberId !== null && ctx.has(chat)) await ctx.use(chat).putOut(uuid, memberId)
}
/** With all that was said; the next call has one of its own. */
export async function removeChat(ctx: Ctx, { id, chat_room_uuid: uuid }: Room): Promise<void> {
  if (uuid === null || !ctx.has(chat)) return
  await ctx.sql('update live.room set chat_room_uuid = null where community_id = $1 and id = $2', [id])
  await ctx.use(chat).removeEmbedded(uuid)
}
