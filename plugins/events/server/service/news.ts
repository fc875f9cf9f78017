/** What members are told of events: a new one, that it begins, that it has changed, that they are on the list, that a place is theirs. */
import { ordinals } from '@atrium/sdk'
import { type Ctx, type MailAttachment, on, type Payload } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import notifications, { type DigestSource, type NotificationKind, type NotificationOffers, type NotificationSubject } from '../../../notifications/contract.ts'
import spaces from '../../../spaces/contract.ts'
import events from '../../contract.ts'
import { EventTable, Occurrence, Rsvp } from '../entities.ts'
import { eventPolicy, isHost } from '../policies.ts'
import { byDates, type DateRow, goingOf, icsOf, type IcsRow, nextOfAll } from '../reads.ts'
import { icsText } from './calendar.ts'
import { rowById } from './find.ts'
import { pathOf, placeOf } from './present.ts'
import { channelsOf } from './remind.ts'
import { answerFor } from './rsvp.ts'
import { everyText, whenIn } from './words.ts'

/** Dates as the reader knows them: when it is by their own clocks, and where. */
async function datesAsSubjects(ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> {
  const shown = await seenOf(ctx, await ctx.read(byDates, [ctx.member?.id ?? 0, ids]))
  const [cards, zone] = await Promise.all([ctx.use(spaces).cards(shown.map((row) => row.space_id)), ctx.use(notifications).zone()])
  return new Map(
    shown.map((row): [number, NotificationSubject] => {
      const { in_person_location, virtual_location_url } = placeOf(ctx, row, isHost(ctx, row))
      return [
        row.occurrence_id,
        {
          title: row.changes.name ?? row.name,
          path: `${pathOf(cards.get(row.space_id)?.slug ?? row.space_id, row.slug)}?date=${row.occurrence_id}`,
          spaceId: row.space_id,
          excerpt: [whenIn(ctx, row, zone), in_person_location, virtual_location_url, codeOf(ctx, row)].filter(Boolean).join(' · '),
          type: 'Event',
          id: row.id,
        },
      ]
    }),
  )
}
/** What a place that was paid for is told with: the code for the door. */
const codeOf = (ctx: Ctx, { ticket_type, location_type, changes, rsvp_status, rsvp_code }: DateRow): string | null =>
  ticket_type === 'paid' && (changes.location_type ?? location_type) === 'in_person' && rsvp_status === 'yes' && rsvp_code
    ? ctx.t('ticket.code', { code: rsvp_code })
    : null
/** Dates that follow the first in what confirms a series. */
const FOLLOWING = 5
/** Series as those who come know them: their rule, how many dates they said yes to, and the next of these. */
async function seriesAsSubjects(ctx: Ctx, eventIds: number[]): Promise<Map<number, NotificationSubject>> {
  const dates = await ctx.read(goingOf, [ctx.member?.id ?? 0, ctx.now(), eventIds])
  const [cards, zone] = await Promise.all([ctx.use(spaces).cards(dates.map((row) => row.space_id)), ctx.use(notifications).zone()])
  const found = new Map<number, NotificationSubject>()
  for (const [id, rows] of Map.groupBy(await seenOf(ctx, dates), (row) => row.id)) {
    const [row, ...following] = rows as [DateRow, ...DateRow[]]
    const rule = row.rule ? everyText(ctx, row.rule, row.start_local) : ''
    const days = following.slice(0, FOLLOWING).map(({ starts_at }) => dayIn(ctx, starts_at, zone ?? row.time_zone))
    const values = { name: row.name, rule: rule.charAt(0).toLocaleLowerCase(ctx.locale) + rule.slice(1), count: rows.length }
    found.set(id, {
      title: row.rule ? ctx.t('notify.series_title', values) : row.name,
      path: pathOf(cards.get(row.space_id)?.slug ?? row.space_id, row.slug),
      spaceId: row.space_id,
      excerpt: [whenIn(ctx, row, zone), days.length > 0 && ctx.t('notify.series_next', { dates: days.join(' · ') })].filter(Boolean).join('\n'),
      type: 'Event',
    })
  }
  return found
}
const dayIn = (ctx: Ctx, at: Date, zone: string): string =>
  ordinals(ctx.locale, new Intl.DateTimeFormat(ctx.locale, { timeZone: zone, month: 'short', day: 'numeric' }).format(at))

/** Answering where one is told: for what costs nothing and asks nothing. */
const answering = (rowsOf: (ctx: Ctx, ids: number[]) => Promise<Map<number, DateRow>>): NotificationOffers => ({
  async of(ctx, news) {
    const rows = await rowsOf(
      ctx,
      news.map(({ subjectId }) => subjectId),
    )
    const zone = await ctx.use(notifications).zone()
    return news.map(({ subjectId }) => {
      const row = rows.get(subjectId)
      if (!row || !isAnswerable(ctx, row)) return { offers: [] }
      const comes = row.rsvp_status === 'yes' || row.rsvp_status === 'waiting'
      // of a series one date is answered
      const date = row.rule ? dayIn(ctx, row.starts_at, zone ?? row.time_zone) : null
      const offer = (key: 'going' | 'not_going', chosen: boolean) => ({
        ...{ key, byMail: true, chosen },
        ...(date && { said: { word: `${key}_on`, values: { date } } }),
      })
      const offers = [offer('going', comes), offer('not_going', row.rsvp_status === 'no')]
      return { offers, ...(row.rsvp_status && row.rsvp_status !== 'maybe' ? { outcome: row.rsvp_status } : {}) }
    })
  },
  async take(ctx, key, { subjectId }) {
    const row = (await rowsOf(ctx, [subjectId])).get(subjectId)
    if (row) await answerFor(ctx, row.occurrence_id, ctx.me().id, { status: key === 'going' ? 'yes' : 'no' })
  },
})
const isAnswerable = (ctx: Ctx, row: DateRow): boolean =>
  row.status === 'published' &&
  row.deleted_at === null &&
  !row.rsvp_disabled &&
  row.ticket_type !== 'paid' &&
  row.cancelled_at === null &&
  row.ends_at > ctx.now() &&
  !row.questions.some(({ required }) => required)
async function seenOf(ctx: Ctx, rows: readonly DateRow[]): Promise<DateRow[]> {
  const seen = await Promise.all(rows.map((row) => eventPolicy.view(ctx, row)))
  return rows.filter((_, i) => seen[i])
}
const datesAnswered = answering(async (ctx, ids) => {
  const rows = await seenOf(ctx, await ctx.read(byDates, [ctx.member?.id ?? 0, ids]))
  return new Map(rows.map((row) => [row.occurrence_id, row]))
})
/** Of an event its next date. */
const eventsAnswered = answering(async (ctx, ids) => {
  const rows = await Promise.all(ids.map((id) => rowById(ctx, id)))
  const shown = await seenOf(
    ctx,
    rows.flatMap((row) => row ?? []),
  )
  return new Map(shown.map((row) => [row.id, row]))
})

/** The date as an entry for one's calendar. */
const calendarEntry: NonNullable<NotificationKind['attachments']> = async (ctx, occurrenceId) => {
  const [date] = await seenOf(ctx, await ctx.read(byDates, [ctx.member?.id ?? 0, [occurrenceId]]))
  const rows = date ? await ctx.read(icsOf, [ctx.member?.id ?? 0, date.id]) : []
  const row = rows.find(({ occurrence_id }) => occurrence_id === occurrenceId)
  return row ? [await entriesOf(ctx, [row])] : []
}
const entriesOf = async (ctx: Ctx, rows: IcsRow[]): Promise<MailAttachment> => ({
  filename: `${rows[0]!.slug}.ics`,
  contentType: 'text/calendar; charset=utf-8',
  content: await icsText(ctx, rows[0]!.name, rows),
})

/** What is next in the reader's spaces, with the buttons of an answer. */
export const nextEvents: DigestSource = {
  key: 'events',
  order: 20,
  async items(ctx, _since, limit) {
    const { visibleIds } = await ctx.use(spaces).access()
    const rows = await ctx.read(nextOfAll, [ctx.me().id, ctx.now(), visibleIds(), Math.min(limit, MOST_NEXT), null, null])
    const soon = rows.filter(({ starts_at }) => starts_at.getTime() - ctx.now().getTime() < SOON)
    const [cards, zone, files] = await Promise.all([
      ctx.use(spaces).cards(soon.map((row) => row.space_id)),
      ctx.use(notifications).zone(),
      ctx.files.byIds(soon.flatMap((row) => row.cover_file_id ?? [])),
    ])
    return soon.map((row) => {
      const cover = files.get(row.cover_file_id ?? 0)
      const { in_person_location: place } = placeOf(ctx, row, isHost(ctx, row))
      return {
        title: row.changes.name ?? row.name,
        path: `${pathOf(cards.get(row.space_id)?.slug ?? row.space_id, row.slug)}?date=${row.occurrence_id}`,
        note: [whenIn(ctx, row, zone), place].filter(Boolean).join(' · '),
        image: cover ? ctx.files.url(cover, 'medium') : null,
        offered: { kind: 'event_invited', subjectId: row.occurrence_id },
      }
    })
  },
}
/** Events of a digest, and how far ahead they are. */
const MOST_NEXT = 3
const SOON = 14 * 86_400_000

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
  topic: 'events',
  defaults: ALL,
  subjects: datesAsSubjects,
  offers: datesAnswered,
  ...more,
})

