/** Sums of money as people read them; what is stored and sent is a whole number of the currency's smallest unit. */

/** As Stripe's page on currencies counts them (docs.stripe.com/currencies); the tables of browsers and of ISO 4217 differ for some. */
const WITHOUT_DECIMALS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const THREE_DECIMALS = new Set('bhd jod kwd omr tnd'.split(' '))
/** Two decimals at the processor, which are always zero. */
const WHOLE = new Set(['isk', 'ugx'])

/** Decimals of a currency's smallest unit: 2 for euros, 0 for yen. @param currency ISO 4217, in any case */
export function decimalsOf(currency: string): number {
  const code = currency.toLowerCase()
  return WITHOUT_DECIMALS.has(code) ? 0 : THREE_DECIMALS.has(code) ? 3 : 2
}
/** What every sum of a currency is a multiple of, in its smallest unit: 1 for euros, 100 for Icelandic crowns, 10 where there are three decimals. */
export function stepOf(currency: string): number {
  const code = currency.toLowerCase()
  return WHOLE.has(code) ? 100 : THREE_DECIMALS.has(code) ? 10 : 1
}

/** "€14.00", "R$ 14,00". @param amount in the smallest unit @param currency ISO 4217, in any case @param short leaves `.00` out */
export function formatMoney(locale: string, amount: number, currency: string, short = false): string {
  const digits = decimalsOf(currency)
  const isWhole = amount % 10 ** digits === 0
  const shown = isWhole && (short || stepOf(currency) === 100) ? 0 : digits
  const form = { style: 'currency', currency: currency.toUpperCase(), minimumFractionDigits: shown, maximumFractionDigits: shown } as const
  return new Intl.NumberFormat(locale, form).format(amount / 10 ** digits)
}

/** What somebody typed, "14.50" or "14,50", in the smallest unit; null for what is no sum of this currency: too many decimals, or none of its steps. */
export function parseMoney(text: string, currency: string): number | null {
  const digits = decimalsOf(currency)
  const [, whole, decimals = ''] = /^\s*(\d{1,12})(?:[.,](\d+))?\s*$/.exec(text) ?? []
  if (whole === undefined || decimals.length > digits) return null
  const amount = Number(whole + decimals.padEnd(digits, '0'))
  return amount % stepOf(currency) === 0 ? amount : null
}
/** For a field: "14.50". @param short leaves `.00` out */
export function writeMoney(amount: number, currency: string, short = false): string {
  const digits = decimalsOf(currency)
  if (amount % 10 ** digits === 0 && (short || stepOf(currency) === 100)) return String(amount / 10 ** digits)
  const text = String(amount).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
