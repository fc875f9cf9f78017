/** What the reader may do with the post at an address, as the policies answer it: for the simulator of access. */
import type { Ctx } from '@atrium/sdk/server'
import type { PlaceAnswer } from '../../../access/contract.ts'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { postPolicy } from '../policies.ts'
import { rowBySlug } from './find.ts'

export async function explainPost(ctx: Ctx, path: string): Promise<PlaceAnswer | null> {
  const [, spaceSlug, slug] = /^\/c\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (!spaceSlug || !slug || slug === 'members') return null
  const space = await ctx.use(spaces).bySlug(decodeURIComponent(spaceSlug))
  if (!space) return null
  const row = await rowBySlug(ctx, space.id, decodeURIComponent(slug))
  const sees = row !== undefined && (await postPolicy.view(ctx, row))
  const changes = sees && ctx.member !== null
  return {
    spaceId: space.id,
    lines: [
      { key: 'see', label: ctx.t('explain.see'), allowed: sees },
      { key: 'comment', label: ctx.t('explain.comment'), allowed: sees && (await ctx.use(content).mayComment('post', row.id)) },
      { key: 'update', label: ctx.t('explain.update'), allowed: changes && (await postPolicy.update(ctx, row)) },
      { key: 'manage', label: ctx.t('explain.manage'), allowed: changes && (await postPolicy.manage(ctx, row)) },
    ],
  }
}
