/** Prices by country: the same thing for another amount, by where the buyer's bills go. */
import type { PriceRow, Region } from '../../entities.ts'

type Priced = Pick<PriceRow, 'amount' | 'currency' | 'regions'>
/** A price as buyers of a country have it; without a country, or one that has none of its own, it is what it is. */
export function forCountry<P extends Priced>(price: P, country: string | null): P {
  const region = country ? price.regions.find(({ countries }) => countries.includes(country)) : undefined
  return region ? { ...price, amount: region.amount, currency: region.currency } : price
}
/** To compare: the same text for the same amounts, however they lie. */
export const regionsKey = (regions: readonly Region[]): string =>
  JSON.stringify(regions.map(({ countries, currency, amount }) => [countries.toSorted().join(), currency, amount]).toSorted())
