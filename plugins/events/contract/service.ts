/** What other plugins do with events, and what they bring to them. */
import type { Ctx, Markup } from '@atrium/sdk/server'
import type { LocationType, RecurringInput, RSVP_STATUSES } from './fields.ts'
import type { CalendarEntry, EventDate } from './records.ts'

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
  /** One needs a ticket to come. */
  paid?: boolean
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
  /** Events that ask for a ticket, by name; `also` whether they do or not. */
  ticketed(also?: number[]): Promise<{ id: number; name: string; spaceId: number; paid: boolean }[]>
  /** How many may still come to a date, or to the next one of an event; null where there is none to come to. */
  places(of: { occurrenceId: number } | { eventId: number }): Promise<Places | null>
  /** The same with the date held until the transaction ends, so that of two at once the last place is one's. */
  holdPlaces(of: { occurrenceId: number } | { eventId: number }): Promise<Places | null>
  /** Who has paid has a place: nothing is asked and nobody waits, however full it is. On a date that is over or called off nothing happens. */
  takePlaces(occurrenceId: number, memberIds: number[]): Promise<void>
  /** Those of them who have no ticket any more lose their answers to dates to come; whom a host has put on the list stays. */
  leavePlaces(eventId: number, memberIds: number[]): Promise<void>
  /** A date for who buys or holds a ticket to it: its name, time, place and code, as the reader may know them; null where it is gone. */
  dateCard(occurrenceId: number): Promise<EventDate | null>
  /** Dates that are next, in spaces that the reader sees. */
  upcoming(limit: number): Promise<CalendarEntry[]>
}
/** What the form of an event hands to whoever sells tickets. */
export interface Selling {
  paid: boolean
  onChange: (paid: boolean) => void
  event: { id: number; name: string } | null
  /** Null: nothing more. What it throws is said, and the event stays saved. */
  whenSaved: (work: AfterSave | null) => void
}
export type AfterSave = (event: { id: number; name: string }) => Promise<void>
/** What plugin `live` brings: a room for a date. Idempotent by the date. */
export interface LiveRooms {
  open(
    ctx: Ctx,
    date: {
      eventId: number
      occurrenceId: number
      spaceId: number
      name: string
      /** `stream`: a few speak and many listen. */
      type: 'stream' | 'conference'
      settings: Record<string, unknown>
    },
  ): Promise<{ url: string }>
}
/** Of one date: how many may still come, null for as many as like. */
export interface Places {
  eventId: number
  occurrenceId: number
  startsAt: Date
  left: number | null
}
/** What a paywall brings: who has a ticket. Without one no event asks for it. */
export interface Tickets {
  holders(ctx: Ctx, eventId: number, memberIds: number[]): Promise<number[]>
  /** Places of a date that are paid for, or being paid for, and that nobody has taken yet. */
  held(ctx: Ctx, occurrenceId: number): Promise<number>
  /** Its prices and the way to buy one, of a page as visitors read it before any script runs; null where none is for sale. */
  page(ctx: Ctx, date: { eventId: number; occurrenceId: number; path: string }): Promise<Markup | null>
}
