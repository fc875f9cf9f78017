/** Words, dates and ordinals for components: each asks in the name of the plugin that renders it. */
import { createContext, useContext, useMemo } from 'react'
import { useBoot } from './boot.ts'
import { getLocale, type Translate, translate } from './words.ts'

/** The plugin whose screen or slot is being rendered; `shell` outside of any. */
export const PluginContext = createContext('shell')

function useNamespace(namespace: string): Translate {
  const { messages } = useBoot()
  // The address of the words is their version: when it changes, everything is said anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo<Translate>(() => (key, values) => translate(namespace, key, values), [namespace, messages])
}
/** The words of the plugin that renders. */
export const useT = (): Translate => useNamespace(useContext(PluginContext))
/** The words of one plugin, wherever this is rendered: menus show entries of many. */
export const useWordsOf = (namespace: string): Translate => useNamespace(namespace)
/** The SDK's own words, for its components. */
export const useWords = (): Translate => useNamespace('sdk')
/** `en-US` or `pt-BR`. */
export const useLocale = (): string => {
  useBoot()
  return getLocale()
}

/** The date formats of the specification, section 9. */
const KINDS = {
  /** Thursday, November 19, 2026 at 4:05 PM */
  longDateTime: { dateStyle: 'full', timeStyle: 'short' },
  /** Nov 19 at 4:05 PM */
  dateTime: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** 4:05 PM */
  time: { timeStyle: 'short' },
  /** 16:05 */
  time24: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** November 19, 2026 */
  longDate: { dateStyle: 'long' },
  /** November 19 */
  monthDay: { month: 'long', day: 'numeric' },
  /** Nov 19, 2026 */
  date: { dateStyle: 'medium' },
  /** 11/19/2026 */
  numericDate: { year: 'numeric', month: '2-digit', day: '2-digit' },
  /** 11/19/2026, 4:05:09 PM GMT+1 */
  zoned: { year: 'numeric', month: '2-digit', day: '2-digit', hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
  /** The same with milliseconds. */
  zonedPrecise: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'short',
  },
} satisfies Record<string, Intl.DateTimeFormatOptions>
export type DateKind = keyof typeof KINDS

const formats = new Map<string, Intl.DateTimeFormat>()
/**
 * A moment in the reader's locale and time zone.
 * @param value ISO 8601 text, milliseconds since 1970, or a Date; an empty text comes back for what is no moment.
 */
export function formatDate(value: string | number | Date, kind: DateKind = 'date'): string {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return ''
  const key = `${getLocale()} ${kind}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(getLocale(), KINDS[kind])))
  return format.format(moment)
}

const SUFFIX: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
/** 1st, 2nd, 3rd, 4th; in Portuguese 1º. */
export const ordinal = (value: number): string => (getLocale() === 'pt-BR' ? `${value}º` : `${value}${SUFFIX[ordinals.select(value)]}`)
