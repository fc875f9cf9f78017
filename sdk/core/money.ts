/** Sums of money as people read them; what is stored and sent is a whole number of the currency's smallest unit. */

/** Decimals of a currency: 2 for euros, 0 for yen. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() }).resolvedOptions().maximumFractionDigits ?? 2

/** "€14.00", "R$ 14,00". @param amount in the smallest unit @param currency ISO 4217, in any case @param short leaves `.00` out */
export function formatMoney(locale: string, amount: number, currency: string, short = false): string {
  const digits = decimalsOf(currency)
  const shown = short && amount % 10 ** digits === 0 ? 0 : digits
  const form = { style: 'currency', currency: currency.toUpperCase(), minimumFractionDigits: shown, maximumFractionDigits: shown } as const
  return new Intl.NumberFormat(locale, form).format(amount / 10 ** digits)
}

/** What somebody typed, "14.50" or "14,50", in the smallest unit; null for what is no sum, or has more decimals than the currency. */
export function parseMoney(text: string, currency: string): number | null {
  const digits = decimalsOf(currency)
  const [, whole, decimals = ''] = /^\s*(\d{1,12})(?:[.,](\d+))?\s*$/.exec(text) ?? []
  if (whole === undefined || decimals.length > digits) return null
  return Number(whole + decimals.padEnd(digits, '0'))
}
/** For a field: "14.50". */
export function writeMoney(amount: number, currency: string): string {
  const digits = decimalsOf(currency)
  const text = String(amount).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
