/** What is sold of an event: its places, and who has them for as long as they have a ticket. */
import { type Ctx, hold } from '@atrium/sdk/server'
import type { Places } from '../../contract.ts'
import { EventTable, Occurrence, Rsvp, type Tables } from '../entities.ts'
import { answerFor, ticketHolders, withdrawAnswer } from './rsvp.ts'

/** Nobody looks through more when choosing what to sell. */
const MOST = 500

export async function ticketed(ctx: Ctx, also: number[] = []) {
  const found = await ctx.em.find(
    EventTable,
    { $or: [{ ticketType: 'paid' }, { id: { $in: also } }], deletedAt: null },
    { orderBy: { id: 'desc' }, limit: MOST, disableIdentityMap: true },
  )
  return found.map(({ id, name, spaceId, ticketType }) => ({ id, name, spaceId, paid: ticketType === 'paid' }))
}

export async function places(ctx: Ctx, of: { occurrenceId: number } | { eventId: number }): Promise<Places | null> {
  const row = await ctx.em
    .getKysely<Tables>()
    .selectFrom('events.occurrence as o')
    .innerJoin('events.event as e', (join) => join.onRef('e.id', '=', 'o.event_id').onRef('e.community_id', '=', 'o.community_id'))
    .where('o.community_id', '=', ctx.community.id)
    .where('occurrenceId' in of ? 'o.id' : 'o.event_id', '=', 'occurrenceId' in of ? of.occurrenceId : of.eventId)
    .where('e.status', '=', 'published')
    .where('e.deleted_at', 'is', null)
    .where('o.cancelled_at', 'is', null)
    .where('o.ends_at', '>', ctx.now())
    .orderBy('o.starts_at')
    .orderBy('o.id')
    .limit(1)
    .select(['o.id', 'o.event_id', 'o.starts_at', 'o.rsvp_limit', 'o.going_count'])
    .executeTakeFirst()
  if (!row) return null
  const left = row.rsvp_limit == null ? null : Math.max(0, row.rsvp_limit - row.going_count)
  return { eventId: row.event_id, occurrenceId: row.id, startsAt: row.starts_at, left }
}

export async function holdPlaces(ctx: Ctx, of: { occurrenceId: number } | { eventId: number }): Promise<Places | null> {
  const found = await places(ctx, of)
  if (found === null) return null
  const { occurrenceId } = found
  await hold(ctx, Occurrence, occurrenceId, 'Event')
  // it may have been taken or called off meanwhile
  return places(ctx, { occurrenceId })
}

export async function takePlaces(ctx: Ctx, occurrenceId: number, memberIds: number[]): Promise<void> {
  if ((await holdPlaces(ctx, { occurrenceId })) === null) return
  for (const memberId of [...memberIds].sort((a, b) => a - b)) await answerFor(ctx, occurrenceId, memberId, { status: 'yes' }, { paid: true })
}

export async function leavePlaces(ctx: Ctx, eventId: number, memberIds: number[]): Promise<void> {
  const event = await ctx.em.findOne(EventTable, { id: eventId, ticketType: 'paid' }, { disableIdentityMap: true })
  if (!event) return
  const still = await ticketHolders(ctx, eventId, memberIds)
  const gone = memberIds.filter((id) => !still.has(id))
  const dates = await ctx.em.find(Occurrence, { eventId, endsAt: { $gt: ctx.now() } }, { orderBy: { id: 'asc' }, disableIdentityMap: true })
  if (gone.length === 0 || dates.length === 0) return
  const answers = await ctx.em.find(
    Rsvp,
    { occurrenceId: dates.map(({ id }) => id), memberId: gone, status: ['yes', 'waiting'], invitedBy: null },
    { orderBy: { occurrenceId: 'asc', memberId: 'asc' }, disableIdentityMap: true },
  )
  for (const { occurrenceId, memberId } of answers) await withdrawAnswer(ctx, occurrenceId, memberId)
}
