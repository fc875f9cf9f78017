/** Languages of the interface, and numbers as people say them. */

export const LOCALES = ['en-US', 'pt-BR'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en-US'

/** The language of the interface for a tag, `pt-PT` → `pt-BR`; null when it is none of ours. */
export function localeOf(tag: string): Locale | null {
  const language = tag.trim().toLowerCase().split(/[-_;]/)[0]
  return language === 'pt' ? 'pt-BR' : language === 'en' ? 'en-US' : null
}
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])
/** Which way the layout goes in a language. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(tag.toLowerCase().split(/[-_]/)[0]!) ? 'rtl' : 'ltr')
/** What a language of an account or a browser maps to: en to en-US, pt to pt-BR, all others to en-US. */
export const mapLocale = (wanted: string | null | undefined): Locale => localeOf(wanted ?? '') ?? DEFAULT_LOCALE

const SUFFIX: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
/** 1st, 2nd, 3rd, 4th; in Portuguese 1º. */
export const ordinalIn = (locale: string, value: number): string => (mapLocale(locale) === 'pt-BR' ? `${value}º` : `${value}${SUFFIX[ordinals.select(value)]}`)

/** The first of a browser's languages that is one of ours, `pt-PT,pt;q=0.9` → `pt-BR`; null when it asks for none. */
const localeFrom = (header: string): Locale | null => {
  for (const part of header.split(',')) {
    const locale = localeOf(part)
    if (locale) return locale
  }
  return null
}
/** The language to answer in: the account's, else the browser's. @param languages its `Accept-Language` */
export const localeOfReader = (account: { locale: string | null } | undefined, languages = '', otherwise: string = DEFAULT_LOCALE): string =>
  account?.locale ?? localeFrom(languages) ?? otherwise
