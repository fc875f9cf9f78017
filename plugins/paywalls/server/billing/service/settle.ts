/** What the provider says becomes ours: each state is whole, so that whatever comes twice, late or in another order ends the same. */
import { conflict } from '@atrium/sdk'
import { type Ctx, hold, lock, type Payload } from '@atrium/sdk/server'
import type payments from '../../../../payments/contract.ts'
import { type ChargeState, DECLINES, type SubscriptionState } from '../../../../payments/contract.ts'
import contract from '../../../contract.ts'
import type { PurchaseState } from '../../../contract/records.ts'
import { type ChargeEntity, ChargeTable, type CheckoutEntity, CheckoutTable, type PurchaseEntity } from '../../entities.ts'
import { checkoutByUid } from '../../reads.ts'
import { needPaywall } from '../../selling/service/catalogue.ts'
import { tellInvoice } from './invoiceMails.ts'
import { post } from '../../books/service/ledger.ts'
import { gross } from '../../selling/service/document.ts'
import { mailPurchase, mailTrialUsed } from './mails.ts'
import { percentOf, withoutTax } from '../../shared/service/money.ts'
import { tellDispute, tellNotPaid, tellSale } from './news.ts'
import { returnDoubled, tellUnopened } from './odds.ts'
import { isFirst, release, trialOf } from '../../selling/service/once.ts'
import { type Part, partsOf } from './parts.ts'
import { ensureMember, ledgerRow, note, purchaseOf, settle, settleBump } from './purchases.ts'
import { taxedOf } from '../../selling/service/quote.ts'
import { endLater, isCompleted, isReturned } from './returned.ts'
import { followSeats } from './seats.ts'
import { askLater } from '../../selling/service/taxIds.ts'

type Fact<K extends keyof typeof payments.events> = Payload<(typeof payments.events)[K]>
const isOurs = ({ purpose }: { purpose: { owner: string; reference: string } | null }) => purpose?.owner === contract.id
const momentOf = (text: string | null) => (text === null ? null : new Date(text))

/** What was bought is had, and the extra with it, in the same step in which the checkout gives its places up. */
async function fulfil(ctx: Ctx, purchase: PurchaseEntity, checkout: CheckoutEntity): Promise<void> {
  if (checkout.status === 'fulfilled') return
  await settleBump(ctx, purchase, checkout)
  checkout.status = 'fulfilled'
  // the coupon is used for good
  checkout.couponHeld = false
  await ctx.em.flush()
  await ctx.sql('update paywalls.paywall set buys_count = buys_count + 1 where community_id = $1 and id = $2', [checkout.paywallId])
}

export async function applyCheckout(ctx: Ctx, fact: Fact<'payments.checkout'>): Promise<void> {
  if (!isOurs(fact)) return
  const { state, version } = fact
  const [row] = await ctx.read(checkoutByUid, [fact.purpose!.reference])
  if (!row || row.seen_version >= version) return
  if (state.status === 'expired') {
    const checkout = await hold(ctx, CheckoutTable, row.id)
    if (checkout.seenVersion >= version) return
    checkout.seenVersion = version
    if (checkout.status !== 'prepared' && checkout.status !== 'started') return
    checkout.status = 'expired'
    await ctx.em.flush()
    await release(ctx, checkout.id)
    return
  }
  if (state.status === 'open') return
  const found = await purchaseOf(ctx, fact.purpose!.reference)
  if (!found || found.checkout.seenVersion >= version) return
  const { purchase, checkout } = found
  checkout.seenVersion = version
  checkout.processorId ??= state.id
  purchase.provider ??= state.provider
  purchase.customerId ??= state.customerId
  if (purchase.kind !== 'onetime') purchase.processorId ??= state.subscriptionId
  if (!state.paid) {
    await ctx.em.flush()
    return
  }
  if (checkout.status !== 'fulfilled') checkout.status = 'paid'
  // a subscription says itself how it stands, a charge what of it was given back; until they do, this is the word
  if (purchase.status === 'pending' && purchase.seenVersion === 0)
    await settle(ctx, purchase, checkout, purchase.kind !== 'onetime' && checkout.ordered!.trialDays > 0 ? 'trial' : 'active', ctx.now())
  await fulfil(ctx, purchase, checkout)
  await ctx.em.flush()
  await tellUnopened(ctx, purchase)
}

