/** The words of the interface on the server: one file a locale for browsers, and single ones for pages that are written here. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** All words of one locale in one immutable file: the shell's, the SDK's and each plugin's. */
export class Words {
  readonly #files = new Map<string, { address: string; body: string; all: Record<string, Record<string, string>>; plural: Intl.PluralRules }>()

  static async load(sources: { id: string; dir: string }[], locales: readonly string[]): Promise<Words> {
    const words = new Words()
    for (const locale of locales) {
      const all: Record<string, Record<string, string>> = {}
      for (const { id, dir } of sources) {
        const [english, own] = await Promise.all(['en-US', locale].map((name) => readFile(join(dir, 'locales', `${name}.json`), 'utf8').catch(() => '{}')))
        all[id] = { ...JSON.parse(english!), ...JSON.parse(own!) }
      }
      const body = JSON.stringify(all)
      const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10)
      words.#files.set(locale, { address: `/words/${locale}-${hash}.json`, body, all, plural: new Intl.PluralRules(locale) })
    }
    return words
  }
  #of = (locale: string) => this.#files.get(locale) ?? this.#files.get('en-US')!
  address(locale: string): string {
    return this.#of(locale).address
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
    for (const file of this.#files.values()) if (file.address === address) return file.body
  }
}
