/** What the report of revenue says. */
import { z } from '@atrium/sdk'

const amount = z.number().int()
const series = z.array(z.object({ day: z.string(), amount }))
/** Everything in one currency, sums of entries. */
export const Report = z.object({
  currency: z.string(),
  currencies: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  mrr: amount,
  mrr_before: amount,
  mrr_days: series,
  active: z.number(),
  active_before: z.number(),
  active_days: z.array(z.object({ day: z.string(), count: z.number() })),
  paused: z.number(),
  past_due: z.number(),
  /** Of those who were there 30 days ago, how many have left, 0 to 1. */
  churn: z.number(),
  churn_before: z.number(),
  churn_months: z.array(z.object({ month: z.string(), rate: z.number() })),
  refunds: amount,
  refunds_count: z.number(),
  charges_count: z.number(),
  income_30: amount,
  refund_days: series,
  revenue: amount,
  /** Of each month by price: gross, less what was given back. */
  revenue_months: z.array(z.object({ month: z.string(), price_id: z.number().nullable(), amount })),
  prices: z.array(z.object({ id: z.number(), paywall_id: z.number(), name: z.string(), paywall_name: z.string(), amount })),
  /** What moved the recurring income in this month. */
  moves: z.array(z.object({ kind: z.string(), amount, count: z.number() })),
  /** By the month in which people came: how much of their recurring income is left after so many months. */
  cohorts: z.array(z.object({ month: z.string(), start: amount, left: z.array(amount) })),
})
export type Report = z.output<typeof Report>