async function stateOf(ctx: Ctx, purchase: PurchaseEntity, state: SubscriptionState): Promise<PurchaseState> {
  if (await isReturned(ctx, purchase)) return 'refunded'
  if (state.collectionPaused && state.status !== 'canceled') return 'paused'
  switch (state.status) {
    case 'trialing': {
      // time that was given is no trial
      const [first, end] = [purchase.trialEndsAt, momentOf(state.trialEnd)]
      return first && end && Math.abs(first.getTime() - end.getTime()) < 60_000 ? 'trial' : 'active'
    }
    case 'active':
      return 'active'
    case 'past_due':
      return 'past_due'
    case 'paused':
      return 'paused'
    case 'incomplete':
      return 'pending'
    default:
      return (await isCompleted(ctx, purchase)) ? 'active' : 'canceled'
  }
}
/** Whether somebody begins a free trial that they have had: by another checkout meanwhile, or with a card that has had one. */
async function isTriedAgain(ctx: Ctx, purchase: PurchaseEntity, { uid, ordered }: CheckoutEntity, state: SubscriptionState, isNew: boolean): Promise<boolean> {
  if (purchase.cancellation === 'trial_used') return true
  if (!isNew || state.status !== 'trialing' || !(ordered!.trialDays > 0)) return false
  return !(await isFirst(ctx, trialOf(await needPaywall(ctx, purchase.paywallId)), uid, state.method?.fingerprint ?? null))
}
const OFTEN = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const
/** Another price than before: the buyer or an admin has changed it. */
async function followPrice(ctx: Ctx, purchase: PurchaseEntity, state: SubscriptionState, at: Date): Promise<void> {
  const line = state.lines[0]
  if (!line) return
  const priceId = Number(line.reference?.replace(/^price:/, ''))
  if (priceId && priceId !== purchase.priceId) {
    const [price] = await ctx.sql<{ id: number }>('select id from paywalls.price where community_id = $1 and id = $2', [priceId])
    if (price) {
      note(ctx, purchase.id, { kind: 'price_changed', data: { from: purchase.priceId, to: priceId }, at })
      if (purchase.isOpen)
        await ctx.sql(`update paywalls.price set active_count = active_count + case id when $2 then -1 else 1 end where community_id = $1 and id in ($2, $3)`, [
          purchase.priceId,
          priceId,
        ])
      await ctx.sql('update paywalls.price set is_sold = true where community_id = $1 and id = $2 and not is_sold', [priceId])
      purchase.priceId = priceId
    }
  }
  const unit = line.amount ?? line.unit.amount * line.quantity
  if (purchase.seats != null && purchase.seats !== line.quantity) await followSeats(ctx, purchase, line.quantity, at)
  const [coupon] = purchase.couponId
    ? await ctx.sql<{ percent_off: number | null; amount_off: number | null; duration: string }>(
        'select percent_off, amount_off, duration from paywalls.coupon where community_id = $1 and id = $2',
        [purchase.couponId],
      )
    : []
  const off =
    coupon?.duration === 'forever'
      ? coupon.percent_off !== null
        ? percentOf(unit, coupon.percent_off, purchase.currency)
        : Math.min(unit, gross(coupon.amount_off!, taxedOf(purchase), purchase.currency))
      : 0
  purchase.amount = unit - off
  purchase.interval = OFTEN[line.interval]
  purchase.intervalCount = line.count
}

export async function applySubscription(ctx: Ctx, fact: Fact<'payments.subscription'>): Promise<void> {
  if (!isOurs(fact)) return
  const { state, version } = fact
  const found = await purchaseOf(ctx, fact.purpose!.reference)
  if (!found || found.purchase.seenVersion >= version) return
  const { purchase, checkout } = found
  const at = momentOf(state.endedAt) ?? ctx.now()
  const isNew = purchase.seenVersion === 0
  purchase.seenVersion = version
  purchase.provider = state.provider
  purchase.processorId = state.id
  purchase.customerId = state.customerId
  purchase.periodEnd = momentOf(state.periodEnd)
  if (checkout.ordered!.trialDays > 0) purchase.trialEndsAt ??= momentOf(state.trialEnd)
  // instalments end with the last of them, which nobody has asked for
  const planned = purchase.kind === 'installments' && !state.cancelAtPeriodEnd ? null : momentOf(state.cancelAt)
  const ends = planned ?? (state.cancelAtPeriodEnd ? momentOf(state.periodEnd) : null)
  if (state.status !== 'canceled' && purchase.kind === 'subscription' && (ends?.getTime() ?? 0) !== (purchase.endsAt?.getTime() ?? 0))
    note(ctx, purchase.id, { kind: ends ? 'cancel_planned' : 'cancel_withdrawn', data: { until: ends?.toISOString() ?? null }, at })
  purchase.endsAt = momentOf(state.endedAt) ?? ends
  if (state.method) purchase.method = state.method.last4 ? `${state.method.brand ?? state.method.type} ${state.method.last4}` : state.method.type
  await followPrice(ctx, purchase, state, at)
  const before = purchase.status
  const isTried = await isTriedAgain(ctx, purchase, checkout, state, isNew)
  const to = isTried ? 'canceled' : await stateOf(ctx, purchase, state)
  if (to !== 'paused') purchase.pausedUntil = null
  await settle(ctx, purchase, checkout, to, at)
  if (to !== 'pending' && to !== 'canceled') await fulfil(ctx, purchase, checkout)
  await tellUnopened(ctx, purchase)
  if (state.provider === 'manual' && state.openInvoiceId && to !== 'canceled') await tellInvoice(ctx, purchase, state.openInvoiceId)
  if (isTried && isNew) {
    purchase.cancellation = 'trial_used'
    await endLater(ctx, [purchase.id], 'trial_used')
    await mailTrialUsed(ctx, purchase, checkout)
    await ctx.em.flush()
  } else if (before !== to && to === 'canceled' && before !== 'pending') await mailPurchase(ctx, purchase, 'ended')
}

