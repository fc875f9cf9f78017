/** What the search index keeps of published posts. */
import { cut } from '@atrium/sdk'
import { type Ctx, heldIn, type InferEntity, type SearchDocument } from '@atrium/sdk/server'
import type { DocumentPages } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { Post } from '../entities.ts'

type Found = Pick<InferEntity<typeof Post>, 'id' | 'spaceId' | 'name' | 'text' | 'slug' | 'body'> &
  Partial<Pick<InferEntity<typeof Post>, 'authorMemberId' | 'publishedAt' | 'gallery'>>

export function documentOf(post: Found, spaceSlug: string, updatedAt: Date): SearchDocument {
  const { has, fileIds } = heldIn(post.body)
  return {
    kind: 'post',
    recordId: post.id,
    spaceId: post.spaceId,
    authorMemberId: post.authorMemberId,
    title: post.name,
    body: cut(post.text, 20_000),
    path: `/c/${spaceSlug}/${post.slug}`,
    createdAt: post.publishedAt ?? updatedAt,
    updatedAt,
    has: post.gallery && !has.includes('image') ? [...has, 'image'] : has,
    fileIds,
  }
}

export const documents: DocumentPages = async (ctx: Ctx, after, limit) => {
  const rows = await ctx.em.find(Post, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit, disableIdentityMap: true })
  const cards = await ctx.use(spaces).cards([...new Set(rows.map(({ spaceId }) => spaceId))])
  const out = rows.filter((post) => post.status === 'published' && post.deletedAt === null && cards.has(post.spaceId))
  return { documents: out.map((post) => documentOf(post, cards.get(post.spaceId)!.slug, post.updatedAt)), last: rows.at(-1)?.id ?? null }
}
