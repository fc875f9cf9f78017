/** Sums and shares of money: whole numbers of the smallest unit, by dinero.js, never floating point. */
import { decimalsOf, formatMoney, invalid, sentence, stepOf } from '@atrium/sdk'
import { add, allocate, dinero, halfUp, multiply, toSnapshot, transformScale } from 'dinero.js'
import type { Interval } from '../../../contract/records.ts'

/** Decimals that differ: shares and roundings are whole steps of the currency, so that a processor takes them. */
const exponentOf = (currency: string): number => decimalsOf(currency) - Math.log10(stepOf(currency))
const of = (amount: number, currency: string) =>
  dinero({ amount: Math.round(amount / stepOf(currency)), currency: { code: currency.toUpperCase(), base: 10, exponent: exponentOf(currency) } })
const amountOf = (money: ReturnType<typeof of>) => {
  const { amount, currency } = toSnapshot(money)
  return amount * stepOf(currency.code)
}

export const sum = (amounts: readonly number[], currency: string): number =>
  amountOf(amounts.reduce((all, amount) => add(all, of(amount, currency)), of(0, currency)))

/** @param parts hundredths of a percent; half a unit is one up */
export function percentOf(amount: number, parts: number, currency: string): number {
  const exponent = exponentOf(currency)
  return amountOf(transformScale(multiply(of(amount, currency), { amount: parts, scale: 4 }), exponent, halfUp))
}
/** Shares that come to the whole again. */
export const shares = (amount: number, ratios: readonly number[], currency: string): number[] => allocate(of(amount, currency), [...ratios]).map(amountOf)

/** What of a sum with tax is net, and what is tax. */
export function withoutTax(gross: number, rate: number, currency: string): { net: number; tax: number } {
  if (rate === 0 || gross === 0) return { net: gross, tax: 0 }
  const tax = partOf(gross, rate, 10_000 + rate, currency)
  return { net: gross - tax, tax }
}
/** `amount` times `part` of `whole` in steps of the currency, halves up. */
export function partOf(amount: number, part: number, whole: number, currency: string): number {
  const step = stepOf(currency)
  return Number((BigInt(Math.round(amount / step)) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n)) * step
}
/** The same unrounded, for a provider that rounds all of a quantity at once: up to twelve decimals, the last one up. @returns null for a whole number */
export function exactOf(amount: number, part: number, whole: number): string | null {
  const fine = 10n ** 12n
  const all = (BigInt(amount) * BigInt(part) * fine + BigInt(whole) - 1n) / BigInt(whole)
  return all % fine === 0n
    ? null
    : `${all / fine}.${String(all % fine)
        .padStart(12, '0')
        .replace(/0+$/, '')}`
}

const A_YEAR: Record<Interval, number> = { daily: 365, weekly: 52, monthly: 12, yearly: 1 }
/** What a recurring amount comes to in a month. */
export function monthly(amount: number, interval: Interval, count: number, currency: string): number {
  const year = amountOf(multiply(of(amount, currency), A_YEAR[interval]))
  return shares(
    year,
    Array.from({ length: 12 * count }, () => 1),
    currency,
  ).at(-1)!
}

/** No processor takes half a step. @throws AtriumError 422 at `field` */
export function demandStep(locale: string, field: string, amount: number, currency: string): void {
  if (amount % stepOf(currency) !== 0)
    throw invalid({ [field]: [sentence('Enter a multiple of {amount}.', { amount: formatMoney(locale, stepOf(currency), currency) })] })
}
