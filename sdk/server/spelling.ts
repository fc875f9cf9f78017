/** Texts as the index reads them: it parts words at spaces alone, and takes an address for one word. */
import { lettersApart, unspacedIn } from '../core/rules/texts.ts'

/** Stands where a word ends that has no space behind it; nobody types it, and PostgreSQL reads it as a space. */
const BREAK = '\u001f'
const BREAKS = new RegExp(BREAK, 'g')
/** Between letters or digits, as in addresses, numbers of versions and names of files. */
const SIGNS = /(?<=[\p{L}\p{N}\p{M}])[^\s\p{L}\p{N}\p{M}'’]+(?=[\p{L}\p{N}])/gu
/** The longest that is found inside of scripts without spaces, in parts of a query. */
const MOST_RUNS = 12

/** Broken at the signs within words, and between the letters of scripts without spaces: what stands in a sentence there is found by its letters in their order. */
export const spelled = (text: string): string =>
  lettersApart(
    text.replace(BREAKS, '').replace(SIGNS, (signs) => `${BREAK}${signs}${BREAK}`),
    BREAK,
  )
const readable = (text: string): string => text.replaceAll(`]]${BREAK}[[`, '').replace(BREAKS, '')
/** What the index says, as it was written, also where it marked a run of letters one by one. */
export const legible = <T extends { title: string; excerpt?: string }>(one: T): T => ({
  ...one,
  title: readable(one.title),
  ...(one.excerpt === undefined ? {} : { excerpt: readable(one.excerpt) }),
})
/** What is asked of the index: parts in scripts without spaces are phrases of letters. */
export const asked = <T extends { text: string; phrases?: string[]; without?: string[] }>({ text, phrases = [], without = [], ...ask }: T) => ({
  ...ask,
  text: spelled(text),
  phrases: [...phrases, ...unspacedIn(text).slice(0, MOST_RUNS)].map(spelled),
  without: without.map(spelled),
})
