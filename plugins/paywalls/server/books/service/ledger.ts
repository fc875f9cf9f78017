/** The ledger: postings that come to nothing, written once and never changed. */
import { randomUUID } from 'node:crypto'
import type { Ctx } from '@atrium/sdk/server'
import type { PurchaseRow } from '../../entities.ts'

export type Account = 'processor' | 'revenue' | 'tax' | 'refunds' | 'fees' | 'disputes' | 'bank' | 'recurring' | 'recurring_contra'
interface Posting {
  /** What happened: the same once more is not written again. */
  key: string
  kind: string
  currency: string
  at: Date
  /** Null: it is of no purchase alone. */
  purchase: Pick<PurchaseRow, 'id' | 'price_id' | 'paywall_id' | 'member_id' | 'started_at' | 'provider'> | null
  /** Default: the purchase's. */
  provider?: string
  chargeId?: number | null
  /** Debit above zero. Those that are zero are left out. */
  lines: Partial<Record<Account, number>>
  /** One more or fewer of whatever `on` counts. */
  count?: { on: Account; by: number }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const monthOf = (at: Date) => `${at.toISOString().slice(0, 7)}-01`

/** @returns whether it is new. @throws where it does not balance */
export async function post(ctx: Ctx, { key, kind, currency, at, purchase, provider, chargeId = null, lines, count }: Posting): Promise<boolean> {
  const accounts = Object.entries(lines).filter(([account, amount]) => amount !== 0 || account === count?.on)
  if (accounts.length === 0) return false
  const rows = await ctx.sql<{ id: number }>(
    `insert into paywalls.entry (community_id, posting, key, kind, account, amount, count, currency, day, purchase_id, charge_id, price_id, paywall_id, member_id, cohort, is_test, created_at)
     select $1, $2, $3, $4, l.account, l.amount, l.count, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
     from unnest($5::text[], $6::bigint[], $7::int[]) as l (account, amount, count)
     on conflict (community_id, key, account) do nothing returning id`,
    [
      randomUUID(),
      key,
      kind,
      accounts.map(([account]) => account),
      accounts.map(([, amount]) => amount),
      accounts.map(([account]) => (account === count?.on ? count.by : 0)),
      currency,
      dayOf(at),
      purchase?.id ?? null,
      chargeId,
      purchase?.price_id ?? null,
      purchase?.paywall_id ?? null,
      purchase?.member_id ?? null,
      purchase && monthOf(purchase.started_at ?? at),
      (provider ?? purchase?.provider) === 'test',
      at,
    ],
  )
  return rows.length > 0
}
/** Recurring income moves by so much. */
export const postRecurring = (ctx: Ctx, purchase: PurchaseRow, kind: string, by: number, count: number, at: Date) =>
  post(ctx, {
    key: `recurring:${purchase.id}:${randomUUID()}`,
    kind,
    currency: purchase.currency,
    at,
    purchase,
    lines: { recurring: by, recurring_contra: -by },
    count: { on: 'recurring', by: count },
  })
