/** Going live: what was bought from the test provider ends, and reports begin anew. */
import type { Ctx } from '@atrium/sdk/server'
import type { TestSales } from '../../../../payments/contract.ts'
import { endTestJob } from '../../jobs.ts'
import { endHere } from './returned.ts'

const A_STEP = 100
/** purchase_test. */
const going = `from paywalls.purchase where community_id = $1 and provider = 'test' and status in ('trial', 'active', 'past_due', 'paused')`

export const testSales: TestSales = {
  async count(ctx) {
    const [row] = await ctx.sql<{ n: number }>(`select count(*)::int as n ${going}`)
    return row!.n
  },
}
export const endTestSales = (ctx: Ctx): Promise<void> => ctx.enqueue(endTestJob, {}, { key: 'paywalls.end-test' })
/** A step. */
export async function endTest(ctx: Ctx): Promise<void> {
  const some = await ctx.sql<{ id: number }>(`select id ${going} order by id limit ${A_STEP}`)
  for (const { id } of some) await endHere(ctx, id, 'test')
  if (some.length === A_STEP) await endTestSales(ctx)
}
