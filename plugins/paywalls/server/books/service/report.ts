/** Revenue: recurring income, churn, cohorts, refunds, all of it sums of the ledger, which are kept by day and price as entries are written. */
import { type Ctx, statement } from '@atrium/sdk/server'
import type { Report } from '../../../contract.ts'
import { isTest } from '../../shared/service/mode.ts'
import { usualCurrency } from '../../shared/service/usualCurrency.ts'

interface Sums {
  currencies: string[] | null
  days: { day: string; recurring: number; holders: number; left: number; refunds: number; refunds_count: number; income: number; charges: number }[] | null
  before: { recurring: number; holders: number } | null
  months: { month: string; price_id: number; amount: number }[] | null
  moves: { kind: string; amount: number; count: number }[] | null
  cohorts: { cohort: string; month: string; amount: number }[] | null
  prices: { id: number; paywall_id: number; name: string; paywall_name: string }[] | null
  paused: number
  past_due: number
}
/**
 * $2 currency, $3 first day, $4 today, $5 whether tests count. Everything in one walk over the sums of one currency (the key of entry_day leads with it); rows grow with
 * days, prices and cohorts, not with sales.
 */
const sums = statement<Sums>(
  'paywalls.report',
  `with d as materialized (select account, kind, day, price_id, cohort, amount, count from paywalls.entry_day
       where community_id = $1 and currency = $2 and account in ('recurring', 'processor', 'revenue', 'refunds') and day <= $4 and ($5::boolean or not is_test)),
     by_day as (select day, sum(amount) filter (where account = 'recurring') as recurring, sum(count) filter (where account = 'recurring') as holders,
         -sum(count) filter (where account = 'recurring' and kind = 'left') as left_,
         -sum(amount) filter (where account = 'processor' and kind = 'refund') as refunds, sum(count) filter (where account = 'refunds') as refunds_count,
         sum(amount) filter (where account = 'processor' and kind = 'charge') as income, sum(count) filter (where account = 'revenue') as charges
       from d where day >= $3 group by day)
   select (select json_agg(distinct currency) from paywalls.entry_day where community_id = $1 and ($5::boolean or not is_test)) as currencies,
     (select json_agg(json_build_object('day', day, 'recurring', coalesce(recurring, 0), 'holders', coalesce(holders, 0), 'left', coalesce(left_, 0), 'refunds',
       coalesce(refunds, 0), 'refunds_count', coalesce(refunds_count, 0), 'income', coalesce(income, 0), 'charges', coalesce(charges, 0)) order by day) from by_day) as days,
     (select json_build_object('recurring', coalesce(sum(amount), 0), 'holders', coalesce(sum(count), 0)) from d where account = 'recurring' and day < $3) as before,
     (select json_agg(m) from (select to_char(day, 'YYYY-MM') as month, price_id, sum(amount) as amount from d
       where account = 'processor' and kind in ('charge', 'refund') and day >= $3 group by 1, 2) m) as months,
     (select json_agg(m) from (select kind, sum(amount) as amount, sum(count) as count from d
       where account = 'recurring' and day >= date_trunc('month', $4::date) group by kind) m) as moves,
     (select json_agg(m) from (select to_char(cohort, 'YYYY-MM') as cohort, to_char(day, 'YYYY-MM') as month, sum(amount) as amount from d
       where account = 'recurring' group by 1, 2) m) as cohorts,
     (select json_agg(p) from (select x.id, x.paywall_id, x.name, w.name as paywall_name from paywalls.price x
       join paywalls.paywall w on w.community_id = $1 and w.id = x.paywall_id where x.community_id = $1 and x.currency = $2) p) as prices,
     (select count(*)::int from paywalls.purchase where community_id = $1 and currency = $2 and status = 'paused') as paused,
     (select count(*)::int from paywalls.purchase where community_id = $1 and currency = $2 and status = 'past_due') as past_due`,
)

