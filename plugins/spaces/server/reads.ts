/** Hot reads of spaces. Every plan below was thought for 500 spaces and 100,000 members in one community. */
import { columnsOf, holdsPermission, type MemberCard, type RowOf, type Statement, statement } from '@atrium/sdk/server'
import { InvitationTable, SpaceGroupTable, SpaceMemberTable, SpaceTable } from './entities.ts'

/** Rows of numbers as JSON text, null for none: put together as text they cost PostgreSQL a third of what its JSON functions do. */
const numbers = (columns: string) => `('[[' || string_agg(concat_ws(',', ${columns}), '],[') || ']]')::json`
export interface MineRow {
  spaces: [spaceId: number, membershipId: number, moderates: 0 | 1][] | null
  groups: [groupId: number, moderates: 0 | 1][] | null
  suspended: number[] | null
  roles: [target: 'space' | 'space_group', id: number, role: string][] | null
}
const roleIn = (table: string, key: string, id = '') =>
  `(select ${numbers(`m.${key}, ${id}(m.role = 'moderator')::int`)} from ${table} m where m.community_id = $1 and m.member_id = $2 and m.status = 'active')`
/** $2 member. Scans of `space_member_reach` and `space_group_member_reach`; asked once and kept. */
export const mineRead = statement<MineRow>(
  'spaces.mine',
  `select ${roleIn('spaces.space_member', 'space_id', 'm.id, ')} as spaces, ${roleIn('spaces.space_group_member', 'space_group_id')} as groups,
     (select json_agg(m.space_id) from spaces.space_member m where m.community_id = $1 and m.member_id = $2 and m.status = 'inactive') as suspended,
     (select json_agg(json_build_array(r.target, r.target_id, r.role_key)) from spaces.space_role r where r.community_id = $1 and r.member_id = $2) as roles`,
)

const holdsManage = (member: string) => holdsPermission(member, 'spaces.manage')
/** A row for whoever holds `spaces.manage`. $2 member. */
export const managesRead = statement<{ id: number }>(
  'spaces.manages',
  `select k.id from kernel.member_card k where k.community_id = $1 and k.id = $2 and ${holdsManage('k')}`,
)

/** What moves in a space, apart from what it is. */
const MOVING = ['sequence', 'posts_count', 'members_count', 'last_activity_at'] as const
type Moving = (typeof MOVING)[number]
/** What a space is, whoever looks. */
export type StillRow = Omit<RowOf<typeof SpaceTable>, Moving | 'version_by'> & { group_name: string; group_slug: string }
export type SpaceRow = StillRow &
  RowOf<typeof SpaceTable, Moving> & {
    membership_id: number | null
    read_mark: number | null
    /** Null in lists. */
    banner_hidden: boolean | null
  }
const spaceSelect = `select ${columnsOf(SpaceTable, { but: ['version_by'] }, 's')}, g.name as group_name, g.slug as group_slug, m.id as membership_id, m.read_mark, m.banner_hidden
  from spaces.space s
  join spaces.space_group g on g.community_id = $1 and g.id = s.space_group_id
  left join spaces.space_member m on m.community_id = $1 and m.space_id = s.id and m.member_id = $2 and m.status = 'active'
  where s.community_id = $1`

/** Every space of the community in the sidebar's order, by `space_place` (heap, some hundred rows); asked once and kept. */
export const stillRead = statement<StillRow>(
  'spaces.still',
  `select ${columnsOf(SpaceTable, { but: [...MOVING, 'version_by'] }, 's')}, g.name as group_name, g.slug as group_slug from spaces.space s
   join spaces.space_group g on g.community_id = $1 and g.id = s.space_group_id where s.community_id = $1 order by g.position, g.id, s.position, s.id`,
)
export type Live = [id: number, sequence: number, posts: number, members: number, activityMs: number]
/**
 * $2 member id or 0, $3 ids: what moves in these spaces, and the read marks of all that the member is in, by an index-only scan
 * of `space_member_reach`. JSON, because parsing it costs a tenth of parsing rows.
 */
