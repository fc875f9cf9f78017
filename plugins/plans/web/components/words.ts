/** What several screens of plans say in the same way: sums, dates, names of tiers and features. */
import { formatMoney } from '@atrium/sdk'
import { formatTime, translate, useBoot, useLocale, useT } from '@atrium/sdk/web'
import type { Addon, Cycle, Plan } from '../../contract.ts'

export function usePlanWords() {
  const t = useT()
  const locale = useLocale()
  return {
    t,
    money: (amount: number, currency: string, short = false) => formatMoney(locale, amount, currency, short),
    day: (moment: string) => formatTime(moment, { kind: 'date' }),
    /** Gigabytes and heads alike. */
    number: (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value),
  }
}

/** What an add-on is called: its own name, else what it adds. */
export function useAddonName() {
  const { t, number } = usePlanWords()
  return ({ name, limit, step }: Pick<Addon, 'name' | 'limit' | 'step'>) => name || t(`addons.more_${limit}`, { step: number(step) })
}

export const priceOf = ({ prices }: Pick<Plan, 'prices'>, cycle: Cycle, currency: string | null): number | undefined =>
  prices.find((price) => price.billing_cycle === cycle && price.currency === currency)?.amount

export interface Feature {
  id: string
  title: string
  tiers: readonly string[]
}
/** The features that are not in every tier's base, by name. */
export function useFeatures(): Feature[] {
  const { plugins } = useBoot()
  const titleOf = (id: string, title: string) => {
    const word = translate(id, 'plugin.title')
    return word === 'plugin.title' ? title : word
  }
  return plugins
    .filter(({ status, id }) => status !== 'failed' && id !== 'plans' && id !== 'demo')
    .map(({ id, title, tiers }) => ({ id, title: titleOf(id, title), tiers }))
    .sort((one, other) => one.title.localeCompare(other.title))
}