function statusOf(state: ChargeState): ChargeEntity['status'] {
  if (state.status !== 'paid') return state.status
  if (state.dispute === 'open' || state.dispute === 'lost') return 'disputed'
  if (state.refunded >= state.amount.amount && state.refunded > 0) return 'refunded'
  return state.refunded > 0 ? 'partial_refunded' : 'paid'
}
async function nextNumber(ctx: Ctx): Promise<number> {
  // one after another, without a gap
  await lock(ctx, 'paywalls.number')
  const [row] = await ctx.sql<{ next: number }>('select coalesce(max(number), 1000) + 1 as next from paywalls.charge where community_id = $1')
  return row!.next
}
async function chargeOf(ctx: Ctx, state: ChargeState, purchase: PurchaseEntity, checkout: CheckoutEntity): Promise<ChargeEntity> {
  const known = await ctx.em.findOne(ChargeTable, { provider: state.provider, processorId: state.id, purchaseId: purchase.id })
  if (known) return hold(ctx, ChargeTable, known.id)
  const isFirst = purchase.chargesQuantity === 0
  const [buyer] = purchase.memberId
    ? await ctx.sql<{ business_name: string; tax_id: string; address: string; country: string }>(
        'select business_name, tax_id, address, country from paywalls.buyer where community_id = $1 and member_id = $2',
        [purchase.memberId],
      )
    : []
  const country = checkout.ordered!.country ?? (buyer?.country || state.billing.country)
  const taxId = checkout.taxId || buyer?.tax_id || state.billing.taxId?.value || null
  await askLater(ctx, taxId, country)
  return ctx.em.create(ChargeTable, {
    purchaseId: purchase.id,
    memberId: purchase.memberId,
    paywallId: purchase.paywallId,
    priceId: purchase.priceId,
    provider: state.provider,
    processorId: state.id,
    status: 'pending',
    amount: state.amount.amount,
    tax: withoutTax(state.amount.amount, purchase.taxRate, purchase.currency).tax,
    taxRate: purchase.taxRate,
    reverseCharge: checkout.ordered!.reverseCharge,
    currency: state.amount.currency,
    description: (purchase.parentId == null ? checkout.ordered!.name : checkout.ordered!.bump?.name) ?? '',
    couponCode: state.discount > 0 || (isFirst && checkout.ordered!.discount > 0) ? purchase.couponCode : null,
    buyerName: state.billing.name || checkout.name,
    buyerEmail: checkout.email ?? state.billing.email ?? '',
    buyerBusiness: checkout.businessName || (buyer?.business_name ?? ''),
    buyerAddress: checkout.address || (buyer?.address ?? ''),
    buyerCountry: country,
    buyerTaxId: taxId,
    createdAt: momentOf(state.createdAt) ?? ctx.now(),
  })
}

