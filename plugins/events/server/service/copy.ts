/** Copies of events: as a draft, or as the further course of a series. */
import { type Ctx, hold, pick, raiseVersion } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import { type EventEntity, EventTable, Occurrence, Rsvp } from '../entities.ts'
import { settle } from './addresses.ts'
import { changed, keepFiles } from './write.ts'

const COPIED = [
  'body',
  'text',
  'excerpt',
  'coverFileId',
  'timeZone',
  'startLocal',
  'durationSeconds',
  'rule',
  'locationType',
  'inPersonLocation',
  'virtualLocationUrl',
  'host',
  'rsvpLimit',
  'guestsLimit',
  'waitingListEnabled',
  'questions',
  'reminders',
  'rsvpDisabled',
  'hideAttendees',
  'hideLocationFromNonAttendees',
  'sendEmailConfirmation',
  'sendInAppNotificationConfirmation',
  'sendEmailReminder',
  'sendInAppNotificationReminder',
  'enableCustomThankYouMessage',
  'thanks',
  'liveRoom',
  'ticketType',
  'meta',
  'topicIds',
  'isCommentsEnabled',
  'isCommentsClosed',
  'isLikingEnabled',
  'hideMetaInfo',
  'hideFromFeaturedAreas',
  'cohostIds',
  'name',
] as const satisfies (keyof EventEntity)[]

/** A copy with an address of its own: a draft, or the further course of a series. Its dates are the caller's. */
export async function copyEvent(ctx: Ctx, event: EventEntity, change: Partial<EventEntity>): Promise<EventEntity> {
  const id = await ctx.em.insert(EventTable, {
    ...pick(event, COPIED),
    communityId: ctx.community.id,
    spaceId: event.spaceId,
    authorMemberId: event.authorMemberId,
    status: 'draft',
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
    ...change,
    slug: ctx.use(content).slugFor('event', `${event.slug}-${change.startLocal?.slice(0, 10) ?? 'copy'}`),
  } as never)
  const copy = await hold(ctx, EventTable, Number(id))
  await settle(ctx, copy)
  await keepFiles(ctx, copy)
  return copy
}

/** This date and those that follow, as an event of their own from here on; who has answered stays with their date. @returns null where all of it is meant */
export async function splitFrom(ctx: Ctx, event: EventEntity, occurrenceId: number): Promise<EventEntity | null> {
  const rows = await ctx.em.find(Occurrence, { eventId: event.id }, { orderBy: { startsAt: 'asc' } })
  const at = rows.findIndex(({ id }) => id === occurrenceId)
  if (at <= 0 || !event.rule) return null
  const [first, last] = [rows[at]!, rows[at - 1]!]
  const { count, ...rule } = event.rule
  const from = await copyEvent(ctx, event, {
    startLocal: `${first.key}${event.startLocal.slice(10)}`,
    rule: { ...rule, count: count === null ? null : Math.max(count - at, 1), except: rule.except.filter(({ date }) => date >= first.key) },
    status: event.status,
    publishedAt: event.publishedAt,
  })
  event.rule = { ...rule, count: null, until: last.key, except: rule.except.filter(({ date }) => date <= last.key) }
  raiseVersion(ctx, event)
  await ctx.em.flush()
  const moved = rows.slice(at).map(({ id }) => id)
  await ctx.em.nativeUpdate(Occurrence, { id: moved }, { eventId: from.id })
  await ctx.em.nativeUpdate(Rsvp, { occurrenceId: moved }, { eventId: from.id })
  for (const row of rows.slice(at)) ctx.em.getUnitOfWork().unsetIdentity(row)
  changed(ctx, event)
  return from
}
