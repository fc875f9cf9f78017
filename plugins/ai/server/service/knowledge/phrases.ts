/** What people ask by, as words of a plugin have it: several phrases with `|` between them. */
import { LOCALES } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

/** In every language of the house: people ask in one, and others have written in another. */
export const phrasesOf = (plugin: Pick<Ctx, 't'>, key: string): string[] => [
  ...new Set(
    LOCALES.flatMap((locale) => {
      const said = plugin.t(key, {}, locale)
      return said === key ? [] : said.split('|').filter(Boolean)
    }),
  ),
]
export const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
/** A phrase as whole words; one that ends with a full stop is all that is said. */
export function patternOf(phrase: string): RegExp {
  const words = bare(phrase.replace(/\.$/, ''))
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
  return phrase.endsWith('.') ? new RegExp(`^\\W*${words}\\W*$`, 'u') : new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'u')
}
/** Whether a text says one of the phrases. */
export function saysAny(phrases: readonly string[], text: string): boolean {
  const said = bare(text)
  return phrases.some((phrase) => patternOf(phrase).test(said))
}
