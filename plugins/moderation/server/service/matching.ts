/** Finds words and addresses in what somebody wrote, also where they are spelled to be missed. */
import { LRUCache } from 'lru-cache'
import {
  assignIncrementingIds,
  englishDataset,
  englishRecommendedTransformers,
  parseRawPattern,
  RegExpMatcher,
  resolveConfusablesTransformer,
  resolveLeetSpeakTransformer,
  toAsciiLowerCaseTransformer,
} from 'obscenity'

const steps = [resolveConfusablesTransformer(), resolveLeetSpeakTransformer(), toAsciiLowerCaseTransformer()]
/** As a text looks to the matcher, so that a listed `4ever` or `maçã` is found as well. */
const looked = (word: string) =>
  [...word.normalize('NFC')]
    .map((sign) => steps.reduce((code, step) => step.transform(code) ?? code, sign.codePointAt(0)!))
    .map((code) => String.fromCodePoint(code))

const matchers = new LRUCache<string, RegExpMatcher>({ max: 200 })
function matcherOf(words: readonly string[]): RegExpMatcher {
  const key = words.join('\n')
  const known = matchers.get(key)
  if (known) return known
  const patterns = words.map((word) =>
    parseRawPattern(
      `|${looked(word)
        .map((sign) => sign.replace(/[[\]?|\\]/, '\\$&'))
        .join('')}|`,
    ),
  )
  const made = new RegExpMatcher({ blacklistedTerms: assignIncrementingIds(patterns), blacklistMatcherTransformers: steps })
  matchers.set(key, made)
  return made
}
const abuse = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })

/** Single letters with something between them: `v.i.a.g.r.a`, `v i a g r a`. */
const SPREAD = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][\s.\-_*+]{1,2}){2,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu
/** Longer texts are looked through in their first part. */
const LOOKED_THROUGH = 60_000

/** At the edge of a word these are punctuation, and no letters in disguise. */
const EDGES = /(?<![\p{L}\p{N}])[!|()<>{}[\]]+|[!|()<>{}[\]]+(?![\p{L}\p{N}])/gu

function found(matcher: RegExpMatcher, text: string): string[] {
  const plain = text
    .slice(0, LOOKED_THROUGH)
    .normalize('NFC')
    .replaceAll(EDGES, (signs) => ' '.repeat(signs.length))
  const marks = matcher.getAllMatches(plain, true).map(({ startIndex, endIndex }) => plain.slice(startIndex, endIndex + 1))
  for (const [spread] of plain.matchAll(SPREAD)) if (matcher.hasMatch(spread.replaceAll(/[^\p{L}\p{N}]/gu, ''))) marks.push(spread)
  return [...new Set(marks)].slice(0, 20)
}
/** Those of the listed words that the text holds, as it spells them. */
export const listedIn = (words: readonly string[], text: string): string[] => (words.length ? found(matcherOf(words), text) : [])
export const abuseIn = (text: string): string[] => found(abuse, text)

/** Begins where a name of a site may begin and nowhere within one, so that a long word is gone through once. */
const ADDRESS = /(?<![a-z0-9-])(?<![a-z0-9-]\.)(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:[/?#][^\s<>"']*)?/giu
/** Addresses in a text and behind its words. */
export function addressesIn(text: string, doc: unknown): string[] {
  const all = [...text.slice(0, LOOKED_THROUGH).matchAll(ADDRESS)].map(([address]) => address)
  const walk = (node: any): void => {
    for (const holder of [node, ...(node?.marks ?? [])])
      for (const key of ['href', 'url']) if (typeof holder?.attrs?.[key] === 'string') all.push(holder.attrs[key])
    for (const child of node?.content ?? []) walk(child)
  }
  walk(doc)
  return [
    ...new Set(
      all.map((address) =>
        address
          .toLowerCase()
          .replace(/^https?:\/\//, '')
          .replace(/^www\./, '')
          .replace(/\/$/, ''),
      ),
    ),
  ]
}
/** Those addresses that lie on a blocked site, or beneath it. */
export function blockedIn(sites: readonly string[], addresses: readonly string[]): string[] {
  const blocked = sites.map((site) =>
    site
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/$/, ''),
  )
  return addresses.filter((address) => blocked.some((site) => (site.includes('/') ? address.startsWith(site) : hostIs(address.split(/[/?#]/)[0]!, site))))
}
const hostIs = (host: string, site: string) => host === site || host.endsWith(`.${site}`)
