/** Reads of members. Each walks an index of the community's active members from the key on. */
import { type MemberCard, statement } from '@atrium/sdk/server'
import type { SORTS } from '../contract.ts'

export type Sort = (typeof SORTS)[number]

const LISTED = ['id', 'public_uid', 'name', 'headline', 'avatar_url', 'location', 'roles', 'created_at'] as const
export type MemberRow = Pick<MemberCard, (typeof LISTED)[number]> & { sort_key: string }
export type ProfileRow = MemberRow & Pick<MemberCard, 'bio' | 'website' | 'last_seen_at'>

const columns = `${LISTED.map((column) => `m.${column}`).join(', ')}, lower(m.name) as sort_key`
const ACTIVE = `m.community_id = $1 and m.status = 'active'`

/** Served by member_list, both ways, and members_alphabet. */
const ORDERS: Record<Sort, { by: string; after: string }> = {
  latest: { by: 'm.id desc', after: '($6::bigint is null or m.id < $6)' },
  oldest: { by: 'm.id', after: '($6::bigint is null or m.id > $6)' },
  alphabetical: { by: 'lower(m.name), m.id', after: '($6::bigint is null or (lower(m.name), m.id) > ($7::text, $6))' },
}
/**
 * $2 rows, $3 only these ids or null, $4 joined since or null, $5 like patterns of names or null, $6 last id or null, $7 last name in lower case or null.
 * Not prepared by name: what is null decides which index is best.
 */
export const directoryText = (sort: Sort) => `select ${columns} from kernel.member_card m
  where ${ACTIVE} and ($3::bigint[] is null or m.id = any ($3)) and ($4::timestamptz is null or m.created_at >= $4)
    and ($5::text[] is null or m.name ilike any ($5)) and ${ORDERS[sort].after} and ($7::text is null or true)
  order by ${ORDERS[sort].by} limit $2`

/** $2 public uid, $3 member id or null. Unique keys of both. */
export const profileRead = statement<ProfileRow>(
  'members.profile',
  `select ${columns}, m.bio, m.website, m.last_seen_at from kernel.member_card m where ${ACTIVE} and (m.public_uid = $2 or m.id = $3)
   order by m.public_uid = $2 desc limit 1`,
)

/** $2 ids. Primary key. */
export const activeIds = statement<{ id: number }>('members.active', `select m.id from kernel.member_card m where ${ACTIVE} and m.id = any ($2::bigint[])`)

/** $2 member: what the search index keeps. Primary key. */
export const indexed = statement<Pick<MemberCard, 'name' | 'headline' | 'bio' | 'location' | 'public_uid' | 'updated_at'>>(
  'members.indexed',
  `select m.name, m.headline, m.bio, m.location, m.public_uid, m.updated_at from kernel.member_card m where ${ACTIVE} and m.id = $2`,
)
