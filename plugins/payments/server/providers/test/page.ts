/** The pay page of the test server: what it shows, and what pressing its button does. It says plainly that no money moves. */
import { invalid, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import contract, { type TestPage } from '../../../contract.ts'
import { timesOf } from '../quantities.ts'
import { purposeOf } from '../states.ts'
import { needsMethod, soldIn } from './checkout.ts'
import { look, onboard, payAt } from './owner.ts'

/** What the buyer has told whoever sells, so that it is not asked twice. */
async function knownPayer(ctx: Ctx, metadata: Record<string, string> | null) {
  const purpose = purposeOf(metadata)
  for (const { value } of purpose ? ctx.fill(contract.points.payer) : []) {
    const known = await value.of(ctx, purpose!)
    if (known) return known
  }
  return null
}
const isAccount = (id: string) => id.startsWith('acct_')

/** @throws AtriumError 404 */
export async function pageOf(ctx: Ctx, id: string): Promise<TestPage> {
  const blank = {
    name: null,
    country: null,
    lines: [],
    currency: 'usd',
    subtotal: 0,
    discount: 0,
    tax: 0,
    total: 0,
    trial_days: null,
    needs_method: false,
    cancel_url: null,
    collects_tax_id: false,
  }
  if (isAccount(id)) {
    const { found } = await look(ctx, 'account', id)
    return { ...blank, id, mode: 'account', status: found.details_submitted ? 'complete' : 'open', email: found.email, success_url: found._return ?? null }
  }
  const { store, found: session } = await look(ctx, 'checkout.session', id)
  const sold = await soldIn(store, session)
  const known = await knownPayer(ctx, session.metadata)
  return {
    ...blank,
    id,
    mode: session.mode,
    status: session.status === 'open' && session.expires_at <= (await store.now(session._clock)) ? 'expired' : session.status,
    email: session.customer_email ?? (await store.get(session.customer))?.email ?? null,
    name: known?.name || null,
    country: known?.country ?? null,
    lines: await Promise.all(
      sold.map(async ({ price, quantity }) => ({
        name: (await store.get(price.product))?.name ?? '',
        quantity,
        amount: timesOf(price, quantity),
        interval: price.recurring && `${price.recurring.interval_count} ${price.recurring.interval}`,
      })),
    ),
    currency: session.currency ?? 'usd',
    subtotal: session.amount_subtotal ?? 0,
    discount: session.total_details?.amount_discount ?? 0,
    tax: session.total_details?.amount_tax ?? 0,
    total: session.amount_total ?? 0,
    trial_days: session._input.subscription_data.trial_period_days ?? null,
    needs_method: needsMethod(session),
    success_url: session.success_url,
    cancel_url: session.cancel_url,
    collects_tax_id: session._input.collects_tax_id,
  }
}

export interface Pressed {
  card?: string
  email?: string
  name?: string
  country?: string
  tax_id?: string
  authenticate?: boolean
}
/** @throws AtriumError 402 `payment_failed`, 404, 422 for a session that is over */
export async function press(ctx: Ctx, id: string, pressed: Pressed): Promise<{ result: 'done' | 'authenticate'; url: string | null }> {
  if (isAccount(id)) return { result: 'done', url: await onboard(ctx, id) }
  const page = await pageOf(ctx, id)
  if (page.mode === 'account') throw notFound('Page')
  if (page.needs_method && !pressed.card) throw invalid({ card: ['Choose a card.'] })
  const { result, session } = await payAt(ctx, id, {
    card: pressed.card ?? null,
    email: pressed.email,
    name: pressed.name,
    country: pressed.country?.toUpperCase(),
    taxId: pressed.tax_id,
    authenticated: pressed.authenticate,
  })
  return { result, url: result === 'done' ? ((session.success_url as string | null)?.replace('{CHECKOUT_SESSION_ID}', id) ?? null) : null }
}
