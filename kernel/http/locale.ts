/** The language that a reader is answered in. */
import { DEFAULT_LOCALE, localeOf } from '@atrium/sdk'

/** `pt-PT,pt;q=0.9` → `pt-BR`; null when the browser asks for none of our languages. */
export function localeFrom(header: string): string | null {
  for (const part of header.split(',')) {
    const locale = localeOf(part)
    if (locale) return locale
  }
  return null
}

/** The language to answer in: the account's, else the browser's. */
export const localeOfReader = (account: { locale: string | null } | undefined, languages = '', otherwise: string = DEFAULT_LOCALE): string =>
  account?.locale ?? localeFrom(languages) ?? otherwise
