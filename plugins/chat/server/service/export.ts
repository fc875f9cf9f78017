/** A conversation as a text file, for those who are in it: what they may read, as far as it is worth keeping on paper. */
import { cut } from '@atrium/sdk'
import { type Ctx, raw } from '@atrium/sdk/server'
import { floorOf } from '../policies.ts'
import { listedRoom } from '../reads.ts'
import { presentRoom } from './present.ts'
import { openRoom } from './rooms.ts'

/** The latest ones, with their threads. */
const MESSAGES = 2_000
const REPLIES = 10_000

interface Line {
  id: number
  parent_id: number | null
  created_at: Date
  name: string | null
  text: string
  voice: boolean
}
const columns = `m.id, m.parent_id, m.created_at, k.name, m.text, m.voice_id is not null as voice
  from chat.message m left join kernel.member_card k on k.community_id = $1 and k.id = m.member_id where m.community_id = $1 and m.deleted_at is null`

const moment = (at: Date) => `${at.toISOString().slice(0, 10)} ${at.toISOString().slice(11, 16)}`
const written = ({ created_at, name, text, voice }: Line, indent: string) =>
  `${indent}${moment(created_at)}  ${name ?? '?'}: ${(text || (voice ? '🎤' : '📎')).replaceAll('\n', `\n${indent}    `)}\n`

/** @throws AtriumError 404 */
export async function exportRoom(ctx: Ctx, uuid: string) {
  const room = await openRoom(ctx, uuid)
  const [listed] = await ctx.read(listedRoom, [ctx.me().id, room.id])
  const { chat_room_name: name } = await presentRoom(ctx, listed!)
  const top = await ctx.sql<Line>(
    `select ${columns} and m.parent_id is null and m.room_id <= $2 and (m.room_id, m.id) > ($2, $3) order by m.room_id desc, m.id desc limit ${MESSAGES}`,
    [room.id, floorOf(room)],
  )
  const replies = await ctx.sql<Line>(`select ${columns} and m.parent_id = any ($2::bigint[]) order by m.id limit ${REPLIES}`, [top.map(({ id }) => id)])
  const threads = Map.groupBy(replies, ({ parent_id }) => parent_id)
  const lines = top.reverse().map((line) => written(line, '') + (threads.get(line.id) ?? []).map((reply) => written(reply, '    ')).join(''))
  return raw({
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${cut(name, 80)}.txt`)}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    body: `${name}\nUTC\n\n${lines.join('')}`,
  })
}
