/** What the search index keeps of spaces. Secret spaces and drafts are indexed behind their own wall. */
import type { Ctx, SearchDocument } from '@atrium/sdk/server'
import type { InferEntity } from '@atrium/sdk/server'
import type { SpacesService } from '../../contract.ts'
import { SpaceTable } from '../entities.ts'

export const documentOf = (ctx: Ctx, space: InferEntity<typeof SpaceTable>): SearchDocument => ({
  kind: 'space',
  recordId: space.id,
  // A document without a space is found by everybody; listed spaces may be, the others only by those who see them.
  spaceId: space.isHidden || space.isDraft || ctx.community.isPrivate ? space.id : null,
  title: space.name,
  body: space.options.description ?? '',
  path: `/c/${space.slug}`,
  createdAt: space.createdAt,
  updatedAt: space.updatedAt,
})

export async function documents(ctx: Ctx, after: number, limit: number): ReturnType<SpacesService['documents']> {
  const rows = await ctx.em.find(SpaceTable, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit, disableIdentityMap: true })
  return { documents: rows.map((space) => documentOf(ctx, space)), last: rows.at(-1)?.id ?? null }
}
