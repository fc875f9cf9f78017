/** Reminders: the date keeps when the next one is due, so that none is lost with a queue, and none is sent twice. */
import { type Ctx, hold } from '@atrium/sdk/server'
import notifications, { type Channel } from '../../../notifications/contract.ts'
import { EventTable, Occurrence } from '../entities.ts'
import { remindJob } from '../jobs.ts'
import { remindNext } from './remindAt.ts'

/** Minutes between two looks, and dates that one look takes. */
const EVERY = 5
const AT_ONCE = 500
/** Minutes after which a reminder is no use any more: the machine was off. */
const LATE = 30

export async function queueDue(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const soon = new Date(now.getTime() + EVERY * 60_000)
  const due = await ctx.sql<{ id: number; remind_at: Date }>(
    `select id, remind_at from events.occurrence where community_id = $1 and remind_at <= $2 order by remind_at limit ${AT_ONCE}`,
    [soon],
  )
  for (const { id, remind_at } of due)
    await ctx.enqueue(remindJob, { occurrenceId: id }, { ...(remind_at > now ? { runAt: remind_at } : {}), key: `remind:${id}:${remind_at.getTime()}` })
}

/** In-app goes with push: both are Atrium's own. */
export const channelsOf = (inApp: boolean, email: boolean): Channel[] => [
  ...(inApp ? (['in_app', 'push'] as const) : []),
  ...(email ? (['email'] as const) : []),
]

/** Tells all who come to a date, and notes when the next reminder is due. */
export async function remind(ctx: Ctx, occurrenceId: number): Promise<void> {
  if (!(await ctx.em.count(Occurrence, { id: occurrenceId }))) return
  const date = await hold(ctx, Occurrence, occurrenceId)
  const now = ctx.now()
  if (!date.remindAt || date.remindAt > now) return
  const due = date.remindAt
  const event = await ctx.em.findOne(EventTable, { id: date.eventId })
  date.remindAt = event && date.isListed && !date.cancelledAt ? remindNext(event, date.startsAt, now) : null
  await ctx.em.flush()
  const isLate = now.getTime() - due.getTime() > LATE * 60_000
  if (!event || !date.isListed || date.cancelledAt || isLate || !ctx.has(notifications)) return
  const isNow = date.startsAt.getTime() - due.getTime() < 60_000
  await ctx.use(notifications).tellMany({
    kind: isNow ? 'event_starting' : 'event_reminder',
    subjectId: occurrenceId,
    key: `event_reminder:${occurrenceId}:${due.getTime()}`,
    actorMemberId: null,
    channels: channelsOf(event.sendInAppNotificationReminder, event.sendEmailReminder),
  })
}
