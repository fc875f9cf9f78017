/** What members are told of posts: a new one in a space they are in. */
import { type Ctx, cutAtWord, on } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import notifications, { type DigestSource, type NotificationKind } from '../../../notifications/contract.ts'
import spaces from '../../../spaces/contract.ts'
import posts from '../../contract.ts'
import { Post } from '../entities.ts'

export const newPost: NotificationKind = {
  key: 'new_post',
  icon: 'file-text',
  topic: 'spaces',
  isGeneral: true,
  defaults: { in_app: true, email: false, push: false },
  async subjects(ctx, ids) {
    const cards = await ctx.use(content).cards('post', ids)
    return new Map(
      cards.map(({ id, title, path, spaceId, excerpt, commentsEnabled }) => [
        id,
        { title, path, spaceId, excerpt, replyable: commentsEnabled !== false, type: 'Post', thing: { kind: 'post', id } },
      ]),
    )
  },
  stops: ['space'],
  async stop(ctx, _reason, id) {
    const spaceId = await spaceOf(ctx, id)
    if (spaceId !== null) await ctx.use(spaces).setNotificationLevel('mention', spaceId)
  },
  offers: {
    async of(ctx, news) {
      const ids = news.map(({ subjectId }) => subjectId)
      const [cards, done] = await Promise.all([ctx.use(content).cards('post', ids), ctx.use(content).interactions('post', ids)])
      const open = new Set(cards.filter(({ likesEnabled }) => likesEnabled !== false).map(({ id }) => id))
      return ids.map((id) => ({ offers: open.has(id) ? [{ key: 'like', chosen: done.get(id)?.liked ?? false }] : [] }))
    },
    async take(ctx, _key, { subjectId: id }) {
      const isLiked = (await ctx.use(content).interactions('post', [id])).get(id)?.liked
      await (isLiked ? ctx.use(content).unlike('post', id) : ctx.use(content).like('post', id))
    },
  },
  async reply(ctx, id, doc, key) {
    await ctx.use(content).comment({ kind: 'post', id, doc, clientId: key })
  },
  async recipients(ctx, id, after, limit) {
    const spaceId = await spaceOf(ctx, id)
    const members = spaceId === null ? [] : await ctx.use(spaces).membersAfter(spaceId, after, limit)
    return members.map((memberId) => ({ memberId, reason: 'space' }))
  },
  // whoever is in a space reads what is published there
  recipientsSee: true,
}
/** Null for one that is gone, or a draft again. */
async function spaceOf(ctx: Ctx, id: number): Promise<number | null> {
  const post = await ctx.em.findOne(Post, { id, status: 'published', deletedAt: null }, { fields: ['spaceId'] })
  return post?.spaceId ?? null
}

export const news = [
  on(posts.events['post.published'], 'tell-space', async (ctx, { postId, spaceId, memberId, quiet }, { at }) => {
    if (quiet || !ctx.has(notifications)) return
    await ctx.use(notifications).tellMany({ kind: newPost.key, subjectId: postId, key: `post:${postId}`, actorMemberId: memberId, spaceId, at })
  }),
  ...(['post.unpublished', 'post.deleted'] as const).map((name) =>
    on(posts.events[name], `withdraw-${name}`, async (ctx, { postId }) => {
      // the event may arrive after the post was taken back and published again
      if (ctx.has(notifications) && (await spaceOf(ctx, postId)) === null) await ctx.use(notifications).withdraw(newPost.key, postId)
    }),
  ),
]

/** Letters of a post in a digest. */
const TEASER = 160
/** What was liked and discussed most in the reader's own spaces, of what others wrote. */
export const topPosts: DigestSource = {
  key: 'posts',
  order: 10,
  async items(ctx, since, limit) {
    const access = await ctx.use(spaces).access()
    const own = access.memberIds().filter(access.canView)
    const rows = await ctx.sql<{ id: number; author_member_id: number | null; likes_count: number; comments_count: number; cover_file_id: number | null }>(
      `select id, author_member_id, likes_count, comments_count, cover_file_id from posts.post
       where community_id = $1 and space_id = any ($2::bigint[]) and status = 'published' and deleted_at is null and published_at >= $3
         and author_member_id is distinct from $4 order by likes_count + 2 * comments_count desc, id desc limit $5`,
      [own, since, ctx.me().id, limit],
    )
    const [cards, people, files] = await Promise.all([
      ctx.use(content).cards(
        'post',
        rows.map(({ id }) => id),
      ),
      ctx.members.byIds(rows.flatMap(({ author_member_id }) => author_member_id ?? [])),
      ctx.files.byIds(rows.flatMap(({ cover_file_id }) => cover_file_id ?? [])),
    ])
    const spaceCards = await ctx.use(spaces).cards(cards.flatMap(({ spaceId }) => spaceId ?? []))
    const cardOf = new Map(cards.map((card) => [card.id, card]))
    return rows.flatMap((row) => {
      const card = cardOf.get(row.id)
      if (!card) return []
      const said = [
        people.get(row.author_member_id ?? 0)?.name,
        spaceCards.get(card.spaceId ?? 0)?.name,
        row.likes_count > 0 && ctx.t('digest.likes', { count: row.likes_count }),
        row.comments_count > 0 && ctx.t('digest.comments', { count: row.comments_count }),
      ]
      const cover = files.get(row.cover_file_id ?? 0)
      return [
        {
          title: card.title,
          path: card.path,
          text: cutAtWord(card.excerpt, TEASER),
          note: said.filter(Boolean).join(' · '),
          image: cover ? ctx.files.url(cover, 'medium') : null,
          face: people.get(row.author_member_id ?? 0)?.avatarUrl ?? null,
        },
      ]
    })
  },
}
