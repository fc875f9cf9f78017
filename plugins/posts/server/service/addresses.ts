/** The last part of a post's address: one each in a space, however many want the same in one moment. */
import { conflict, slugify, cut } from '@atrium/sdk'
import { type Ctx, isUniqueViolation } from '@atrium/sdk/server'
import posts from '../../contract.ts'
import { Former, Post } from '../entities.ts'

/** Addresses of the space itself. */
const RESERVED = ['new', 'members', 'members_pagination', 'events', 'sections', 'edit-lesson']
const mark = () => Math.random().toString(36).slice(2, 8).padEnd(6, '0')

/** The title's words as an address, and what stands in for it where the space has one already. */
export function slugsOf(wanted: string): [slug: string, spare: string] {
  const base = cut(slugify(wanted), 100).replace(/-+$/, '') || 'post'
  const spare = `${base}-${mark()}`
  return [RESERVED.includes(base) ? spare : base, spare]
}

/** What a draft is called until it comes out under its title. */
export const draftSlug = (): string => `draft-${mark()}`
const isDraftSlug = (slug: string): boolean => /^draft-[a-z0-9]{6}$/.test(slug)

export const slugTaken = () => conflict('This URL is already taken. Choose another.', 'slug_taken')

/** Of an address and its spare one those that no record of others has. */
export async function free(ctx: Ctx, spaceId: number, slugs: string[]): Promise<string[]> {
  const [wanted, ...spare] = slugs
  if (spare.length === 0) return slugs
  for (const { value } of ctx.fill(posts.points.beside)) if (await value.isAddress(ctx, spaceId, wanted!)) return spare
  return slugs
}
export const isAddress = async (ctx: Ctx, spaceId: number, slug: string): Promise<boolean> =>
  (await ctx.em.count(Post, { spaceId, slug })) + (await ctx.em.count(Former, { spaceId, slug })) > 0

/** Where somebody else takes the first address in this very moment, the spare one is left: asking for a free one before would be too early. */
async function place(ctx: Ctx, post: Post, spaceId: number, wanted: string) {
  for (const slug of await free(ctx, spaceId, slugsOf(wanted))) {
    try {
      await ctx.em.transactional(() => ctx.em.nativeUpdate(Post, { id: post.id }, { spaceId, slug }))
      return Object.assign(post, { spaceId, slug })
    } catch (error) {
      if (!isUniqueViolation(error, 'post_slug')) throw error
    }
  }
  throw slugTaken()
}

/** A draft that leaves its desk is called by its title. */
export async function settle(ctx: Ctx, post: Post) {
  if (isDraftSlug(post.slug)) await place(ctx, post, post.spaceId, post.name || cut(post.excerpt, 60))
}

/** Old links find it afterwards. */
export async function moveTo(ctx: Ctx, post: Post, spaceId: number) {
  if (!isDraftSlug(post.slug))
    await ctx.em.upsert(
      Former,
      { communityId: ctx.community.id, spaceId: post.spaceId, slug: post.slug, postId: post.id, updatedAt: ctx.now() },
      { onConflictFields: ['communityId', 'spaceId', 'slug'] },
    )
  await place(ctx, post, spaceId, post.slug)
}
