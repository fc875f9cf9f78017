/** What others may know of events: calls, facts, points, the service. */
import {
  bulkErrors,
  communitySwitch,
  date,
  defineContract,
  del,
  done,
  event,
  flag,
  get,
  id,
  list,
  open,
  paging,
  patch,
  point,
  post,
  slot,
  type,
  z,
} from '@atrium/sdk'
import { CreateEvent, EDIT_MODES, invited, LOCATION_TYPES, MAX_GUESTS, MAX_INVITED, RSVP_STATUSES, ScheduleInput, UpdateEvent } from './contract/fields.ts'
import { calendarRoutes } from './contract/calendars.ts'
import { Attendee, BulkRsvp, CalendarEntry, EventReply, Guest, RecurringEvent, Schedule } from './contract/records.ts'
import type { EventsService, LiveRooms, Selling, Tickets } from './contract/service.ts'

export {
  EDIT_MODES,
  type EventChanges,
  FREQUENCIES,
  type Frequency,
  LOCATION_TYPES,
  type LocationType,
  MAX_COHOSTS,
  MAX_DATES,
  MAX_GUESTS,
  MAX_INVITED,
  MAX_QUESTIONS,
  MAX_REMINDERS,
  MAX_SECONDS,
  type NewEventInput,
  type Question,
  REMINDERS,
  RSVP_STATUSES,
  SWITCHES,
} from './contract/fields.ts'
export type { AfterSave, EventsService, LiveRooms, NewEvent, Places, Selling, Tickets } from './contract/service.ts'
export {
  Attendee,
  BulkRsvp,
  CalendarEntry,
  EventDate,
  EventReply,
  type Feed,
  type Guest,
  RecurringEvent,
  type RsvpStatus,
  type Schedule,
} from './contract/records.ts'

/** Dates that one calendar call answers at most. */
export const MAX_ENTRIES = 5_000
/** Dates that a feed carries: from 90 days ago on. */
export const MAX_FEED = 1_000

const acts = { points: 60, seconds: 60 }
const slug = z.string().max(160)
/** The space by id or slug. */
const place = z.coerce.string<string | number>().max(160)
const inSpace = { params: z.object({ spaceId: id }) }
const one = { params: z.object({ spaceId: place, slug }) }
/** Of a series which date; else the next one, or the last where all are past. */
const onDate = z.object({ occurrence_id: id.optional() })
const readers = open('A public community shows its events; the space decides for each.')
const span = z.object({
  from: z.iso.datetime({ offset: true }),
  /** At most 100 days later. */
  to: z.iso.datetime({ offset: true }),
})
const entries = z.object({
  records: z.array(CalendarEntry),
  /** There are more than `MAX_ENTRIES`. */
  has_more: z.boolean(),
})
const listed = paging.extend({
  /** Those that are over, the latest first. */
  past_events: flag.optional(),
  search_text: z.string().max(200).optional(),
  status: z.enum(['draft', 'published']).default('published'),
  /** Those that begin within these. */
  start_date: z.iso.datetime({ offset: true }).optional(),
  end_date: z.iso.datetime({ offset: true }).optional(),
  location_type: z.enum(LOCATION_TYPES).optional(),
  /** Those to which one goes. */
  mine: flag.optional(),
})
const upcoming = z.object({
  ...paging.shape,
  mine: flag.optional(),
})
const fact = z.object({ eventId: z.number(), spaceId: z.number() })
const answer = fact.extend({ occurrenceId: z.number(), memberId: z.number(), record: z.string() })

