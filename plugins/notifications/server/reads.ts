/** Hot reads of notifications: the inbox, what is new, and the choices by which news is told. */
import { columnsOf, type RowOf, statement } from '@atrium/sdk/server'
import { ActTable, type CounterTable, NoticeTable, PreferenceTable, ProfileTable, type SubscriptionTable } from './entities.ts'

const NOTICE = columnsOf(NoticeTable, { but: ['community_id'] })
export type NoticeRow = Omit<RowOf<typeof NoticeTable>, 'community_id'>

/**
 * $2 member, $3 group or null, $4 `read`, `unread` or null, $5 archived, $6 moment of the last or null, $7 id of the last, $8 rows.
 * Walks `notice_inbox`; a member has hundreds, not millions.
 */
export const inboxRead = statement<NoticeRow>(
  'notifications.inbox',
  `select ${NOTICE} from notifications.notice
   where community_id = $1 and member_id = $2 and in_app and ($3::text is null or grouping = $3)
     and ($4::text is null or (read_at is null) = ($4 = 'unread')) and (archived_at is not null) = $5
     and ($6::timestamptz is null or (told_at, id) < ($6, $7::bigint))
   order by told_at desc, id desc limit $8`,
)
/** $2 member, $3 id. Primary key. */
export const noticeById = statement<NoticeRow>(
  'notifications.by_id',
  `select ${NOTICE} from notifications.notice where community_id = $1 and member_id = $2 and id = $3`,
)
/** $2 member, $3 kind, $4 subjects. Walks `notice_bundle`. */
export const unreadOf = statement<{ id: number }>(
  'notifications.unread_of',
  `select id from notifications.notice where community_id = $1 and member_id = $2 and kind = $3 and subject_id = any ($4::bigint[])
     and read_at is null and archived_at is null limit 1`,
)
export type ActRow = RowOf<typeof ActTable, 'id' | 'notice_id' | 'actor_member_id' | 'data' | 'created_at'>
/** $2 notice, $3 rows. Walks `act_notice` backwards. */
export const actsRead = statement<ActRow>(
  'notifications.acts',
  `select ${columnsOf(ActTable, ['id', 'notice_id', 'actor_member_id', 'data', 'created_at'])} from notifications.act
   where community_id = $1 and notice_id = $2 order by id desc limit $3`,
)
/** $2 member. Unique key. */
export const countsRead = statement<RowOf<typeof CounterTable, 'new_count' | 'mentions_count' | 'inbox_count'>>(
  'notifications.counts',
  'select new_count, mentions_count, inbox_count from notifications.counter where community_id = $1 and member_id = $2',
)

/** $2 member, $3 rows: what is new, the latest first. Walks `notice_new`. */
export const newRead = statement<NoticeRow>(
  'notifications.new',
  `select ${NOTICE} from notifications.notice where community_id = $1 and member_id = $2 and is_new order by told_at desc, id desc limit $3`,
)

export type PreferenceRow = RowOf<typeof PreferenceTable, 'member_id' | 'kind' | 'in_app' | 'email' | 'push'>
const PREFERENCE = columnsOf(PreferenceTable, ['member_id', 'kind', 'in_app', 'email', 'push'])
/** $2 members, $3 kind. Unique key. */
export const preferencesOf = statement<PreferenceRow>(
  'notifications.preferences_of',
  `select ${PREFERENCE} from notifications.preference where community_id = $1 and member_id = any ($2::bigint[]) and kind = $3`,
)
/** $2 member. Unique key. */
export const preferencesRead = statement<PreferenceRow>(
  'notifications.preferences',
  `select ${PREFERENCE} from notifications.preference where community_id = $1 and member_id = $2`,
)
const PROFILE = ['member_id', 'time_zone', 'browser_zone', 'is_quiet', 'quiet_from', 'quiet_to', 'digest', 'digest_sent'] as const
export type ProfileRow = RowOf<typeof ProfileTable, (typeof PROFILE)[number]>
/** $2 members. Unique key. */
export const profilesOf = statement<ProfileRow>(
  'notifications.profiles_of',
  `select ${columnsOf(ProfileTable, PROFILE)} from notifications.profile where community_id = $1 and member_id = any ($2::bigint[])`,
)

const zoneOfThose = (where: string) => `select coalesce(p.time_zone, k.time_zone, p.browser_zone) from kernel.member_card k
  left join notifications.profile p on p.community_id = $1 and p.member_id = k.id where k.community_id = $1 and ${where}`
