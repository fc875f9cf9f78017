/** Words and numbers that the developers' pages share. */
import { useLocale, useT } from '@atrium/sdk/web'
import type { ApiType } from '../../contract.ts'

export const typeOf = (kind: string): ApiType => (kind.startsWith('admin') ? 'admin' : kind === 'data' ? 'data' : 'headless')

export function useWords() {
  const t = useT()
  const locale = useLocale()
  const number = (value: number) => value.toLocaleString(locale)
  const percent = (part: number, whole: number) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(whole === 0 ? 0 : part / whole)
  return { t, locale, number, percent }
}