export const liveRead = statement<{ live: Live[] | null; marks: [spaceId: number, mark: number][] | null }>(
  'spaces.live',
  `select
     (select ${numbers('s.id, s.sequence, s.posts_count, s.members_count, coalesce(trunc(extract(epoch from s.last_activity_at) * 1000), 0)')}
      from spaces.space s where s.community_id = $1 and s.id = any ($3::bigint[])) as live,
     (select ${numbers('m.space_id, m.read_mark')} from spaces.space_member m where m.community_id = $1 and m.member_id = $2 and m.status = 'active') as marks`,
)
/** $3 id. Primary key of `space`, unique key of `space_member`. */
export const byIdRead = statement<SpaceRow>('spaces.by_id', `${spaceSelect} and s.id = $3`)
/** $3 slug. Unique key (community, slug). */
export const bySlugRead = statement<SpaceRow>('spaces.by_slug', `${spaceSelect} and s.slug = $3`)

/** One row when it worked. $2 space, $3 the author or 0: one's own items are not unread, $4 posts among it: 1 or 0, $5 when. Two updates by unique keys, whatever the number of members. */
export const advanceWrite = statement<{ sequence: number; open: boolean }>(
  'spaces.advance',
  `with own as (
     update spaces.space_member set read_mark = read_mark + 1 where community_id = $1 and space_id = $2 and member_id = $3 and status = 'active')
   update spaces.space set sequence = sequence + 1, posts_count = posts_count + $4::int, last_activity_at = greatest(last_activity_at, $5)
   where community_id = $1 and id = $2
   returning sequence, not is_private and not is_hidden and not is_draft as open`,
)
/** $2 space. Primary key. */
export const postsCountRead = statement<RowOf<typeof SpaceTable, 'posts_count'>>(
  'spaces.posts_count',
  'select posts_count from spaces.space where community_id = $1 and id = $2',
)
/** $2 space, $3 member. Unique key; marks everything in the space as read. */
export const markReadWrite = statement<{ id: number }>(
  'spaces.mark_read',
  `update spaces.space_member m set read_mark = s.sequence from spaces.space s
   where m.community_id = $1 and m.space_id = $2 and m.member_id = $3 and s.community_id = $1 and s.id = $2 and m.read_mark <> s.sequence
   returning m.id`,
)

/** What a group is, whoever looks. */
export type GroupRow = Omit<RowOf<typeof SpaceGroupTable>, 'members_count'>
/** Every group in the sidebar's order; asked once and kept. */
export const groupsRead = statement<RowOf<typeof SpaceGroupTable>>(
  'spaces.groups',
  `select ${columnsOf(SpaceGroupTable, undefined, 'g')} from spaces.space_group g where g.community_id = $1 order by g.position, g.id`,
)
/** How many are in each. */
export const groupCountsRead = statement<{ counts: [groupId: number, members: number][] | null }>(
  'spaces.group_counts',
  `select ${numbers('g.id, g.members_count')} as counts from spaces.space_group g where g.community_id = $1`,
)

const MEMBERSHIP = ['id', 'member_id', 'role', 'access_type', 'status', 'created_at', 'updated_at'] as const
const SETTINGS = ['read_mark', 'notification_type', 'in_app_notification_setting', 'mobile_notification_setting'] as const
const PERSON = ['account_id', 'public_uid', 'name', 'headline', 'avatar_url', 'roles'] as const
export type MembershipRow = RowOf<typeof SpaceMemberTable, (typeof MEMBERSHIP)[number] | (typeof SETTINGS)[number]> &
  Pick<MemberCard, (typeof PERSON)[number]> & { place_id: number }
/** Where people belong: a space or a group. Both lists have the same shape. */
export type Place = 'space' | 'group'
const tables = {
  space: { table: 'spaces.space_member', key: 'space_id', more: columnsOf(SpaceMemberTable, SETTINGS, 'm') },
  group: {
    table: 'spaces.space_group_member',
    key: 'space_group_id',
    more: "0 as read_mark, 'all' as notification_type, 'all' as in_app_notification_setting, 'all' as mobile_notification_setting",
  },
}
const membershipSelect = (place: Place) => `select ${columnsOf(SpaceMemberTable, MEMBERSHIP, 'm')}, m.${tables[place].key} as place_id, ${tables[place].more},
    ${PERSON.map((column) => `k.${column}`).join(', ')}
  from ${tables[place].table} m join kernel.member_card k on k.community_id = $1 and k.id = m.member_id and k.status = 'active'
  where m.community_id = $1 and m.${tables[place].key} = $2`

