/** Who comes: answers, places and the line before them. A date is held while its places are counted, so that two seats and fifty presses give two. */
import { randomBytes } from 'node:crypto'
import { AtriumError, conflict, invalid, notFound, sentence } from '@atrium/sdk'
import { addTo, type Ctx, hold } from '@atrium/sdk/server'
import events, { type Question } from '../../contract.ts'
import { EventTable, Occurrence, Rsvp } from '../entities.ts'

export interface Answer {
  status: 'yes' | 'maybe' | 'no'
  guests?: number
  answers?: Record<string, string>
  /** When it was given; imports and set-up say it. Default now. */
  at?: Date
}
type Status = Rsvp['status']

const COUNTED = { yes: 'going_count', maybe: 'maybe_count', waiting: 'waiting_count', no: null } as const
const seatsOf = (rsvp: { status: Status; guests: number } | null): number => (rsvp?.status === 'yes' ? 1 + rsvp.guests : 0)
const newCode = () => randomBytes(9).toString('base64url')

/** The event of a date that may still be answered. @throws AtriumError 404, 409 */
async function forAnswer(ctx: Ctx, occurrenceId: number, at: Date) {
  const date = await hold(ctx, Occurrence, occurrenceId, 'Event')
  const event = await ctx.em.findOne(EventTable, { id: date.eventId, deletedAt: null }, { disableIdentityMap: true })
  if (!event) throw notFound('Event')
  if (event.status !== 'published') throw conflict('RSVPs open once the event is published.', 'not_published')
  if (date.cancelledAt) throw conflict('This date was canceled.', 'event_cancelled')
  if (date.endsAt <= at) throw conflict('This event has ended.', 'event_over')
  return { date, event }
}

function checkAnswers(questions: Question[], said: Record<string, string>, demand: boolean): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const { key, options, kind, required } of questions) {
    const text = said[key]?.replaceAll('\u0000', '') ?? ''
    if (text === '' && required && demand) throw invalid({ [`body.answers.${key}`]: ['Answer this question.'] })
    if (text !== '' && kind === 'choice' && !options.includes(text)) throw invalid({ [`body.answers.${key}`]: ['Choose one of the options.'] })
    if (text !== '') kept[key] = text
  }
  return kept
}

/** Moves the numbers of a date from one answer to the other. */
async function recount(
  ctx: Ctx,
  date: Occurrence,
  from: { status: Status; guests: number } | null,
  to: { status: Status; guests: number } | null,
): Promise<void> {
  const by: Record<string, number> = {}
  for (const [rsvp, sign] of [
    [from, -1],
    [to, 1],
  ] as const) {
    const column = rsvp && COUNTED[rsvp.status]
    if (rsvp && column) by[column] = (by[column] ?? 0) + sign * (rsvp.status === 'yes' ? 1 + rsvp.guests : 1)
  }
  const changed = Object.fromEntries(Object.entries(by).filter(([, amount]) => amount !== 0))
  if (Object.keys(changed).length > 0) await addTo(ctx, Occurrence, date.id, changed)
  date.goingCount += by.going_count ?? 0
  date.waitingCount += by.waiting_count ?? 0
}

const told = (ctx: Ctx, date: Occurrence, memberId: number, status: Status | 'none', byMemberId = ctx.member?.id ?? null, more: { ofSeries?: true } = {}) =>
  ctx.emit(events.events['rsvp.changed'], {
    eventId: date.eventId,
    spaceId: date.spaceId,
    occurrenceId: date.id,
    memberId,
    status,
    byMemberId,
    record: `event:${date.eventId}`,
    ...more,
  })

/**
 * One member's answer to one date. The same again changes nothing. Who finds no place waits; who waits keeps their place in line.
 * @param how `invitedBy`: a host put them on the list; `paid`: it was paid for, so there is a place. Neither is asked questions. `ofSeries`: one of several
 *   dates that are answered at once, and confirmed together
 * @throws AtriumError 404, 409 `event_full`, `event_over`, `event_cancelled`, `rsvp_closed`, 402 `ticket_needed`, 422
 */
