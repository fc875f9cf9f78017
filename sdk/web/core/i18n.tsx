/** Words, dates and ordinals for components: each asks in the name of the plugin that renders it. */
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { type TimeOptions, timeIn } from '../../core/rules/dates.ts'
import { ordinalIn } from '../../core/rules/locales.ts'
import { useBoot } from './boot.ts'
import { getLocale, onWords, type Translate, translate, wordsVersion } from './words.ts'

/** The plugin whose screen or slot is being rendered; `shell` outside of any. */
export const PluginContext = createContext('shell')

function useNamespace(namespace: string): Translate {
  const version = useSyncExternalStore(onWords, wordsVersion, wordsVersion)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when words have come, everything is said anew
  return useMemo<Translate>(() => (key, values) => translate(namespace, key, values), [namespace, version])
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

/**
 * What `<Time>` shows, for places that take a text alone.
 * @param value ISO 8601 text, milliseconds since 1970, or a Date; an empty text comes back for what is no moment.
 */
export const formatTime = (value: string | number | Date, options?: Pick<TimeOptions, 'kind' | 'within'>): string => timeIn(getLocale(), value, options)

/** `75` seconds are `1 min 15 sec`, in short units of the reader's language; hours leave the seconds out. */
export function formatSpan(seconds: number): string {
  const part = (value: number, unit: string) => new Intl.NumberFormat(getLocale(), { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const whole = Math.round(seconds)
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (h) return m ? `${part(h, 'hour')} ${part(m, 'minute')}` : part(h, 'hour')
  if (m) return s ? `${part(m, 'minute')} ${part(s, 'second')}` : part(m, 'minute')
  return part(s, 'second')
}

/** 1st, 2nd, 3rd, 4th; in Portuguese 1º. */
export const ordinal = (value: number): string => ordinalIn(getLocale(), value)