export type MemberSort = 'oldest' | 'latest' | 'alphabetical'
const orders: Record<MemberSort, { after: string; order: string }> = {
  latest: { after: '($4::bigint is null or m.id < $4)', order: 'm.id desc' },
  oldest: { after: '($4::bigint is null or m.id > $4)', order: 'm.id' },
  alphabetical: { after: '($4::bigint is null or (k.name, m.id) > ($6::text, $4))', order: 'k.name, m.id' },
}
/** $3 status or all, $4 last id or null, $5 rows, $6 last name or search. */
const membersText = (place: Place, sort: MemberSort) =>
  `${membershipSelect(place)} and ($3 = 'all' or m.status = $3) and ${orders[sort].after} and ($6::text is null or true) order by ${orders[sort].order} limit $5`

const membersStatements = new Map<string, Statement<MembershipRow>>()
for (const place of ['space', 'group'] as const)
  for (const sort of ['latest', 'oldest', 'alphabetical'] as const)
    membersStatements.set(`${place}.${sort}`, statement(`spaces.members_${place}_${sort}`, membersText(place, sort)))
/**
 * A page of members. By id it walks `…_member_list`, as deep as one likes; by name it sorts the
 * place's members (100 ms for 100,000), which only somebody who asks for it pays.
 */
export const membersRead = (place: Place, sort: MemberSort): Statement<MembershipRow> => membersStatements.get(`${place}.${sort}`)!
/** $3 status or all, $4 a like pattern, $5 rows. Not prepared: the trigram index serves rare names, the place's list common ones. */
export const memberSearch = (place: Place) => `${membershipSelect(place)} and ($3 = 'all' or m.status = $3) and k.name ilike $4 order by k.name, m.id limit $5`
/** One membership. $3 its id, or the member's. */
export const membershipById = (place: Place) => `${membershipSelect(place)} and m.id = $3`
export const membershipOf = (place: Place) => `${membershipSelect(place)} and m.member_id = $3`
/** $3 rows. The right sidebar's faces: those seen last among the 200 who came last. */
export const facesRead = statement<MembershipRow>(
  'spaces.faces',
  `select * from (${membershipSelect('space').replace('k.roles', 'k.roles, k.last_seen_at')} and m.status = 'active' order by m.id desc limit 200) recent
   order by last_seen_at desc nulls last, id desc limit $3`,
)

/** $2 space. Its own list, by id: some hundred thousand in the largest. */
export const memberIdsRead = statement<RowOf<typeof SpaceMemberTable, 'member_id'>>(
  'spaces.member_ids',
  "select member_id from spaces.space_member where community_id = $1 and space_id = $2 and status = 'active' order by id",
)
/** $2 space, $3 member. Unique key. */
export const joinedRead = statement<RowOf<typeof SpaceMemberTable, 'created_at'>>(
  'spaces.joined',
  "select created_at from spaces.space_member where community_id = $1 and space_id = $2 and member_id = $3 and status = 'active'",
)
/** $2 member, $3 spaces the reader sees. Index space_member_reach; where the list of members is switched off, nobody hears who is in it. */
export const memberSpacesRead = statement<{ id: number }>(
  'spaces.of_member',
  `select s.id from spaces.space_member m join spaces.space s on s.community_id = $1 and s.id = m.space_id
   where m.community_id = $1 and m.member_id = $2 and m.status = 'active' and m.space_id = any ($3::bigint[])
     and s.options->'visible_tabs'->>'members' is distinct from 'false' order by lower(s.name), s.id`,
)

const place = (of: Place) => (of === 'space' ? { ...tables.space, counted: 'spaces.space' } : { ...tables.group, counted: 'spaces.space_group' })
/** What newcomers are told over one medium: all, else mentions only, else nothing, as the space sets it. */
const firstLevel = (medium: 'in_app' | 'mobile') =>
  `case when coalesce(p.options->>'default_${medium}_notification_setting', 'all') = 'all' then 'all'
        when coalesce(p.options->>'default_mention_${medium}_notification_setting', 'all') = 'all' then 'mention' else 'never' end`
/**
 * Adds members to places and keeps the counts; members of other communities, and those in already, fall away.
 * $2 places, $3 member ids, $4 role, $5 how they came in, $6 whether those who were suspended come back: with the
 * role they are given now, not the one they had. Newcomers start with nothing unread. Who was in by grants alone, and comes in otherwise, stays when those go.
 */
