/** Reads of members. Each walks an index of the community's active members from the key on. */
import { columnsOf, type Ctx, isPerson, type MemberCard, type RawBuilder, type RowOf, type SqlBool, sql, statement } from '@atrium/sdk/server'
import type { Listed, SORTS } from '../contract.ts'
import { BoundaryTable, ConnectionTable, PreferenceTable, type Tables } from './entities.ts'

export type Sort = (typeof SORTS)[number]

const LISTED = ['id', 'public_uid', 'name', 'headline', 'avatar_url', 'location', 'roles', 'created_at'] as const
export type MemberRow = Pick<MemberCard, (typeof LISTED)[number]> & { sort_key: string }
export type ProfileRow = MemberRow & Pick<MemberCard, 'account_id' | 'bio' | 'website' | 'last_seen_at' | 'updated_at' | 'status'>

const columns = `${LISTED.map((column) => `m.${column}`).join(', ')}, lower(m.name) as sort_key`
const ACTIVE = `m.community_id = $1 and m.status = 'active'`
/** Index preference_hidden. Agents are no people to meet. */
const SHOWN = `not exists (select from members.preference h where h.community_id = m.community_id and h.member_id = m.id and not h.visible_in_member_directory)
  and ${isPerson('m')}`

/** Served by member_list, both ways, and members_alphabet. */
const ORDERS: Record<Sort, { by: string; after: string }> = {
  latest: { by: 'm.id desc', after: 'm.id < $3' },
  oldest: { by: 'm.id', after: 'm.id > $3' },
  alphabetical: { by: 'lower(m.name), m.id', after: '(lower(m.name), m.id) > ($6::text, $3)' },
}
/** $2 rows, $3 last id or null, $4 ids of those kept apart, $5 hidden ones too, $6 last name in lower case or null. Walks the order's index. */
const pageOf = (sort: Sort) =>
  statement<MemberRow>(
    `members.page_${sort}`,
    `select ${columns} from kernel.member_card m where ${ACTIVE} and ($3::bigint is null or ${ORDERS[sort].after}) and m.id <> all ($4::bigint[])
       and ($5 or ${SHOWN}) and ($6::text is null or true) order by ${ORDERS[sort].by} limit $2`,
  )
export const pageReads: Record<Sort, ReturnType<typeof pageOf>> = { latest: pageOf('latest'), oldest: pageOf('oldest'), alphabetical: pageOf('alphabetical') }

/** More members than these are not counted for a line that says how many there are. */
const MOST_COUNTED = 100_000
export type ListedRow = Listed & { total: number }
/** $2 rows: the latest of those whom the directory lists, with how many it lists. Walks member_list. */
export const listedRead = statement<ListedRow>(
  'members.listed',
  `select m.id, m.public_uid as "publicUid", m.name, m.headline, m.avatar_url as "avatarUrl",
     (select count(*)::int from (select from kernel.member_card m where ${ACTIVE} and ${SHOWN} limit ${MOST_COUNTED}) x) as total
   from kernel.member_card m where ${ACTIVE} and ${SHOWN} order by m.id desc limit $2`,
)

export interface Narrowed {
  sort: Sort
  rows: number
  after: (string | number)[] | null
  apart: number[]
  hiddenToo: boolean
  conditions: RawBuilder<SqlBool>[]
}
/** The same page where something narrows it down: not prepared by name, as what narrows decides which index is best. */
export async function narrowedPage(ctx: Ctx, { sort, rows, after, apart, hiddenToo, conditions }: Narrowed): Promise<MemberRow[]> {
  const [id, name] = after ?? []
  const beyond = {
    latest: sql<SqlBool>`m.id < ${id}`,
    oldest: sql<SqlBool>`m.id > ${id}`,
    alphabetical: sql<SqlBool>`(lower(m.name), m.id) > (${name ?? ''}::text, ${id}::bigint)`,
  }[sort]
  const all = [
    sql<SqlBool>`m.community_id = ${ctx.community.id}::bigint and m.status = 'active'`,
    ...(after ? [beyond] : []),
    ...(apart.length ? [sql<SqlBool>`m.id <> all (${apart}::bigint[])`] : []),
    ...(hiddenToo ? [] : [sql.raw<SqlBool>(SHOWN)]),
    ...conditions,
  ]
  const found = await sql<MemberRow>`select ${sql.raw(columns)} from kernel.member_card m where ${sql.join(all, sql` and `)}
    order by ${sql.raw(ORDERS[sort].by)} limit ${rows}`.execute(ctx.em.getKysely<Tables>())
  return found.rows
}

/** Of each kind so many are looked at, however large the community is. */
const LOOKED_AT = 200
/**
 * $2 reader, $3 their place in small letters or null, $4 ids of those kept apart, $5 roles that are left out, $6 rows. Walks
 * connection_requester, connection_recipient, members_location and members_seen.
 */
