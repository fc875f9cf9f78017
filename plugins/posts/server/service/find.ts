/** How handlers come to a post: by its address, if this reader may do what they came for, and to its reply. */
import { notFound } from '@atrium/sdk'
import { authorize, type Ctx, hold } from '@atrium/sdk/server'
import { Post } from '../entities.ts'
import { postPolicy } from '../policies.ts'
import { presentPosts } from './present.ts'
import spaces from '../../../spaces/contract.ts'
import { byFormerSlug, byId, bySlug, hiddenById, type PostRow } from '../reads.ts'
import { createPostsService, type OwnService } from './index.ts'

export const service = (ctx: Ctx): OwnService => ctx.once('posts.own', () => createPostsService(ctx))

/** @throws AtriumError 404 for what this reader may not see, 403 for what they may not do */
export const permitted = (ctx: Ctx, post: PostRow | undefined, act: keyof typeof postPolicy = 'view'): Promise<PostRow> =>
  authorize<PostRow>(ctx, postPolicy, act, post, 'Post')

/** The post at an address, or the one that has left it. Read once a request: the page and what is sent along with it both begin here. */
export const rowBySlug = (ctx: Ctx, spaceId: number, slug: string): Promise<PostRow | undefined> =>
  ctx.once(`posts.slug:${spaceId}/${slug}`, async () => {
    // in a space that the reader may not enter, what is there takes as long to miss as what is not (A01)
    const { canView } = await ctx.use(spaces).access()
    const [post] = canView(spaceId) ? await ctx.read(bySlug, [spaceId, slug]) : []
    return post ?? (await ctx.read(byFormerSlug, [spaceId, slug]))[0]
  })

export const fromPath = async (ctx: Ctx, { spaceId, postSlug }: { spaceId: number; postSlug: string }, act: keyof typeof postPolicy): Promise<PostRow> =>
  permitted(ctx, await rowBySlug(ctx, spaceId, postSlug), act)

/** The same for a change: others who change the post at this moment are waited for, and who may do what is asked of the post as they have left it. */
export async function heldFromPath(ctx: Ctx, params: { spaceId: number; postSlug: string }, act: keyof typeof postPolicy): Promise<PostRow> {
  const seen = await fromPath(ctx, params, act)
  const { updatedAt } = await hold(ctx, Post, seen.id, 'Post')
  return updatedAt.getTime() === seen.updated_at.getTime() ? seen : permitted(ctx, (await ctx.read(byId, [seen.id]))[0], act)
}

/** The reply of a post that was just written. */
export async function show(ctx: Ctx, id: number) {
  const [row] = await ctx.read(byId, [id])
  // what an edit has brought before the moderators
  const [reply] = await presentPosts(ctx, row ? [row] : await ctx.read(hiddenById, [id]))
  if (!reply) throw notFound('Post')
  return reply
}
