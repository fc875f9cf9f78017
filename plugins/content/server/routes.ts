/** The calls of content. Addresses with `posts` are the kind `post`; the others name their kind. */
import { notFound } from '@atrium/sdk'
import { type Ctx, lastId, type Handlers, type Paging, page, rowsFor, seesPeople, sgidOf, containing } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import type { Reacted } from '../contract.ts'
import { FollowTable } from './entities.ts'
import { followersRead, likersRead, type PersonRow, reactorsRead } from './reads.ts'
import { arrive } from './service/addresses.ts'
import { bookmark, follow, like, react, unfollow, unlike, unreact } from './service/interactions.ts'
import { listBookmarks, noteBookmark, removeBookmark, showBookmark } from './service/bookmarks.ts'
import { findComment, hierarchy, listByMember, listLatest, restoreComment, threadOf } from './service/comments.ts'
import { type People, peopleIn, toFollower, toLiker } from './service/people.ts'
import { apartOf, kindByType, loadCard } from './service/records.ts'
import { silentIn, spaceOf } from './service/silent.ts'

async function listPeople<Out>(ctx: Ctx, rows: PersonRow[], query: Paging, present: (row: PersonRow, people: People) => Out, count?: number) {
  const people = await peopleIn(ctx, rows)
  return page(rows, { query, key: (row) => [row.id], count }, (row) => present(row, people))
}

async function likers(ctx: Ctx, kind: string, id: number, query: Paging) {
  const { likesCount } = await loadCard(ctx, kind, id)
  const rows = seesPeople(ctx) ? await ctx.read(likersRead, [kind, id, lastId(query), rowsFor(query)]) : []
  return listPeople(ctx, rows, query, toLiker, likesCount)
}
/** What is reacted to, by either form: a type beside its id, or the id under the type's name. */
function reactedTo(ctx: Ctx, { reactable_type, reactable_id, chat_room_message, post, comment }: Reacted): [kind: string, id: number] {
  if (reactable_id !== undefined) return [reactable_type!, reactable_id]
  if (chat_room_message !== undefined) return [kindByType(ctx, 'ChatRoomMessage'), chat_room_message]
  return post === undefined ? ['comment', comment!] : ['post', post]
}

/** One's own following of a post; of others' only that they follow. */
async function follower(ctx: Ctx, postId: number, id: number, own: boolean) {
  await loadCard(ctx, 'post', postId)
  const [row] = seesPeople(ctx) ? await ctx.read(followersRead, ['post', postId, id + 1, 1]) : []
  if (row?.id !== id || (own && row.member_id !== ctx.me().id)) throw notFound('Follower', 'post_follower_not_found')
  return toFollower(row, await peopleIn(ctx, [row]), ctx.member?.id)
}

