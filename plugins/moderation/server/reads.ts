/** Hot reads of moderation: the queue, and what judges a member or a reporter. */
import { columnsOf, type RowOf, statement } from '@atrium/sdk/server'
import { CaseTable, ReportTable } from './entities.ts'

export type CaseRow = Omit<RowOf<typeof CaseTable>, 'community_id'> & { report_reason: string | null; report_body: string | null; reporter_id: number | null }
/** With the first report of each. */
const rows = (where: string, order = 'asc', limit = '$7') => `select ${columnsOf(CaseTable, { but: ['community_id'] }, 'c')},
    r.reason as report_reason, r.body as report_body, r.member_id as reporter_id
  from moderation."case" c left join lateral (
    select reason, body, member_id from moderation.report x where x.community_id = $1 and x.case_id = c.id order by x.id limit 1) r on true
  where c.community_id = $1 and ${where} order by c.id ${order} limit ${limit}`
const filter = (beyond: string) => `($2::text is null or c.status = $2) and ($3::text is null or $3 = any (c.reasons)) and ($4::text is null or c.kind = $4)
    and ($5::boolean is null or c.is_hidden = $5) and ($6::bigint is null or c.id ${beyond} $6) and ($8::bigint is null or c.member_id is distinct from $8)`
/** $2 status or null, $3 reason or null, $4 kind or null, $5 hidden or null, $6 last id or null, $7 rows, $8 whom it may not be about or null. Walks `case_list`; of those that wait also $9, the moment of the last one: they come oldest first by `case_waiting`. */
export const waitingRead = statement<CaseRow>(
  'moderation.waiting',
  rows(filter('>').replace('c.id > $6', '(c.created_at, c.id) > ($9::timestamptz, $6)')).replace('order by c.id asc', 'order by c.created_at, c.id'),
)
/** $2 kind, $3 record, $4 rows, $5 whom it may not be about or null. */
export const casesOn = statement<CaseRow>(
  'moderation.cases_on',
  rows('c.kind = $2 and c.record_id = $3 and ($5::bigint is null or c.member_id is distinct from $5)', 'desc', '$4'),
)
export const decidedRead = statement<CaseRow>('moderation.decided', rows(filter('<'), 'desc'))
/** $2 id. Primary key. */
export const caseById = statement<CaseRow>('moderation.case_by_id', rows('c.id = $2', 'asc', '1'))
/** $2 whom they may not be about, or null. Walks `case_open`, which holds what waits and nothing else. */
export const unaddressedRead = statement<{ count: number }>(
  'moderation.unaddressed',
  `select count(*)::int as count from moderation."case" where community_id = $1 and status = 'inbox'
   and ($2::bigint is null or member_id is distinct from $2)`,
)

/** $2 moment and $3 id of the last one or null, $4 rows, $5 whom they may not be about, $6 act and $7 moderator or null: decisions, the latest first. */
export const logRead = statement<CaseRow>(
  'moderation.log',
  rows(
    `c.action_at is not null and c.status <> 'inbox' and ($2::timestamptz is null or (c.action_at, c.id) < ($2, $3::bigint))
       and ($5::bigint is null or c.member_id is distinct from $5) and ($6::text is null or c.action = $6) and ($7::bigint is null or c.action_by = $7)`,
    'desc',
    '$4',
  ).replace('order by c.id desc', 'order by c.action_at desc, c.id desc'),
)
/** $2 since when, $3 whom they may not be about or null. What was removed without a report took nobody any time; what a ban has closed with it (settled at once)
 * was not reviewed by itself; of an appeal the time since it was made counts. */
export const figuresRead = statement<{ decided: number; minutes: number | null; acts: string[] }>(
  'moderation.figures',
  `select count(*)::int as decided, coalesce(array_agg(action), '{}') as acts,
     (avg(extract(epoch from action_at - greatest(created_at, appealed_at)))
       filter (where (reports_count > 0 or rule is not null) and not (action = 'ban' and settled_at < action_at + interval '1 second')) / 60)::float8 as minutes from moderation."case"
   where community_id = $1 and status <> 'inbox' and action_at >= $2 and ($3::bigint is null or member_id is distinct from $3)`,
)
/** $2 whom they may not be about or null: who has decided. */
export const decidersRead = statement<{ action_by: number }>(
  'moderation.deciders',
  `select distinct action_by from moderation."case" where community_id = $1 and status <> 'inbox' and action_by is not null
   and ($2::bigint is null or member_id is distinct from $2) limit 100`,
)

const REPORT = ['member_id', 'reason', 'body', 'created_at'] as const
/** $2 case. With how often each was right before: `report_member`. */
export const reportersRead = statement<RowOf<typeof ReportTable, (typeof REPORT)[number]> & { decided: number; right: number }>(
  'moderation.reporters',
  `select ${columnsOf(ReportTable, REPORT, 'r')}, h.decided, h.right from moderation.report r cross join lateral (
     select count(*)::int as decided, count(*) filter (where x.is_right)::int as right from moderation.report x
     where x.community_id = $1 and x.member_id = r.member_id and x.is_right is not null) h
   where r.community_id = $1 and r.case_id = $2 order by r.id limit 50`,
)
/** $2 member, $3 cases: what of that they have reported was decided. Unique key. */
export const reportedBy = statement<{ id: number; kind: string; record_id: number; is_right: boolean }>(
  'moderation.reported_by',
  `select c.id, c.kind, c.record_id, r.is_right from moderation.report r join moderation."case" c on c.community_id = $1 and c.id = r.case_id
   where r.community_id = $1 and r.member_id = $2 and r.case_id = any ($3::bigint[]) and r.is_right is not null`,
)
/** $2 now: who is silenced, for the process to keep. Index `sanction_silence`. */
export const silencedRead = statement<{ member_id: number; ends_at: Date }>(
  'moderation.silenced',
  `select member_id, max(ends_at) as ends_at from moderation.sanction where community_id = $1 and kind = 'silence' and ends_at > $2 group by member_id`,
)
/** $2 member, $3 today: how a newcomer has begun. */
export const newcomerRead = statement<{ created_at: Date; passed: number }>(
  'moderation.newcomer',
  `select k.created_at, coalesce(n.passed, 0) as passed from kernel.member_card k
   left join moderation.newcomer n on n.community_id = $1 and n.member_id = k.id where k.community_id = $1 and k.id = $2`,
)
