/** The processor of a community: choosing it, its keys, how it stands. */
import { AtriumError, invalid, type RouteReturns } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import payments, { type Setup } from '../../contract.ts'
import { closeTestJob } from '../jobs.ts'
import { connectHouse, connectStripe, houseOf, told } from '../providers/connection.ts'
import { testServer } from '../providers/testing.ts'
import { incidentsRead } from '../reads.ts'
import { testSales } from './live.ts'
import { presentProvider } from './provider.ts'
import { textOf } from './said.ts'

const SHOWN_INCIDENTS = 50
const addressOf = (ctx: Ctx, path: string) => `${ctx.community.url}${path}`

/** How the processor stands, which is asked. */
export async function setup(ctx: Ctx): Promise<RouteReturns<typeof payments.routes.setup>> {
  const settings = ctx.settings(payments)
  let problem: string | null = null
  const state = await presentProvider(ctx)
    .state(ctx)
    .catch((error: unknown) => {
      const refusal = told(error)
      if (!(refusal instanceof AtriumError)) throw refusal
      if (refusal.code === 'payments_not_ready') return 'needs_setup' as const
      problem = refusal.message
      return 'unreachable' as const
    })
  const [{ waiting } = { waiting: 0 }] = await ctx.sql<{ waiting: number }>(
    'select count(*)::int as waiting from (select from payments.refresh where community_id = $1 limit 1000) r',
  )
  return {
    provider: settings.provider,
    state,
    problem,
    stripe: {
      has_secret_key: settings.secret_key !== null,
      secret_key_hint: settings.secret_key_hint,
      is_test_key: /^[rs]k_test_/.test(settings.secret_key_hint ?? ''),
      has_webhook_secret: settings.webhook_secret !== null,
      house: Boolean(houseOf(ctx).secretKey),
      account_id: settings.account_id,
    },
    manual_instructions: settings.manual_instructions,
    manual_days: settings.manual_days,
    webhook_url: addressOf(ctx, `/webhooks/payments/${ctx.community.id}`),
    waiting,
    incidents: (await ctx.read(incidentsRead, [SHOWN_INCIDENTS])).map(({ said, ...incident }) => ({
      ...incident,
      text: textOf(ctx, { text: incident.text, said }),
      refund_path: said && 'atOdds' in said ? said.refundPath : null,
    })),
    test_sales: settings.provider === 'test' ? await testSales(ctx) : { pages: 0, purchases: 0 },
    test_now: settings.provider === 'test' ? await (await testServer()).testNow(ctx) : null,
  }
}

export interface SetupChange {
  provider?: Setup['provider']
  secret_key?: string | null
  webhook_secret?: string | null
  manual_instructions?: string
  manual_days?: number
}
/** @throws AtriumError 422 for a key that Stripe does not take, and for Stripe without one */
export async function saveSetup(ctx: Ctx, { secret_key: key, webhook_secret: secret, ...change }: SetupChange): Promise<void> {
  if (key) {
    if (!/^[rs]k_(test|live)_\w{6,}$/.test(key)) throw invalid({ secret_key: ['Enter a Stripe secret key. It begins with sk_ or rk_.'] })
    const { stripe } = await connectStripe(ctx, key)
    await stripe.balance.retrieve().catch((error) => {
      const refusal = told(error) as Error & { code?: string }
      throw refusal.code === 'payments_not_ready' ? invalid({ secret_key: ['The payment processor rejected this key. Check it and try again.'] }) : refusal
    })
  }
  if (secret && !/^whsec_\w{6,}$/.test(secret)) throw invalid({ webhook_secret: ['Enter a Stripe signing secret. It begins with whsec_.'] })
  const before = ctx.settings(payments)
  const hasKey = key === undefined ? before.secret_key !== null : key !== null
  if ((change.provider ?? before.provider) === 'stripe' && !hasKey && !before.account_id) throw invalid({ secret_key: ['Enter your Stripe secret key.'] })
  await ctx.saveSettings(payments, {
    ...change,
    ...(key === undefined ? {} : { secret_key: key && ctx.seal(key), secret_key_hint: key && `${key.slice(0, 12)}…${key.slice(-4)}` }),
    ...(secret === undefined ? {} : { webhook_secret: secret && ctx.seal(secret) }),
  })
  if (before.provider === 'test' && (change.provider ?? 'test') !== 'test') await ctx.enqueue(closeTestJob, {}, { key: 'close test' })
}

/** The house's webhooks name the account alone. */
const connected = (ctx: Ctx, accountId: string): Promise<unknown> =>
  ctx.platform.home('write', (home) =>
    home.sql(
      `insert into payments.connected (community_id, account_id, connected_id) values ($1, $2, $3)
       on conflict (community_id, account_id) do update set connected_id = excluded.connected_id, updated_at = now()`,
      [accountId, ctx.community.id],
    ),
  )
/** An account of the community's own under the house's keys, and where its owner goes on. @throws AtriumError 409 where the house has no keys */
export async function connectAccount(ctx: Ctx): Promise<{ url: string }> {
  const { stripe } = await connectHouse(ctx)
  const { account_id: known } = ctx.settings(payments)
  try {
    const metadata = { community: String(ctx.community.id) }
    const account = known ?? (await stripe.accounts.create({ type: 'standard', metadata }, { idempotencyKey: `community:${ctx.community.id}` })).id
    await connected(ctx, account)
    if (!known) await ctx.saveSettings(payments, { account_id: account })
    const page = addressOf(ctx, '/settings/payments/refresh')
    const { url } = await stripe.accountLinks.create({ account, type: 'account_onboarding', return_url: page, refresh_url: `${page}?again=1` })
    return { url }
  } catch (error) {
    throw told(error)
  }
}
