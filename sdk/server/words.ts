/** The words of the interface on the server: two files a locale for browsers, and single ones for pages that are written here. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saidByMembers, type Speaker } from './said.ts'

type AllWords = Record<string, Record<string, string>>
interface File {
  address: string
  body: string
}
const fileOf = (locale: string, words: AllWords): File => {
  const body = JSON.stringify(words)
  return { address: `/words/${locale}-${createHash('sha256').update(body).digest('base64url').slice(0, 10)}.json`, body }
}

/** The words of the shell, the SDK and each plugin; those that members' screens say are in one immutable file for each locale, all others in a second. */
export class Words {
  readonly #locales = new Map<string, { first: File; others: File; all: AllWords; plural: Intl.PluralRules }>()

  /** Who has words, in the order they were loaded. */
  speakers: string[] = []

  static async load(sources: Speaker[], locales: readonly string[]): Promise<Words> {
    const words = new Words()
    words.speakers = sources.map(({ id }) => id)
    const isSaid = await saidByMembers(sources)
    for (const locale of locales) {
      const [all, first, others]: AllWords[] = [{}, {}, {}]
      for (const { id, dir } of sources) {
        const [english, own] = await Promise.all(['en-US', locale].map((name) => readFile(join(dir, 'locales', `${name}.json`), 'utf8').catch(() => '{}')))
        const known = Object.entries<string>({ ...JSON.parse(english!), ...JSON.parse(own!) })
        all![id] = Object.fromEntries(known)
        first![id] = Object.fromEntries(known.filter(([key]) => isSaid(id, key)))
        others![id] = Object.fromEntries(known.filter(([key]) => !isSaid(id, key)))
      }
      words.#locales.set(locale, { first: fileOf(locale, first!), others: fileOf(locale, others!), all: all!, plural: new Intl.PluralRules(locale) })
    }
    return words
  }
  #of = (locale: string) => this.#locales.get(locale) ?? this.#locales.get('en-US')!
  /** Of the words that members' screens say, and of all others. */
  addresses(locale: string): { first: string; others: string } {
    const { first, others } = this.#of(locale)
    return { first: first.address, others: others.address }
  }
  /** The text of a key as the shell would say it. */
  say(locale: string, plugin: string, key: string, values?: Record<string, string | number>): string {
    const { all, plural } = this.#of(locale)
    const own = all[plugin]
    const counted = typeof values?.count === 'number' ? (own?.[`${key}_${plural.select(values.count)}`] ?? own?.[`${key}_other`]) : undefined
    const text = counted ?? own?.[key] ?? key
    return values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text
  }
  body(address: string): string | undefined {
    for (const { first, others } of this.#locales.values()) for (const file of [first, others]) if (file.address === address) return file.body
  }
}
