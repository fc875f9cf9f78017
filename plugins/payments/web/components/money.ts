/** Money as the reader's language writes it: `1400` of `eur` as "€14.00". */
export function moneyIn(locale: string, amount: number, currency: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase() })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
