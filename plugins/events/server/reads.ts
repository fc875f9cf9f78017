/** Hot reads of events: dates with their event, along the time. Every one names the index that it runs on. */
import { columnsOf, type Counter, type RowOf, type Statement, statement } from '@atrium/sdk/server'
import { MAX_ENTRIES, MAX_FEED } from '../contract.ts'
import { EventTable, type Occurrence, type Rsvp } from './entities.ts'

/** Columns that a list leaves out, and those that no reader is told. */
const WHOLE_ONLY = ['body', 'text', 'meta'] as const
const UNREAD = ['community_id', 'client_id', 'version_by', 'withdrawn_at'] as const
type Dated = RowOf<
  typeof Occurrence,
  | 'key'
  | 'starts_at'
  | 'ends_at'
  | 'cancelled_at'
  | 'cancel_note'
  | 'changes'
  | 'is_moved'
  | 'going_count'
  | 'maybe_count'
  | 'waiting_count'
  | 'recording_url'
  | 'live_room_url'
>
/** One date with its event and what the reader has answered. In lists without the columns of `WHOLE_ONLY`. */
export type DateRow = Omit<RowOf<typeof EventTable>, (typeof UNREAD)[number] | (typeof WHOLE_ONLY)[number]> &
  Partial<RowOf<typeof EventTable, (typeof WHOLE_ONLY)[number]>> &
  Dated & {
    occurrence_id: number
    date_limit: number | null
    rsvp_status: RowOf<typeof Rsvp>['status'] | null
    rsvp_guests: number | null
    rsvp_answers: Record<string, string> | null
    rsvp_code: string | null
    waiting_since: Date | null
    invited_by: number | null
    /** The first who come. */
    faces: number[] | null
    sort_key: string
  }

const DATED = `o.id as occurrence_id, o.key, o.starts_at, o.ends_at, o.cancelled_at, o.cancel_note, o.changes, o.is_moved, o.rsvp_limit as date_limit,
  o.going_count, o.maybe_count, o.waiting_count, o.recording_url, o.live_room_url, o.starts_at::text as sort_key`
const MINE = 'r.status as rsvp_status, r.guests as rsvp_guests, r.answers as rsvp_answers, r.code as rsvp_code, r.waiting_since, r.invited_by'
const FACES = `(select array_agg(f.member_id) from (select f.member_id from events.rsvp f
  where f.community_id = $1 and f.occurrence_id = o.id and f.status = 'yes' order by f.id limit 4) f) as faces`
const LISTED = `${columnsOf(EventTable, { but: [...UNREAD, ...WHOLE_ONLY] }, 'e')}, ${DATED}, ${MINE}, ${FACES}`
const WHOLE = `${columnsOf(EventTable, { but: [...UNREAD] }, 'e')}, ${DATED}, ${MINE}, ${FACES}`
/** $2 is the reader, or 0. */
const FROM = `events.occurrence o join events.event e on e.community_id = $1 and e.id = o.event_id
  left join events.rsvp r on r.community_id = $1 and r.occurrence_id = o.id and r.member_id = $2`
/** Longer than any date lasts: what runs now has begun since. */
export const LONGEST = `interval '31 days'`
/** The date that stands for its event: the next one, else the last. $3 in the statements below is the moment. */
const STANDS = `order by (o.ends_at > $3 and o.cancelled_at is null) desc,
  case when o.ends_at > $3 and o.cancelled_at is null then o.starts_at end asc, o.starts_at desc limit 1`

/** $2 reader, $3 now, $4 event. Index occurrence_event: a series has 500 dates at most. */
export const byId = statement<DateRow>('events.by_id', `select ${WHOLE} from ${FROM} where o.community_id = $1 and o.event_id = $4 ${STANDS}`)
/** $2 reader, $3 date. Primary key. */
export const byDate = statement<DateRow>('events.by_date', `select ${WHOLE} from ${FROM} where o.community_id = $1 and o.id = $3`)
/** $2 reader, $3 dates. Primary key. */
export const byDates = statement<DateRow>('events.by_dates', `select ${LISTED} from ${FROM} where o.community_id = $1 and o.id = any ($3::bigint[])`)

