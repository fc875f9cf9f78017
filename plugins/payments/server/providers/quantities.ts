/** Whole numbers of money, as a processor works them out: what a number of one price comes to, and shares. Never a floating point of money. */

interface Priced {
  unit_amount: number | null
  /** In which case there is no whole one: up to twelve decimals. */
  unit_amount_decimal?: unknown
}
/** So many of a price whose unit may have decimals: rounded once, halves up. */
export function timesOf({ unit_amount: unit, unit_amount_decimal: exact }: Priced | Record<string, any>, quantity: number): number {
  if (unit !== null) return unit * quantity
  const [whole = '0', decimals = ''] = String(exact ?? 0).split('.')
  const one = 10n ** BigInt(decimals.length)
  return Number((BigInt(whole + decimals) * BigInt(quantity) * 2n + one) / (one * 2n))
}

/** `amount` times `share` ten-thousandths, halves up. */
export const shareOf = (amount: number, share: number): number => {
  const [size, sign] = [Math.abs(amount), Math.sign(amount)]
  return sign * Number((BigInt(size) * BigInt(share) + 5_000n) / 10_000n)
}
/** `amount` times `part` of `whole`, halves up. */
export const partOf = (amount: number, part: number, whole: number): number => {
  const [size, sign] = [BigInt(Math.abs(amount)), Math.sign(amount)]
  return whole === 0 ? 0 : sign * Number((size * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n))
}