const DAY = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const monthsBetween = (from: string, to: string) => (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** @param options.currency default: the usual one */
export async function reportOf(ctx: Ctx, { days, currency: wanted }: { days: number; currency?: string }): Promise<Report> {
  const currency = wanted ?? (await usualCurrency(ctx))
  const today = ctx.now()
  // two months more than shown, as churn looks back that far
  const first = dayOf(new Date(today.getTime() - Math.max(days, 62) * DAY))
  const from = dayOf(new Date(today.getTime() - days * DAY))
  const [found] = await ctx.read(sums, [currency, first, dayOf(today), isTest(ctx)])
  const { before, moves, months, cohorts, prices, paused, past_due } = found!
  const byDay = new Map((found!.days ?? []).map((row) => [row.day, row]))
  let [mrr, active] = [Number(before?.recurring ?? 0), Number(before?.holders ?? 0)]
  const all: { day: string; mrr: number; active: number; left: number; refunds: number; refundsCount: number; income: number; charges: number }[] = []
  for (let at = new Date(`${first}T00:00:00Z`).getTime(); at <= today.getTime(); at += DAY) {
    const day = dayOf(new Date(at))
    const row = byDay.get(day)
    mrr += Number(row?.recurring ?? 0)
    active += Number(row?.holders ?? 0)
    all.push({
      day,
      mrr,
      active,
      left: Number(row?.left ?? 0),
      refunds: Number(row?.refunds ?? 0),
      refundsCount: Number(row?.refunds_count ?? 0),
      income: Number(row?.income ?? 0),
      charges: Number(row?.charges ?? 0),
    })
  }
  const shown = all.filter(({ day }) => day >= from)
  const total = (rows: typeof all, key: 'left' | 'refunds' | 'refundsCount' | 'income' | 'charges') => rows.reduce((sum, row) => sum + row[key], 0)
  const [month, last] = [all.slice(-30), all.slice(-60, -30)]
  const at = (back: number) => all.at(-1 - back) ?? all[0]!
  const rate = (left: number, base: number) => (base > 0 ? left / base : 0)
  const churnMonths = [...Map.groupBy(shown, ({ day }) => day.slice(0, 7))].map(([name, rows]) => ({
    month: name,
    rate: rate(total(rows, 'left'), rows[0]!.active + rows[0]!.left),
  }))
  const earned = new Map<number, number>()
  for (const row of months ?? []) if (row.month >= from.slice(0, 7)) earned.set(row.price_id, (earned.get(row.price_id) ?? 0) + Number(row.amount))
  return {
    currency,
    currencies: [...new Set([currency, ...(found!.currencies ?? [])])],
    from,
    to: dayOf(today),
    mrr: at(0).mrr,
    mrr_before: at(30).mrr,
    mrr_days: shown.map(({ day, mrr: amount }) => ({ day, amount })),
    active: at(0).active,
    active_before: at(30).active,
    active_days: shown.map(({ day, active: count }) => ({ day, count })),
    paused,
    past_due,
    churn: rate(total(month, 'left'), at(30).active),
    churn_before: rate(total(last, 'left'), at(60).active),
    churn_months: churnMonths,
    refunds: total(month, 'refunds'),
    refunds_count: total(month, 'refundsCount'),
    charges_count: total(month, 'charges'),
    income_30: total(month, 'income'),
    refund_days: shown.map(({ day, refunds: amount }) => ({ day, amount })),
    revenue: [...earned.values()].reduce((sum, amount) => sum + amount, 0),
    revenue_months: (months ?? [])
      .filter((row) => row.month >= from.slice(0, 7))
      .map((row) => ({ month: row.month, price_id: row.price_id || null, amount: Number(row.amount) }))
      .toSorted((one, other) => one.month.localeCompare(other.month)),
    prices: (prices ?? []).filter(({ id }) => earned.has(id)).map((price) => ({ ...price, amount: earned.get(price.id)! })),
    moves: (moves ?? []).map((move) => ({ kind: move.kind, amount: Number(move.amount), count: Number(move.count) })),
    cohorts: cohortsOf(cohorts ?? [], dayOf(today).slice(0, 7)),
  }
}
/** Of each month's newcomers what is left of their recurring income, month by month; the last twelve. */
function cohortsOf(rows: { cohort: string; month: string; amount: number }[], now: string): Report['cohorts'] {
  return [...Map.groupBy(rows, ({ cohort }) => cohort)]
    .filter(([cohort]) => cohort > '1970-01')
    .toSorted(([one], [other]) => one.localeCompare(other))
    .slice(-12)
    .map(([cohort, moves]) => {
      const left: number[] = Array.from({ length: Math.max(0, monthsBetween(cohort, now)) + 1 }, () => 0)
      for (const move of moves) {
        const age = Math.min(left.length - 1, Math.max(0, monthsBetween(cohort, move.month)))
        left[age] = left[age]! + Number(move.amount)
      }
      for (let age = 1; age < left.length; age++) left[age] = left[age]! + left[age - 1]!
      return { month: cohort, start: left[0] ?? 0, left }
    })
}
