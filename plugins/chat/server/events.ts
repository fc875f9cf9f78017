/** What happens in chat when others' things change, and what of its own may follow later. */
import { addTo, type Ctx, on, rowOf } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import chat from '../contract.ts'
import { ParticipantTable, RoomTable } from './entities.ts'
import { purgeJob } from './jobs.ts'
import { index, touch } from './service/messages.ts'
import { messageById } from './reads.ts'
import { followSpaceOptions } from './service/rooms.ts'

async function reindex(ctx: Ctx, { messageId, roomId }: { messageId: number; roomId: number }) {
  const room = await ctx.em.findOne(RoomTable, { id: roomId })
  const [row] = await ctx.read(messageById, [messageId])
  if (room && row) index(ctx, rowOf(RoomTable, room), row)
}

export const subscriptions = [
  on(chat.events['message.sent'], 'index-sent', reindex),
  on(chat.events['message.edited'], 'index-edited', reindex),
  on(chat.events['message.deleted'], 'index-deleted', reindex),
  on(content.events['content.reacted'], 'show-reaction', async (ctx, { kind, id }) => {
    if (kind !== 'message') return
    const [row] = await ctx.read(messageById, [id])
    if (row) await touch(ctx, { id: row.room_id, uuid: row.room_uuid }, [id])
  }),
  on(spaces.events['space.updated'], 'obey-space', async (ctx, { spaceId }) => {
    const room = await ctx.em.findOne(RoomTable, { spaceId })
    if (room) await followSpaceOptions(ctx, rowOf(RoomTable, room))
  }),
  on(spaces.events['space.deleted'], 'remove-with-space', async (ctx, { spaceId }) => {
    const room = await ctx.em.findOne(RoomTable, { spaceId }, { fields: ['id'] })
    if (room) await ctx.enqueue(purgeJob, { roomId: room.id })
  }),
  on(spaces.events['space.member_left'], 'leave-with-space', async (ctx, { spaceId, memberId }) => {
    const room = await ctx.em.findOne(RoomTable, { spaceId }, { fields: ['id'] })
    if (room && (await ctx.em.nativeDelete(ParticipantTable, { roomId: room.id, memberId }))) await addTo(ctx, RoomTable, room.id, { participants_count: -1 })
  }),
]
