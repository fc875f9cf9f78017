/** What members are told of events: a new one, that it begins, that it has changed, that they are on the list, that a place is theirs. */
import { type Ctx, on, type Payload } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import notifications, { type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import spaces from '../../../spaces/contract.ts'
import events from '../../contract.ts'
import { EventTable, Occurrence, Rsvp } from '../entities.ts'
import { eventPolicy, isHost } from '../policies.ts'
import { byDates } from '../reads.ts'
import { pathOf, placeOf } from './present.ts'
import { channelsOf } from './remind.ts'

/** Dates as the reader knows them: when it is by their own clocks, and where. */
async function datesAsSubjects(ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> {
  const rows = await ctx.read(byDates, [ctx.member?.id ?? 0, ids])
  const seen = await Promise.all(rows.map((row) => eventPolicy.view(ctx, row)))
  const shown = rows.filter((_, i) => seen[i])
  const [cards, zone] = await Promise.all([ctx.use(spaces).cards(shown.map((row) => row.space_id)), zoneOf(ctx)])
  return new Map(
    shown.map((row): [number, NotificationSubject] => {
      const timeZone = zone ?? row.time_zone
      const when = new Intl.DateTimeFormat(ctx.locale, {
        timeZone,
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
      })
      const { in_person_location, virtual_location_url } = placeOf(ctx, row, isHost(ctx, row))
      return [
        row.occurrence_id,
        {
          title: row.changes.name ?? row.name,
          path: `${pathOf(cards.get(row.space_id)?.slug ?? row.space_id, row.slug)}?date=${row.occurrence_id}`,
          spaceId: row.space_id,
          excerpt: [when.format(row.starts_at), in_person_location, virtual_location_url].filter(Boolean).join(' · '),
          type: 'Event',
          id: row.id,
        },
      ]
    }),
  )
}
async function zoneOf(ctx: Ctx): Promise<string | null> {
  if (!ctx.member) return null
  const [row] = await ctx.sql<{ time_zone: string | null }>('select time_zone from kernel.member_card where community_id = $1 and id = $2', [ctx.member.id])
  return row?.time_zone ?? null
}

const going: NonNullable<NotificationKind['recipients']> = async (ctx, occurrenceId, after, limit) =>
  (
    await ctx.em.find(
      Rsvp,
      { occurrenceId, status: 'yes', memberId: { $gt: after } },
      { orderBy: { memberId: 'asc' }, limit, fields: ['memberId'], disableIdentityMap: true },
    )
  ).map(({ memberId }) => ({ memberId, reason: 'going' }))
/** Called off or moved: those who thought of coming are told too. */
const concerned: typeof going = async (ctx, occurrenceId, after, limit) =>
  (
    await ctx.em.find(
      Rsvp,
      { occurrenceId, status: ['yes', 'maybe', 'waiting'], memberId: { $gt: after } },
      { orderBy: { memberId: 'asc' }, limit, fields: ['memberId'], disableIdentityMap: true },
    )
  ).map(({ memberId }) => ({ memberId, reason: 'going' }))

const ALL = { in_app: true, email: true, push: true }
const ofDates = (key: string, icon: string, more: Partial<NotificationKind> = {}): NotificationKind => ({
  key,
  icon,
  defaults: ALL,
  subjects: datesAsSubjects,
  ...more,
})

export const kinds: NotificationKind[] = [
  {
    key: 'new_event',
    icon: 'calendar-plus',
    defaults: { in_app: true, email: false, push: false },
    async subjects(ctx, ids) {
      const cards = await ctx.use(content).cards('event', ids)
      return new Map(cards.map(({ id, title, path, spaceId, excerpt }) => [id, { title, path, spaceId, excerpt, type: 'Event', thing: { kind: 'event', id } }]))
    },
    stops: ['space'],
    async stop(ctx, _reason, id) {
      const event = await ctx.em.findOne(EventTable, { id }, { fields: ['spaceId'] })
      if (event) await ctx.use(spaces).setNotificationLevel('mention', event.spaceId)
    },
    async recipients(ctx, id, after, limit) {
      const event = await ctx.em.findOne(EventTable, { id, status: 'published', deletedAt: null }, { fields: ['spaceId'] })
      return event ? (await ctx.use(spaces).membersAfter(event.spaceId, after, limit)).map((memberId) => ({ memberId, reason: 'space' })) : []
    },
    recipientsSee: true,
  },
  ofDates('event_reminder', 'bell-ring', { recipients: going }),
  ofDates('event_starting', 'bell-ring', { defaults: { in_app: true, email: false, push: true }, recipients: going }),
  ofDates('event_moved', 'clock', { recipients: concerned }),
  ofDates('event_cancelled', 'circle-x', { recipients: concerned }),
  ofDates('event_recording', 'video', { defaults: { in_app: true, email: false, push: false }, recipients: going }),
  ofDates('event_confirmed', 'calendar-check'),
  ofDates('event_invited', 'calendar-plus'),
  ofDates('event_place_free', 'ticket'),
]

type Answered = Payload<(typeof events.events)['rsvp.changed']>
async function tellAnswered(ctx: Ctx, { occurrenceId, memberId, byMemberId, status }: Answered, key: string) {
  if (!ctx.has(notifications) || status !== 'yes' || byMemberId === null) return
  const to = [{ memberId, reason: 'going' }]
  if (byMemberId !== memberId) return ctx.use(notifications).tell({ kind: 'event_invited', subjectId: occurrenceId, key, actorMemberId: byMemberId, to })
  const date = await ctx.em.findOne(Occurrence, { id: occurrenceId })
  const event = date && (await ctx.em.findOne(EventTable, { id: date.eventId }))
  if (!event) return
  const channels = channelsOf(event.sendInAppNotificationConfirmation, event.sendEmailConfirmation)
  await ctx.use(notifications).tell({ kind: 'event_confirmed', subjectId: occurrenceId, key, actorMemberId: null, channels, to })
}

export const news = [
  on(events.events['event.published'], 'tell-space', async (ctx, { eventId, spaceId, memberId, quiet }, { at }) => {
    if (quiet || !ctx.has(notifications)) return
    await ctx.use(notifications).tellMany({ kind: 'new_event', subjectId: eventId, key: `event:${eventId}`, actorMemberId: memberId, spaceId, at })
  }),
  on(events.events['rsvp.changed'], 'tell-answered', (ctx, fact, { eventId }) => tellAnswered(ctx, fact, `rsvp:${eventId}`)),
  on(events.events['rsvp.promoted'], 'tell-promoted', async (ctx, { occurrenceId, memberId }, { eventId }) => {
    if (!ctx.has(notifications)) return
    const to = [{ memberId, reason: 'going' }]
    await ctx.use(notifications).tell({ kind: 'event_place_free', subjectId: occurrenceId, key: `promoted:${eventId}`, actorMemberId: null, to })
  }),
  on(events.events['dates.changed'], 'tell-changed', async (ctx, { changes }, { eventId }) => {
    if (!ctx.has(notifications)) return
    for (const { occurrenceId, what } of changes)
      await ctx.use(notifications).tellMany({
        kind: what === 'cancelled' ? 'event_cancelled' : 'event_moved',
        subjectId: occurrenceId,
        key: `${what}:${occurrenceId}:${eventId}`,
        actorMemberId: null,
      })
  }),
  on(events.events['recording.added'], 'tell-recording', async (ctx, { occurrenceId }) => {
    if (!ctx.has(notifications)) return
    await ctx.use(notifications).tellMany({ kind: 'event_recording', subjectId: occurrenceId, key: `recording:${occurrenceId}`, actorMemberId: null })
  }),
  on(events.events['event.deleted'], 'withdraw-deleted', async (ctx, { eventId }) => {
    const stands = await ctx.em.count(EventTable, { id: eventId, status: 'published', deletedAt: null })
    if (!stands && ctx.has(notifications)) await ctx.use(notifications).withdraw('new_event', eventId)
  }),
]