/** $2 member: the clocks they go by, else the community's: those of the first active member who has any, its founder as a rule. Keys. */
export const zoneRead = statement<{ zone: string | null }>(
  'notifications.zone',
  `select coalesce((${zoneOfThose('k.id = $2')}),
    (${zoneOfThose("k.status = 'active' and coalesce(p.time_zone, k.time_zone, p.browser_zone) is not null order by k.id limit 1")})) as zone`,
)

/** What is kept of what is new, counted anew. */
const counted = (where: string) => `select c.id, count(n.id) from notifications.counter c
  join notifications.notice n on n.community_id = $1 and n.member_id = c.member_id and n.is_new${where} where c.community_id = $1 group by c.id`
export const counters = [
  { kept: 'notifications.counter.new_count', counted: counted('') },
  { kept: 'notifications.counter.mentions_count', counted: counted(" and n.grouping = 'mentions'") },
  { kept: 'notifications.counter.inbox_count', counted: counted(" and n.grouping = 'inbox'") },
]

/** $2 now, $3 rows. Walks `notice_mail`. */
export const membersDue = statement<{ member_id: number }>(
  'notifications.members_due',
  `select distinct member_id from (select member_id from notifications.notice where community_id = $1 and email_at <= $2 order by email_at limit $3) due order by 1`,
)
/** $2 member, $3 now: takes what is to be mailed, of a member that nobody else is mailing. The bundle that has grown since tells all of it. */
export const noticesDue = statement<NoticeRow>(
  'notifications.notices_due',
  `with due as (select id from notifications.notice where community_id = $1 and member_id = $2 and email_at <= $3 for update skip locked)
   update notifications.notice n set email_at = null from due where n.community_id = $1 and n.id = due.id
   returning ${columnsOf(NoticeTable, { but: ['community_id'] }, 'n')}`,
)
/** $2 member, $3 rows: what is unread, the latest first. Walks `notice_inbox`. */
export const unreadLatest = statement<NoticeRow>(
  'notifications.unread_latest',
  `select ${NOTICE} from notifications.notice where community_id = $1 and member_id = $2 and in_app and read_at is null and archived_at is null
   order by told_at desc, id desc limit $3`,
)
/**
 * $2 daily or weekly, $3 after member, $4 now, $5 hour, $6 day of the week or null, $7 rows: whose digest is due by the clock of where they are.
 * Walks members by their key.
 */
export const digestsDue = statement<{ id: number; period: string }>(
  'notifications.digests_due',
  `select k.id, to_char($4::timestamptz at time zone coalesce(p.time_zone, k.time_zone, p.browser_zone, 'UTC'), 'YYYY-MM-DD') as period
   from kernel.member_card k left join notifications.profile p on p.community_id = $1 and p.member_id = k.id
   where k.community_id = $1 and k.status = 'active' and k.id > $3 and coalesce(p.digest, 'weekly') = $2
     and extract(hour from $4::timestamptz at time zone coalesce(p.time_zone, k.time_zone, p.browser_zone, 'UTC')) = $5
     and ($6::int is null or extract(dow from $4::timestamptz at time zone coalesce(p.time_zone, k.time_zone, p.browser_zone, 'UTC')) = $6)
   order by k.id limit $7`,
)

const WANTING = `from notifications.subscription s
   join kernel.member_card m on m.community_id = $1 and m.id = s.member_id and m.status = 'active'
   left join notifications.preference p on p.community_id = $1 and p.member_id = s.member_id`
/** $2 members, $3 kind or null, $4 whether it is on for who never chose. Walks `subscription_member`. */
export const devicesOf = statement<RowOf<typeof SubscriptionTable, 'id' | 'member_id'> & { time_zone: string | null }>(
  'notifications.devices_of',
  `select s.id, s.member_id, m.time_zone ${WANTING} and p.kind = $3
   where s.community_id = $1 and s.member_id = any ($2::bigint[]) and coalesce(p.push, $4::boolean) order by s.member_id, s.id`,
)
/** $2 kind, $3 whether it is on for who never chose, $4 members or null for all. */
export const reachOf = statement<{ count: number }>(
  'notifications.reach_of',
  `select count(distinct s.member_id)::int as count ${WANTING} and p.kind = $2
   where s.community_id = $1 and ($4::bigint[] is null or s.member_id = any ($4)) and coalesce(p.push, $3::boolean)`,
)
export const zonesRead = statement<{ time_zone: string }>(
  'notifications.zones',
  `select distinct coalesce(p.time_zone, m.time_zone, 'UTC') as time_zone from notifications.subscription s
   join kernel.member_card m on m.community_id = $1 and m.id = s.member_id
   left join notifications.profile p on p.community_id = $1 and p.member_id = s.member_id where s.community_id = $1`,
)
