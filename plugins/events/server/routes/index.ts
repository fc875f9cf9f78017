/** Handlers of events: parse is done, rights are asked, the service thinks, the presenter answers. */
import { AtriumError, conflict, notFound } from '@atrium/sdk'
import { type Ctx, decodeCursor, type Handlers, hold, isoOf, page } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import events, { MAX_COHOSTS } from '../../contract.ts'
import { EventTable, Occurrence, Rsvp } from '../entities.ts'
import { eventPolicy, needPlanning } from '../policies.ts'
import { icsOf } from '../reads.ts'
import { exportAttendees, invitedIds, listAttendees, removeAttendee, searchMembers } from '../service/attendees.ts'
import { cancelBulk, listBulks, showBulk, startBulk } from '../service/bulk.ts'
import { calendarLinks, icsFile, icsText } from '../service/calendar.ts'
import { checkIn, doorList } from '../service/checkIn.ts'
import { fromPath, rowById, show } from '../service/find.ts'
import { listDates, listMonth, listNext } from '../service/lists.ts'
import { tellSeriesAnswered } from '../service/news.ts'
import { pathOf, presentEvents } from '../service/present.ts'
import { answerFor, withdrawAnswer } from '../service/rsvp.ts'
import { allDatesOf, datesOf } from '../service/schedule.ts'
import { change, destroy, duplicate, pin } from '../service/series.ts'
import { calendarHandlers } from './calendars.ts'
import { ruleText } from '../service/words.ts'
import { createEvent, knownMembers, planOf } from '../service/write.ts'

const done = { success: true as const }
/** Dates that a preview shows. */
const SHOWN = 12

const one = async (ctx: Ctx, occurrenceId: number) => show(ctx, occurrenceId)
const icsRow = async (ctx: Ctx, eventId: number, occurrenceId: number) => {
  const rows = await ctx.read(icsOf, [ctx.member?.id ?? 0, eventId])
  return { rows, row: rows.find((row) => row.occurrence_id === occurrenceId)! }
}
/** One event out of a series: which dates, of those to come. */
async function datesToCome(ctx: Ctx, eventId: number, mode: 'current' | 'remaining' | 'all', from: Date, occurrenceId: number): Promise<number[]> {
  if (mode === 'current') return [occurrenceId]
  const since = mode === 'remaining' && from > ctx.now() ? from : ctx.now()
  const rows = await ctx.em.find(
    Occurrence,
    { eventId, ...(mode === 'remaining' ? { startsAt: { $gte: since } } : { endsAt: { $gt: since } }) },
    { fields: ['id'], orderBy: { id: 'asc' } },
  )
  return rows.map(({ id }) => id)
}

