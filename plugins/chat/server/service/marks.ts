/** How far somebody has read. Marks are positions; they go forward by reading and back by choice alone. */
import { conflict } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import chat, { isPersonal, READERS_SHOWN } from '../../contract.ts'
import { ParticipantTable, ThreadTable } from '../entities.ts'
import { readNews } from './news.ts'
import { ensureParticipant } from './rooms.ts'
import type { MessageRow, RoomRow } from '../reads.ts'

function tell(ctx: Ctx, room: RoomRow, position: number) {
  const { name } = chat.events['room.read']
  const memberId = ctx.me().id
  const payload = { uuid: room.uuid, memberId, position }
  ctx.push(`member:${memberId}`, name, payload)
  if (isPersonal(room.kind) && room.participants_count <= READERS_SHOWN) ctx.push(`chat:${room.uuid}`, name, payload)
}

/** @param upTo a position; all without it */
export async function markRead(ctx: Ctx, found: RoomRow, upTo?: number): Promise<number> {
  const room = await ensureParticipant(ctx, found)
  if (room.participant_id === null) return room.position
  const position = Math.min(upTo ?? room.position, room.position)
  if (await ctx.em.nativeUpdate(ParticipantTable, { id: room.participant_id, readPosition: { $lt: position } }, { readPosition: position })) {
    tell(ctx, room, position)
    await readNews(ctx, room.id)
  }
  return Math.max(position, room.read_position ?? 0)
}

export async function markUnread(ctx: Ctx, found: RoomRow, message: MessageRow): Promise<void> {
  if (message.position === null) throw conflict('Replies are marked with their thread.')
  const room = await ensureParticipant(ctx, found)
  await ctx.em.nativeUpdate(ParticipantTable, { id: room.participant_id! }, { readPosition: message.position - 1 })
  tell(ctx, room, message.position - 1)
}

export async function markAll(ctx: Ctx): Promise<void> {
  const me = ctx.me().id
  await ctx.sql(
    `update chat.participant p set read_position = r.position from chat.room r
     where p.community_id = $1 and p.member_id = $2 and p.left_at is null and r.community_id = $1 and r.id = p.room_id and p.read_position < r.position`,
    [me],
  )
  await ctx.sql(
    `update chat.thread t set read_replies = m.replies_count from chat.message m
     where t.community_id = $1 and t.member_id = $2 and m.community_id = $1 and m.id = t.message_id and t.read_replies < m.replies_count`,
    [me],
  )
  ctx.push(`member:${me}`, chat.events['room.changed'].name, { uuid: '' })
  ctx.push(`member:${me}`, chat.events['thread.moved'].name, { messageId: 0 })
}

export async function markThread(ctx: Ctx, parent: MessageRow): Promise<void> {
  const me = ctx.me().id
  const behind = { memberId: me, messageId: parent.id, readReplies: { $lt: parent.replies_count } }
  if (await ctx.em.nativeUpdate(ThreadTable, behind, { readReplies: parent.replies_count }))
    ctx.push(`member:${me}`, chat.events['thread.moved'].name, { messageId: parent.id })
}