export async function answerFor(
  ctx: Ctx,
  occurrenceId: number,
  memberId: number,
  answer: Answer,
  how: { invitedBy?: number; paid?: true; ofSeries?: true } = {},
): Promise<Status> {
  const { invitedBy = null, paid = false, ofSeries } = how
  const isAsked = invitedBy === null && !paid
  const at = answer.at ?? ctx.now()
  const { date, event } = await forAnswer(ctx, occurrenceId, at)
  if (event.rsvpDisabled && isAsked) throw conflict('This event doesn’t take RSVPs.', 'rsvp_closed')
  const before = await ctx.em.findOne(Rsvp, { occurrenceId, memberId }, { disableIdentityMap: true })
  const guests = answer.status === 'no' ? 0 : (answer.guests ?? 0)
  if (guests > 0 && event.ticketType === 'paid' && isAsked) {
    const message = 'Each guest needs a ticket.'
    throw invalid({ 'body.guests': [message] }, message)
  }
  if (guests > event.guestsLimit) {
    const message = sentence('You can bring up to {max} guests.', { max: event.guestsLimit })
    throw invalid({ 'body.guests': [message] }, message)
  }
  const answers =
    answer.answers === undefined && before ? before.answers : checkAnswers(event.questions, answer.answers ?? {}, answer.status === 'yes' && isAsked)
  if (answer.status === 'yes' && event.ticketType === 'paid' && isAsked) await needTicket(ctx, event.id, memberId)
  let status: Status = answer.status
  if (status === 'yes' && !paid && typeof date.rsvpLimit === 'number') {
    const free = date.rsvpLimit - date.goingCount + seatsOf(before) - (event.ticketType === 'paid' ? await placesHeld(ctx, occurrenceId) : 0)
    if (1 + guests > free) {
      if (before?.status === 'yes') throw conflict('There aren’t enough spots left.', 'event_full')
      if (!event.waitingListEnabled) throw conflict('This event is full.', 'event_full')
      status = 'waiting'
    }
  }
  const isSame = before?.status === status && before.guests === guests
  const row = {
    communityId: ctx.community.id,
    eventId: event.id,
    occurrenceId,
    memberId,
    status,
    guests,
    answers,
    invitedBy: before?.invitedBy ?? invitedBy,
    waitingSince: status === 'waiting' ? (before?.waitingSince ?? at) : null,
    code: before?.code ?? newCode(),
    checkedInAt: status === 'yes' ? (before?.checkedInAt ?? null) : null,
    updatedAt: ctx.now(),
  }
  if (before) await ctx.em.nativeUpdate(Rsvp, { id: before.id }, row)
  else await ctx.em.insert(Rsvp, { ...row, createdAt: at })
  if (isSame) return status
  await recount(ctx, date, before, { status, guests })
  // what was paid for is the buyer's own act, also where the provider tells of it
  told(ctx, date, memberId, status, paid ? memberId : (ctx.member?.id ?? null), ofSeries && { ofSeries })
  if (seatsOf(before) > seatsOf({ status, guests })) await moveUp(ctx, date)
  return status
}

export async function ticketHolders(ctx: Ctx, eventId: number, memberIds: number[]): Promise<Set<number>> {
  const found = new Set<number>()
  for (const { value } of ctx.fill(events.points.ticket)) for (const id of await value.holders(ctx, eventId, memberIds)) found.add(id)
  return found
}
/** Places that are sold, or being sold, to somebody who has not come to take them. */
async function placesHeld(ctx: Ctx, occurrenceId: number): Promise<number> {
  let held = 0
  for (const { value } of ctx.fill(events.points.ticket)) held += await value.held(ctx, occurrenceId)
  return held
}
async function needTicket(ctx: Ctx, eventId: number, memberId: number): Promise<void> {
  if ((await ticketHolders(ctx, eventId, [memberId])).has(memberId)) return
  throw new AtriumError(402, 'ticket_needed', 'This event requires a ticket.')
}

/** Takes the answer away, and lets the next in line have the place. @returns whether there was one */
export async function withdrawAnswer(ctx: Ctx, occurrenceId: number, memberId: number): Promise<boolean> {
  const date = await hold(ctx, Occurrence, occurrenceId, 'Event')
  const before = await ctx.em.findOne(Rsvp, { occurrenceId, memberId }, { disableIdentityMap: true })
  if (!before) return false
  await ctx.em.nativeDelete(Rsvp, { id: before.id })
  await recount(ctx, date, before, null)
  told(ctx, date, memberId, 'none')
  if (seatsOf(before) > 0) await moveUp(ctx, date)
  return true
}

/** Those in line that one look takes. */
const LOOKED_AT = 50
/** Gives free places to those who wait, in their order; whoever comes with more than fit is passed over, not put out. The date is held. */
export async function moveUp(ctx: Ctx, date: Occurrence): Promise<void> {
  if (date.cancelledAt || date.endsAt <= ctx.now() || date.waitingCount === 0) return
  const held = await placesHeld(ctx, date.id)
  while (date.waitingCount > 0) {
    const free = typeof date.rsvpLimit === 'number' ? date.rsvpLimit - date.goingCount - held : Number.POSITIVE_INFINITY
    if (free <= 0) return
    const line = await ctx.em.find(
      Rsvp,
      { occurrenceId: date.id, status: 'waiting' },
      { orderBy: { waitingSince: 'asc', memberId: 'asc' }, limit: LOOKED_AT, disableIdentityMap: true },
    )
    const next = line.find(({ guests }) => 1 + guests <= free)
    if (!next) return
    await ctx.em.nativeUpdate(Rsvp, { id: next.id }, { status: 'yes', waitingSince: null, updatedAt: ctx.now() })
    await recount(ctx, date, next, { status: 'yes', guests: next.guests })
    told(ctx, date, next.memberId, 'yes', null)
    ctx.emit(events.events['rsvp.promoted'], {
      eventId: date.eventId,
      spaceId: date.spaceId,
      occurrenceId: date.id,
      memberId: next.memberId,
      record: `event:${date.eventId}`,
    })
  }
}

/** After there may be more places: each date with somebody in line is held in turn. */
export async function fillPlaces(ctx: Ctx, eventId: number): Promise<void> {
  const waiting = await ctx.em.find(
    Occurrence,
    { eventId, waitingCount: { $gt: 0 }, cancelledAt: null, endsAt: { $gt: ctx.now() } },
    { orderBy: { id: 'asc' } },
  )
  for (const { id } of waiting) await moveUp(ctx, await hold(ctx, Occurrence, id))
}
