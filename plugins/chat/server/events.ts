/** What happens in chat when others' things change, and what of its own may follow later. */
import { type Ctx, on } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import chat from '../contract.ts'
import { purgeJob } from './jobs.ts'
import { index, touch } from './service/messages.ts'
import { messageById } from './reads.ts'
import { followSpaceOptions } from './service/rooms.ts'

async function reindex(ctx: Ctx, { messageId, roomId }: { messageId: number; roomId: number }) {
  const [room] = await ctx.sql<any>('select id, kind, uuid, space_id from chat.room where community_id = $1 and id = $2', [roomId])
  const [row] = await ctx.read(messageById, [messageId])
  if (room && row) index(ctx, room, row)
}

export const subscriptions = [
  on(chat.events['message.sent'], 'index-sent', reindex),
  on(chat.events['message.edited'], 'index-edited', reindex),
  on(chat.events['message.deleted'], 'index-deleted', reindex),
  on(content.events['content.reacted'], 'show-reaction', async (ctx, { kind, id }) => {
    if (kind !== 'message') return
    const [room] = await ctx.sql<{ id: number; uuid: string }>(
      'select r.id, r.uuid from chat.message m join chat.room r on r.community_id = $1 and r.id = m.room_id where m.community_id = $1 and m.id = $2',
      [id],
    )
    if (room) await touch(ctx, room, [id])
  }),
  on(spaces.events['space.updated'], 'obey-space', async (ctx, { spaceId }) => {
    const [room] = await ctx.sql<Parameters<typeof followSpaceOptions>[1]>(
      'select id, uuid, kind, space_id, show_history, description from chat.room where community_id = $1 and space_id = $2',
      [spaceId],
    )
    if (room) await followSpaceOptions(ctx, room)
  }),
  on(spaces.events['space.deleted'], 'remove-with-space', async (ctx, { spaceId }) => {
    const [room] = await ctx.sql<{ id: number }>('select id from chat.room where community_id = $1 and space_id = $2', [spaceId])
    if (room) await ctx.enqueue(purgeJob, { roomId: room.id })
  }),
  on(spaces.events['space.member_left'], 'leave-with-space', async (ctx, { spaceId, memberId }) => {
    const gone = await ctx.sql<{ room_id: number }>(
      `delete from chat.participant p using chat.room r where p.community_id = $1 and r.community_id = $1 and r.id = p.room_id and r.space_id = $2 and p.member_id = $3 returning p.room_id`,
      [spaceId, memberId],
    )
    for (const { room_id } of gone)
      await ctx.sql('update chat.room set participants_count = greatest(participants_count - 1, 0) where community_id = $1 and id = $2', [room_id])
  }),
]
