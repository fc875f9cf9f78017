/** One payment that pays two things is two charges here, each with its receipt, its refunds and its entries; they come to what the provider says. */
import type { Ctx } from '@atrium/sdk/server'
import type { ChargeState } from '../../../../payments/contract.ts'
import type { CheckoutEntity, PurchaseEntity } from '../../entities.ts'
import { bumpOf } from '../../selling/service/bumps.ts'
import { sum } from '../../shared/service/money.ts'

export interface Part {
  purchase: PurchaseEntity
  state: ChargeState
}
interface Known {
  purchase_id: number
  processor_id: string
  status: string
  refunded: number
  refund_asked: number
}
/** Each gives `total` room: first where it was asked for, then in their order. */
function shareRefund(total: number, parts: { amount: number; refunded: number; asked: number }[], currency: string): number[] {
  const got = parts.map(({ refunded }) => refunded)
  let left = total - sum(got, currency)
  const give = (most: (i: number) => number) => {
    for (const i of parts.keys()) {
      const by = Math.max(0, Math.min(left, most(i) - got[i]!))
      got[i]! += by
      left -= by
    }
  }
  give((i) => Math.min(parts[i]!.amount, parts[i]!.asked))
  give((i) => parts[i]!.amount)
  return got
}

/** The payment with which a checkout's extra was paid, parted; any other is its purchase's alone. */
export async function partsOf(ctx: Ctx, state: ChargeState, purchase: PurchaseEntity, checkout: CheckoutEntity): Promise<Part[]> {
  const alone = [{ purchase, state }]
  const bump = checkout.ordered?.bump
  const extra = bump ? await bumpOf(ctx, purchase) : null
  if (!bump || !extra) return alone
  const known = await ctx.sql<Known>(
    `select purchase_id, processor_id, status, refunded, refund_asked from paywalls.charge where community_id = $1 and purchase_id = any ($2::bigint[])
       and provider = $3 and (processor_id = $4 or purchase_id = $5)`,
    [[purchase.id, extra.id], state.provider, state.id, extra.id],
  )
  const ofExtra = known.filter(({ purchase_id }) => purchase_id === extra.id)
  const isKnown = ofExtra.some(({ processor_id }) => processor_id === state.id)
  const isFirst = ofExtra.every(({ status }) => status === 'failed') && (purchase.kind === 'onetime' || state.amount.amount === checkout.ordered!.due)
  if (!isKnown && !isFirst) return alone
  const { currency } = state.amount
  const second = Math.min(bump.due, state.amount.amount)
  const amounts = [state.amount.amount - second, second]
  const owners = [purchase, extra]
  const before = owners.map(({ id }) => known.find(({ purchase_id, processor_id }) => purchase_id === id && processor_id === state.id))
  const refunds = shareRefund(
    state.refunded,
    amounts.map((amount, i) => ({ amount, refunded: before[i]?.refunded ?? 0, asked: before[i]?.refund_asked ?? 0 })),
    currency,
  )
  const held = [Math.min(state.disputed, amounts[0]!), Math.max(0, state.disputed - amounts[0]!)]
  const lines = state.invoice?.lines ?? []
  const place = lines.findIndex(({ text, amount }) => amount === bump.due && text.includes(bump.name))
  const mine = (i: number) => lines.filter((_, at) => (at === place) === (i === 1))
  return owners.flatMap((owner, i) => {
    const amount = amounts[i]!
    // nothing was paid for it with this: a trial, or what is free
    if (amount === 0) return []
    const isMain = i === 0
    return [
      {
        purchase: owner,
        state: {
          ...state,
          amount: { amount, currency },
          discount: isMain ? state.discount : 0,
          refunded: refunds[i]!,
          disputed: held[i]!,
          dispute: held[i]! > 0 || state.disputed === 0 ? state.dispute : null,
          // the provider has kept it of the whole: with the first that has something to bear it
          fee: isMain || amounts[0] === 0 ? state.fee : null,
          subscriptionId: isMain ? state.subscriptionId : null,
          invoice: state.invoice && { ...state.invoice, lines: mine(i), ...(isMain ? {} : { periodStart: null, periodEnd: null }) },
        },
      },
    ]
  })
}
