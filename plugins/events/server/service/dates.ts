/** Dates of an event as rows: made ahead, kept in step with its rule, so that whoever has answered keeps their place. */
import type { Ctx } from '@atrium/sdk/server'
import { type EventEntity, Occurrence } from '../entities.ts'
import { remindNext } from './remindAt.ts'
import type { PlannedDate } from './schedule.ts'

export interface DateChange {
  occurrenceId: number
  what: 'time' | 'place' | 'cancelled'
}

export const isListed = (event: Pick<EventEntity, 'status' | 'deletedAt'>): boolean => event.status === 'published' && !event.deletedAt
const answered = (row: Occurrence) => row.goingCount + row.maybeCount + row.waitingCount > 0

/**
 * What has been stays as it was. Days that the rule still names keep their rows; the others move to the new days in their order, and what is
 * left over is called off where somebody has answered, else it goes.
 * @param formerlyLeftOut days that the rule left out until now: those that are put back stand again
 */
export async function syncDates(ctx: Ctx, event: EventEntity, planned: PlannedDate[], formerlyLeftOut: string[] = []): Promise<DateChange[]> {
  const now = ctx.now()
  const rows = await ctx.em.find(Occurrence, { eventId: event.id }, { orderBy: { startsAt: 'asc' } })
  const isSeries = Boolean(event.rule)
  const past = rows.filter((row) => isSeries && isListed(event) && row.startsAt <= now)
  const open = rows.filter((row) => !past.includes(row))
  const pastKeys = new Set(past.map(({ key }) => key))
  const wanted = planned.filter(({ key, startsAt }) => !pastKeys.has(key) && (rows.length === 0 || !isSeries || !isListed(event) || startsAt > now))
  const byKey = new Map(open.map((row) => [row.key, row]))
  const left = new Set(open)
  const homeless: PlannedDate[] = []
  const changes: DateChange[] = []

  const place = (row: Occurrence, date: PlannedDate) => {
    left.delete(row)
    if (formerlyLeftOut.includes(date.key)) Object.assign(row, { cancelledAt: null, cancelNote: '' })
    const hasMoved = row.startsAt.getTime() !== date.startsAt.getTime() || row.endsAt.getTime() !== date.endsAt.getTime()
    if (row.key === date.key && (row.isMoved || !hasMoved)) return
    Object.assign(row, { key: date.key, startsAt: date.startsAt, endsAt: date.endsAt, isMoved: false })
    if (hasMoved) changes.push({ occurrenceId: row.id, what: 'time' })
  }
  for (const date of wanted) {
    const row = byKey.get(date.key)
    if (row) place(row, date)
    else homeless.push(date)
  }
  const movable = [...left].filter((row) => !row.cancelledAt)
  for (const date of homeless) {
    const row = movable.shift()
    if (row) place(row, date)
    else
      ctx.em.create(Occurrence, {
        eventId: event.id,
        spaceId: event.spaceId,
        key: date.key,
        startsAt: date.startsAt,
        endsAt: date.endsAt,
        isListed: isListed(event),
        changes: {},
        rsvpLimit: event.rsvpLimit,
        remindAt: isListed(event) ? remindNext(event, date.startsAt, now) : null,
      })
  }
  for (const row of left) {
    if (!answered(row)) ctx.em.remove(row)
    else if (!row.cancelledAt) {
      row.cancelledAt = now
      changes.push({ occurrenceId: row.id, what: 'cancelled' })
    }
  }
  for (const row of open) {
    if (left.has(row) && !answered(row)) continue
    row.spaceId = event.spaceId
    row.isListed = isListed(event)
    row.rsvpLimit = row.changes.rsvp_limit === undefined ? event.rsvpLimit : row.changes.rsvp_limit
    row.remindAt = row.isListed && !row.cancelledAt ? remindNext(event, row.startsAt, now) : null
  }
  for (const row of past) row.isListed = isListed(event)
  await ctx.em.flush()
  return changes
}
