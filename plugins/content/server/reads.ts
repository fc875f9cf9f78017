/** Hot reads of content. Thought for a million comments and ten million likes in one community. */
import { columnsOf, insertOf, type RowOf, type Statement, statement } from '@atrium/sdk/server'
import { COMMENT_SORTS, type CommentSort, FIRST_REPLIES } from '../contract.ts'
import { AddressTable, BookmarkTable, CommentTable, type FollowTable, LikeTable, type ReactionTable } from './entities.ts'

export const newAddress = insertOf(AddressTable)
/** Params by `newAddress`. No row where another record has the address now; one that was left is taken over (unique key address_slug). */
export const addressTake = statement<{ slug: string }>(
  'content.address_take',
  `${newAddress.sql} on conflict (community_id, space_id, slug) do update
     set kind = excluded.kind, record_id = excluded.record_id, is_shared = excluded.is_shared, left_at = null,
       created_at = excluded.created_at, updated_at = excluded.created_at
     where address.left_at is not null returning slug`,
)
/** $2 space, $3 slug: whose the address is, and where that record stands now. Unique key address_slug, then index address_record. */
export const addressAt = statement<RowOf<typeof AddressTable, 'kind' | 'record_id' | 'slug' | 'is_shared'> & { space_id: number }>(
  'content.address_at',
  `select a.kind, a.record_id, a.is_shared, n.space_id, case when a.is_shared then a.slug else n.slug end as slug
   from content.address a join content.address n
     on n.community_id = $1 and n.kind = a.kind and n.record_id = a.record_id and n.left_at is null and not n.is_shared
   where a.community_id = $1 and a.space_id = $2 and a.slug = $3`,
)

export interface ReactionCount {
  emoji: string
  count: number
  mine: boolean
}
const UNREAD = ['community_id', 'client_id', 'withdrawn', 'withdrawn_alone'] as const
type Moment = 'edited_at' | 'deleted_at' | 'created_at' | 'updated_at'
/** Rows inside JSON carry moments as text. */
type Loose<Row> = { [Column in keyof Row]: Column extends Moment ? Row[Column] | string : Row[Column] }
export type CommentRow = Loose<Omit<RowOf<typeof CommentTable>, (typeof UNREAD)[number]>> & {
  is_liked: boolean
  bookmark_id: number | null
  reactions: ReactionCount[] | null
  replies: CommentRow[] | null
  /** What it said, where it is hidden by itself and the reader wrote it. */
  mine: { body: object | null; text: string } | null
  flagged_for_approval_at?: Date | string | null
  /** What it was sorted by before its id. */
  sort_key?: number | string
}

const SAID = ['id', 'member_id', 'text', 'created_at', 'deleted_at'] as const
export type SaidRow = Loose<RowOf<typeof CommentTable, (typeof SAID)[number]>> & { replies: SaidRow[] | null }

/** The kept counts of a comment's reactions, the oldest first; whether it is one's own is a probe of a unique key. */
const reactionsOf = (
  comment: string,
) => `(select json_agg(json_build_object('emoji', rc.emoji, 'count', rc.members, 'mine', exists (select 1 from content.reaction rx
      where rx.community_id = $1 and rx.member_id = $2 and rx.kind = 'comment' and rx.record_id = ${comment} and rx.emoji = rc.emoji)) order by rc.id)
    from content.reaction_count rc where rc.community_id = $1 and rc.kind = 'comment' and rc.record_id = ${comment} and rc.members > 0)`
const commentBase = (c: string) => columnsOf(CommentTable, { but: UNREAD }, c)
/** Not `exists`: for that PostgreSQL reads everything the member has ever liked into a hash table, because it estimates few rows. */
const isLiked = (kind: string, record: string) =>
  `coalesce((select true from content."like" l where l.community_id = $1 and l.member_id = $2 and l.kind = ${kind} and l.record_id = ${record}), false)`
