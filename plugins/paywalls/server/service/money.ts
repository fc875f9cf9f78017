/** Sums and shares of money: whole numbers of the smallest unit, by dinero.js, never floating point. */
import { add, allocate, type DineroCurrency, dinero, halfUp, multiply, toSnapshot, transformScale } from 'dinero.js'
import * as currencies from 'dinero.js/currencies'
import type { Interval } from '../../contract/records.ts'

const known = currencies as unknown as Record<string, DineroCurrency<number>>
const currencyOf = (code: string): DineroCurrency<number> => known[code.toUpperCase()] ?? { code: code.toUpperCase(), base: 10, exponent: 2 }
const of = (amount: number, currency: string) => dinero({ amount, currency: currencyOf(currency) })
const amountOf = (money: ReturnType<typeof of>) => toSnapshot(money).amount

/** Decimals of a currency: 2 for euros, 0 for yen. */
export const decimalsOf = (currency: string): number => currencyOf(currency).exponent

export const sum = (amounts: readonly number[], currency: string): number =>
  amountOf(amounts.reduce((all, amount) => add(all, of(amount, currency)), of(0, currency)))

/** @param parts hundredths of a percent; half a unit is one up */
export function percentOf(amount: number, parts: number, currency: string): number {
  const { exponent } = currencyOf(currency)
  return amountOf(transformScale(multiply(of(amount, currency), { amount: parts, scale: 4 }), exponent, halfUp))
}
/** Shares that come to the whole again. */
export const shares = (amount: number, ratios: readonly number[], currency: string): number[] => allocate(of(amount, currency), [...ratios]).map(amountOf)

/** What of a sum with tax is net, and what is tax. */
export function withoutTax(gross: number, rate: number, currency: string): { net: number; tax: number } {
  if (rate === 0 || gross === 0) return { net: gross, tax: 0 }
  const { exponent } = currencyOf(currency)
  // two decimals more, so that half a unit is rounded and not handed to whoever comes first
  const [part] = allocate(transformScale(of(gross, currency), exponent + 2), [rate, 10_000])
  const tax = amountOf(transformScale(part!, exponent, halfUp))
  return { net: amountOf(add(of(gross, currency), of(-tax, currency))), tax }
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

/** "€14.00", "R$ 14,00"; without decimals where there are none. @param short leaves `.00` out */
export function formatMoney(locale: string, amount: number, currency: string, short = false): string {
  const digits = decimalsOf(currency)
  const whole = short && amount % 10 ** digits === 0
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: whole ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}
