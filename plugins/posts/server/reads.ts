/** Hot reads of posts: named prepared statements, paged by key. Every list runs on the index named beside its order. */
import { columnsOf, type Counter, insertOf, type RowOf, type Statement, statement } from '@atrium/sdk/server'
import { POSTS_COUNT } from '../../spaces/contract.ts'
import type { SORTS } from '../contract.ts'
import { Post, Topic } from './entities.ts'

export type Sort = (typeof SORTS)[number]

/** Columns that a list leaves out, and those that no reader is told. */
const WHOLE_ONLY = ['custom_html', 'meta', 'in_knowledge_base'] as const
const UNREAD = ['community_id', 'client_id', 'announced_at', 'skip_notifications', 'last_activity_at', 'version_by', 'preview', 'body', 'text'] as const
type Column = keyof RowOf<typeof Post>
/** A post as it is read: in a list with the beginning of its text, an empty `text`, and without the columns of `WHOLE_ONLY`. */
export type PostRow = Omit<RowOf<typeof Post>, (typeof UNREAD)[number] | (typeof WHOLE_ONLY)[number]> &
  Pick<RowOf<typeof Post>, 'body' | 'text'> &
  Partial<RowOf<typeof Post, (typeof WHOLE_ONLY)[number]>> & { is_truncated: boolean; sort_key: string }

/** key: the column a list runs along; cast: its type in a cursor; index: what serves it. */
const ORDERS: Record<Sort, { key: string; cast: string; direction: 'asc' | 'desc'; index: string }> = {
  latest: { key: 'p.published_at', cast: 'timestamptz', direction: 'desc', index: 'post_latest' },
  oldest: { key: 'p.published_at', cast: 'timestamptz', direction: 'asc', index: 'post_latest, backwards' },
  new_activity: { key: 'p.last_activity_at', cast: 'timestamptz', direction: 'desc', index: 'post_activity' },
  likes: { key: 'p.likes_count', cast: 'int', direction: 'desc', index: 'post_likes' },
  popular: { key: 'p.popularity', cast: 'int', direction: 'desc', index: 'post_popular' },
  alphabetical: { key: 'lower(p.name)', cast: 'text', direction: 'asc', index: 'post_name' },
}

const COLUMNS = columnsOf(Post, { but: [...UNREAD, ...WHOLE_ONLY] satisfies Column[] }, 'p')
const columns = (body: string, sortKey: string) => `${COLUMNS}, ${body}, (${sortKey})::text as sort_key`
/** Lists carry the first blocks only: a long body would be fetched from TOAST and sent for nothing. */
const LISTED = `coalesce(p.preview, p.body) as body, p.preview is not null as is_truncated, '' as text`
const WHOLE = `p.body, false as is_truncated, p.text, ${columnsOf(Post, WHOLE_ONLY, 'p')}`
const OUT = `p.community_id = $1 and p.status = 'published' and p.deleted_at is null`

/** @param moment what counts as the moment of publishing */
export function ordered(sort: Sort, moment = 'p.published_at') {
  const { key: usual, cast, direction } = ORDERS[sort]
  const key = usual === 'p.published_at' ? moment : usual
  return {
    key,
    by: `${key} ${direction}, p.id ${direction}`,
    after: (at: number) => `(${key}, p.id) ${direction === 'desc' ? '<' : '>'} ($${at}::${cast}, $${at + 1}::bigint)`,
  }
}

/**
 * $2 space; `next` adds $3, $4 the last key. The first page begins with what is pinned (post_pinned, at most 20): two index
 * ranges one after the other, in one round trip.
 */
const spaceList = (sort: Sort, rows: number, next: boolean) => {
  const { key, by, after } = ordered(sort)
  const part = (which: string, by: string, limit: number) =>
    `select ${columns(LISTED, key)} from posts.post p where ${OUT} and p.space_id = $2 and ${which} order by ${by} limit ${limit}`
  const rest = part(`p.pinned_at is null ${next ? `and ${after(3)}` : ''}`, by, rows)
  return statement<PostRow>(
    `posts.space.${sort}.${rows}${next ? '.next' : ''}`,
    next ? rest : `(${part('p.pinned_at is not null', 'p.pinned_at desc', 20)}) union all (${rest})`,
  )
}

/** Asked once and not of each post, so that the lists beside it read their indexes alone (post_modest). */
const FEATURED = `p.id not in (select h.id from posts.post h where h.community_id = $1 and h.hide_from_featured_areas and h.status = 'published' and h.deleted_at is null)`

