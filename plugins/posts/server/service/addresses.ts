/** The last part of a post's address, which `content` gives out: a draft's is put by, and a post that moves is found by its old one. */
import { randomBytes } from 'node:crypto'
import { cut } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import { Post } from '../entities.ts'

/** The address of a draft until it is published. */
export const draftSlug = (): string => `draft-${randomBytes(3).toString('hex')}`
const isDraftSlug = (slug: string): boolean => /^draft-[a-z0-9]{6}$/.test(slug)

type Placed = Pick<Post, 'id' | 'spaceId' | 'slug'>

async function place(ctx: Ctx, post: Post, spaceId: number, wanted: string) {
  const { slugFor, moveAddress } = ctx.use(content)
  const slug = await moveAddress({ kind: 'post', id: post.id, spaceId, slug: slugFor('post', wanted) }, { keep: !isDraftSlug(post.slug) })
  await ctx.em.nativeUpdate(Post, { id: post.id }, { spaceId, slug })
  Object.assign(post, { spaceId, slug })
}

/** What was just written gets the address that it bears, or where another has that one, the one beside it. */
export async function settleNew(ctx: Ctx, post: Placed): Promise<string> {
  const slug = await ctx.use(content).takeAddress({ kind: 'post', id: post.id, spaceId: post.spaceId, slug: post.slug })
  if (slug !== post.slug) await ctx.em.nativeUpdate(Post, { id: post.id }, { slug })
  return slug
}

/** A draft that is published gets an address made of its title. */
export async function settle(ctx: Ctx, post: Post) {
  if (isDraftSlug(post.slug)) await place(ctx, post, post.spaceId, post.name || cut(post.excerpt, 60))
}

/** Old links find it afterwards. */
export const moveTo = (ctx: Ctx, post: Post, spaceId: number) => place(ctx, post, spaceId, post.slug)

/** The address that is handed on; once made it stays, and shows the post while that is shared. */
export const share = (ctx: Ctx, { id, spaceId, shareUid }: Pick<Post, 'id' | 'spaceId'> & { shareUid: string }) =>
  ctx.use(content).takeAddress({ kind: 'post', id, spaceId, slug: shareUid, isShared: true })
