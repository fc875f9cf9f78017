/** Going live: once the community has another provider than the test server, nothing there is paid any more, and what was bought there ends. */
import { type Ctx, inWrite } from '@atrium/sdk/server'
import payments, { type Setup } from '../../contract.ts'
import { closeSome, openAtTest } from '../providers/own.ts'

/** What would end: open pay pages, subscriptions and whatever else others have sold by the test server. */
export async function testSales(ctx: Ctx): Promise<Setup['test_sales']> {
  const counts = await Promise.all(ctx.fill(payments.points.testSales).map(({ value }) => value.count(ctx)))
  return { pages: await openAtTest(ctx), purchases: counts.reduce((sum, count) => sum + count, 0) }
}
/** Batch by batch, each in a transaction of its own. */
export async function closeTest(ctx: Ctx): Promise<void> {
  while (await closeSome(ctx));
  await inWrite(ctx, async (inner) => void inner.emit(payments.events['payments.test_over'], {}))
}