/** $2 reader, $3 now, $4 events: the dates to come that the reader has said yes to. Index occurrence_event: a series has 500 dates at most. */
export const goingOf = statement<DateRow>(
  'events.going_of',
  `select ${LISTED} from ${FROM} where o.community_id = $1 and o.event_id = any ($4::bigint[]) and r.status = 'yes' and o.ends_at > $3 and o.cancelled_at is null
   order by o.starts_at, o.id`,
)

/** For lists that narrow themselves: $1 community, $2 reader; `where` says the rest, its values begin at $3. */
export const dates = (where: string, order: string): string => `select ${LISTED} from ${FROM} where o.community_id = $1 and ${where} ${order}`

/**
 * $2 reader, $3 now, $4 visible spaces, $5 limit: of each event its next date, soonest first. occurrence_space of each space gives as many of
 * its own as are asked for, so nothing grows with the community; a series that comes daily is looked through to its second date.
 */
export const nextOfAll = statement<DateRow>(
  'events.next',
  `with found as (
     select x.id from unnest($4::bigint[]) as s(id) cross join lateral (
       select o.id, o.starts_at from events.occurrence o
       where o.community_id = $1 and o.space_id = s.id and o.is_listed and o.starts_at > $3::timestamptz - ${LONGEST} and o.ends_at > $3 and o.cancelled_at is null
         and not exists (select 1 from events.occurrence b where b.community_id = $1 and b.event_id = o.event_id
           and b.starts_at < o.starts_at and b.ends_at > $3 and b.cancelled_at is null)
         and ($6::timestamptz is null or (o.starts_at, o.id) > ($6::timestamptz, $7::bigint))
       order by o.starts_at, o.id limit $5) x order by x.starts_at, x.id limit $5)
   select ${LISTED} from found join events.occurrence o on o.id = found.id join events.event e on e.community_id = $1 and e.id = o.event_id
   left join events.rsvp r on r.community_id = $1 and r.occurrence_id = o.id and r.member_id = $2
   where o.community_id = $1 order by o.starts_at, o.id`,
)

/** $2 now, $3 events: of each the dates that follow its next one, a few of them. Index occurrence_event. */
export const followingOf = statement<{ event_id: number; id: number; starts_at: Date }>(
  'events.following',
  `select x.event_id, x.id, x.starts_at from unnest($3::bigint[]) as e(id) cross join lateral (
     select o.event_id, o.id, o.starts_at from events.occurrence o where o.community_id = $1 and o.event_id = e.id and o.is_listed and o.ends_at > $2 and o.cancelled_at is null
     order by o.starts_at, o.id offset 1 limit 4) x order by x.starts_at, x.id`,
)

type Said = RowOf<typeof Occurrence>['changes']
/** A date in a calendar, moments in milliseconds: JSON, as a month may have thousands, and rows are read in ten times the time. */
export type Entry = [
  eventId: number,
  occurrenceId: number,
  name: string,
  slug: string,
  spaceId: number,
  startsAt: number,
  endsAt: number,
  locationType: RowOf<typeof EventTable>['location_type'],
  changes: Said | null,
  going: number,
  limit: number | null,
  answer: RowOf<typeof Rsvp>['status'] | null,
  isCancelled: boolean,
]
const ms = (moment: string) => `floor(extract(epoch from ${moment}) * 1000)::bigint`
const entries = (which: string) => `select coalesce(json_agg(x.entry), '[]') as entries from (
  select json_build_array(e.id, o.id, e.name, e.slug, o.space_id, ${ms('o.starts_at')}, ${ms('o.ends_at')}, e.location_type, nullif(o.changes, '{}'),
     o.going_count, o.rsvp_limit, r.status, o.cancelled_at is not null) as entry
   from ${FROM} where o.community_id = $1 and ${which} and o.is_listed and o.starts_at > $3::timestamptz - ${LONGEST} and o.starts_at < $4 and o.ends_at > $3
   order by o.starts_at, o.id limit ${MAX_ENTRIES + 1}) x`
/** $2 reader, $3 from, $4 to, $5 space. One range of occurrence_space. */
export const monthOf = statement<{ entries: Entry[] }>('events.month_of', entries('o.space_id = $5'))
/** $2 reader, $3 from, $4 to, $5 spaces. One range of occurrence_all. */
export const month = statement<{ entries: Entry[] }>('events.month', entries('o.space_id = any ($5::bigint[])'))