export const addMembersWrite = (of: Place) => {
  const { table, key, counted } = place(of)
  const [mark, value, again] =
    of === 'space'
      ? [
          ', read_mark, notification_type, in_app_notification_setting, mobile_notification_setting',
          `, p.sequence, coalesce(p.options->>'default_notification_setting', 'all'), ${firstLevel('in_app')}, ${firstLevel('mobile')}`,
          ', read_mark = excluded.read_mark',
        ]
      : ['', '', '']
  return `with added as (
      insert into ${table} (community_id, ${key}, member_id, role, access_type${mark})
      select $1, p.id, k.id, $4, $5${value} from ${counted} p join kernel.member_card k on k.community_id = $1 and k.id = any ($3::bigint[]) and k.status = 'active'
      where p.community_id = $1 and p.id = any ($2::bigint[])
      on conflict (community_id, ${key}, member_id) do update
        set status = 'active', role = excluded.role, access_type = excluded.access_type${again}, updated_at = now() where ${table}.status = 'inactive' and $6::boolean
      returning ${key} as place_id, member_id),
    owned as (update ${table} set access_type = $5, updated_at = now()
      where community_id = $1 and ${key} = any ($2::bigint[]) and member_id = any ($3::bigint[]) and status = 'active' and access_type = 'grant' and $5 <> 'grant'),
    counted as (update ${counted} c set members_count = c.members_count + n.newcomers
      from (select place_id, count(*)::int as newcomers from added group by place_id) n where c.community_id = $1 and c.id = n.place_id)
    select place_id, member_id from added`
}
/**
 * Whether a membership `m` still has a reason that was given: for the space or its group; for the group, or for a space whose members
 * join the group with it.
 */
export const granted = (of: Place) =>
  `exists (select from spaces.access_grant a where a.community_id = $1 and a.member_id = m.member_id and a.state <> 'ending' and ${
    of === 'space'
      ? `(a.target, a.target_id) in (select 'space', s.id from spaces.space s where s.community_id = $1 and s.id = m.space_id
          union all select 'space_group', s.space_group_id from spaces.space s where s.community_id = $1 and s.id = m.space_id)`
      : `(a.target = 'space_group' and a.target_id = m.space_group_id
          or a.target = 'space' and a.target_id in (select s.id from spaces.space s join spaces.space_group g on g.community_id = $1 and g.id = s.space_group_id
            where s.community_id = $1 and s.space_group_id = m.space_group_id and g.add_members_to_space_group_on_space_join))`
  })`
/** Of these targets those that are there. $2 kinds, $3 their ids. */
export const targetsRead = `select w.kind, w.id from unnest($2::text[], $3::bigint[]) w (kind, id)
  where w.kind = 'space' and exists (select from spaces.space s where s.community_id = $1 and s.id = w.id)
     or w.kind = 'space_group' and exists (select from spaces.space_group g where g.community_id = $1 and g.id = w.id)`
/** Answers the rows that have work to do. $2 members, $3 kinds and $4 ids of targets, $5 source, $6 its id, $7 who gives it, $8 its end or null, $9 now. */
export const grantWrite = `with given as (
    insert into spaces.access_grant as a (community_id, member_id, target, target_id, source, source_id, granted_by, expires_at, created_at, updated_at)
    select $1, k.id, w.kind, w.id, $5, $6, $7, $8, $9, $9 from kernel.member_card k cross join unnest($3::text[], $4::bigint[]) w (kind, id)
    where k.community_id = $1 and k.id = any ($2::bigint[]) and k.status = 'active'
    on conflict (community_id, member_id, target, target_id, source, source_id) do update
      set expires_at = excluded.expires_at, state = case when a.state = 'ending' then 'pending' else a.state end, updated_at = excluded.updated_at
      where a.expires_at is distinct from excluded.expires_at or a.state = 'ending'
    returning id, state)
  select id from given where state = 'pending'`
/** $2 source, $3 its id, $4 members or null, $5 kinds and $6 ids of targets or null, $7 now. */
export const endGrantsWrite = `update spaces.access_grant a set state = 'ending', updated_at = $7
  where community_id = $1 and source = $2 and source_id is not distinct from $3 and ($4::bigint[] is null or member_id = any ($4)) and state <> 'ending'
    and ($5::text[] is null or (target, target_id) in (select * from unnest($5, $6::bigint[])))
  returning id`
