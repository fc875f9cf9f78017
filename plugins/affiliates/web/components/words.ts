/** What several screens of affiliates say in the same way: sums, months, the terms in one sentence. */
import { formatMoney } from '@atrium/sdk'
import { ordinal, useLocale, useT } from '@atrium/sdk/web'
import type { Programme, Sum } from '../../contract.ts'

export function useAffiliateWords() {
  const t = useT()
  const locale = useLocale()
  const money = (amount: number, currency: string, short = false) => formatMoney(locale, amount, currency, short)
  const share = ({ kind, percent, amount, currency }: Programme) =>
    kind === 'percent' ? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100) : money(amount, currency, true)
  return {
    t,
    money,
    share,
    /** "Jun", of the first day of a month. */
    month: (day: string) => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    /** The terms in one sentence. */
    terms: (programme: Programme) =>
      t(`terms.${programme.duration}`, {
        share: share(programme),
        count: programme.months,
        days: programme.cookie_days,
        day: ordinal(programme.payout_day),
        date: programme.payout_day,
        minimum: money(programme.minimum_payout, programme.currency, true),
      }),
    /** Sums of one kind in all currencies; a zero in that of the programme where there are none. */
    sums: (sums: Sum[], key: 'pending' | 'due' | 'paid', currency: string) => {
      const found = sums.filter((sum) => sum[key] !== 0)
      return found.length ? found.map((sum) => money(sum[key], sum.currency)).join(' + ') : money(0, currency)
    },
  }
}
