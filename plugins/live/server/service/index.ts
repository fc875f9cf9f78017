/** The service of live rooms for other plugins, and what it brings to events: a room for a date. */
import { cut } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { LiveRooms } from '../../../events/contract.ts'
import { type LiveService, MAX_NAME, roomFields } from '../../contract.ts'
import { addPast } from './past.ts'
import { createRoom, roomOfDate } from './rooms.ts'

export const service = (ctx: Ctx): LiveService => ({
  create: ({ room_type, ...input }) => createRoom(ctx, room_type, roomFields.parse(input)),
  addPast: (input) => addPast(ctx, input),
})

/** Names of events may be longer than those of rooms. */
export const dateRooms: LiveRooms = {
  async open(ctx, { eventId, occurrenceId, spaceId, name, type, settings }) {
    const room = roomFields.parse({ ...settings, name: cut(name, MAX_NAME), space_id: spaceId })
    const access_type = type === 'conference' && room.access_type === 'public_stream' ? 'open' : room.access_type
    const { slug } = (await roomOfDate(ctx, occurrenceId)) ?? (await createRoom(ctx, type, { ...room, access_type }, { eventId, occurrenceId }))
    return { url: `/live/${slug}` }
  },
}
