/** Looks words up: of the immutable files of the reader's locale the first comes with the page, the others when somebody goes on. */
import type { WordFile } from '../../core/later.ts'
import { mapLocale } from '../../core/rules/locales.ts'

type Words = Record<string, Record<string, string>>
export type Values = Record<string, string | number>
/** Gives the text of a key; `{name}` is filled from `values`, and `count` chooses among `key_zero` where it is there, `key_one`, `key_many`, `key_other`. */
export type Translate = (key: string, values?: Values) => string

let words: Words = {}
let locale = 'en-US'
const plurals = new Map<string, Intl.PluralRules>()
const numbers = new Map<string, Intl.NumberFormat>()

export const getLocale = (): string => locale
export const setLocale = (wanted: string): void => {
  locale = mapLocale(wanted)
}

const listeners = new Set<() => void>()
/** For components: told when words have come. */
export const onWords = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Another one when words have come. */
export const wordsVersion = (): Words => words

/** Without them keys are shown, which is better than an empty page. */
async function fetchWords(address: string): Promise<Words> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return await response.json()
  } catch (error) {
    console.error('The words of the interface could not be loaded.', error)
    return {}
  }
}
function put(next: Words): void {
  words = next
  for (const listener of listeners) listener()
}
type Later = Exclude<WordFile, 'first'>
let files: Record<WordFile, string> | undefined
const asked = new Map<Later, Promise<void>>()
const come = new Set<Later>()

/** Loads what the first page says, and the other words where they were there before: the locale has changed. */
export async function loadWords(addresses: Record<WordFile, string>): Promise<void> {
  const had = [...asked.keys()]
  files = addresses
  asked.clear()
  come.clear()
  put(await fetchWords(addresses.first))
  await Promise.all(had.map(loadMoreWords))
}
/** Loads what is said later; once. */
export function loadMoreWords(file: Later): Promise<void> {
  let loading = asked.get(file)
  if (!loading && files) {
    loading = fetchWords(files[file]).then((more) => {
      come.add(file)
      put(Object.fromEntries([...new Set([...Object.keys(words), ...Object.keys(more)])].map((name) => [name, { ...words[name], ...more[name] }])))
    })
    asked.set(file, loading)
  }
  return loading ?? Promise.resolve()
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
    text =
      (values.count === 0 ? own?.[`${key}_zero`] : undefined) ??
      own?.[`${key}_${cached(plurals, (tag) => new Intl.PluralRules(tag)).select(values.count)}`] ??
      own?.[`${key}_other`]
  text ??= own?.[key]
  if (text === undefined) void loadMoreWords(come.has('members') ? 'admins' : 'members')
  text ??= key
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? cached(numbers, (tag) => new Intl.NumberFormat(tag)).format(value) : value
  })
}