/** $2 is the reader or 0. Each flag is one probe of a unique key (community, member, kind, record). */
const commentColumns = (c: string) => `${commentBase(c)},
  ${isLiked("'comment'", `${c}.id`)} as is_liked,
  (select b.id from content.bookmark b where b.community_id = $1 and b.member_id = $2 and b.kind = 'comment' and b.record_id = ${c}.id) as bookmark_id,
  ${reactionsOf(`${c}.id`)} as reactions,
  case when ${c}.withdrawn_alone and ${c}.member_id = $2 then ${c}.withdrawn end as mine`
/** A hidden comment is shown as a placeholder only where it has replies. */
const isThere = (c: string) => `(not ${c}.withdrawn_alone or ${c}.replies_count > 0 or ${c}.member_id = $2)`
const firstReplies = `case when c.replies_count > 0 then (select json_agg(x order by x.id) from (
    select ${commentColumns('r')} from content.comment r
    where r.community_id = $1 and r.parent_id = c.id and ${isThere('r')} order by r.id limit ${FIRST_REPLIES}) x) end as replies`

/** By what comments are sorted before their ids: nothing, or a key that the cursor carries. Without an index the record's comments are sorted. */
const ORDERS: Record<CommentSort, { key?: string; type?: string; order: 'asc' | 'desc' }> = {
  oldest: { order: 'asc' },
  latest: { order: 'desc' },
  likes: { key: 'c.likes_count', type: 'int', order: 'desc' },
  alphabetical: { key: 'lower(left(c.text, 60))', type: 'text', order: 'asc' },
  latest_updated: { key: '(extract(epoch from c.updated_at) * 1000000)::bigint', type: 'bigint', order: 'desc' },
  oldest_updated: { key: '(extract(epoch from c.updated_at) * 1000000)::bigint', type: 'bigint', order: 'asc' },
}
const listText = ({ key, type, order }: (typeof ORDERS)[CommentSort]) => {
  const beyond = order === 'asc' ? '>' : '<'
  return `select ${commentColumns('c')}, ${firstReplies}${key ? `, ${key} as sort_key` : ''}
  from content.comment c
  where c.community_id = $1 and c.kind = $3 and c.record_id = $4 and c.parent_id is null and ${isThere('c')}
    and ($5::bigint is null or ${key ? `(${key}, c.id) ${beyond} ($7::${type}, $5)` : `c.id ${beyond} $5`})
  order by ${key ? `${key} ${order}, ` : ''}c.id ${order} limit $6`
}
/**
 * $2 reader or 0, $3 kind, $4 record, $5 last id or null, $6 rows, where the sort has a key $7 that of the last. By id it walks
 * `comment_top` from the key, by likes `comment_likes`, whatever the depth; replies by `comment_replies` for those that have any.
 */
export const commentLists = Object.fromEntries(
  COMMENT_SORTS.map((sort) => [sort, { read: statement<CommentRow>(`content.comments_${sort}`, listText(ORDERS[sort])), key: ORDERS[sort].type }]),
) as Record<CommentSort, { read: Statement<CommentRow>; key?: string }>
const saidColumns = (c: string) => columnsOf(CommentTable, SAID, c)
const isSaid = (c: string) => `(not ${c}.withdrawn_alone or ${c}.replies_count > 0)`
const saidText = (order: 'desc' | 'asc') => `select ${saidColumns('c')}, case when c.replies_count > 0 then (select json_agg(x order by x.id) from (
    select ${saidColumns('r')} from content.comment r where r.community_id = $1 and r.parent_id = c.id and ${isSaid('r')} order by r.id limit ${FIRST_REPLIES}) x) end as replies
  from content.comment c where c.community_id = $1 and c.kind = $2 and c.record_id = $3 and c.parent_id is null and ${isSaid('c')} order by c.id ${order} limit $4`
