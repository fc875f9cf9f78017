/** What the processor has sent to the bank is booked as such; what comes back is at the processor again. */
import type { Ctx, Payload } from '@atrium/sdk/server'
import payments, { type PayoutState } from '../../../../payments/contract.ts'
import { post } from './ledger.ts'

/** By the state as it is now: whichever of its events comes first. */
export async function bookPayout(ctx: Ctx, { state: { id } }: Payload<(typeof payments.events)['payments.payout']>): Promise<void> {
  const found = (await ctx.use(payments).snapshot('payout', [id])).get(id)
  if (!found) return
  const { status, amount: sum, arrivesAt, provider } = found.state as PayoutState
  const [booked] = await ctx.sql('select 1 from paywalls.entry where community_id = $1 and key = $2 limit 1', [`payout:${id}`])
  const { amount, currency } = sum
  if (status === 'paid')
    await post(ctx, {
      ...{ key: `payout:${id}`, kind: 'payout', currency, at: new Date(arrivesAt), purchase: null, provider },
      lines: { bank: amount, processor: -amount },
    })
  else if (booked && (status === 'failed' || status === 'canceled'))
    await post(ctx, {
      ...{ key: `payout:${id}:back`, kind: 'payout', currency, at: ctx.now(), purchase: null, provider },
      lines: { bank: -amount, processor: amount },
    })
}