/**
 * $2 ids of visible spaces; `next` adds $3, $4. The first of all spaces stand in those whose own first comes first, so only of
 * these a page is read by its index, and merged, then the rows: nothing grows with the community.
 */
const homeList = (sort: Sort, rows: number, next: boolean) => {
  const { key, by, after } = ordered(sort)
  const { direction } = ORDERS[sort]
  const of = (space: string, limit: number) =>
    `select p.id, ${key} as key from posts.post p where ${OUT} and p.space_id = ${space} and ${FEATURED} ${next ? `and ${after(3)}` : ''} order by ${by} limit ${limit}`
  const first = `order by x.key ${direction}, x.id ${direction} limit ${rows}`
  return statement<PostRow>(
    `posts.home.${sort}.${rows}${next ? '.next' : ''}`,
    `with spaces as (select s.id from unnest($2::bigint[]) as s(id) cross join lateral (${of('s.id', 1)}) x ${first}),
       top as (select x.id from spaces s cross join lateral (${of('s.id', rows)}) x ${first})
     select ${columns(LISTED, key)} from top join posts.post p on p.id = top.id
     where p.community_id = $1 order by ${by}`,
  )
}

/** So many times the posts wanted are looked through: enough for whoever reads a tenth of what is written. */
const LOOKED_THROUGH = 20
/** $2 ids of visible spaces; `next` adds $3, $4. The latest of those that are among the community's latest, by `post_recent` alone: there may be more. */
const recentList = (sort: Sort, rows: number, next: boolean) => {
  const { key, by, after } = ordered(sort)
  return statement<PostRow>(
    `posts.recent.${rows}${next ? '.next' : ''}`,
    `with recent as (
       select p.id, p.space_id, ${key} as key from posts.post p
       where ${OUT} and not p.hide_from_featured_areas ${next ? `and ${after(3)}` : ''} order by ${by} limit ${LOOKED_THROUGH * rows}),
     top as (select r.id from recent r where r.space_id in (select unnest($2::bigint[])) order by r.key desc, r.id desc limit ${rows})
     select ${columns(LISTED, key)} from top join posts.post p on p.id = top.id where p.community_id = $1 order by ${by}`,
  )
}

/**
 * Of a page whose length is a parameter PostgreSQL expects a tenth of all rows, so it plans it anew each time, which takes
 * longer than to run it. So pages have a few lengths, one row more for what follows, and `page()` leaves out what is too much.
 */
const LENGTHS = [20, 100, 500, 2_000].map((posts) => posts + 1)
function feed(make: typeof spaceList) {
  const made = new Map<string, Statement<PostRow>>()
  return (sort: Sort, wanted: number, next: boolean): Statement<PostRow> => {
    const rows = LENGTHS.find((length) => length >= wanted)!
    const key = `${sort} ${rows} ${next}`
    return made.get(key) ?? made.set(key, make(sort, rows, next)).get(key)!
  }
}
/** As many posts of a space, or of all that are visible, as `rowsFor` asks for, or some more. */
export const spaceFeed = feed(spaceList)
export const homeFeed = feed(homeList)
/** For the order `latest`; fewer than are wanted say nothing of what else there is. */
export const recentFeed = feed(recentList)

/**
 * $2 ids of spaces with something unread, $3 how much in each, $4 the reader, $5, $6 the last key or null, $7 limit. What is
 * unread are the newest posts of others, as many as the space is ahead of the reader's mark (post_latest).
 */
const unreadList = (sort: Sort) => {
  const { key, by, after } = ordered(sort)
  return statement<PostRow>(
    `posts.unread.${sort}`,
    `select ${columns(LISTED, key)} from unnest($2::bigint[], $3::int[]) as s(space_id, ahead) cross join lateral (
       select p.* from posts.post p where ${OUT} and p.space_id = s.space_id and p.author_member_id <> $4 and ${FEATURED}
       order by p.published_at desc, p.id desc limit s.ahead) p where $6::bigint is null or ${after(5)} order by ${by} limit $7`,
  )
}
export const unreadFeed = Object.fromEntries((Object.keys(ORDERS) as Sort[]).map((sort) => [sort, unreadList(sort)])) as Record<Sort, Statement<PostRow>>

/** $2 id: also one that is deleted, which may come back. Primary key. */
export const addressed = statement<PostRow>(
  'posts.addressed',
  `select ${columns(WHOLE, 'p.id')} from posts.post p
   where p.community_id = $1 and p.id = $2`,
)