/** @param said what whoever marked it as paid has noted */
async function onPaid(ctx: Ctx, charge: ChargeEntity, purchase: PurchaseEntity, checkout: CheckoutEntity, said?: string): Promise<void> {
  charge.number ??= await nextNumber(ctx)
  const memberId = await ensureMember(ctx, purchase, checkout)
  charge.memberId = memberId
  if (memberId !== null && purchase.chargesQuantity === 0) await returnDoubled(ctx, charge, purchase, memberId)
  const { amount, tax, currency, id: chargeId } = charge
  const at = charge.paidAt!
  const first = purchase.chargesQuantity === 0
  purchase.startedAt ??= at
  purchase.chargesQuantity += 1
  purchase.totalPaid += amount
  await ctx.em.flush()
  await post(ctx, {
    key: `charge:${chargeId}`,
    kind: 'charge',
    currency,
    at,
    purchase: ledgerRow(purchase),
    chargeId,
    lines: { processor: amount, revenue: tax - amount, tax: -tax },
    count: { on: 'revenue', by: 1 },
  })
  note(ctx, purchase.id, {
    kind: 'paid',
    chargeId,
    amount,
    currency,
    data: { method: charge.method ?? null, coupon: charge.couponCode ?? null, discount: charge.discount, note: said ?? null },
    at,
  })
  if (memberId === null) return
  ctx.emit(contract.events['paywalls.paid'], {
    chargeId,
    memberId,
    money: { amount, currency },
    tax,
    paywallId: purchase.paywallId,
    priceId: purchase.priceId,
    subscriptionId: purchase.kind === 'onetime' ? null : purchase.id,
    coupon: charge.couponCode ?? null,
    first,
    checkout: purchase.checkoutUid ?? null,
    attribution: purchase.attribution,
  })
  if (amount > 0) await mailPurchase(ctx, purchase, 'receipt', { charge })
  if (first && amount > 0) await tellSale(ctx, purchase.paywallId, chargeId, memberId)
}
async function onRefunded(ctx: Ctx, charge: ChargeEntity, purchase: PurchaseEntity, total: number): Promise<void> {
  const { id: chargeId, currency, taxRate } = charge
  const by = total - charge.refunded
  const tax = withoutTax(total, taxRate, currency).tax - withoutTax(charge.refunded, taxRate, currency).tax
  const at = ctx.now()
  charge.refunded = total
  purchase.totalRefunded += by
  await post(ctx, {
    key: `refund:${chargeId}:${total}`,
    kind: 'refund',
    currency,
    at,
    purchase: ledgerRow(purchase),
    chargeId,
    lines: { refunds: by - tax, tax, processor: -by },
    count: { on: 'refunds', by: 1 },
  })
  note(ctx, purchase.id, { kind: 'refunded', chargeId, amount: by, currency, data: { reason: charge.refundReason ?? null }, at })
  ctx.emit(contract.events['paywalls.refunded'], { chargeId, memberId: charge.memberId ?? null, amount: by, total, currency })
  await mailPurchase(ctx, purchase, 'refunded', { charge, amount: by })
}
async function onDisputed(ctx: Ctx, charge: ChargeEntity, purchase: PurchaseEntity, state: ChargeState): Promise<void> {
  const by = state.disputed - charge.disputed
  const { id: chargeId, currency } = charge
  charge.disputed = state.disputed
  charge.dispute = state.dispute
  if (by !== 0)
    await post(ctx, {
      key: `dispute:${chargeId}:${state.dispute}:${state.disputed}`,
      kind: 'dispute',
      currency,
      at: ctx.now(),
      purchase: ledgerRow(purchase),
      chargeId,
      lines: { disputes: by, processor: -by },
    })
  note(ctx, purchase.id, { kind: 'disputed', chargeId, amount: state.disputed, currency, data: { status: state.dispute } })
  ctx.emit(contract.events['paywalls.disputed'], { chargeId, memberId: charge.memberId ?? null, amount: state.disputed, currency, status: state.dispute! })
  if (state.dispute === 'open') await tellDispute(ctx, chargeId, charge.memberId ?? null)
}