/** $2 kind, $3 record, $4 rows: who said what, for pages that are read only. Walks `comment_top`. */
export const saidOldest = statement<SaidRow>('content.said_oldest', saidText('asc'))
export const saidLatest = statement<SaidRow>('content.said_latest', saidText('desc'))
/** $2 reader or 0, $3 comment, $4 last id or null, $5 rows. Walks `comment_replies`. */
export const repliesRead = statement<CommentRow>(
  'content.replies',
  `select ${commentColumns('c')}, null as replies from content.comment c
   where c.community_id = $1 and c.parent_id = $3 and ${isThere('c')} and ($4::bigint is null or c.id > $4) order by c.id limit $5`,
)
/** $2 reader or 0, $3 id. Primary key; not a list of ids, which PostgreSQL would plan anew each time. */
export const commentById = statement<CommentRow>(
  'content.comment_by_id',
  `select ${commentColumns('c')}, ${firstReplies} from content.comment c where c.community_id = $1 and c.id = $3`,
)
/** $2 author, $3 kind, $4 record, $5 parent or null, $6 body, $7 text, $8 client id or null, $9 moment. No row when it was sent before. Who comments follows. */
export const commentWrite = statement<CommentRow>(
  'content.comment_write',
  `with said as (
     insert into content.comment (community_id, member_id, kind, record_id, parent_id, body, text, client_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (community_id, member_id, client_id) do nothing returning *),
   followed as (
     insert into content.follow (community_id, member_id, kind, record_id) select $1, $2, $3, $4 from said on conflict do nothing)
   select ${commentBase('c')}, false as is_liked, null as bookmark_id, null as reactions, null as replies, null as mine from said c`,
)

/** $2 reader or 0, $3 member, $4 last id or null, $5 rows. Walks `comment_author` backwards. */
export const commentsByMember = statement<CommentRow>(
  'content.comments_by_member',
  `select ${commentColumns('c')}, null as replies from content.comment c
   where c.community_id = $1 and c.member_id = $3 and c.deleted_at is null and ($4::bigint is null or c.id < $4) order by c.id desc limit $5`,
)

/** $2 reader or 0, $3 ids or null for all, $4 last id or null, $5 rows. Walks `comment_latest` backwards. */
export const commentsLatest = statement<CommentRow>(
  'content.comments_anywhere',
  `select ${commentColumns('c')}, null as replies from content.comment c
   where c.community_id = $1 and c.deleted_at is null and ($3::bigint[] is null or c.id = any ($3)) and ($4::bigint is null or c.id < $4) order by c.id desc limit $5`,
)

const REF = ['id', 'kind', 'record_id', 'parent_id', 'member_id', 'created_at'] as const
export type CommentRef = RowOf<typeof CommentTable, (typeof REF)[number] | 'text'>
/** $2 ids. Primary key; what cards need. Removed ones are nobody's any more. */
export const commentRefs = statement<CommentRef>(
  'content.comment_refs',
  `select ${columnsOf(CommentTable, REF)}, left(text, 300) as text from content.comment where community_id = $1 and id = any ($2::bigint[]) and deleted_at is null`,
)

const INDEXED = ['id', 'parent_id', 'kind', 'record_id', 'member_id', 'body', 'text', 'created_at', 'updated_at', 'deleted_at'] as const
/** $2 last comment, $3 rows: what the search index keeps. Primary key. */
export const commentsAfter = statement<RowOf<typeof CommentTable, (typeof INDEXED)[number]>>(
  'content.comments_after',
  `select ${columnsOf(CommentTable, INDEXED)} from content.comment where community_id = $1 and id > $2 order by id limit $3`,
)

/** JSON arrays instead of objects: writing the field names for each row would cost as much as reading it. */
export interface InteractionRow {
  liked: number[] | null
  bookmarks: [recordId: number, id: number][] | null
  follows: [recordId: number, id: number][] | null
  /** Three of a record at most. */
  likers: [recordId: number, likeId: number, memberId: number][] | null
  reactions: [recordId: number, emoji: string, count: number, mine: boolean, memberIds: number[]][] | null
}
/**
 * One row for all records: the reader's own by three walks of unique keys, the last likers from the end of `like_record`, kept
 * counts of reactions with the first fifty members of each.
 */
