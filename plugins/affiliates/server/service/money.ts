/** Shares of money: whole numbers of the smallest unit, by dinero.js, never floating point. */
import { allocate, dinero, toSnapshot } from 'dinero.js'

const of = (amount: number, currency: string) => dinero({ amount, currency: { code: currency, base: 10, exponent: 2 } })

/** What `part` of `whole` comes to of an amount; the unit that does not divide stays with the community. */
export function shareOf(amount: number, part: number, whole: number, currency: string): number {
  if (part <= 0 || amount <= 0 || whole <= 0) return 0
  // what is left over goes to the first share, so the community's stands first
  return part >= whole ? amount : toSnapshot(allocate(of(amount, currency), [whole - part, part])[1]!).amount
}
