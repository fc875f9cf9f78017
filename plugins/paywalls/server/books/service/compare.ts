/**
 * Every night: the books beside the provider. What it says of each charge, its refunds, fees and disputes is held against the entries, both ways round;
 * a difference is an incident of payments, and nothing is mended by itself.
 */
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import payments, { type ChargeState, type Difference } from '../../../../payments/contract.ts'
import contract from '../../../contract.ts'

const DAYS = 2
/** Of one night. */
const MOST = 20_000
const AT_ONCE = 4

interface Booked {
  processor_id: string
  currency: string
  charge: number
  refund: number
  dispute: number
  fee: number
}
const WHAT = ['charge', 'refund', 'fee', 'dispute'] as const

/** What the entries of these charges come to; one payment may be parted into several of ours. */
const bookedOf = async (ctx: Ctx, processorIds: string[]): Promise<Map<string, Booked>> =>
  new Map(
    (
      await ctx.sql<Booked>(
        `select c.processor_id, c.currency,
           coalesce(sum(e.amount) filter (where e.kind = 'charge'), 0)::bigint as charge, coalesce(-sum(e.amount) filter (where e.kind = 'refund'), 0)::bigint as refund,
           coalesce(-sum(e.amount) filter (where e.kind = 'dispute'), 0)::bigint as dispute, coalesce(-sum(e.amount) filter (where e.kind = 'fee'), 0)::bigint as fee
         from paywalls.charge c left join paywalls.entry e on e.community_id = $1 and e.charge_id = c.id and e.account = 'processor'
         where c.community_id = $1 and c.processor_id = any ($2::text[]) and c.provider <> 'import' group by 1, 2`,
        [processorIds],
      )
    ).map((row) => [row.processor_id, { ...row, charge: Number(row.charge), refund: Number(row.refund), dispute: Number(row.dispute), fee: Number(row.fee) }]),
  )
/** What the provider says of a charge that is ours; null where it knows of none. */
const saidOf = (ctx: Ctx, id: string): Promise<ChargeState | null> => unlessRefused(ctx.use(payments).retrieveCharge(id), null, 404)
function differences(id: string, state: ChargeState | null, booked: Booked | undefined): Difference[] {
  const isPaid = state?.status === 'paid'
  const theirs = {
    charge: isPaid ? state.amount.amount : 0,
    refund: isPaid ? state.refunded : 0,
    dispute: isPaid ? state.disputed : 0,
    // what it does not say is no difference
    fee: isPaid ? (state.fee ?? booked?.fee ?? 0) : 0,
  }
  const currency = booked?.currency ?? state?.amount.currency ?? 'usd'
  return WHAT.flatMap((what) => {
    const ours = booked?.[what] ?? 0
    return ours === theirs[what] ? [] : [{ what, charge: id, ours, theirs: theirs[what], currency }]
  })
}

/** Calls the provider, so without a transaction. @returns what differs */
export async function compareBooks(ctx: Ctx): Promise<Difference[]> {
  const since = new Date(ctx.now().getTime() - DAYS * 86_400_000)
  const money = ctx.use(payments)
  const ids = new Set<string>()
  for await (const { kind, id } of money.listChanged(since)) {
    if (kind === 'charge') ids.add(id)
    if (ids.size >= MOST) break
  }
  const written = await ctx.sql<{ processor_id: string }>(
    `select distinct c.processor_id from paywalls.entry e join paywalls.charge c on c.community_id = $1 and c.id = e.charge_id
     where e.community_id = $1 and e.day >= $2 and c.provider <> 'import' limit ${MOST}`,
    [since.toISOString().slice(0, 10)],
  )
  for (const { processor_id } of written) ids.add(processor_id)
  const states = new Map<string, ChargeState | null>()
  const left = [...ids]
  const worker = async () => {
    for (let id = left.shift(); id; id = left.shift()) {
      const state = await saidOf(ctx, id)
      if (!state || state.purpose?.owner === contract.id) states.set(id, state)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const compare = async (of: string[]) => {
    const booked = await bookedOf(ctx, of)
    return of.flatMap((id) => (states.get(id) || booked.has(id) ? differences(id, states.get(id) ?? null, booked.get(id)) : []))
  }
  const first = await compare([...states.keys()])
  if (first.length === 0) return []
  // what was on its way meanwhile is no difference
  for (const { charge } of first) states.set(charge, await saidOf(ctx, charge))
  const found = await compare([...new Set(first.map(({ charge }) => charge))])
  await money.differences(contract.id, found)
  return found
}
