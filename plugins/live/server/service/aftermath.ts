/** What is said of a call: to moderators of somebody in it, to its hosts of how it was, and what was written in its chat. */
import { AtriumError, cut, forbidden, invalid, notFound } from '@atrium/sdk'
import { type Ctx, raw } from '@atrium/sdk/server'
import chat from '../../../chat/contract.ts'
import moderation from '../../../moderation/contract.ts'
import { findRoom } from '../policies.ts'
import { needPerson } from './joining.ts'

/** Somebody who is or was in the room, to those who moderate the community. @throws AtriumError 403 for oneself; 404; 422 for a visitor */
export async function report(ctx: Ctx, id: number, participantId: number, reason: string): Promise<void> {
  const { room } = await findRoom(ctx, id)
  if (!ctx.has(moderation)) throw new AtriumError(404, 'plugin_off', 'Reports are turned off here.')
  const person = await needPerson(ctx, id, participantId)
  if (person.member_id === null) throw invalid({ participant_id: ['Visitors can’t be reported. Ask a host to remove them.'] })
  const body = ctx.t('report.text', { room: room.name, reason })
  await ctx.use(moderation).report({ kind: 'member', id: person.member_id, reason: 'other', body: cut(body, 1_000) })
}

/** Once of each call, and changed by saying it again; of those who were there. @throws AtriumError 403 `not_there`, 404 */
export async function giveFeedback(ctx: Ctx, id: number, { rating, text }: { rating: number; text: string }) {
  const { room } = await findRoom(ctx, id)
  const there = await ctx.sql(
    `select 1 from live.participant where community_id = $1 and room_id = $2 and run = $3 and member_id = $4 and (status = 'in' or seconds > 0)`,
    [id, room.run, ctx.me().id],
  )
  if (there.length === 0) throw forbidden('Only people who were in this room can give feedback.', 'not_there')
  const [row] = await ctx.sql<{ id: number; rating: number; text: string; created_at: Date }>(
    `insert into live.feedback (community_id, room_id, run, member_id, rating, text, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (community_id, room_id, run, member_id) do update set rating = excluded.rating, text = excluded.text, updated_at = excluded.updated_at
     returning id, rating, text, created_at`,
    [id, room.run, ctx.me().id, rating, text, ctx.now()],
  )
  return row!
}

const MESSAGES = 2_000
/** As a text, for those who keep order. @throws AtriumError 403; 404, `chat_off` where the room has no conversation */
export async function transcript(ctx: Ctx, id: number) {
  const { room } = await findRoom(ctx, id, 'moderate')
  if (room.chat_room_uuid === null || !ctx.has(chat)) throw notFound('Chat', 'chat_off')
  const messages = await ctx.use(chat).latest(room.chat_room_uuid, MESSAGES)
  return raw({
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${room.slug}-chat.txt"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    body: `${room.name}\n\n${messages.map(({ name, text }) => `${name}: ${text.replaceAll('\n', '\n    ')}\n`).join('')}`,
  })
}
