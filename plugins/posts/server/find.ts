/** How handlers come to a post: by its address, if this reader may do what they came for, and to its reply. */
import { notFound } from '@atrium/sdk'
import { authorize, type Ctx } from '@atrium/sdk/server'
import { postPolicy } from './policies.ts'
import { presentPosts } from './present.ts'
import spaces from '../../spaces/contract.ts'
import { byFormerSlug, byId, bySlug, type PostRow } from './reads.ts'
import { createPostsService, type OwnService } from './service.ts'

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

/** The reply of a post that was just written. */
export async function show(ctx: Ctx, id: number) {
  const [reply] = await presentPosts(ctx, await ctx.read(byId, [id]))
  if (!reply) throw notFound('Post')
  return reply
}