/** $2 id. Primary key; of one id PostgreSQL keeps the plan, of a short list it would not. */
export const byId = statement<PostRow>(
  'posts.by_id',
  `select ${columns(WHOLE, 'p.id')} from posts.post p
   where p.community_id = $1 and p.id = $2 and p.deleted_at is null`,
)

/** $2 id: one that is hidden by itself, for its author. Primary key. */
export const hiddenById = statement<PostRow>(
  'posts.hidden_by_id',
  `select ${columns(WHOLE, 'p.id')} from posts.post p
   where p.community_id = $1 and p.id = $2 and p.withdrawn_alone`,
)

export const newPost = insertOf(Post)
/** All that a new post is made of. */
export type NewRow = ReturnType<typeof newPost.row>

/** Params by `newPost`. */
export const postWrite = statement<PostRow>(
  'posts.write',
  `with p as (${newPost.sql} returning *)
   select ${columns(WHOLE, 'p.id')} from p`,
)

/** $2 share uids. Unique index post_share. */
export const byShares = statement<PostRow>(
  'posts.by_shares',
  `select ${columns(WHOLE, 'p.id')} from posts.post p
   where ${OUT} and p.share_uid = any($2::text[]) and p.share_post_enabled`,
)

/** $2 ids. Primary key. */
export const byIds = statement<PostRow>(
  'posts.by_ids',
  `select ${columns(WHOLE, 'p.id')} from posts.post p
   where p.community_id = $1 and p.id = any($2::bigint[]) and p.deleted_at is null`,
)

/** $2 ids. Primary key; for lists, which say themselves whether deleted ones are among them. */
export const listedByIds = statement<PostRow>(
  'posts.listed_by_ids',
  `select ${columns(LISTED, 'p.id')} from posts.post p
   where p.community_id = $1 and p.id = any($2::bigint[])`,
)

const BY_MEMBER = `${OUT} and p.author_member_id = $2 and p.space_id = any ($3::bigint[])`
/** $2 author, $3 ids of visible spaces, $4 limit, $5, $6 the last key or null. Index post_author gathers one author's posts; these are sorted. */
export const byMember = statement<PostRow>(
  'posts.by_member',
  `select ${columns(LISTED, 'p.published_at')} from posts.post p
   where ${BY_MEMBER} and ($6::bigint is null or (p.published_at, p.id) < ($5::timestamptz, $6)) order by p.published_at desc, p.id desc limit $4`,
)
/** $2 author, $3 ids of visible spaces. The same range of post_author. */
export const countByMember = statement<{ count: number }>('posts.count_by_member', `select count(*)::int as count from posts.post p where ${BY_MEMBER}`)
/** $2 authors, $3 ids of visible spaces. A range of post_author for each. */
export const countByMembers = statement<{ id: number; count: number }>(
  'posts.count_by_members',
  `select p.author_member_id as id, count(*)::int as count from posts.post p
   where ${OUT} and p.author_member_id = any ($2::bigint[]) and p.space_id = any ($3::bigint[]) group by 1`,
)

/** $2 ids of visible spaces. */
export const anyIn = statement<{ count: number }>(
  'posts.any_in',
  `select count(*)::int as count from (select from posts.post p where ${OUT} and p.space_id = any ($2::bigint[]) limit 1) x`,
)

/** $2 members, $3 since when: how many posts of each came out. Index post_author. */
export const publishedBy = statement<{ member_id: number; count: number }>(
  'posts.published_by',
  `select author_member_id as member_id, count(*)::int as count from posts.post
   where community_id = $1 and author_member_id = any ($2::bigint[]) and status = 'published' and deleted_at is null and published_at >= $3 group by 1`,
)

/** $2 space, $3 since when: how many posts came out. Index post_latest. */
export const publishedIn = statement<{ count: number }>(
  'posts.published_in',
  `select count(*)::int as count from posts.post where community_id = $1 and space_id = $2 and status = 'published' and deleted_at is null and published_at >= $3`,
)

/** What content cards need. */
const CARD = [
  'id',
  'space_id',
  'author_member_id',
  'name',
  'slug',
  'excerpt',
  'status',
  'created_at',
  'published_at',
  'is_liking_enabled',
  'likes_count',
  'hide_meta_info',
] as const
type CardRow = RowOf<typeof Post, (typeof CARD)[number]> & { is_comments_enabled: boolean }
const cards = (which: string) =>
  `select ${columnsOf(Post, CARD)}, is_comments_enabled and not is_comments_closed as is_comments_enabled
   from posts.post where community_id = $1 and ${which} and deleted_at is null`