const interactionsText = (ids: string, among: string) => `select
     (select json_agg(l.record_id) from content."like" l where l.community_id = $1 and l.member_id = $2 and l.kind = $3 and l.record_id ${among}) as liked,
     (select json_agg(json_build_array(b.record_id, b.id)) from content.bookmark b
      where b.community_id = $1 and b.member_id = $2 and b.kind = $3 and b.record_id ${among}) as bookmarks,
     (select json_agg(json_build_array(f.record_id, f.id)) from content.follow f
      where f.community_id = $1 and f.member_id = $2 and f.kind = $3 and f.record_id ${among}) as follows,
     (select json_agg(json_build_array(s.id, x.id, x.member_id))
      from ${ids} cross join lateral (select l.id, l.member_id from content."like" l
        where l.community_id = $1 and l.kind = $3 and l.record_id = s.id order by l.id desc limit 3) x) as likers,
     (select json_agg(json_build_array(rc.record_id, rc.emoji, rc.members,
        exists (select 1 from content.reaction rx
          where rx.community_id = $1 and rx.member_id = $2 and rx.kind = $3 and rx.record_id = rc.record_id and rx.emoji = rc.emoji),
        (select coalesce(json_agg(rw.member_id order by rw.id), '[]') from (select rx.id, rx.member_id from content.reaction rx
          where rx.community_id = $1 and rx.kind = $3 and rx.record_id = rc.record_id and rx.emoji = rc.emoji order by rx.id limit 50) rw)) order by rc.id)
      from content.reaction_count rc where rc.community_id = $1 and rc.kind = $3 and rc.record_id ${among} and rc.members > 0) as reactions`
/** $2 reader or 0, $3 kind, $4 ids. */
export const interactionsRead = statement<InteractionRow>('content.interactions', interactionsText('unnest($4::bigint[]) as s(id)', '= any ($4::bigint[])'))
/** $2 reader or 0, $3 kind, $4 id. Of one id PostgreSQL keeps the plan, of a list of one it would not. */
export const interactionRead = statement<InteractionRow>('content.interaction', interactionsText('(select $4::bigint as id) as s', '= $4::bigint'))

const PERSON = ['id', 'member_id', 'record_id', 'created_at'] as const
export type PersonRow = RowOf<typeof LikeTable, (typeof PERSON)[number]> & Partial<RowOf<typeof ReactionTable, 'emoji'> & RowOf<typeof FollowTable, 'is_muted'>>
/** $2 kind, $3 record, $4 last id or null, $5 rows. Walks the `…_record` index backwards. */
const peopleText = (table: string, more: string, where = '') => `select ${more}${columnsOf(LikeTable, PERSON, 'p')}
  from content.${table} p join kernel.member_card k on k.community_id = $1 and k.id = p.member_id and k.status = 'active'
  where p.community_id = $1 and p.kind = $2 and p.record_id = $3 and ($4::bigint is null or p.id < $4)${where} order by p.id desc limit $5`
export const likersRead = statement<PersonRow>('content.likers', peopleText('"like"', ''))
export const followersRead = statement<PersonRow>('content.followers', peopleText('follow', 'p.is_muted, '))
/** $6 emoji or null. */
export const reactorsRead = statement<PersonRow>('content.reactors', peopleText('reaction', 'p.emoji, ', ' and ($6::text is null or p.emoji = $6)'))

const BOOKMARK = ['id', 'kind', 'record_id', 'note', 'created_at'] as const
export type BookmarkRow = RowOf<typeof BookmarkTable, (typeof BOOKMARK)[number]>
/** $2 reader, $3 kind or null, $4 last id or null, $5 rows. Walks `bookmark_list` backwards. */
export const bookmarksRead = statement<BookmarkRow>(
  'content.bookmarks',
  `select ${columnsOf(BookmarkTable, BOOKMARK)} from content.bookmark
   where community_id = $1 and member_id = $2 and ($3::text is null or kind = $3) and ($4::bigint is null or id < $4) order by id desc limit $5`,
)
/** $2 kind, $3 ids, $4 first day. Top-level comments only, so that `comment_top` serves it. */
export const activityRead = statement<{ record_id: number; day: string; count: number }>(
  'content.activity',
  `select record_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count from content.comment
   where community_id = $1 and kind = $2 and record_id = any ($3::bigint[]) and parent_id is null and created_at >= $4 group by 1, 2`,
)
/** $2 reader, $3 id. Primary key. */
export const bookmarkById = statement<BookmarkRow>(
  'content.bookmark_by_id',
  `select ${columnsOf(BookmarkTable, BOOKMARK)} from content.bookmark where community_id = $1 and member_id = $2 and id = $3`,
)
