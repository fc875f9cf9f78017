/** What other plugins do with events, and what they bring to them. */
import type { Ctx } from '@atrium/sdk/server'
import type { LocationType, RecurringInput, RSVP_STATUSES } from './fields.ts'
import type { CalendarEntry } from './records.ts'

export interface NewEvent {
  spaceId: number
  authorMemberId: number
  name: string
  /** TipTap JSON. */
  doc?: unknown
  /** Time on the clocks of the zone: `2026-12-03T10:00`. */
  startsAt: string
  timeZone: string
  durationSeconds?: number
  recurring?: Partial<RecurringInput> & Pick<RecurringInput, 'frequency'>
  locationType?: LocationType
  place?: string
  link?: string
  limit?: number | null
  guestsLimit?: number
  cohostIds?: number[]
  coverFileId?: number | null
  recordingUrl?: string
  status?: 'draft' | 'published'
}

/** Events for other plugins. Rights are the caller's matter; the calls check them before. */
export interface EventsService {
  /** Tells nobody. @throws AtriumError 422 */
  create(input: NewEvent): Promise<{ id: number; slug: string; occurrenceIds: number[] }>
  /** The ctx's member answers. Who finds no place left waits. @throws AtriumError 404, 409 */
  rsvp(occurrenceId: number, status: (typeof RSVP_STATUSES)[number], options?: { guests?: number; at?: Date }): Promise<{ status: string }>
  /** Marks them as come; idempotent. */
  checkIn(occurrenceId: number, memberIds: number[]): Promise<void>
  /** Dates that are next, in spaces that the reader sees. */
  upcoming(limit: number): Promise<CalendarEntry[]>
}
/** What plugin `live` brings: a room for a date. Idempotent by the date. */
export interface LiveRooms {
  open(ctx: Ctx, date: { eventId: number; occurrenceId: number; spaceId: number; name: string; settings: Record<string, unknown> }): Promise<{ url: string }>
}
/** What a paywall brings: who has a ticket. Without one no event asks for it. */
export interface Tickets {
  holders(ctx: Ctx, eventId: number, memberIds: number[]): Promise<number[]>
}
