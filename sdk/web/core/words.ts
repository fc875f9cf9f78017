/** Looks words up: one immutable JSON holds those of the shell, the SDK and every plugin in the reader's locale. */
import { mapLocale } from '../../core/rules/locales.ts'

type Words = Record<string, Record<string, string>>
export type Values = Record<string, string | number>
/** Gives the text of a key; `{name}` is filled from `values`, and `count` chooses among `key_one`, `key_many`, `key_other`. */
export type Translate = (key: string, values?: Values) => string

let words: Words = {}
let locale = 'en-US'
const plurals = new Map<string, Intl.PluralRules>()
const numbers = new Map<string, Intl.NumberFormat>()

export const getLocale = (): string => locale
export const setLocale = (wanted: string): void => {
  locale = mapLocale(wanted)
}

/** Loads all words. Without them keys are shown, which is better than an empty page. */
export async function loadWords(address: string): Promise<void> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    words = await response.json()
  } catch (error) {
    console.error('The words of the interface could not be loaded.', error)
  }
}

const cached = <T>(cache: Map<string, T>, make: (locale: string) => T): T => {
  let made = cache.get(locale)
  if (!made) cache.set(locale, (made = make(locale)))
  return made
}

/** The text of `key` in one namespace: a plugin's id, `shell` or `sdk`. */
export function translate(namespace: string, key: string, values?: Values): string {
  const own = words[namespace]
  let text: string | undefined
  if (typeof values?.count === 'number')
    text = own?.[`${key}_${cached(plurals, (tag) => new Intl.PluralRules(tag)).select(values.count)}`] ?? own?.[`${key}_other`]
  text ??= own?.[key] ?? key
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? cached(numbers, (tag) => new Intl.NumberFormat(tag)).format(value) : value
  })
}
