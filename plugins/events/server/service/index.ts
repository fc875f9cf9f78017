/** Events for other plugins: set-up, imports, what happens elsewhere. */
import { type Ctx, hold } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { EventsService, NewEventInput } from '../../contract.ts'
import { Occurrence, Rsvp } from '../entities.ts'
import { month } from '../reads.ts'
import { checkIn } from './checkIn.ts'
import { rowByDate } from './find.ts'
import { presentDate, presentEntries } from './present.ts'
import { answerFor } from './rsvp.ts'
import { holdPlaces, leavePlaces, places, takePlaces, ticketed } from './tickets.ts'
import { createEvent } from './write.ts'

/** Days that are looked ahead. */
const AHEAD = 90 * 86_400_000

export const createEventsService = (ctx: Ctx): EventsService => ({
  async create(input) {
    const event: NewEventInput = {
      name: input.name,
      status: input.status ?? 'published',
      ...(input.doc === undefined ? {} : { tiptap_body: { body: input.doc } }),
      ...(input.recurring ? { recurring_setting_attributes: { on_last_week: false, on_last_day: false, exceptions: [], ...input.recurring } } : {}),
      event_setting_attributes: {
        starts_at: input.startsAt,
        time_zone: input.timeZone,
        ...(input.durationSeconds === undefined ? {} : { duration_in_seconds: input.durationSeconds }),
        location_type: input.locationType ?? 'tbd',
        in_person_location: input.place ?? null,
        virtual_location_url: input.link ?? null,
        rsvp_limit: input.limit ?? null,
        guests_limit: input.guestsLimit ?? 0,
        ticket_type: input.paid ? 'paid' : 'free',
      },
    }
    const made = await createEvent(ctx, input.spaceId, event, { quiet: true, authorMemberId: input.authorMemberId, coverFileId: input.coverFileId ?? null })
    if (input.cohostIds) made.cohostIds = input.cohostIds
    const dates = await ctx.em.find(Occurrence, { eventId: made.id }, { orderBy: { startsAt: 'asc' } })
    if (input.recordingUrl) for (const date of dates) date.recordingUrl = input.recordingUrl
    await ctx.em.flush()
    return { id: made.id, slug: made.slug, occurrenceIds: dates.map(({ id }) => id) }
  },
  rsvp: async (occurrenceId, status, options = {}) => ({ status: await answerFor(ctx, occurrenceId, ctx.me().id, { status, ...options }) }),
  async checkIn(occurrenceId, memberIds) {
    const date = await hold(ctx, Occurrence, occurrenceId, 'Date')
    const rows = await ctx.em.find(Rsvp, { occurrenceId, memberId: memberIds }, { disableIdentityMap: true })
    await checkIn(
      ctx,
      date,
      rows.map(({ id }) => ({ id })),
    )
  },
  ticketed: (also) => ticketed(ctx, also),
  places: (of) => places(ctx, of),
  holdPlaces: (of) => holdPlaces(ctx, of),
  takePlaces: (occurrenceId, memberIds) => takePlaces(ctx, occurrenceId, memberIds),
  leavePlaces: (eventId, memberIds) => leavePlaces(ctx, eventId, memberIds),
  async dateCard(occurrenceId) {
    const row = await rowByDate(ctx, occurrenceId)
    return row && row.deleted_at === null && row.status === 'published' ? presentDate(ctx, row) : null
  },
  async upcoming(limit) {
    const { visibleIds } = await ctx.use(spaces).access()
    const now = ctx.now()
    const [row] = await ctx.read(month, [ctx.member?.id ?? 0, now, new Date(now.getTime() + AHEAD), visibleIds()])
    return presentEntries(ctx, row!.entries.slice(0, limit))
  },
})