export const handlers: Handlers<typeof events> = {
  list: (ctx, { params, query }) => listDates(ctx, params.spaceId, query),
  all: (ctx, { query }) => listDates(ctx, null, query),
  async upcomingIn(ctx, { params, query }) {
    if (!(await ctx.use(spaces).access()).canView(params.spaceId)) throw notFound('Space')
    return listNext(ctx, [params.spaceId], query)
  },
  upcoming: (ctx, { query }) => listNext(ctx, null, query),
  upcomingEvents: (ctx, { query }) => listNext(ctx, null, query),
  calendar: (ctx, { params, query }) => listMonth(ctx, params.spaceId, query),
  allCalendar: (ctx, { query }) => listMonth(ctx, null, query),
  async address(ctx, { params }) {
    const row = await rowById(ctx, params.id)
    if (!row || !(await eventPolicy.view(ctx, row))) throw notFound('Event')
    return { url: pathOf((await ctx.use(spaces).card(row.space_id))!.slug, row.slug) }
  },

  async create(ctx, { params, body: { event } }) {
    await needPlanning(ctx, params.spaceId)
    const me = ctx.me().id
    const sent = event.client_id && (await ctx.em.findOne(EventTable, { authorMemberId: me, clientId: event.client_id }))
    const made = sent || (await createEvent(ctx, params.spaceId, event, { authorMemberId: me }))
    const row = (await rowById(ctx, made.id))!
    const invite = event.attendee_invite_attributes
    if (!sent && invite?.invited_cohost_ids)
      made.cohostIds = (await knownMembers(ctx, invite.invited_cohost_ids)).filter((id) => id !== me).slice(0, MAX_COHOSTS)
    if (!sent && invite?.invited_entities_ids && made.status === 'published') {
      const ids = await invitedIds(ctx, invite.invited_entities_ids)
      if (ids.length > 0) await startBulk(ctx, row, ids, 'attendee')
    }
    return one(ctx, row.occurrence_id)
  },
  async show(ctx, { params, query }) {
    return (await presentEvents(ctx, [await fromPath(ctx, params, 'view', query)]))[0]!
  },
  async update(ctx, { params, body: { event } }) {
    return one(ctx, await change(ctx, await fromPath(ctx, params, 'update', event), event))
  },
  async destroy(ctx, { params, query }) {
    await destroy(ctx, await fromPath(ctx, params, query.edit_mode === 'all' ? 'destroy' : 'update', query), query)
    return done
  },
  async pin(ctx, { params }) {
    const row = await fromPath(ctx, params, 'manage')
    await pin(ctx, row, true)
    return one(ctx, row.occurrence_id)
  },
  async unpin(ctx, { params }) {
    const row = await fromPath(ctx, params, 'manage')
    await pin(ctx, row, false)
    return one(ctx, row.occurrence_id)
  },
  async duplicate(ctx, { params }) {
    const row = await fromPath(ctx, params, 'update')
    await needPlanning(ctx, row.space_id)
    return one(ctx, await duplicate(ctx, row))
  },

  async calculateSchedule(ctx, { params, body: { event } }) {
    await needPlanning(ctx, params.spaceId)
    const plan = planOf(event, null)
    const dates = datesOf(plan)
    const left = new Map(plan.rule?.except.map(({ date, note }) => [date, note]))
    return {
      text: plan.rule ? ruleText(ctx, plan.rule, plan.startLocal) : ctx.t('rule.once'),
      count: dates.length,
      first_at: isoOf(dates[0]!.startsAt)!,
      last_at: isoOf(dates.at(-1)!.endsAt)!,
      dates: allDatesOf(plan)
        .slice(0, SHOWN)
        .map(({ key, startsAt, endsAt }) => ({
          date: key,
          starts_at: isoOf(startsAt)!,
          ends_at: isoOf(endsAt)!,
          is_left_out: left.has(key),
          note: left.get(key) ?? '',
        })),
    }
  },

  async rsvp(ctx, { params, body }) {
    const row = await fromPath(ctx, params, 'view', body)
    await ctx.use(content).demandWriting()
    await answerFor(ctx, row.occurrence_id, ctx.me().id, body)
    return one(ctx, row.occurrence_id)
  },
  async unrsvp(ctx, { params, query }) {
    const row = await fromPath(ctx, params, 'view', query)
    await withdrawAnswer(ctx, row.occurrence_id, ctx.me().id)
    return one(ctx, row.occurrence_id)
  },
  async recurring(ctx, { params, query }) {
    const event = await fromPath(ctx, params)
    const rows = await ctx.em.find(Occurrence, { eventId: event.id }, { orderBy: { startsAt: 'asc', id: 'asc' }, disableIdentityMap: true })
    const mine = ctx.member
      ? await ctx.em.find(Rsvp, { eventId: event.id, memberId: ctx.member.id }, { fields: ['occurrenceId', 'status'], disableIdentityMap: true })
      : []
    const statusOf = new Map(mine.map(({ occurrenceId, status }) => [occurrenceId, status]))
    const short = new Intl.DateTimeFormat(ctx.locale, { timeZone: event.time_zone, timeZoneName: 'short' })
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: event.time_zone, dateStyle: 'short', timeStyle: 'short' })
    const now = ctx.now()
    // a series has 500 dates at most
    const [after] = decodeCursor(query.cursor, ['number']) ?? []
    return page(
      after === undefined ? rows : rows.slice(rows.findIndex(({ id }) => id === after) + 1),
      { query, key: (row) => [row.id], count: rows.length },
      (row) => ({
        id: row.id,
        name: row.changes.name ?? event.name,
        starts_at: isoOf(row.startsAt)!,
        ends_at: isoOf(row.endsAt)!,
        start_date: local.format(row.startsAt),
        time_zone: event.time_zone,
        time_zone_abbreviations: short.formatToParts(row.startsAt).find(({ type }) => type === 'timeZoneName')?.value ?? event.time_zone,
        rsvped_event: statusOf.get(row.id) === 'yes',
        rsvp_status: statusOf.get(row.id) ?? null,
        rsvp_count: row.goingCount,
        rsvp_limit: row.rsvpLimit ?? null,
        is_cancelled: Boolean(row.cancelledAt),
        is_past: row.endsAt <= now,
      }),
    )
  },
  async recurringRsvp(ctx, { params, body }) {
    const event = await fromPath(ctx, params)
    await ctx.use(content).demandWriting()
    const ids = [...new Set(body.event_ids)].sort((a, b) => a - b)
    const known = await ctx.em.find(Occurrence, { id: ids, eventId: event.id }, { fields: ['id'], disableIdentityMap: true })
    if (known.length < ids.length) throw notFound('Date')
    const count = { going: 0, waiting: 0 }
    const before = await ctx.em.count(Rsvp, { occurrenceId: ids, memberId: ctx.me().id, status: 'yes' })
    const how = ids.length > 1 ? { ofSeries: true as const } : {}
    // in one order, so that two who want the same dates do not wait for each other
    for (const id of ids) count[(await answerFor(ctx, id, ctx.me().id, { status: 'yes' }, how)) === 'waiting' ? 'waiting' : 'going']++
    if (ids.length > 1 && count.going > before) await tellSeriesAnswered(ctx, event)
    return { ...done, ...count }
  },
  async recurringUnrsvp(ctx, { params, query }) {
    const event = await fromPath(ctx, params, 'view', query)
    let removed = 0
    for (const id of await datesToCome(ctx, event.id, query.mode, event.starts_at, event.occurrence_id))
      if (await withdrawAnswer(ctx, id, ctx.me().id)) removed++
    return { ...done, removed }
  },

  async attendees(ctx, { params, query }) {
    return listAttendees(ctx, await fromPath(ctx, params, 'view', query), query)
  },
  async removeAttendee(ctx, { params }) {
    await removeAttendee(ctx, await fromPath(ctx, params, 'update'), params.id)
    return done
  },
  async searchMembers(ctx, { params, query }) {
    return { records: await searchMembers(ctx, await fromPath(ctx, params, 'update', query), query.query) }
  },
  async exportAttendees(ctx, { params, body }) {
    return exportAttendees(ctx, await fromPath(ctx, params, 'update', body))
  },
  async bulkRsvp(ctx, { params, body }) {
    const event = await fromPath(ctx, params, 'update', body)
    const ids = await invitedIds(ctx, { members_ids: [], spaces_ids: [], space_groups_ids: [], member_tags_ids: [], ...body.invited_entities_ids })
    const all = [...new Set([...body.community_member_ids, ...ids])]
    return startBulk(ctx, event, all, body.role)
  },
  bulkRsvps: async (ctx, { params, query }) => listBulks(ctx, (await fromPath(ctx, params, 'update')).id, query),
  bulkRsvpReport: async (ctx, { params }) => showBulk(ctx, (await fromPath(ctx, params, 'update')).id, params.id),
  cancelBulkRsvp: async (ctx, { params }) => cancelBulk(ctx, (await fromPath(ctx, params, 'update')).id, params.id),

  async liveRoom(ctx, { params, body }) {
    const event = await fromPath(ctx, params, 'update', { occurrence_id: body.event_id })
    const [room] = ctx.fill(events.points.liveRoom)
    if (!room) throw new AtriumError(404, 'plugin_off', 'Live rooms are turned off here.')
    if (event.cancelled_at) throw conflict('This date was canceled.', 'event_cancelled')
    const date = await hold(ctx, Occurrence, event.occurrence_id, 'Date')
    const { url } = await room.value.open(ctx, {
      eventId: event.id,
      occurrenceId: date.id,
      spaceId: event.space_id,
      name: event.changes.name ?? event.name,
      type: (event.changes.location_type ?? event.location_type) === 'live_stream' ? 'stream' : 'conference',
      settings: event.live_room,
    })
    date.liveRoomUrl = url
    return { ...done, url }
  },

  async addToCalendar(ctx, { params, query }) {
    const event = await fromPath(ctx, params, 'view', query)
    return calendarLinks(ctx, (await icsRow(ctx, event.id, event.occurrence_id)).row)
  },
  async downloadCalendar(ctx, { params, query }) {
    const event = await fromPath(ctx, params, 'view', query)
    const { rows, row } = await icsRow(ctx, event.id, event.occurrence_id)
    return icsFile(`${event.slug}.ics`, await icsText(ctx, event.name, query.occurrence_id === undefined ? rows : [row]))
  },

  async checkInList(ctx, { params, query }) {
    return doorList(ctx, await fromPath(ctx, params, 'update', query))
  },
  async checkIn(ctx, { params, body }) {
    const event = await fromPath(ctx, params, 'update', body)
    return { records: await checkIn(ctx, { id: event.occurrence_id, eventId: event.id, spaceId: event.space_id }, body.records) }
  },

  ...calendarHandlers,
}