/** As many as make $3 memberships, at least one, with the spaces of each. $2 these alone, or null: by `access_grant_work`. */
export const dueGrants = `select id, member_id, target, target_id, state, spaces from (
    select a.*, sum(1 + cardinality(a.spaces)) over (order by a.id) - cardinality(a.spaces) as work from (
      select a.id, a.member_id, a.target, a.target_id, a.state, array(
          select s.id from spaces.space s where s.community_id = $1
            and (a.target = 'space' and s.id = a.target_id or a.target = 'space_group' and s.space_group_id = a.target_id and (a.state = 'ending' or not s.is_draft))
          order by s.id) as spaces
      from spaces.access_grant a where a.community_id = $1 and a.state <> 'live' and ($2::bigint[] is null or a.id = any ($2)) order by a.id limit $3) a) a
  where work <= $3 order by id`
/** Takes the memberships that have no reason left. $2 grants that end, unless another condition on `m` says whose. */
export const endMembershipsWrite = (of: Place, which?: string) => {
  const { table, key, counted } = place(of)
  const ending =
    of === 'space'
      ? `select e.member_id, s.id from spaces.access_grant e join spaces.space s on s.community_id = $1
           and (e.target = 'space' and s.id = e.target_id or e.target = 'space_group' and s.space_group_id = e.target_id)`
      : `select e.member_id, g.id from spaces.access_grant e join spaces.space_group g on g.community_id = $1
           and (e.target = 'space_group' and g.id = e.target_id
             or e.target = 'space' and g.id = (select s.space_group_id from spaces.space s where s.community_id = $1 and s.id = e.target_id))`
  return `with gone as (
      delete from ${table} m where m.community_id = $1 and m.access_type = 'grant' and m.status = 'active' and not ${granted(of)}
        and ${which ?? `(m.member_id, m.${key}) in (${ending} where e.community_id = $1 and e.id = any ($2::bigint[]) and e.state = 'ending')`}
      returning m.${key} as place_id, m.member_id),
    counted as (update ${counted} c set members_count = greatest(c.members_count - n.leavers, 0)
      from (select place_id, count(*)::int as leavers from gone group by place_id) n where c.community_id = $1 and c.id = n.place_id)
    select place_id, member_id from gone`
}
/** $2 places, $3 members. */
export const disownWrite = (of: Place) =>
  `update ${place(of).table} set access_type = 'grant', role = 'member', updated_at = now()
   where community_id = $1 and ${place(of).key} = any ($2::bigint[]) and member_id = any ($3::bigint[]) and status = 'active'`
/** Memberships of their own, and what was given and holds. $2 member, $3 now. */
export const reasonsRead = `select 'space' as target, m.space_id as target_id, 'own' as source, null::bigint as source_id, null::timestamptz as expires_at, m.created_at as granted_at
    from spaces.space_member m where m.community_id = $1 and m.member_id = $2 and m.access_type <> 'grant'
  union all select 'space_group', m.space_group_id, 'own', null, null, m.created_at
    from spaces.space_group_member m where m.community_id = $1 and m.member_id = $2 and m.access_type <> 'grant'
  union all select a.target, a.target_id, a.source, a.source_id, a.expires_at, a.created_at
    from spaces.access_grant a where a.community_id = $1 and a.member_id = $2 and a.state <> 'ending' and (a.expires_at is null or a.expires_at > $3)`
/** The members that the three here keep count of. */
export const membersCounted = (of: Place) => {
  const { table, key } = place(of)
  return `select ${key} as id, count(*) from ${table} where community_id = $1 and status = 'active' group by ${key}`
}
/** Takes one member out and keeps the count. $2 place, $3 member, $4 whether also one who is suspended. */
export const removeMemberWrite = (of: Place) => {
  const { table, key, counted } = place(of)
  return `with gone as (delete from ${table} where community_id = $1 and ${key} = $2 and member_id = $3 and (status = 'active' or $4::boolean) returning status),
    counted as (update ${counted} set members_count = greatest(members_count - 1, 0) where community_id = $1 and id = $2 and exists (select 1 from gone where status = 'active'))
    select 1 from gone`
}
/** Changes role and status and keeps the count; answers what they were. Who is made to run a place is there by that, no longer by grants. $2 place, $3 member, $4 role, $5 status. */
export const updateMemberWrite = (of: Place) => {
  const { table, key, counted } = place(of)
  return `with was as (select status, role from ${table} where community_id = $1 and ${key} = $2 and member_id = $3 for update),
    changed as (update ${table} m set role = $4, status = $5, updated_at = now(),
        access_type = case when m.access_type = 'grant' and ($4 = 'moderator' or ($5 = 'active' and not ${granted(of)})) then 'invite' else m.access_type end
      where community_id = $1 and ${key} = $2 and member_id = $3),
    counted as (update ${counted} set members_count = members_count + (case when $5 = 'active' then 1 else -1 end)
      where community_id = $1 and id = $2 and exists (select 1 from was where status <> $5))
    select status, role from was`
}

