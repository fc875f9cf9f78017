/** Where a page was before its address changed: whoever goes there is led to where it is now. */
import { type Ctx, lock } from '@atrium/sdk/server'
import { MAX_REDIRECTS } from '../../contract.ts'
import { RedirectTable } from '../entities.ts'
import { ruleOf, tooMany } from './redirects.ts'

/** In place of redirects at both addresses: the page itself answers at the one, so that none of the other can lead in a circle. @throws AtriumError 409 */
export async function redirectMoved(ctx: Ctx, from: string, to: string): Promise<void> {
  await lock(ctx, 'site.redirects')
  const { from: fromPath, target, status, isWildcard } = ruleOf({ from: `/${from}`, to: `/${to}`, status: 301 })
  await ctx.em.nativeDelete(RedirectTable, { fromPath: [fromPath, target], isWildcard })
  if ((await ctx.em.count(RedirectTable, {})) >= MAX_REDIRECTS) throw tooMany()
  ctx.em.create(RedirectTable, { fromPath, isWildcard, target, status })
  await ctx.em.flush()
}
