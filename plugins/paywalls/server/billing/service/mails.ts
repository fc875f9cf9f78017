/** The mails of a purchase, in the buyer's language; each stands in the time line, and is told in the app as well. */
import { formatDateIn, formatMoney } from '@atrium/sdk'
import { type Ctx, visibleLine } from '@atrium/sdk/server'
import type { Declined } from '../../../../payments/contract.ts'
import type { ChargeEntity, CheckoutEntity, PurchaseEntity } from '../../entities.ts'
import { checkoutByUid } from '../../reads.ts'
import { type MailKey, tellBuyer } from './news.ts'
import { note } from './purchases.ts'
import { nextAmount } from '../../selling/service/quote.ts'

async function nextOf(ctx: Ctx, purchase: PurchaseEntity): Promise<number> {
  const [checkout] = purchase.checkoutUid ? await ctx.read(checkoutByUid, [purchase.checkoutUid]) : []
  return nextAmount(checkout?.ordered ?? null, purchase)
}

/** To whoever wanted a free trial with a card that has had one; they need not be a member. */
export async function mailTrialUsed(ctx: Ctx, purchase: PurchaseEntity, { email, ordered }: CheckoutEntity): Promise<void> {
  if (!email) return
  const known = purchase.memberId == null ? undefined : (await ctx.members.addresses([purchase.memberId])).get(purchase.memberId)
  const locale = known?.locale ?? ctx.locale
  const subject = ctx.t('mail.trial_used.subject', { name: ordered!.name }, locale)
  const kind = { key: 'trial_used', values: { product: ordered!.name } }
  await ctx.mail({ to: email, subject: visibleLine(subject, 200), text: ctx.t('mail.trial_used.text', {}, locale), locale, kind })
  note(ctx, purchase.id, { kind: 'mailed', data: { mail: 'trial_used' } })
}

/** Written where something can be done about it. */
const ACTS: Record<MailKey, boolean> = { receipt: true, failed: true, grace: true, refunded: false, ended: false, trial: true, renewal: true, invoice: true }

export async function mailPurchase(
  ctx: Ctx,
  purchase: PurchaseEntity,
  key: MailKey,
  more: { charge?: ChargeEntity; amount?: number; at?: Date; invoice?: { id: string; number: string; how: string }; declined?: Declined } = {},
): Promise<void> {
  if (purchase.memberId == null) return
  const address = (await ctx.members.addresses([purchase.memberId])).get(purchase.memberId)
  if (!address) return
  const { email, locale } = address
  const [paywall] = await ctx.sql<{ name: string }>(
    `select coalesce(nullif(display_name, ''), name) as name from paywalls.paywall where community_id = $1 and id = $2`,
    [purchase.paywallId],
  )
  const amount = more.amount ?? more.charge?.amount ?? (await nextOf(ctx, purchase))
  const at = more.at ?? purchase.graceUntil ?? purchase.periodEnd ?? ctx.now()
  const values = {
    name: paywall?.name ?? '',
    community: ctx.community.name,
    amount: formatMoney(locale, amount, purchase.currency),
    date: formatDateIn(locale, at, 'longDate', 'UTC'),
    reason: more.declined ? ctx.t(`mail.failed.${more.declined}`, {}, locale) : '',
    number: more.invoice?.number ?? '',
    how: more.invoice?.how ?? '',
  }
  const link = ACTS[key] ? `\n\n${ctx.t(`mail.${key}.button`, values, locale)}\n${ctx.community.url}/account/billing` : ''
  const subject = ctx.t(`mail.${key}.subject`, values, locale)
  const buyer = (await ctx.members.byIds([purchase.memberId])).get(purchase.memberId)
  await ctx.mail({
    to: email,
    subject: visibleLine(subject, 200),
    text: `${ctx.t(`mail.${key}.text`, values, locale)}${link}`,
    locale,
    kind: { key, values: { name: buyer?.name ?? '', product: values.name, amount: values.amount, date: values.date } },
  })
  // each once: what is paid or given back by its charge and sum, what comes by its day
  const act = more.charge ? `${more.charge.id}:${amount}` : (more.invoice?.id ?? at.toISOString())
  await tellBuyer(ctx, key, purchase.id, act, { amount: { amount, currency: purchase.currency }, date: { day: at.toISOString() } })
  note(ctx, purchase.id, { kind: 'mailed', chargeId: more.charge?.id ?? null, data: { mail: key, ...(more.invoice && { invoice: more.invoice.id }) } })
}
