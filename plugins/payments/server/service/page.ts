/** The pay page of the test server, where that is the present provider. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { TestPage } from '../../contract.ts'
import { testServer } from '../providers/testing.ts'
import { refuseInTransaction } from './host.ts'
import { presentProvider } from './provider.ts'

type Server = Awaited<ReturnType<typeof testServer>>
/** The payment page of the test server exists only while it is the present provider. @throws AtriumError 404 */
async function demandTest(ctx: Ctx): Promise<Server> {
  if (presentProvider(ctx).key !== 'test') throw notFound('Page')
  return testServer()
}

/** @throws AtriumError 404 */
export const testPage = async (ctx: Ctx, id: string): Promise<TestPage> => (await demandTest(ctx)).pageOf(ctx, id)
/** @throws AtriumError 402 `payment_failed`, 404, 422 for a session that is over */
export async function testPay(ctx: Ctx, id: string, pressed: Parameters<Server['press']>[2]): ReturnType<Server['press']> {
  await refuseInTransaction(ctx)
  return (await demandTest(ctx)).press(ctx, id, pressed)
}
