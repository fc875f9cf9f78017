/** Posts as content: what likes, comments, bookmarks and all other interactions need to know of them. */
import spaces from '../../../spaces/contract.ts'
import type { ContentKind } from '../../../content/contract.ts'
import { managesIn, postPolicy } from '../policies.ts'
import posts from '../../contract.ts'
import { Post } from '../entities.ts'
import { postPage } from '../pages.ts'
import { documents } from './documents.ts'
import { titleOf } from './body.ts'
import { presentAt } from './find.ts'
import { createPostsService } from './index.ts'
import { byMember, cardById, cardsByIds, commentsWrite, likesWrite } from '../reads.ts'

/** Types of spaces that show posts. */
const HOLDING = ['basic', 'image']

export const postKind: ContentKind = {
  kind: 'post',
  likeableType: 'Post',
  icon: 'newspaper',
  audience: 'everybody',
  acts: ['like', 'react', 'comment', 'bookmark', 'follow'],

  async cards(ctx, ids) {
    const rows = await (ids.length === 1 ? ctx.read(cardById, ids) : ctx.read(cardsByIds, [ids]))
    const seen = await Promise.all(rows.map((row) => postPolicy.view(ctx, { ...row, deleted_at: null })))
    const shown = rows.filter((_, i) => seen[i])
    const cards = await ctx.use(spaces).cards(shown.map((row) => row.space_id))
    return shown.map((row) => ({
      kind: 'post',
      id: row.id,
      title: titleOf(row),
      path: `/c/${cards.get(row.space_id)?.slug}/${row.slug}`,
      spaceId: row.space_id,
      authorMemberId: row.author_member_id,
      excerpt: row.excerpt,
      createdAt: row.created_at,
      publishedAt: row.published_at,
      ...(row.hide_meta_info && { hidesAuthor: true }),
      commentsEnabled: row.is_comments_enabled,
      likesEnabled: row.is_liking_enabled,
      likesCount: row.likes_count,
    }))
  },

  async looks(ctx, ids) {
    const rows = await ctx.em.find(Post, { id: ids }, { fields: ['id', 'coverFileId', 'gallery'], disableIdentityMap: true })
    const pictureOf = (row: (typeof rows)[number]) => row.coverFileId ?? row.gallery?.images[0]?.file_id ?? 0
    const files = await ctx.files.byIds(rows.map(pictureOf).filter(Boolean))
    return new Map(
      rows.flatMap((row) => {
        const file = files.get(pictureOf(row))
        return file ? [[row.id, { image: ctx.files.url(file, 'small') }] as const] : []
      }),
    )
  },
  withdraw: (ctx, memberId, how) => createPostsService(ctx).withdrawAll(memberId, how),
  withdrawOne: (ctx, id, how) => createPostsService(ctx).withdrawOne(id, how),
  move: {
    async targets(ctx, id) {
      const [row] = await ctx.read(cardById, [id])
      const access = await ctx.use(spaces).access()
      if (row?.status !== 'published' || !managesIn(ctx, access, row.space_id)) return []
      const cards = await ctx.use(spaces).cards(access.visibleIds())
      return [...cards.values()].flatMap(({ id: spaceId, types }) =>
        spaceId !== row.space_id && HOLDING.some((type) => types.includes(type)) && access.canPost(spaceId) && managesIn(ctx, access, spaceId) ? [spaceId] : [],
      )
    },
    to: (ctx, id, spaceId) => createPostsService(ctx).update(id, { spaceId }),
  },
  async judged(ctx, ids) {
    const found = await ctx.em.find(Post, { id: ids }, { disableIdentityMap: true })
    const cards = await ctx.use(spaces).cards(found.map(({ spaceId }) => spaceId))
    return found.map((post) => ({
      ...{ kind: 'post', id: post.id, title: titleOf(post), name: post.name, spaceId: post.spaceId, text: post.text, createdAt: post.createdAt, around: [] },
      path: `/c/${cards.get(post.spaceId)?.slug ?? post.spaceId}/${post.slug}`,
      authorMemberId: post.authorMemberId,
      state: post.withdrawnAt || post.flaggedForApprovalAt ? 'hidden' : post.deletedAt ? 'gone' : 'shown',
    }))
  },
  async latestBy(ctx, memberId, limit) {
    const { visibleIds } = await ctx.use(spaces).access()
    return (await ctx.read(byMember, [memberId, visibleIds(), limit, null, null])).map(({ id }) => id)
  },
  writtenBy: (ctx, memberIds) => createPostsService(ctx).countBy(memberIds),
  hasAny: (ctx) => createPostsService(ctx).hasAny(),
  documents,
  address: {
    async first(ctx, visit) {
      const reply = await presentAt(ctx, visit)
      return reply && { route: posts.routes.show, input: { params: { spaceId: visit.space, postSlug: visit.slug } }, reply }
    },
    page: postPage,
  },
  kept: { likes: 'posts.post.likes_count', comments: 'posts.post.comments_count' },
  async count(ctx, id, counter, delta, at) {
    if (counter === 'likes') await ctx.read(likesWrite, [id, delta])
    else await ctx.read(commentsWrite, [id, delta, at])
  },
}
