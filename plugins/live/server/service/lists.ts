/** Lists of rooms as one reader sees them, and what is on now. */
import type { z } from '@atrium/sdk'
import { containing, type Ctx, page, rowsFor } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { LiveRoom, roomsQuery } from '../../contract.ts'
import { sightOf, staffIn } from '../policies.ts'
import { type RoomRow, rooms, wholeKey } from '../reads.ts'
import { presentRooms } from './present.ts'

/** Of the sidebar. */
const MOST_NOW = 20

/** Those that are on first, then the latest. */
export async function listRooms(ctx: Ctx, type: LiveRoom['room_type'], query: z.output<typeof roomsQuery>) {
  const { where, params } = await sightOf(ctx, 10)
  const [isOn = null, at = null, id = null] = wholeKey(query.cursor, 3)
  const rows = await ctx.sql<RoomRow>(
    rooms(
      `r.room_type = $3 and ($4 = 'all' or r.status = $4) and ($5::text is null or r.name ilike $5) and ($6::bigint is null or r.space_id = $6)
       and ($7::bigint is null or ((r.status = 'live')::int, r.created_at, r.id) < ($7, to_timestamp($8::float8 / 1000), $9::bigint)) and ${where}`,
      `order by (r.status = 'live')::int desc, r.created_at desc, r.id desc limit ${rowsFor(query)}`,
    ),
    [ctx.me().id, type, query.status, query.search_text ? containing(query.search_text) : null, query.space_id ?? null, isOn, at, id, ...params],
  )
  const access = await ctx.use(spaces).access()
  const shown = page(rows, { query, key: (row) => [row.status === 'live' ? 1 : 0, row.created_at.getTime(), row.id] }, (room) => ({
    room,
    staff: staffIn(ctx, access, room),
  }))
  return { ...shown, records: await presentRooms(ctx, shown.records) }
}

export async function liveNow(ctx: Ctx) {
  const { where, params } = await sightOf(ctx, 3)
  const rows = await ctx.sql<RoomRow>(rooms(`r.status = 'live' and ${where}`, `order by r.live_at desc, r.id desc limit ${MOST_NOW}`), [ctx.me().id, ...params])
  const access = await ctx.use(spaces).access()
  return {
    records: await presentRooms(
      ctx,
      rows.map((room) => ({ room, staff: staffIn(ctx, access, room) })),
    ),
  }
}
