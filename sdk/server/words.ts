/** The words of the interface on the server: three files a locale for browsers, and single ones for pages that are written here. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { WordFile } from '../core/later.ts'
import { localeFile } from './localeFile.ts'
import { fileOfWords, indexOfSettings, type Speaker } from './said.ts'

type AllWords = Record<string, Record<string, string>>
interface File {
  address: string
  body: string
}
const fileOf = (name: string, content: object): File => {
  const body = JSON.stringify(content)
  return { address: `/words/${name}-${createHash('sha256').update(body).digest('base64url').slice(0, 10)}.json`, body }
}

/** The words of the shell, the SDK and each plugin, in immutable files for each locale by when they are said first. */
export class Words {
  #settings!: File
  readonly #locales = new Map<string, { files: Record<WordFile, File>; all: AllWords; plural: Intl.PluralRules }>()

  /** Who has words, in the order they were loaded. */
  speakers: string[] = []

  static async load(sources: Speaker[], locales: readonly string[]): Promise<Words> {
    const words = new Words()
    words.speakers = sources.map(({ id }) => id)
    const fileOfWord = await fileOfWords(sources)
    for (const locale of locales) {
      const all: AllWords = {}
      const files: Record<WordFile, AllWords> = { first: {}, members: {}, admins: {} }
      for (const { id, dir, fail } of sources) {
        const [english, own] = await Promise.all(['en-US', locale].map((name) => localeFile(join(dir, 'locales', `${name}.json`), fail)))
        const known = Object.entries({ ...english, ...own })
        all[id] = Object.fromEntries(known)
        for (const [key, text] of known) (files[fileOfWord(id, key)][id] ??= {})[key] = text
      }
      const made = { first: fileOf(locale, files.first), members: fileOf(locale, files.members), admins: fileOf(locale, files.admins) }
      if (locale === 'en-US') words.#settings = fileOf('settings', await indexOfSettings(sources, (id) => Object.keys(all[id]!)))
      words.#locales.set(locale, { files: made, all, plural: new Intl.PluralRules(locale) })
    }
    return words
  }
  #of = (locale: string) => this.#locales.get(locale) ?? this.#locales.get('en-US')!
  /** Where files of words are; `settings` tells which of them stand on which screen of the settings. */
  addresses(locale: string): Record<WordFile | 'settings', string> {
    const { first, members, admins } = this.#of(locale).files
    return { first: first.address, members: members.address, admins: admins.address, settings: this.#settings.address }
  }
  /** The text of a key as the shell would say it. */
  say(locale: string, plugin: string, key: string, values?: Record<string, string | number>): string {
    const { all, plural } = this.#of(locale)
    const own = all[plugin]
    const none = values?.count === 0 ? own?.[`${key}_zero`] : undefined
    const counted = typeof values?.count === 'number' ? (none ?? own?.[`${key}_${plural.select(values.count)}`] ?? own?.[`${key}_other`]) : undefined
    const text = counted ?? own?.[key] ?? key
    return values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text
  }
  body(address: string): string | undefined {
    if (address === this.#settings.address) return this.#settings.body
    for (const { files } of this.#locales.values()) for (const file of Object.values(files)) if (file.address === address) return file.body
  }
}