export default defineContract('events', {
  communitySettings: z.object({ public_events_page: communitySwitch('visitors', true) }),
  permissions: {
    manage: { title: 'Edit, pin and delete any event', grant: ['admin', 'moderator'], space: true },
    create: { title: 'Create events', grant: ['admin', 'moderator', 'member'], space: true },
  },
  routes: {
    list: get('/internal_api/spaces/:spaceId/events', { can: readers, ...inSpace, query: listed, reply: list(EventReply), summary: 'Dates of a space' }),
    create: post('/internal_api/spaces/:spaceId/events', {
      can: 'create',
      ...inSpace,
      body: CreateEvent,
      reply: EventReply,
      status: 201,
      limit: { points: 30, seconds: 60 },
      summary: 'Plan an event',
    }),
    upcomingIn: get('/internal_api/spaces/:spaceId/events/upcoming', {
      can: readers,
      ...inSpace,
      query: upcoming,
      reply: list(EventReply),
      summary: 'What is next in a space: of each series its next date',
    }),
    calendar: get('/internal_api/spaces/:spaceId/events/calendar', { can: readers, ...inSpace, query: span, reply: entries, summary: 'All dates of a month' }),
    calculateSchedule: post('/internal_api/spaces/:spaceId/events/calculate_schedule', {
      can: 'create',
      ...inSpace,
      body: ScheduleInput,
      reply: Schedule,
      limit: { points: 240, seconds: 60 },
      summary: 'A rule in words and dates, before it is saved',
    }),
    show: get('/internal_api/spaces/:spaceId/events/:slug', {
      can: readers,
      ...one,
      query: onDate,
      reply: EventReply,
      summary: 'One event at one of its dates',
    }),
    update: patch('/internal_api/spaces/:spaceId/events/:slug', {
      can: 'member',
      ...one,
      body: UpdateEvent,
      reply: EventReply,
      limit: acts,
      summary: 'Change an event, or dates of it',
    }),
    destroy: del('/internal_api/spaces/:spaceId/events/:slug', {
      can: 'member',
      ...one,
      query: onDate.extend({ edit_mode: z.enum(EDIT_MODES).default('all'), note: z.string().trim().max(200).default('') }),
      reply: done,
      limit: acts,
      summary: 'Delete an event; `current` and `remaining` call dates off',
    }),
    pin: post('/internal_api/spaces/:spaceId/events/:slug/pin', {
      can: 'member',
      ...one,
      reply: EventReply,
      limit: acts,
      summary: 'Pin at the top of the space',
    }),
    unpin: del('/internal_api/spaces/:spaceId/events/:slug/pin', { can: 'member', ...one, reply: EventReply, limit: acts, summary: 'Unpin' }),
    duplicate: post('/internal_api/spaces/:spaceId/events/:slug/duplicate', {
      can: 'create',
      ...one,
      reply: EventReply,
      status: 201,
      limit: { points: 30, seconds: 60 },
      summary: 'A copy as a draft',
    }),
    rsvp: post('/internal_api/spaces/:spaceId/events/:slug/rsvp', {
      can: 'member',
      ...one,
      body: onDate.extend({
        status: z.enum(RSVP_STATUSES).default('yes'),
        guests: z.number().int().min(0).max(MAX_GUESTS).default(0),
        answers: z.record(z.string().max(40), z.string().trim().max(1_000)).default({}),
      }),
      reply: EventReply,
      limit: acts,
      summary: 'Say whether one comes; who finds no place waits in line',
    }),
    unrsvp: del('/internal_api/spaces/:spaceId/events/:slug/rsvp', {
      can: 'member',
      ...one,
      query: onDate,
      reply: EventReply,
      limit: acts,
      summary: 'Take the answer back; the next in line moves up',
    }),
    attendees: get('/internal_api/spaces/:spaceId/events/:slug/attendees', {
      can: readers,
      ...one,
      query: paging.extend({
        occurrence_id: id.optional(),
        status: z.enum(['yes', 'maybe', 'no', 'waiting', 'checked_in']).default('yes'),
        search: z.string().trim().max(100).default(''),
        /** Of this member alone. */
        community_member_id: id.optional(),
      }),
      reply: list(Attendee),
      summary: 'Who comes',
    }),
    removeAttendee: del('/internal_api/spaces/:spaceId/events/:slug/attendees/:id', {
      can: 'member',
      params: z.object({ spaceId: place, slug, id }),
      reply: done,
      limit: acts,
      summary: 'Take somebody off the list',
    }),
    searchMembers: get('/internal_api/spaces/:spaceId/events/:slug/search_members', {
      can: 'member',
      ...one,
      query: z.object({ query: z.string().trim().max(100).default(''), occurrence_id: id.optional() }),
      reply: z.object({
        records: z.array(
          z.object({
            community_member_id: z.number(),
            name: z.string(),
            headline: z.string().nullable(),
            avatar_url: z.string().nullable(),
            public_uid: z.string(),
          }),
        ),
      }),
      limit: { points: 120, seconds: 60 },
      summary: 'Members who are not on the list yet',
    }),
    exportAttendees: post('/internal_api/spaces/:spaceId/events/:slug/attendees/export', {
      can: 'member',
      ...one,
      body: onDate,
      limit: { points: 10, seconds: 60 },
      summary: 'The list as CSV',
    }),
    bulkRsvp: post('/internal_api/spaces/:spaceId/events/:slug/bulk_rsvp', {
      can: 'member',
      ...one,
      body: z.object({
        community_member_ids: z.array(id).max(MAX_INVITED).default([]),
        invited_entities_ids: invited.optional(),
        role: z.enum(['attendee', 'cohost']).default('attendee'),
        occurrence_id: id.optional(),
      }),
      reply: BulkRsvp,
      status: 201,
      limit: { points: 20, seconds: 60 },
      summary: 'Begins to put members on the list, or to make them co-hosts',
    }),
    bulkRsvps: get('/internal_api/spaces/:spaceId/events/:slug/bulk_rsvp', {
      can: 'member',
      ...one,
      query: paging,
      reply: list(BulkRsvp),
      summary: 'Those begun for an event, the latest first',
    }),
    bulkRsvpReport: get('/internal_api/spaces/:spaceId/events/:slug/bulk_rsvp/:id', {
      can: 'member',
      params: z.object({ spaceId: place, slug, id }),
      reply: BulkRsvp.extend({ errors: bulkErrors }),
      summary: 'One, with the first hundred it failed for',
    }),
    cancelBulkRsvp: post('/internal_api/spaces/:spaceId/events/:slug/bulk_rsvp/:id/cancel', {
      can: 'member',
      params: z.object({ spaceId: place, slug, id }),
      reply: BulkRsvp,
      limit: acts,
      summary: 'Ends it where it stands',
    }),
    recurring: get('/internal_api/spaces/:spaceId/events/:slug/recurring', {
      can: readers,
      ...one,
      query: paging,
      reply: list(RecurringEvent),
      summary: 'Dates of a series',
    }),
    recurringRsvp: post('/internal_api/spaces/:spaceId/events/:slug/recurring_rsvp', {
      can: 'member',
      ...one,
      body: z.object({ event_ids: z.array(id).min(1).max(100) }),
      reply: done.extend({ going: z.number(), waiting: z.number() }),
      limit: acts,
      summary: 'Come to these dates',
    }),
    recurringUnrsvp: del('/internal_api/spaces/:spaceId/events/:slug/recurring_rsvp', {
      can: 'member',
      ...one,
      query: onDate.extend({ mode: z.enum(EDIT_MODES).default('all') }),
      reply: done.extend({ removed: z.number() }),
      limit: acts,
      summary: 'Take the answers to these dates back: this one, this and the following, or all to come',
    }),
    liveRoom: post('/internal_api/spaces/:spaceId/events/:slug/live_room', {
      can: 'member',
      ...one,
      body: z.object({ event_id: id.optional() }),
      reply: done.extend({ url: z.string() }),
      limit: acts,
      summary: 'Opens the live room of a date; 404 plugin_off without a plugin that has rooms',
    }),
    addToCalendar: get('/internal_api/spaces/:spaceId/events/:slug/add_to_calendar', {
      can: readers,
      ...one,
      query: onDate,
      reply: z.object({ google: z.string(), outlook: z.string(), office365: z.string(), apple: z.string(), ics: z.string() }),
      summary: 'Addresses that add it to calendars',
    }),
    downloadCalendar: get('/internal_api/spaces/:spaceId/events/:slug/download_calendar', {
      can: readers,
      ...one,
      query: onDate,
      summary: 'The event as an .ics file',
    }),
    checkInList: get('/internal_api/spaces/:spaceId/events/:slug/check_in', {
      can: 'member',
      ...one,
      query: onDate,
      reply: z.object({ occurrence_id: z.number(), name: z.string(), starts_at: date, records: z.array(Guest) }),
      summary: 'All who come, to be taken to the door without a network',
    }),
    checkIn: post('/internal_api/spaces/:spaceId/events/:slug/check_in', {
      can: 'member',
      ...one,
      body: z.object({
        occurrence_id: id.optional(),
        /** By the code that they show, or by the answer's id; `at` is when, of what was noted offline. `undo` takes it back. */
        records: z
          .array(
            z.object({
              id: id.optional(),
              code: z.string().max(64).optional(),
              at: z.iso.datetime({ offset: true }).optional(),
              undo: z.boolean().default(false),
            }),
          )
          .min(1)
          .max(500),
      }),
      reply: z.object({ records: z.array(z.object({ id: z.number().nullable(), result: z.enum(['checked_in', 'already', 'undone', 'unknown']) })) }),
      limit: { points: 240, seconds: 60 },
      summary: 'Notes who has come',
    }),
    upcoming: get('/internal_api/upcoming_events', { can: readers, query: upcoming, reply: list(EventReply), summary: 'What is next in all spaces one sees' }),
    upcomingEvents: get('/internal_api/events/upcoming_events', {
      can: readers,
      query: upcoming,
      reply: list(EventReply),
      summary: 'The same by its other address',
    }),
    all: get('/internal_api/events', { can: readers, query: listed, reply: list(EventReply), summary: 'Dates of all spaces one sees' }),
    allCalendar: get('/internal_api/events/calendar', { can: readers, query: span, reply: entries, summary: 'All dates of a month, in all spaces one sees' }),
    address: get('/internal_api/events/:id/address', {
      can: readers,
      params: z.object({ id }),
      reply: z.object({ url: z.string() }),
      summary: 'Where an event stands',
    }),
    ...calendarRoutes,
  },
  events: {
    'event.published': event(fact.extend({ memberId: z.number().nullable(), quiet: z.literal(true).optional() }), {
      realtime: 'space',
      automation: true,
      title: 'An event is published',
    }),
    'event.updated': event(fact.extend({ record: z.string() }), { realtime: 'space' }),
    'event.deleted': event(fact, { realtime: 'space' }),
    /** Time, place or existence of dates has changed for those who come. */
    'dates.changed': event(fact.extend({ changes: z.array(z.object({ occurrenceId: z.number(), what: z.enum(['time', 'place', 'cancelled']) })) })),
    /** `ofSeries`: one of several dates of a series that were answered at once, which are confirmed together. */
    'rsvp.changed': event(
      answer.extend({
        status: z.enum(['yes', 'maybe', 'no', 'waiting', 'none']),
        byMemberId: z.number().nullable(),
        ofSeries: z.literal(true).optional(),
      }),
      { realtime: 'record', automation: true, title: 'A member answers an invitation to an event' },
    ),
    /** A place came free and the next in line has it. */
    'rsvp.promoted': event(answer, { realtime: 'member', automation: true, title: 'A member moves up from the waiting list of an event' }),
    'bulk_rsvp.progressed': event(z.object({ bulkId: z.number(), memberId: z.number() }), { realtime: 'member' }),
    'attendee.checked_in': event(answer, { realtime: 'record', automation: true, title: 'A member comes to an event' }),
    'recording.added': event(fact.extend({ occurrenceId: z.number() }), { automation: true, title: 'An event has a recording' }),
  },
  points: { liveRoom: point<LiveRooms>(), ticket: point<Tickets>() },
  slots: {
    /** Beside the button: what a ticket costs, and the way to one. `edit`: where the event is edited, for who may. */
    'event.ticket': slot<{ eventId: number; occurrenceId: number; edit: string | null }>(),
    /** Where an event is written: whether it asks for a ticket. `event`: null until it is saved; `whenSaved` takes what is to be done then. */
    'event.selling': slot<Selling>(),
    /** The door of the live room. */
    'event.liveRoom': slot<{ eventId: number; occurrenceId: number }>(),
  },
  service: type<EventsService>(),
})
