/** Tables of events as the ORM knows them. Counters are kept here in the transaction that changes them. */
import { bulkColumns, bulkItemColumns, type InferEntity, p, table, type TablesOf, versioned } from '@atrium/sdk/server'
import type { Frequency, LocationType, Question } from '../contract.ts'

/** How a series goes on, on the clocks of its zone. One of `until` and `count` is there. */
export interface Rule {
  frequency: Frequency
  /** The last day on which it may be: 2027-03-11. */
  until: string | null
  count: number | null
  /** On the last such weekday of the month, where it is the fourth one too. */
  last: boolean
  /** On the last day of months that have no such day. */
  lastDay?: boolean
  except: { date: string; note: string }[]
}
/** What a date has of its own. */
export interface Changes {
  name?: string
  in_person_location?: string | null
  virtual_location_url?: string | null
  location_type?: LocationType
  host?: string | null
  rsvp_limit?: number | null
}
export type Thanks = Partial<Record<'title' | 'description' | 'button_title' | 'button_link', string | null>>
export type EventMeta = Partial<Record<'meta_title' | 'meta_description' | 'opengraph_title' | 'opengraph_description', string>>

const ids = p
  .array(
    (id) => Number(id),
    (id) => String(id),
  )
  .columnType('bigint[]')

export const EventTable = table(
  'events.event',
  {
    ...versioned,
    spaceId: p.bigint('number'),
    authorMemberId: p.bigint('number').nullable(),
    cohostIds: ids,
    status: p.text().$type<'draft' | 'published'>().default('draft'),
    name: p.text(),
    /** A copy of the address that `content` has given it, for its links. */
    slug: p.text(),
    body: p.json<any>(),
    text: p.text(),
    excerpt: p.text(),
    coverFileId: p.bigint('number').nullable(),
    timeZone: p.text(),
    startLocal: p.text(),
    durationSeconds: p.integer(),
    rule: p.json<Rule>().nullable(),
    locationType: p.text().$type<LocationType>().default('tbd'),
    inPersonLocation: p.text().nullable(),
    virtualLocationUrl: p.text().nullable(),
    host: p.text().nullable(),
    rsvpLimit: p.integer().nullable(),
    guestsLimit: p.integer().default(0),
    waitingListEnabled: p.boolean().default(true),
    questions: p.json<Question[]>(),
    reminders: p
      .array(
        (minutes) => Number(minutes),
        (minutes) => String(minutes),
      )
      .columnType('int[]'),
    rsvpDisabled: p.boolean().default(false),
    hideAttendees: p.boolean().default(false),
    hideLocationFromNonAttendees: p.boolean().default(false),
    sendEmailConfirmation: p.boolean().default(true),
    sendInAppNotificationConfirmation: p.boolean().default(true),
    sendEmailReminder: p.boolean().default(true),
    sendInAppNotificationReminder: p.boolean().default(true),
    enableCustomThankYouMessage: p.boolean().default(false),
    thanks: p.json<Thanks>(),
    liveRoom: p.json<Record<string, unknown>>(),
    ticketType: p.text().$type<'free' | 'paid'>().default('free'),
    meta: p.json<EventMeta>(),
    topicIds: ids,
    isCommentsEnabled: p.boolean().default(true),
    isCommentsClosed: p.boolean().default(false),
    isLikingEnabled: p.boolean().default(true),
    hideMetaInfo: p.boolean().default(false),
    hideFromFeaturedAreas: p.boolean().default(false),
    likesCount: p.integer().default(0),
    commentsCount: p.integer().default(0),
    pinnedAt: p.datetime().nullable(),
    publishedAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
    withdrawnAt: p.datetime().nullable(),
    withdrawnAlone: p.boolean().default(false),
    flaggedForApprovalAt: p.datetime().nullable(),
    clientId: p.text().nullable(),
  },
  {
    own: [
      'space_id',
      'status',
      'name',
      'slug',
      'body',
      'text',
      'time_zone',
      'start_local',
      'duration_seconds',
      'rule',
      'in_person_location',
      'virtual_location_url',
      'published_at',
      'deleted_at',
    ],
  },
)
export type EventEntity = InferEntity<typeof EventTable>

export const Occurrence = table('events.occurrence', {
  /** What calendar programs know it by. */
  uid: p.uuid().defaultRaw('gen_random_uuid()'),
  /** Raised by the database with each move, place and calling off. */
  sequence: p.integer().default(0),
  eventId: p.bigint('number'),
  spaceId: p.bigint('number'),
  key: p.text(),
  startsAt: p.datetime(),
  endsAt: p.datetime(),
  isListed: p.boolean().default(false),
  cancelledAt: p.datetime().nullable(),
  cancelNote: p.text().default(''),
  changes: p.json<Changes>(),
  isMoved: p.boolean().default(false),
  rsvpLimit: p.integer().nullable(),
  goingCount: p.integer().default(0),
  maybeCount: p.integer().default(0),
  waitingCount: p.integer().default(0),
  recordingUrl: p.text().nullable(),
  liveRoomUrl: p.text().nullable(),
  remindAt: p.datetime().nullable(),
})
export type Occurrence = InferEntity<typeof Occurrence>

export const Rsvp = table(
  'events.rsvp',
  {
    eventId: p.bigint('number'),
    occurrenceId: p.bigint('number'),
    memberId: p.bigint('number'),
    status: p.text().$type<'yes' | 'maybe' | 'no' | 'waiting'>(),
    guests: p.integer().default(0),
    answers: p.json<Record<string, string>>(),
    invitedBy: p.bigint('number').nullable(),
    waitingSince: p.datetime().nullable(),
    code: p.text(),
    checkedInAt: p.datetime().nullable(),
  },
  { own: ['event_id', 'occurrence_id', 'status', 'guests', 'answers', 'checked_in_at'] },
)
export type Rsvp = InferEntity<typeof Rsvp>

export const Feed = table(
  'events.feed',
  {
    memberId: p.bigint('number'),
    spaceId: p.bigint('number').default(0),
    tokenHash: p.text(),
    tokenSealed: p.text(),
    lastReadAt: p.datetime().nullable(),
  },
  { stays: 'addresses of private calendars lead to this installation' },
)

export const BulkRsvp = table(
  'events.bulk_rsvp',
  {
    ...bulkColumns,
    eventId: p.bigint('number'),
    occurrenceId: p.bigint('number'),
    role: p.text().$type<'attendee' | 'cohost'>(),
    waiting: p.integer().default(0),
  },
  { own: [] },
)
export const BulkRsvpItem = table('events.bulk_rsvp_item', { ...bulkItemColumns, memberId: p.bigint('number') }, { own: [] })

export const entities = [EventTable, Occurrence, Rsvp, Feed, BulkRsvp, BulkRsvpItem]
/** For typed SQL: `ctx.em.getKysely<Tables>()`. */
export type Tables = TablesOf<typeof EventTable | typeof Occurrence | typeof Rsvp | typeof Feed | typeof BulkRsvp | typeof BulkRsvpItem>
