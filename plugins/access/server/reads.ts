/** Statements of access, each by an index of its own. */
import { type Counter, type MemberCard, type RowOf, statement } from '@atrium/sdk/server'
import type { AccessGroupTable, MemberTable } from './entities.ts'

export type GroupRow = RowOf<typeof AccessGroupTable> & { space_ids: number[]; space_group_ids: number[] }
const targets = (kind: string) =>
  `array(select t.target_id from access.access_group_target t where t.community_id = $1 and t.access_group_id = g.id and t.target = '${kind}' order by t.id)`
const groupSelect = `select g.*, ${targets('space')} as space_ids, ${targets('space_group')} as space_group_ids from access.access_group g where g.community_id = $1`

/** $2 status or all, $3 a like pattern or null, $4 ids or null, $5 last name or null, $6 last id, $7 rows. Walks access_group_list. */
export const groupList = `${groupSelect} and ($2 = 'all' or ($2 = 'archived') = (g.archived_at is not null)) and ($3::text is null or g.name ilike $3)
  and ($4::bigint[] is null or g.id = any ($4)) and ($5::text is null or (lower(g.name), g.id) > ($5, $6::bigint)) order by lower(g.name), g.id limit $7`
/** $2 id. Primary key. */
export const groupById = statement<GroupRow>('access.group', `${groupSelect} and g.id = $2`)
/** $2 member, $3 last id or 0, $4 rows. */
export const groupsOfMember = statement<GroupRow>(
  'access.groups_of',
  `${groupSelect} and g.archived_at is null and g.id > $3
   and exists (select from access.access_group_member m where m.community_id = $1 and m.member_id = $2 and m.access_group_id = g.id) order by g.id limit $4`,
)
/** How many groups there are of each kind. */
export const groupCounts = statement<{ active: number; archived: number }>(
  'access.group_counts',
  `select count(*) filter (where archived_at is null)::int as active, count(archived_at)::int as archived from access.access_group where community_id = $1`,
)

export type ReasonRow = Pick<RowOf<typeof MemberTable>, 'source' | 'source_id' | 'expires_at' | 'created_at'>
export type InRow = Pick<RowOf<typeof MemberTable>, 'id' | 'member_id' | 'created_at' | 'updated_at'> &
  Pick<MemberCard, 'name' | 'headline' | 'avatar_url'> & { reasons: ReasonRow[] }
const inSelect = `select f.id, f.member_id, f.created_at, f.updated_at, k.name, k.headline, k.avatar_url,
    (select json_agg(json_build_object('source', r.source, 'source_id', r.source_id, 'expires_at', r.expires_at, 'created_at', r.created_at) order by r.id)
     from access.access_group_member r where r.community_id = $1 and r.access_group_id = $2 and r.member_id = f.member_id) as reasons
  from access.access_group_member f join kernel.member_card k on k.community_id = $1 and k.id = f.member_id and k.status = 'active'
  where f.community_id = $1 and f.access_group_id = $2
    and not exists (select from access.access_group_member e where e.community_id = $1 and e.access_group_id = $2 and e.member_id = f.member_id and e.id < f.id)`
/** Each member once, by their first reason. $2 group, $3 last member or 0, $4 rows. Walks the unique key. */
export const groupMembers = statement<InRow>('access.group_members', `${inSelect} and f.member_id > $3 order by f.member_id limit $4`)
/** $2 group, $3 a like pattern, $4 rows. */
export const groupMemberSearch = `${inSelect} and k.name ilike $3 order by k.name, f.member_id limit $4`
/** $2 group, $3 member. The unique key. */
export const groupMemberOne = `${inSelect} and f.member_id = $3`
/** $2 group, $3 last member, $4 rows. */
export const groupMemberIds = statement<{ member_id: number }>(
  'access.group_member_ids',
  'select distinct member_id from access.access_group_member where community_id = $1 and access_group_id = $2 and member_id > $3 order by member_id limit $4',
)
/** $2 member: every reason for every group. */
export const memberReasons = statement<ReasonRow & { access_group_id: number; name: string; archived_at: Date | null }>(
  'access.member_reasons',
  `select m.access_group_id, g.name, g.archived_at, m.source, m.source_id, m.expires_at, m.created_at
   from access.access_group_member m join access.access_group g on g.community_id = $1 and g.id = m.access_group_id
   where m.community_id = $1 and m.member_id = $2 order by lower(g.name), g.id, m.id`,
)

/** Answers those who were not in before. $2 group, $3 members, $4 source, $5 its id, $6 who gives it, $7 its end or null, $8 now. */
export const putInWrite = `with was as (select distinct member_id from access.access_group_member where community_id = $1 and access_group_id = $2 and member_id = any ($3::bigint[])),
  put as (insert into access.access_group_member as m (community_id, access_group_id, member_id, source, source_id, granted_by, expires_at, created_at, updated_at)
    select $1, $2, k.id, $4, $5, $6, $7, $8, $8 from kernel.member_card k where k.community_id = $1 and k.id = any ($3::bigint[]) and k.status = 'active'
    on conflict (community_id, access_group_id, member_id, source, source_id) do update set expires_at = excluded.expires_at, updated_at = excluded.updated_at
      where m.expires_at is distinct from excluded.expires_at
    returning member_id)
  select member_id from put except select member_id from was`
/** Takes rows out, and answers whom no other row keeps in. $2 group, and a condition on `m` from $3 on. */
export const takeOutWrite = (which: string) => `with gone as (
    delete from access.access_group_member m where m.community_id = $1 and m.access_group_id = $2 and ${which} returning m.id, m.member_id)
  select distinct g.member_id from gone g where not exists (
    select from access.access_group_member o where o.community_id = $1 and o.access_group_id = $2 and o.member_id = g.member_id and o.id not in (select id from gone))`

/** Members who are in all of these groups. $2 groups, $3 members. */
export const groupMembersNow = `select m.member_id from access.access_group_member m
  where m.community_id = $1 and m.access_group_id = any ($2::bigint[]) and m.member_id = any ($3::bigint[])
  group by m.member_id having count(distinct m.access_group_id) = cardinality($2::bigint[])`
/** Notes what a bulk act is about to take. $2 groups, $3 members, $4 act, $5 now. */
export const keepTaken = `insert into access.taken (community_id, task_id, access_group_id, member_id, source, source_id, expires_at, created_at, updated_at)
  select $1, $4, m.access_group_id, m.member_id, m.source, m.source_id, m.expires_at, $5, $5 from access.access_group_member m
  where m.community_id = $1 and m.access_group_id = any ($2::bigint[]) and m.member_id = any ($3::bigint[]) returning member_id`
/** $2 act, $3 members. */
export const returnTaken = `delete from access.taken where community_id = $1 and task_id = $2 and member_id = any ($3::bigint[])
  returning access_group_id, member_id, source, source_id, expires_at`

export const counters: Counter[] = [
  {
    kept: 'access.access_group.members_count',
    counted: 'select access_group_id as id, count(distinct member_id) from access.access_group_member where community_id = $1 group by access_group_id',
  },
]
