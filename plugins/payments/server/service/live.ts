/** Going live: once the community has another provider than the test server, nothing there is paid any more, and what was bought there ends. */
import { type Ctx, inWrite } from '@atrium/sdk/server'
import payments, { type Setup } from '../../contract.ts'
import { testServer } from '../providers/testing.ts'
import { goingAtTest } from '../reads.ts'

const PAGE = 'checkout.session'
const goingOn = async (ctx: Ctx, objects: string[]): Promise<number> =>
  (await ctx.sql<{ n: number }>(`select count(*)::int as n ${goingAtTest}`, [objects]))[0]!.n

/** What would end: open pay pages, subscriptions and whatever else others have sold by the test server. */
export async function testSales(ctx: Ctx): Promise<Setup['test_sales']> {
  const counts = await Promise.all(ctx.fill(payments.points.testSales).map(({ value }) => value.count(ctx)))
  return { pages: await goingOn(ctx, [PAGE]), purchases: counts.reduce((sum, count) => sum + count, 0) }
}
/** Closes what is open, batch by batch, each in a transaction of its own. The test server is loaded only where something is open. */
export async function closeWhatIsLeft(ctx: Ctx): Promise<void> {
  if (!(await goingOn(ctx, [PAGE, 'subscription']))) return
  const { closeSome } = await testServer()
  while (await closeSome(ctx));
}
export async function closeTest(ctx: Ctx): Promise<void> {
  await closeWhatIsLeft(ctx)
  await inWrite(ctx, async (inner) => void inner.emit(payments.events['payments.test_over'], {}))
}