export const routes: Handlers<typeof contract> = {
  at: (ctx, { query }) => arrive(ctx, query),
  comments: (ctx, { params, query }) => threadOf(ctx, 'post', params.postId).list(query),
  createComment: (ctx, { params, body }) => threadOf(ctx, 'post', params.postId).create(body),
  comment: (ctx, { params }) => threadOf(ctx, 'post', params.postId).show(params.id),
  updateComment: (ctx, { params, body }) => threadOf(ctx, 'post', params.postId).update(params.id, body),
  destroyComment: (ctx, { params, query }) => threadOf(ctx, 'post', params.postId).remove(params.id, query),
  commentHierarchy: (ctx, { params, query }) => hierarchy(ctx, 'post', params.postId, query),
  latest: (ctx, { query }) => listLatest(ctx, query),
  anyComment: (ctx, { params }) => findComment(ctx, params.id),
  byMember: (ctx, { params, query }) => listByMember(ctx, params.id, query),
  recordComments: (ctx, { params, query }) => threadOf(ctx, params.kind, params.id).list(query),
  createRecordComment: (ctx, { params, body }) => threadOf(ctx, params.kind, params.id).create(body),
  recordComment: (ctx, { params }) => threadOf(ctx, params.kind, params.id).show(params.commentId),
  updateRecordComment: (ctx, { params, body }) => threadOf(ctx, params.kind, params.id).update(params.commentId, body),
  destroyRecordComment: (ctx, { params, query }) => threadOf(ctx, params.kind, params.id).remove(params.commentId, query),
  restoreRecordComment: (ctx, { params }) => restoreComment(ctx, params.kind, params.id, params.commentId),
  recordCommentHierarchy: (ctx, { params, query }) => hierarchy(ctx, params.kind, params.id, query),

  async like(ctx, { body }) {
    await like(ctx, kindByType(ctx, body.user_likeable_type), body.user_likeable_id)
    return { success: true, is_liked: true }
  },
  async unlike(ctx, { body }) {
    await unlike(ctx, kindByType(ctx, body.user_likeable_type), body.user_likeable_id)
    return { success: true, is_liked: false }
  },
  likers: (ctx, { params, query }) => likers(ctx, 'post', params.postId, query),
  recordLikers: (ctx, { params, query }) => likers(ctx, params.kind, params.id, query),

  async react(ctx, { body }) {
    await react(ctx, ...reactedTo(ctx, body), body.emoji)
  },
  async unreact(ctx, { body }) {
    await unreact(ctx, ...reactedTo(ctx, body), body.emoji)
  },
  async reactionMembers(ctx, { query }) {
    await loadCard(ctx, query.reactable_type, query.reactable_id)
    const wanted = [query.reactable_type, query.reactable_id, lastId(query), rowsFor(query), query.emoji ?? null]
    const rows = seesPeople(ctx) ? await ctx.read(reactorsRead, wanted) : []
    return listPeople(ctx, rows, query, (row, people) => ({ ...toLiker(row, people), emoji: row.emoji! }))
  },

  bookmarks: (ctx, { query }) => listBookmarks(ctx, query),
  async createBookmark(ctx, { body }) {
    const { id } = await bookmark(ctx, body.bookmark_type, body.record_id, body.note)
    return showBookmark(ctx, id)
  },
  bookmark: (ctx, { params }) => showBookmark(ctx, params.id),
  updateBookmark: (ctx, { params, body }) => noteBookmark(ctx, params.id, body.note),
  destroyBookmark: (ctx, { params }) => removeBookmark(ctx, params.id),

  async mentions(ctx, { query }) {
    const inside = containing(query.text)
    const rows = await ctx.sql<{ id: number; name: string; avatar_url: string | null; roles: string[] }>(
      `select id, name, avatar_url, roles from kernel.member_card
       where community_id = $1 and status = 'active' and name ilike $2 and id <> all ($3::bigint[])
       order by name ilike $4 desc, name ilike $5 desc, last_seen_at desc nulls last, id limit 8`,
      // names that begin so come first, then those of which a part does
      [inside, await apartOf(ctx), inside.slice(1), `% ${inside.slice(1)}`],
    )
    const silent = await silentIn(ctx, rows, await spaceOf(ctx, query))
    return rows.filter(({ id }) => !silent.has(id)).map(({ id, name, avatar_url }) => ({ id, name, avatarUrl: avatar_url, sgid: sgidOf('member', id) }))
  },

  async followers(ctx, { params, query }) {
    await loadCard(ctx, 'post', params.postId)
    const rows = seesPeople(ctx) ? await ctx.read(followersRead, ['post', params.postId, lastId(query), rowsFor(query)]) : []
    return listPeople(ctx, rows, query, (row, people) => toFollower(row, people, ctx.member?.id))
  },
  async follow(ctx, { params }) {
    return { success: true, ...(await follow(ctx, 'post', params.postId)) }
  },
  async unfollow(ctx, { params }) {
    await unfollow(ctx, 'post', params.postId)
  },
  follower: (ctx, { params }) => follower(ctx, params.postId, params.id, false),
  async updateFollower(ctx, { params, body }) {
    const found = await follower(ctx, params.postId, params.id, true)
    await ctx.em.nativeUpdate(FollowTable, { id: found.id }, { isMuted: body.is_muted, updatedAt: ctx.now() })
    return { ...found, is_muted: body.is_muted }
  },
  async destroyFollower(ctx, { params }) {
    await follower(ctx, params.postId, params.id, true)
    await unfollow(ctx, 'post', params.postId)
  },
  async followRecord(ctx, { params }) {
    return { success: true, ...(await follow(ctx, params.kind, params.id)) }
  },
  async unfollowRecord(ctx, { params }) {
    await unfollow(ctx, params.kind, params.id)
  },
}
