/** Refusals in the reader's language. The English sentence of the code is the key of the catalogue, as in gettext, so that throwing needs no keys. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { LOCALES, mapLocale } from '../core/rules/locales.ts'

/** Longer texts are data, and not searched for patterns. */
const LONGEST = 600
/** A value that is the name of a plugin, or of several. */
const IS_TITLE = /^title\d*$/

interface Pattern {
  matches: RegExp
  to: string
}
interface Catalogue {
  exact: Map<string, string>
  /** Sentences with values in them, those with more words of their own first. */
  patterns: Pattern[]
  titles: Map<string, string>
}
const json = async (file: string): Promise<Record<string, string>> =>
  JSON.parse(
    await readFile(file, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return '{}'
      throw error
    }),
  )
/** `There is no role "{role}".` as a pattern with a group `role`. */
const patternOf = (sentence: string) => new RegExp(`^${sentence.replace(/[\\^$.*+?()[\]|/]/g, '\\$&').replace(/\{([a-z]\w*)\}/gi, '(?<$1>.+?)')}$`, 's')
const ownWords = (sentence: string) => sentence.replace(/\{\w+\}/g, '').length

/** The catalogues of all plugins, read once at the start. The first to translate a sentence is believed. */
export class Refusals {
  readonly #catalogues = new Map<string, Catalogue>()

  /** Reads `locales/refusals.<locale>.json` of each folder. `title` is the name of the plugin there, to be found in the words `plugin.title`. */
  static async load(sources: readonly { dir: string; title?: string }[]): Promise<Refusals> {
    const refusals = new Refusals()
    for (const locale of LOCALES) {
      const [exact, titles] = [new Map<string, string>(), new Map<string, string>()]
      for (const { dir, title } of sources) {
        for (const [sentence, translation] of Object.entries(await json(path.join(dir, `locales/refusals.${locale}.json`))))
          if (!exact.has(sentence)) exact.set(sentence, translation)
        if (title) titles.set(title, (await json(path.join(dir, `locales/${locale}.json`)))['plugin.title'] ?? title)
      }
      const patterns = [...exact]
        .filter(([sentence]) => /\{\w+\}/.test(sentence))
        .sort(([a], [b]) => ownWords(b) - ownWords(a))
        .map(([sentence, to]) => ({ matches: patternOf(sentence), to }))
      if (exact.size > 0) refusals.#catalogues.set(locale, { exact, patterns, titles })
    }
    return refusals
  }

  /** A sentence in `locale`, or all those in lists and objects. What no catalogue knows stays as it is. */
  say<T>(value: T, locale: string): T {
    const catalogue = this.#catalogues.get(mapLocale(locale))
    return catalogue ? (translated(value, catalogue) as T) : value
  }
}

function translated(value: unknown, catalogue: Catalogue): unknown {
  if (typeof value === 'string') return sentence(value, catalogue)
  if (Array.isArray(value)) return value.map((one) => translated(one, catalogue))
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, translated(one, catalogue)]))
}

function sentence(text: string, { exact, patterns, titles }: Catalogue): string {
  const whole = exact.get(text)
  if (whole !== undefined || text.length > LONGEST) return whole ?? text
  for (const { matches, to } of patterns) {
    const values = matches.exec(text)?.groups
    if (values) return to.replace(/\{(\w+)\}/g, (gap, name: string) => (IS_TITLE.test(name) ? titlesIn(titles, values[name]) : values[name]) ?? gap)
  }
  return text
}
const titlesIn = (titles: Map<string, string>, list?: string) =>
  list
    ?.split(', ')
    .map((title) => titles.get(title) ?? title)
    .join(', ')

const ZOD = { 'en-US': z.locales.en().localeError, 'pt-BR': z.locales.ptBR().localeError }

/** What people meet in forms, said as a person would. */
function plainly(issue: z.core.$ZodRawIssue): string | null {
  if (issue.code !== 'custom' && (issue.input === undefined || issue.input === null)) return 'This is required.'
  if (issue.code === 'too_small' && issue.inclusive) {
    const { origin, minimum } = issue
    if (origin === 'string') return minimum === 1 ? 'This is required.' : `At least ${minimum} characters.`
    if (origin === 'number') return `At least ${minimum}.`
  }
  if (issue.code === 'too_big' && issue.inclusive) {
    const { origin, maximum } = issue
    if (origin === 'string') return `At most ${maximum} characters.`
    if (origin === 'number') return `At most ${maximum}.`
  }
  return null
}
/** How a parse speaks where its schema has no words of its own: `schema.safeParse(input, { error: parseErrors(locale) })`. */
export const parseErrors =
  (locale: string): z.core.$ZodErrorMap =>
  (issue) =>
    plainly(issue) ?? ZOD[mapLocale(locale)](issue)
