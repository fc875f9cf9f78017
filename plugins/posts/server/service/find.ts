/** How handlers load a post by its address, check the right to the act, and make the reply. */
import { notFound } from '@atrium/sdk'
import { authorize, type Ctx, hold } from '@atrium/sdk/server'
import content, { type Addressed } from '../../../content/contract.ts'
import { Post } from '../entities.ts'
import { postPolicy } from '../policies.ts'
import { presentPosts } from './present.ts'
import { addressed, byId, hiddenById, type PostRow } from '../reads.ts'
import { createPostsService, type OwnService } from './index.ts'

export const service = (ctx: Ctx): OwnService => ctx.once('posts.own', () => createPostsService(ctx))

/** @throws AtriumError 404 for what this reader may not see, 403 for what they may not do */
export const permitted = (ctx: Ctx, post: PostRow | undefined, act: keyof typeof postPolicy = 'view'): Promise<PostRow> =>
  authorize<PostRow>(ctx, postPolicy, act, post, 'Post')

/** The post at an address, with whether the reader sees it by nothing but being handed that; null for what they may not see. Read once a request: the page and what is sent along with it both begin here. */
export async function findAt(ctx: Ctx, at: Addressed | null): Promise<{ post: PostRow; isShared: boolean } | null> {
  if (at?.kind !== 'post') return null
  return ctx.once(`posts.at:${at.id}/${at.isShared}`, async () => {
    const [post] = await ctx.read(addressed, [at.id])
    // what was deleted is at its address no more; what is hidden its author and those who see to the place find
    if (!post || (post.deleted_at !== null && post.withdrawn_at === null)) return null
    if (at.isShared && !(post.share_post_enabled && post.status === 'published' && post.deleted_at === null)) return null
    if (await postPolicy.view(ctx, post)) return { post, isShared: false }
    return at.isShared ? { post, isShared: true } : null
  })
}

/** The post at its own address, or one that it has left, whoever asks. */
export async function rowBySlug(ctx: Ctx, spaceId: number, slug: string): Promise<PostRow | undefined> {
  const at = await ctx.use(content).at(spaceId, slug)
  return at?.kind === 'post' && !at.isShared ? (await ctx.read(addressed, [at.id]))[0] : undefined
}

export const fromPath = async (ctx: Ctx, { spaceId, postSlug }: { spaceId: number; postSlug: string }, act: keyof typeof postPolicy): Promise<PostRow> =>
  permitted(ctx, await rowBySlug(ctx, spaceId, postSlug), act)

/** The same for a change: others who change the post at this moment are waited for, and who may do what is asked of the post as they have left it. */
export async function heldFromPath(ctx: Ctx, params: { spaceId: number; postSlug: string }, act: keyof typeof postPolicy): Promise<PostRow> {
  const seen = await fromPath(ctx, params, act)
  const { updatedAt } = await hold(ctx, Post, seen.id, 'Post')
  return updatedAt.getTime() === seen.updated_at.getTime() ? seen : permitted(ctx, (await ctx.read(byId, [seen.id]))[0], act)
}

/** The reply of a post that was found by its address. */
export async function presentAt(ctx: Ctx, at: Addressed | null) {
  const found = await findAt(ctx, at)
  return found ? (await presentPosts(ctx, [found.post], { shared: found.isShared }))[0]! : null
}

/** The reply of a post that was just written. */
export async function show(ctx: Ctx, id: number) {
  const [row] = await ctx.read(byId, [id])
  // the edit was held for review by a moderation rule
  const [reply] = await presentPosts(ctx, row ? [row] : await ctx.read(hiddenById, [id]))
  if (!reply) throw notFound('Post')
  return reply
}
