/** Shares, as the reader's language writes them. */
import { useLocale } from '@atrium/sdk/web'

export function usePercent() {
  const locale = useLocale()
  return (part: number, whole: number, digits = 0) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(whole === 0 ? 0 : part / whole)
}