/** What a calendar program is told of a date. */
export type IcsRow = Pick<
  DateRow,
  | 'id'
  | 'name'
  | 'slug'
  | 'space_id'
  | 'text'
  | 'excerpt'
  | 'location_type'
  | 'in_person_location'
  | 'virtual_location_url'
  | 'hide_location_from_non_attendees'
  | 'occurrence_id'
  | 'starts_at'
  | 'ends_at'
  | 'cancelled_at'
  | 'changes'
  | 'rsvp_status'
  | 'time_zone'
  | 'author_member_id'
  | 'cohost_ids'
> & { changed_at: Date; made_at: Date; uid: string; sequence: number }
const ICS = `e.id, e.name, e.slug, e.space_id, e.excerpt, e.location_type, e.in_person_location, e.virtual_location_url, e.hide_location_from_non_attendees,
  e.time_zone, e.author_member_id, e.cohost_ids, o.id as occurrence_id, o.starts_at, o.ends_at, o.cancelled_at, o.changes, r.status as rsvp_status,
  greatest(e.updated_at, o.updated_at) as changed_at, o.created_at as made_at, o.uid, o.sequence`
const ofSpace = `select ${ICS} from ${FROM} where o.community_id = $1 and o.space_id = $4 and o.is_listed and o.starts_at > $3 order by o.starts_at, o.id limit ${MAX_FEED}`
const ofMember = `select ${ICS} from ${FROM} where o.community_id = $1 and r.status in ('yes', 'maybe') and o.is_listed and o.starts_at > $3 order by o.starts_at, o.id limit ${MAX_FEED}`
/** $2 reader, $3 from, $4 space. One range of occurrence_space. */
export const feedOf = statement<IcsRow>('events.feed', ofSpace)
/** $2 reader, $3 from: what they have said yes to, everywhere; the caller sorts out what they still see. Index rsvp_member. */
export const mineOf = statement<IcsRow>('events.feed_mine', ofMember)
/** A mark of all that these say, whatever of it has changed, for who has read it before. */
const marked = (rows: string) => `select md5(coalesce(string_agg(x::text, ''), '')) as mark from (${rows}) x`
export const feedMark = statement<{ mark: string }>('events.feed_mark', marked(ofSpace))
export const mineMark = statement<{ mark: string }>('events.feed_mine_mark', marked(ofMember))
/** $2 reader, $3 event. */
export const icsOf = statement<IcsRow>('events.ics', `select ${ICS} from ${FROM} where o.community_id = $1 and o.event_id = $3 order by o.starts_at, o.id`)

/** $2 date, $3 since when, $4 answer: how many stand before it in line. Index rsvp_waiting. */
export const before = statement<{ count: number }>(
  'events.before',
  `select count(*)::int as count from events.rsvp where community_id = $1 and occurrence_id = $2 and status = 'waiting' and (waiting_since, member_id) < ($3::timestamptz, $4::bigint)`,
)

const CARD = [
  'id',
  'space_id',
  'author_member_id',
  'cohost_ids',
  'name',
  'slug',
  'excerpt',
  'status',
  'deleted_at',
  'created_at',
  'published_at',
  'is_liking_enabled',
  'likes_count',
] as const
export type CardRow = RowOf<typeof EventTable, (typeof CARD)[number]> & { comments_open: boolean }
const cards = (which: string): string =>
  `select ${columnsOf(EventTable, CARD)}, is_comments_enabled and not is_comments_closed as comments_open from events.event where community_id = $1 and ${which} and deleted_at is null`
/** $2 ids. Primary key. */
export const cardsByIds = statement<CardRow>('events.cards', cards('id = any ($2::bigint[])'))

const adds = (column: string): Statement =>
  statement(`events.${column}`, `update events.event set ${column} = greatest(${column} + $3, 0) where community_id = $1 and id = $2`)
/** $2 event, $3 difference. */
export const likesWrite = adds('likes_count')
export const commentsWrite = adds('comments_count')

const answers = (what: string, which: string) =>
  `select occurrence_id as id, ${what} as count from events.rsvp where community_id = $1 and ${which} group by occurrence_id`
/** What is kept of answers, counted anew. */
export const counters: Counter[] = [
  { kept: 'events.occurrence.going_count', counted: answers('sum(1 + guests)', "status = 'yes'") },
  { kept: 'events.occurrence.maybe_count', counted: answers('count(*)', "status = 'maybe'") },
  { kept: 'events.occurrence.waiting_count', counted: answers('count(*)', "status = 'waiting'") },
]