export async function applyCharge(ctx: Ctx, fact: Fact<'payments.charge'>): Promise<void> {
  if (!isOurs(fact)) return
  const found = await purchaseOf(ctx, fact.purpose!.reference)
  if (!found) return
  for (const part of await partsOf(ctx, fact.state, found.purchase, found.checkout)) await applyPart(ctx, { ...part, version: fact.version }, found.checkout)
}
async function applyPart(ctx: Ctx, { state, purchase, version }: Part & { version: number }, checkout: CheckoutEntity): Promise<void> {
  const charge = await chargeOf(ctx, state, purchase, checkout)
  if (charge.seenVersion >= version) return
  const wasPaid = charge.paidAt != null
  const wasFailed = charge.status === 'failed'
  charge.seenVersion = version
  charge.status = statusOf(state)
  charge.discount = state.discount || charge.discount
  charge.invoiceId = state.invoice?.id ?? null
  charge.invoiceNumber = state.invoice?.number ?? null
  charge.lines = (state.invoice?.lines ?? []).map(({ text, amount, proration }) => ({ text, amount, ...(proration && { proration }) }))
  charge.periodStart = momentOf(state.invoice?.periodStart ?? null)
  charge.periodEnd = momentOf(state.invoice?.periodEnd ?? null)
  charge.methodType = state.method?.type ?? null
  charge.method = state.method ? (state.method.last4 ? `${state.method.brand ?? state.method.type} ${state.method.last4}` : state.method.type) : null
  charge.fingerprint = state.method?.fingerprint ?? null
  charge.cardCountry = state.method?.country ?? null
  charge.failure = state.failure?.message ?? null
  if (charge.method) purchase.method = charge.method
  purchase.provider = state.provider
  purchase.customerId ??= state.customerId
  if (purchase.kind !== 'onetime') purchase.processorId ??= state.subscriptionId
  if (state.status === 'paid') charge.paidAt ??= momentOf(state.paidAt) ?? ctx.now()
  await ctx.em.flush()
  if (state.status === 'paid' && !wasPaid) await onPaid(ctx, charge, purchase, checkout, state.note)
  if (state.status === 'failed' && !wasFailed) {
    note(ctx, purchase.id, {
      kind: 'payment_failed',
      chargeId: charge.id,
      amount: charge.amount,
      currency: charge.currency,
      data: { reason: charge.failure ?? null },
    })
    if (purchase.status !== 'pending') {
      await mailPurchase(ctx, purchase, 'failed', { charge, declined: DECLINES[state.failure?.code ?? ''] ?? 'card' })
      await tellNotPaid(ctx, purchase.paywallId, charge.id, purchase.memberId ?? null)
    }
  }
  if (state.status === 'paid' && state.refunded > charge.refunded) await onRefunded(ctx, charge, purchase, state.refunded)
  if (state.status === 'paid' && state.dispute !== (charge.dispute ?? null)) await onDisputed(ctx, charge, purchase, state)
  if (state.status === 'paid' && state.fee && charge.fee == null) {
    charge.fee = state.fee
    await post(ctx, {
      key: `fee:${charge.id}`,
      kind: 'fee',
      currency: charge.currency,
      at: charge.paidAt!,
      purchase: ledgerRow(purchase),
      chargeId: charge.id,
      lines: { fees: state.fee, processor: -state.fee },
    })
  }
  if (state.status === 'paid' && !wasPaid && purchase.kind !== 'onetime' && charge.periodEnd != null && charge.periodEnd > (purchase.paidUntil ?? 0)) {
    purchase.paidUntil = charge.periodEnd
    if (purchase.status === 'paused') await settle(ctx, purchase, checkout, 'paused', charge.paidAt!)
  }
  if (state.status === 'paid') await follow(ctx, charge, purchase, checkout)
  await ctx.em.flush()
  if (!wasPaid) await tellUnopened(ctx, purchase)
}

/** What a payment, or its return, does to what it paid for. */
async function follow(ctx: Ctx, charge: ChargeEntity, purchase: PurchaseEntity, checkout: CheckoutEntity): Promise<void> {
  const at = charge.paidAt!
  await ctx.em.flush()
  if (await isReturned(ctx, purchase)) {
    await settle(ctx, purchase, checkout, 'refunded', ctx.now())
    if (purchase.kind !== 'onetime') await endLater(ctx, [purchase.id], 'refunded')
  } else if (purchase.kind === 'onetime') {
    // a period that was given away may be over by then
    await settle(ctx, purchase, checkout, purchase.status === 'canceled' ? 'canceled' : 'active', at)
  } else if (purchase.kind === 'installments' && purchase.cancellation == null) {
    const isDone = await isCompleted(ctx, purchase)
    if (isDone && purchase.status === 'canceled') await settle(ctx, purchase, checkout, 'active', at)
    // the plan has ended, and one of its payments went back
    if (!isDone && purchase.status === 'active' && purchase.endsAt != null && purchase.endsAt <= ctx.now())
      await settle(ctx, purchase, checkout, 'canceled', ctx.now())
  }
  if (purchase.kind === 'onetime' && purchase.parentId == null) await fulfil(ctx, purchase, checkout)
}

/** A checkout that is held, and at which nothing is paid and nothing recurs. @throws AtriumError 409 where it cannot be opened, so that nothing is used up */
export async function settleFree(ctx: Ctx, { uid }: CheckoutEntity): Promise<void> {
  const { purchase, checkout } = (await purchaseOf(ctx, uid))!
  await settle(ctx, purchase, checkout, 'active', ctx.now())
  if (!purchase.isOpen && !purchase.isGift) throw conflict('This isn’t for sale.', 'not_for_sale')
  await fulfil(ctx, purchase, checkout)
}