export const recommendedRead = statement<MemberRow & { mutual: number; same_place: boolean }>(
  'members.recommended',
  `with mine as (
     (select c.recipient_id as id from members.connection c where c.community_id = $1 and c.requester_id = $2 and c.state = 'accepted' order by c.id desc limit ${LOOKED_AT})
     union (select c.requester_id from members.connection c where c.community_id = $1 and c.recipient_id = $2 and c.state = 'accepted' order by c.id desc limit ${LOOKED_AT})),
   theirs as (select x.id, count(*)::int as mutual from mine cross join lateral (
       (select c.recipient_id as id from members.connection c where c.community_id = $1 and c.requester_id = mine.id and c.state = 'accepted' limit 50)
       union all (select c.requester_id from members.connection c where c.community_id = $1 and c.recipient_id = mine.id and c.state = 'accepted' limit 50)) x
     group by x.id order by 2 desc limit ${LOOKED_AT}),
   near as (select m.id from kernel.member_card m where ${ACTIVE} and $3::text is not null and lower(m.location) = $3 limit ${LOOKED_AT}),
   lately as (select m.id from kernel.member_card m where ${ACTIVE} and m.last_seen_at is not null order by m.last_seen_at desc limit ${LOOKED_AT}),
   candidates as (select id from theirs union select id from near union select id from lately)
   select ${columns}, coalesce(t.mutual, 0) as mutual, coalesce(lower(m.location) = $3, false) as same_place
   from candidates join kernel.member_card m on ${ACTIVE} and m.id = candidates.id left join theirs t on t.id = m.id
   where m.id <> $2 and m.id <> all ($4::bigint[]) and not (m.roles && $5::text[]) and ${SHOWN}
     and not exists (select from members.connection c where c.community_id = $1 and least(c.requester_id, c.recipient_id) = least(m.id, $2::bigint)
       and greatest(c.requester_id, c.recipient_id) = greatest(m.id, $2::bigint))
     and not exists (select from members.boundary b where b.community_id = $1 and b.member_id = $2 and b.other_member_id = m.id)
   order by mutual desc, same_place desc, m.last_seen_at desc nulls last, m.id desc limit $6`,
)

const whole = `select ${columns}, m.account_id, m.bio, m.website, m.last_seen_at, m.updated_at, m.status from kernel.member_card m`
/** $2 public uid, $3 member id or null; members, and those who are banned. Unique keys of both. */
export const profileRead = statement<ProfileRow>(
  'members.profile',
  `${whole} where m.community_id = $1 and m.status in ('active', 'banned') and (m.public_uid = $2 or m.id = $3) order by m.public_uid = $2 desc limit 1`,
)
/** $2 member, whatever their state. Primary key. */
export const memberRead = statement<ProfileRow>('members.one', `${whole} where m.community_id = $1 and m.id = $2`)

/** Members in the states that are asked for, the newest first. Walks the primary key, or member_list, backwards. */
export async function managedPage(
  ctx: Ctx,
  { status, after, rows, conditions }: { status: 'active' | 'inactive' | 'all'; after: number | null; rows: number; conditions: RawBuilder<SqlBool>[] },
): Promise<ProfileRow[]> {
  const state = { active: `m.status = 'active'`, inactive: `m.status not in ('active', 'banned')`, all: `m.status <> 'banned'` }[status]
  const all = [
    sql<SqlBool>`m.community_id = ${ctx.community.id}::bigint`,
    sql.raw<SqlBool>(`${state} and ${isPerson('m')}`),
    ...(after === null ? [] : [sql<SqlBool>`m.id < ${after}`]),
    ...conditions,
  ]
  const found = await sql<ProfileRow>`${sql.raw(whole)} where ${sql.join(all, sql` and `)} order by m.id desc limit ${rows}`.execute(ctx.em.getKysely<Tables>())
  return found.rows
}

/** $2 ids. Primary key. */
export const activeIds = statement<{ id: number }>('members.active', `select m.id from kernel.member_card m where ${ACTIVE} and m.id = any ($2::bigint[])`)

/** $2 ids, $3 reader or null, $4 those outside of the directory too. Primary key. */
export const foundRead = statement<{ id: number }>(
  'members.found',
  `select m.id from kernel.member_card m where ${ACTIVE} and m.id = any ($2::bigint[]) and ($4 or m.id = $3::bigint or ${SHOWN})`,
)

/** $2 member: what the search index keeps. Primary key. */
const INDEXED = ['id', 'name', 'headline', 'bio', 'location', 'public_uid', 'created_at', 'updated_at'] as const
export type IndexedRow = Pick<MemberCard, (typeof INDEXED)[number]>
const indexedColumns = INDEXED.map((column) => `m.${column}`).join(', ')
export const indexed = statement<IndexedRow>('members.indexed', `select ${indexedColumns} from kernel.member_card m where ${ACTIVE} and m.id = $2`)
/** $2 last member, $3 rows. Walks member_list. */
export const indexedAfter = statement<IndexedRow>(
  'members.indexed_after',
  `select ${indexedColumns} from kernel.member_card m where ${ACTIVE} and m.id > $2 order by m.id limit $3`,
)

