/** Refusals in the reader's language. The English sentence of the code is the key of the catalogue, as in gettext, so that throwing needs no keys. */
import path from 'node:path'
import { z } from 'zod'
import { LOCALES, mapLocale } from '../core/rules/locales.ts'
import { type PluginName, Sentence } from '../core/sentences.ts'
import { localeFile } from './localeFile.ts'

interface Catalogue {
  /** Of each plugin, by its id. */
  own: Map<string, Map<string, string>>
  /** Of kernel and SDK, then of the plugins in their order. */
  all: Map<string, string>
  titles: Map<string, string>
}

/** The catalogues of kernel, SDK and all plugins, read once at the start. */
export class Refusals {
  readonly #catalogues = new Map<string, Catalogue>()

  /**
   * Reads `locales/refusals.<locale>.json` of each folder. A plugin brings its id and its name, which is said with its word `plugin.title`;
   * `fail` is told of files that cannot be read.
   */
  static async load(sources: readonly { dir: string; manifest?: { id: string; title: string }; fail?: (error: Error) => void }[]): Promise<Refusals> {
    const refusals = new Refusals()
    for (const locale of LOCALES) {
      const catalogue: Catalogue = { own: new Map(), all: new Map(), titles: new Map() }
      for (const { dir, manifest, fail } of sources) {
        const own = new Map(Object.entries(await localeFile(path.join(dir, `locales/refusals.${locale}.json`), fail)))
        for (const [template, translation] of own) if (!catalogue.all.has(template)) catalogue.all.set(template, translation)
        if (!manifest) continue
        catalogue.own.set(manifest.id, own)
        catalogue.titles.set(manifest.id, (await localeFile(path.join(dir, `locales/${locale}.json`), fail))['plugin.title'] ?? manifest.title)
      }
      refusals.#catalogues.set(locale, catalogue)
    }
    return refusals
  }

  /**
   * A sentence in `locale`, or all those in lists and objects. Where plugins translate one sentence differently, the words of `plugin`, who was
   * asked, come first. What no catalogue knows stays English.
   */
  say<T>(value: T, locale: string, plugin?: string): Said<T> {
    const known = mapLocale(locale)
    return said(value, known, this.#catalogues.get(known) ?? NONE, plugin) as Said<T>
  }
}
/** What `say` gives back: sentences have become strings. */
export type Said<T> = T extends Sentence ? string : T

const NONE: Catalogue = { own: new Map(), all: new Map(), titles: new Map() }

function said(value: unknown, locale: string, catalogue: Catalogue, plugin?: string): unknown {
  const { own, all, titles } = catalogue
  const translated = (template: string) => (plugin && own.get(plugin)?.get(template)) || all.get(template) || template
  if (typeof value === 'string') return translated(value)
  if (value instanceof Sentence) return value.render(translated(value.template), locale, (name: PluginName) => titles.get(name.plugin) ?? name.title)
  if (Array.isArray(value)) return value.map((one) => said(one, locale, catalogue, plugin))
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, said(one, locale, catalogue, plugin)]))
}

const ZOD = { 'en-US': z.locales.en().localeError, 'pt-BR': z.locales.ptBR().localeError }

/** What people meet in forms, said as a person would. */
function plainly(issue: z.core.$ZodRawIssue): string | null {
  if (issue.code !== 'custom' && (issue.input === undefined || issue.input === null)) return 'This field is required.'
  if (issue.code === 'too_small' && issue.inclusive) {
    if (issue.origin === 'string') return issue.minimum === 1 ? 'This field is required.' : 'Use at least {minimum} characters.'
    if (issue.origin === 'number') return 'Must be at least {minimum}.'
  }
  if (issue.code === 'too_big' && issue.inclusive) {
    if (issue.origin === 'string') return 'Use {maximum} characters or fewer.'
    if (issue.origin === 'number') return 'Must be {maximum} or less.'
  }
  return null
}
/** How a parse speaks where its schema has no words of its own: `schema.safeParse(input, { error: parseErrors(locale) })`. */
export const parseErrors =
  (locale: string): z.core.$ZodErrorMap =>
  (issue) =>
    plainly(issue) ?? ZOD[mapLocale(locale)](issue)

/**
 * What a schema refuses, by path: `{ 'body.name': [sentence] }`. The gaps of a schema's message are filled with what the issue knows: `{minimum}`,
 * `{maximum}` and such, and the `params` of a check of its own.
 * @param root the name of the whole, for what has no path
 */
export function issuesOf(error: z.ZodError, root: string): Record<string, (string | Sentence)[]> {
  const details: Record<string, (string | Sentence)[]> = {}
  for (const issue of error.issues) {
    const { params, ...known } = issue as z.core.$ZodIssue & { params?: Record<string, unknown> }
    const values = Object.fromEntries(
      Object.entries({ ...known, ...params }).flatMap(([name, value]) =>
        typeof value === 'number' || typeof value === 'string' ? [[name, value]] : typeof value === 'bigint' ? [[name, Number(value)]] : [],
      ),
    )
    const path = issue.path.length > 0 ? issue.path.join('.') : root
    ;(details[path] ??= []).push(/\{\w+\}/.test(issue.message) ? new Sentence(issue.message, values) : issue.message)
  }
  return details
}