/** $2 ids. Primary key. */
export const cardsByIds = statement<CardRow>('posts.cards', cards('id = any($2::bigint[])'))
/** $2 id. */
export const cardById = statement<CardRow>('posts.card', cards('id = $2'))

/** $2 visible spaces, $3 since. The 30 days' index range of post_activity for each space. */
export const reading = statement<RowOf<typeof Post, 'id' | 'space_id' | 'name' | 'slug' | 'comments_count'>>(
  'posts.reading',
  `select x.* from unnest($2::bigint[]) as s(space_id) cross join lateral (
     select p.id, p.space_id, p.name, p.slug, p.comments_count, p.popularity from posts.post p
     where ${OUT} and p.space_id = s.space_id and p.last_activity_at > $3 and not p.hide_from_featured_areas order by p.last_activity_at desc limit 20) x
   order by x.popularity desc, x.id desc limit 3`,
)

/** As many posts stand in each part beside a post, and of so many of the latest those with its topics are found. */
const BESIDE = 3
const ALIKE_AMONG = 500
/** A post beside another. Both parts are read by the ends of post_latest and post_recent, so nothing grows with the community. */
export type BesideRow = Pick<PostRow, 'id' | 'space_id' | 'author_member_id' | 'name' | 'excerpt' | 'slug' | 'comments_count' | 'cover_file_id' | 'gallery'> & {
  part: 'space' | 'related'
}
const beside = (part: BesideRow['part'], found: string) =>
  `(select '${part}' as part, ${columnsOf(Post, ['id', 'space_id', 'author_member_id', 'name', 'excerpt', 'slug', 'comments_count', 'cover_file_id', 'gallery'], 'p')} from ${found})`
/** $2 post, $3 its space, $4 its topics, $5 ids of visible spaces, $6 members whom the reader is kept apart from. */
export const besidePost = statement<BesideRow>(
  'posts.beside',
  `with own as (
     select p.id, p.published_at from posts.post p
     where ${OUT} and p.space_id = $3 and p.id <> $2 and p.author_member_id <> all ($6::bigint[]) and not p.hide_from_featured_areas
     order by p.published_at desc, p.id desc limit ${BESIDE}),
   recent as (
     select p.id, p.space_id, p.author_member_id, p.topic_ids, p.popularity from posts.post p
     where ${OUT} and not p.hide_from_featured_areas and cardinality($4::bigint[]) > 0 order by p.published_at desc, p.id desc limit ${ALIKE_AMONG}),
   alike as (
     select r.id, r.popularity, (select count(*) from unnest(r.topic_ids) as t(id) where t.id = any ($4)) as common from recent r
     where r.topic_ids && $4 and r.id <> $2 and r.space_id = any ($5::bigint[]) and r.author_member_id <> all ($6) and r.id not in (select id from own)
     order by common desc, popularity desc, id desc limit ${BESIDE})
   ${beside('space', 'own join posts.post p on p.id = own.id where p.community_id = $1 order by own.published_at desc, p.id desc')}
   union all ${beside('related', 'alike join posts.post p on p.id = alike.id where p.community_id = $1 order by alike.common desc, alike.popularity desc, p.id desc')}`,
)

export type TopicRow = Omit<RowOf<typeof Topic>, 'community_id'>
/** All topics of a community; they are few. */
export const allTopics = statement<TopicRow>(
  'posts.topics',
  `select ${columnsOf(Topic, { but: ['community_id'] })} from posts.topic where community_id = $1 order by lower(name) limit 500`,
)

/** $2 post, $3 difference. Primary key. */
export const likesWrite = statement(
  'posts.likes_count',
  'update posts.post set likes_count = greatest(likes_count + $3, 0) where community_id = $1 and id = $2',
)
/** $2 post, $3 difference, $4 moment. Primary key. */
export const commentsWrite = statement(
  'posts.comments_count',
  `update posts.post set comments_count = greatest(comments_count + $3, 0),
     last_activity_at = case when $3 > 0 then greatest(last_activity_at, $4) else last_activity_at end where community_id = $1 and id = $2`,
)

const items = (status: string) => `select bulk_id as id, count(*) from posts.bulk_item where community_id = $1 and status = '${status}' group by bulk_id`
/** What is kept of posts and of acts on many, counted anew. */
export const counters: Counter[] = [
  {
    kept: POSTS_COUNT,
    counted: "select space_id as id, count(*) from posts.post where community_id = $1 and status = 'published' and deleted_at is null group by space_id",
  },
  { kept: 'posts.bulk.succeeded', counted: items('done') },
  { kept: 'posts.bulk.failed', counted: items('failed') },
]