export const kinds: NotificationKind[] = [
  {
    key: 'new_event',
    icon: 'calendar-plus',
    topic: 'events',
    isGeneral: true,
    offers: eventsAnswered,
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
  ofDates('event_moved', 'clock', { recipients: concerned, attachments: calendarEntry }),
  ofDates('event_cancelled', 'circle-x', { recipients: concerned, attachments: calendarEntry }),
  ofDates('event_recording', 'video', { defaults: { in_app: true, email: false, push: false }, recipients: going }),
  // one's own press: it is shown where it was pressed, and goes along as a calendar entry
  ofDates('event_confirmed', 'calendar-check', {
    defaults: { in_app: false, email: true, push: false },
    attachments: calendarEntry,
  }),
  ofDates('event_ticket', 'ticket', {
    channels: ['email'],
    defaults: { in_app: false, email: true, push: false },
    required: true,
    atOnce: true,
    attachments: calendarEntry,
  }),
  {
    key: 'event_series_confirmed',
    icon: 'calendar-check',
    topic: 'events',
    defaults: { in_app: true, email: true, push: false },
    subjects: seriesAsSubjects,
    async attachments(ctx, eventId) {
      const rows = (await ctx.read(icsOf, [ctx.me().id, eventId])).filter((row) => row.rsvp_status === 'yes' && row.ends_at > ctx.now() && !row.cancelled_at)
      return rows[0] ? [await entriesOf(ctx, rows)] : []
    },
  },
  ofDates('event_invited', 'calendar-plus', { attachments: calendarEntry }),
  ofDates('event_place_free', 'ticket', { attachments: calendarEntry }),
]

type Answered = Payload<(typeof events.events)['rsvp.changed']>
async function tellAnswered(ctx: Ctx, { occurrenceId, memberId, byMemberId, status, ofSeries }: Answered, key: string) {
  if (!ctx.has(notifications) || status !== 'yes' || byMemberId === null) return
  const to = [{ memberId, reason: 'listed' }]
  if (byMemberId !== memberId && !ofSeries)
    return ctx.use(notifications).tell({ kind: 'event_invited', subjectId: occurrenceId, key, actorMemberId: byMemberId, to })
  const date = await ctx.em.findOne(Occurrence, { id: occurrenceId })
  const event = date && (await ctx.em.findOne(EventTable, { id: date.eventId }))
  if (!event || date.endsAt <= ctx.now()) return
  // a ticket is mailed whatever the event says of answers
  if (event.ticketType === 'paid') return ctx.use(notifications).tell({ kind: 'event_ticket', subjectId: occurrenceId, key, actorMemberId: null, to })
  // what confirms the series says it of all its dates
  if (ofSeries) return
  const channels = channelsOf(event.sendInAppNotificationConfirmation, event.sendEmailConfirmation)
  await ctx.use(notifications).tell({ kind: 'event_confirmed', subjectId: occurrenceId, key, actorMemberId: null, channels, to })
}

/** Confirms several dates of a series in one. */
export async function tellSeriesAnswered(ctx: Ctx, event: DateRow): Promise<void> {
  if (!ctx.has(notifications)) return
  await ctx.use(notifications).tell({
    kind: 'event_series_confirmed',
    subjectId: event.id,
    key: `rsvp_series:${event.id}:${ctx.me().id}:${ctx.now().getTime()}`,
    actorMemberId: null,
    channels: channelsOf(event.send_in_app_notification_confirmation, event.send_email_confirmation),
    to: [{ memberId: ctx.me().id, reason: 'listed' }],
  })
}

export const news = [
  on(events.events['event.published'], 'tell-space', async (ctx, { eventId, spaceId, memberId, quiet }, { at }) => {
    if (quiet || !ctx.has(notifications)) return
    await ctx.use(notifications).tellMany({ kind: 'new_event', subjectId: eventId, key: `event:${eventId}`, actorMemberId: memberId, spaceId, at })
  }),
  on(events.events['rsvp.changed'], 'tell-answered', (ctx, fact, { eventId }) => tellAnswered(ctx, fact, `rsvp:${eventId}`)),
  on(events.events['rsvp.promoted'], 'tell-promoted', async (ctx, { occurrenceId, memberId }, { eventId }) => {
    if (!ctx.has(notifications)) return
    const to = [{ memberId, reason: 'listed' }]
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