const INVITATION = ['id', 'email', 'space_id', 'space_group_id', 'claimed_by', 'expires_at', 'created_at'] as const
export type InvitationRow = RowOf<typeof InvitationTable, (typeof INVITATION)[number]> & {
  inviter_id: number | null
  invited_by: string | null
  is_open: boolean
}
const invitationSelect = `select ${columnsOf(InvitationTable, INVITATION, 'i')}, i.invited_by as inviter_id, k.name as invited_by,
    i.claimed_at is null and i.expires_at > now() as is_open
  from spaces.invitation i left join kernel.member_card k on k.community_id = $1 and k.id = i.invited_by where i.community_id = $1`
/** $2 place. Index invitation_open. */
export const openInvitations = (of: Place) =>
  `${invitationSelect} and i.${tables[of].key} = $2 and i.claimed_at is null and i.expires_at > now() order by i.id desc limit 200`
/** $2 id, or the token's hash. */
export const invitationById = `${invitationSelect} and i.id = $2`
export const invitationByToken = `${invitationSelect} and i.token_hash = $2`
/**
 * What whoever invited may do by now, by the same rules as the policies': bring others in at all, and (`vouches`) people from
 * outside the community too, which is for those who moderate. $2 place, $3 inviter.
 */
export const inviterRead = (of: Place) => {
  const { table, key, counted } = place(of)
  const [reaches, open] =
    of === 'space'
      ? ['not p.is_draft and (not p.is_private or m.id is not null)', "(m.id is not null and p.options->>'prevent_members_from_adding_others' = 'false')"]
      : ['(not p.is_hidden_from_non_members or m.id is not null)', 'false']
  return `select r.vouches or ${open} as may, r.vouches from kernel.member_card k join ${counted} p on p.community_id = $1 and p.id = $2
    left join ${table} m on m.community_id = $1 and m.${key} = $2 and m.member_id = k.id and m.status = 'active',
    lateral (select coalesce(m.role = 'moderator', false) or ('moderator' = any (k.roles) and ${reaches}) or ${holdsManage('k')} as vouches) r
    where k.community_id = $1 and k.id = $3 and k.status = 'active'`
}
/** Counts mails, and answers the sums they come to: the member's of this hour, the community's of this day. $2 member, $3 mails. */
export const countInvitationsWrite = `with counted as (
    insert into spaces.invitation_count as c (community_id, member_id, hour, mails) values ($1, $2, date_trunc('hour', now()), $3)
    on conflict (community_id, member_id, hour) do update set mails = c.mails + excluded.mails, updated_at = now())
  select coalesce(sum(mails) filter (where member_id = $2 and hour = date_trunc('hour', now())), 0)::int + $3 as by_member, coalesce(sum(mails), 0)::int + $3 as by_all
  from spaces.invitation_count where community_id = $1 and hour > now() - interval '1 day'`

/** Requests of these members in these spaces are over: they are in, or will not be. $2 spaces, $3 members, $4 status, $5 who decided it. */
export const closeRequestsWrite = `with closed as (
    update spaces.join_request set status = $4, decided_by = $5, decided_at = now(), updated_at = now()
    where community_id = $1 and space_id = any ($2::bigint[]) and member_id = any ($3::bigint[]) and status = 'open' returning space_id)
  update spaces.space s set requests_count = s.requests_count - n.count from (select space_id, count(*)::int as count from closed group by space_id) n
  where s.community_id = $1 and s.id = n.space_id`
export const requestsCounted = "select space_id as id, count(*) from spaces.join_request where community_id = $1 and status = 'open' group by space_id"
