/** Which provider a community has, and which one something was bought from. */
import { conflict } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import payments, { type Kind, type PaymentProvider, type ProviderKey } from '../../contract.ts'
import { connectStripe } from '../providers/connection.ts'
import { manual } from '../providers/manual/index.ts'
import { stripeProvider } from '../providers/stripe.ts'
import { testServer } from '../providers/testing.ts'
import { snapshotsRead } from '../reads.ts'

export const stripe = stripeProvider('stripe', connectStripe, async (ctx) => {
  const settings = ctx.settings(payments)
  const { stripe: client, account } = await connectStripe(ctx)
  if (!settings.account_id && !account) {
    await client.balance.retrieve()
    return 'ready'
  }
  const { charges_enabled: open, requirements } = await client.accounts.retrieve(account!)
  return open ? 'ready' : requirements?.disabled_reason?.startsWith('rejected') ? 'restricted' : 'needs_setup'
})
export const test = stripeProvider(
  'test',
  async (ctx) => (await testServer()).connectTest(ctx),
  async () => 'ready',
)
export { manual }
const PROVIDERS: Record<ProviderKey, PaymentProvider> = { stripe, manual, test }

/** By its key; those that other plugins have brought too. */
export const providerBy = (ctx: Ctx, key: ProviderKey): PaymentProvider =>
  ctx.fill(payments.points.provider).find(({ value }) => value.key === key)?.value ?? PROVIDERS[key]
export const presentProvider = (ctx: Ctx): PaymentProvider => providerBy(ctx, ctx.settings(payments).provider)
/** The test server, where that is the present provider. @throws AtriumError 409 `not_test` */
export function presentTest(ctx: Ctx): ReturnType<typeof testServer> {
  if (presentProvider(ctx).key !== 'test') throw conflict('This community doesn’t use the test processor.', 'not_test')
  return testServer()
}
/** Where something was bought, whatever the community has by now. */
export async function providerOf(ctx: Ctx, kind: Kind, id: string): Promise<PaymentProvider> {
  const [known] = await ctx.read(snapshotsRead, [kind, [id]])
  return known ? providerBy(ctx, known.provider) : presentProvider(ctx)
}
