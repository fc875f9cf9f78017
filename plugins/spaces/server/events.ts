/** Keeps the search index in step with spaces. Secret spaces and drafts are indexed behind their own wall. */
import { type Ctx, on } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { SpaceTable } from './entities.ts'

async function index(ctx: Ctx, { spaceId }: { spaceId: number }) {
  const space = await ctx.em.findOne(SpaceTable, spaceId)
  if (!space) return ctx.search.remove('space', spaceId)
  ctx.search.put({
    kind: 'space',
    recordId: space.id,
    // A document without a space is found by everybody; listed spaces may be, the others only by those who see them.
    spaceId: space.isHidden || space.isDraft || ctx.community.isPrivate ? space.id : null,
    title: space.name,
    body: space.options.description ?? '',
    path: `/c/${space.slug}`,
    updatedAt: space.updatedAt,
  })
}

export const subscriptions = [
  on(contract.events['space.created'], 'index-created', index),
  on(contract.events['space.updated'], 'index-updated', index),
  on(contract.events['space.deleted'], 'index-deleted', index),
]