/** $2 member. The unique key of boundary, and boundary_other. */
export const apartRead = statement<{ id: number }>(
  'members.apart',
  `select other_member_id as id from members.boundary where community_id = $1 and member_id = $2 and kind = 'block'
   union select member_id from members.boundary where community_id = $1 and other_member_id = $2 and kind = 'block'`,
)
/** $2 whom, $3 those among whom. Index boundary_other, index only. */
export const anyBoundary = statement<object>('members.any_boundary', 'select 1 as one from members.boundary where community_id = $1 limit 1')
/** $2 member. */
export const mutedAll = statement<{ id: number }>(
  'members.muted_all',
  `select other_member_id as id from members.boundary where community_id = $1 and member_id = $2 and kind = 'mute'`,
)
export const mutersRead = statement<{ id: number }>(
  'members.muters',
  `select member_id as id from members.boundary where community_id = $1 and other_member_id = $2 and kind = 'mute' and member_id = any ($3::bigint[])`,
)
/** $2 member, $3 ids. The unique key. */
export const mutedRead = statement<{ id: number }>(
  'members.muted',
  `select other_member_id as id from members.boundary where community_id = $1 and member_id = $2 and kind = 'mute' and other_member_id = any ($3::bigint[])`,
)
/** $2 ids: those who want it otherwise than everybody has it. The unique key. */
export const preferencesRead = statement<RowOf<typeof PreferenceTable>>(
  'members.preferences',
  `select ${columnsOf(PreferenceTable)} from members.preference where community_id = $1 and member_id = any ($2::bigint[])`,
)

export interface AnswerRow {
  id: number
  member_id: number
  field_id: number
  text: string | null
  number: number | null
  created_at: Date
  updated_at: Date
  /** Ids of picks and of their choices. */
  picks: [number, number][] | null
}
/** $2 members, $3 fields. The unique key of values, picks by theirs. */
export const answersRead = statement<AnswerRow>(
  'members.answers',
  `select v.id, v.member_id, v.field_id, v.text, v.number::float8 as number, v.created_at, v.updated_at,
     (select json_agg(json_build_array(p.id, p.choice_id)) from members.profile_field_pick p where p.community_id = $1 and p.value_id = v.id) as picks
   from members.profile_field_value v where v.community_id = $1 and v.member_id = any ($2::bigint[]) and v.field_id = any ($3::bigint[])`,
)

export type ConnectionRow = RowOf<typeof ConnectionTable>
/** $2 reader, $3 others. connection_pair would need both orders; these are the two indexes by state. */
export const standingsRead = statement<ConnectionRow>(
  'members.standings',
  `select ${columnsOf(ConnectionTable)} from members.connection where community_id = $1 and requester_id = $2 and recipient_id = any ($3::bigint[])
   union all select ${columnsOf(ConnectionTable)} from members.connection where community_id = $1 and recipient_id = $2 and requester_id = any ($3::bigint[])`,
)
/** $2 member, $3 last id or null, $4 rows, $5 those kept apart from the reader. Walks connection_requester and connection_recipient backwards. */
export const connectedRead = statement<ConnectionRow>(
  'members.connected',
  `select * from (
     (select ${columnsOf(ConnectionTable)} from members.connection where community_id = $1 and requester_id = $2 and state = 'accepted'
        and ($3::bigint is null or id < $3) and recipient_id <> all ($5::bigint[]) order by id desc limit $4)
     union all
     (select ${columnsOf(ConnectionTable)} from members.connection where community_id = $1 and recipient_id = $2 and state = 'accepted'
        and ($3::bigint is null or id < $3) and requester_id <> all ($5::bigint[]) order by id desc limit $4)) c order by id desc limit $4`,
)
/** $2 member, $3 last id or null, $4 rows. Walks connection_recipient backwards. */
export const incomingRead = statement<ConnectionRow>(
  'members.incoming',
  `select ${columnsOf(ConnectionTable)} from members.connection where community_id = $1 and recipient_id = $2 and state = 'requested'
     and ($3::bigint is null or id < $3) order by id desc limit $4`,
)
/** The same of those that one has made: what was ignored still waits, as far as they know. */
export const outgoingRead = statement<ConnectionRow>(
  'members.outgoing',
  `select ${columnsOf(ConnectionTable)} from members.connection where community_id = $1 and requester_id = $2 and state in ('requested', 'ignored')
     and withdrawn_at is null and ($3::bigint is null or id < $3) order by id desc limit $4`,
)
/** $2 member. Index only. */
export const connectionCounts = statement<{ accepted: number; incoming: number }>(
  'members.connection_counts',
  `select (select count(*) from members.connection where community_id = $1 and requester_id = $2 and state = 'accepted')::int
      + (select count(*) from members.connection where community_id = $1 and recipient_id = $2 and state = 'accepted')::int as accepted,
    (select count(*) from members.connection where community_id = $1 and recipient_id = $2 and state = 'requested')::int as incoming`,
)
/** $2 member, $3 kind, $4 last id or null, $5 rows. */
export const boundariesRead = statement<RowOf<typeof BoundaryTable>>(
  'members.boundaries',
  `select ${columnsOf(BoundaryTable)} from members.boundary where community_id = $1 and member_id = $2 and kind = $3 and ($4::bigint is null or id < $4) order by id desc limit $5`,
)
