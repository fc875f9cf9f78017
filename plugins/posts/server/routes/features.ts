/** What those who keep a post decide about it beyond its words: where it is offered, and who may learn from it; and its summaries. */
import { AtriumError, notFound } from '@atrium/sdk'
import type { Ctx, Handlers } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import posts from '../../contract.ts'
import { fromPath, service } from '../service/find.ts'
import type { PostRow } from '../reads.ts'

type Names = 'featuredAreas' | 'hideInFeaturedAreas' | 'showInFeaturedAreas' | 'knowledgeBase' | 'summary' | 'conversationSummary'

const featured = (post: PostRow, hidden = post.hide_from_featured_areas) => ({
  post_id: post.id,
  hide_from_featured_areas: hidden,
  is_visible_in_featured_areas: !hidden && post.status === 'published',
})
async function feature(ctx: Ctx, params: { spaceId: number; postSlug: string }, hidden: boolean) {
  const post = await fromPath(ctx, params, 'manage')
  if (post.hide_from_featured_areas !== hidden) await service(ctx).update(post.id, { switches: { hide_from_featured_areas: hidden } })
  return featured(post, hidden)
}

/** @throws AtriumError 404 `plugin_off` while no plugin that is on here writes summaries */
async function summarize(ctx: Ctx, postId: number, what: 'post' | 'conversation') {
  if (!(await ctx.use(content).card('post', postId))) throw notFound('Post')
  const [filled] = ctx.fill(posts.points.summarizer)
  if (!filled) throw new AtriumError(404, 'plugin_off', 'Summaries are turned off in this community.')
  const { summary, createdAt } = await filled.value[what](ctx, postId)
  return { post_id: postId, summary, created_at: createdAt }
}

export const featureHandlers: Pick<Handlers<typeof posts>, Names> = {
  featuredAreas: async (ctx, { params }) => featured(await fromPath(ctx, params, 'view')),
  hideInFeaturedAreas: (ctx, { params }) => feature(ctx, params, true),
  showInFeaturedAreas: (ctx, { params }) => feature(ctx, params, false),
  async knowledgeBase(ctx, { params, body }) {
    const post = await fromPath(ctx, params, 'manage')
    await service(ctx).update(post.id, { inKnowledgeBase: body.is_in_knowledge_base })
    return { success: true, is_in_knowledge_base: body.is_in_knowledge_base }
  },
  summary: (ctx, { params }) => summarize(ctx, params.postId, 'post'),
  conversationSummary: (ctx, { params }) => summarize(ctx, params.postId, 'conversation'),
}
