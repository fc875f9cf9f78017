/** What a checkout page shows when it opens, and what its first choice comes to. */
import { notFound, safePath } from '@atrium/sdk'
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import spaces from '../../../../spaces/contract.ts'
import contract, { type Prepared } from '../../../contract.ts'
import { leastOf } from '../../../contract/cheapest.ts'
import { isTest } from '../../shared/service/mode.ts'
import type { PaywallWhole } from '../../reads.ts'
import { allOpens, namesOf, needPaywall, presentCard } from './catalogue.ts'
import { closedFor, dateCardOf, detailsOf, invitedTo, preview } from './checkout.ts'
import { findCoupon } from './coupons.ts'
import { holds } from './holding.ts'
import { termsOf } from './names.ts'
import { dateFor } from './tickets.ts'

/** One number with one meaning: of what opens a single space, those who are in it, as its own page says; else those who have the paywall. 0: not told. */
async function joinedCount(ctx: Ctx, paywall: PaywallWhole): Promise<number> {
  const [only, ...others] = allOpens(paywall)
  if (only?.kind !== 'space' || others.length > 0) return paywall.holders_count
  const [space] = await ctx.use(spaces).described([only.id])
  return space?.membersCount ?? 0
}

/** Who sells, as it stands on receipts too. */
export function sellerOf(ctx: Ctx): Prepared['seller'] {
  const { seller_name, seller_address, tax_id, refund_terms } = ctx.settings(contract)
  return { name: seller_name || ctx.community.name, address: seller_address, tax_id, refund_terms }
}

interface Looked {
  paywall_id: number
  coupon_code?: string | null
  invitation_token?: string | null
  back?: string | null
  occurrence_id?: number | null
  price_id?: number | null
}
/** The same for whoever opens the page, who is counted. */
export async function prepare(ctx: Ctx, input: Looked): Promise<z.input<typeof Prepared>> {
  const shown = await shownAt(ctx, input)
  await ctx.sql('update paywalls.paywall set views_count = views_count + 1 where community_id = $1 and id = $2', [input.paywall_id])
  return shown
}
export async function shownAt(ctx: Ctx, input: Looked): Promise<z.input<typeof Prepared>> {
  const paywall = await needPaywall(ctx, input.paywall_id)
  // a draft is nobody's but theirs who make it
  if (paywall.status === 'draft' && !ctx.can('paywalls.manage')) throw notFound('Paywall')
  const invited = await invitedTo(ctx, input.invitation_token, paywall.id)
  const coupon = paywall.coupons_enabled ? await findCoupon(ctx, input.coupon_code ?? invited?.paywall_coupon_code) : null
  const ticketTo = await dateFor(ctx, allOpens(paywall), input.occurrence_id)
  const card = { ...presentCard(ctx, paywall, await namesOf(ctx)), members_count: await joinedCount(ctx, paywall) }
  const held: string[] = []
  for (const { id, name } of card.contains) if (await holds(ctx, ctx.member?.id ?? null, id)) held.push(name)
  const details = await detailsOf(ctx, ctx.member?.id ?? null)
  const closed = await closedFor(ctx, paywall, ctx.member?.id ?? null, ticketTo)
  const opened = card.prices.find(({ id }) => id === (invited?.paywall_price_id ?? input.price_id)) ?? leastOf(card.prices)
  const choice = { paywall_id: paywall.id, coupon_code: coupon?.code, country: details.country || null, tax_id: details.tax_id || null }
  return {
    paywall: card,
    price_id: opened?.id ?? null,
    preview:
      opened && closed === null
        ? // a coupon that this buyer has used says so once the form asks
          await unlessRefused(preview(ctx, { ...choice, price_id: opened.id, seats: opened.seats_min, invitation_token: input.invitation_token }), null)
        : null,
    held,
    closed,
    event: await dateCardOf(ctx, ticketTo?.occurrenceId),
    coupon: coupon ? { code: coupon.code, terms: termsOf(ctx, coupon) } : null,
    email: ctx.account?.email ?? null,
    details,
    consent_required: !ctx.member && ctx.platform.fields.consent_required,
    seller: sellerOf(ctx),
    tax: ctx.settings(contract).tax_enabled,
    by_country: ctx.settings(contract).tax_enabled || paywall.prices.some(({ status, regions }) => status === 'active' && regions.length > 0),
    back: safePath(input.back),
    is_test: isTest(ctx),
  }
}
