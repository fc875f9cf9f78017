/** An answer without a model: the sentences that hold most of the question, each with its source, and honestly called quotes. */
import { unspacedIn } from '@atrium/sdk'
import type { Found } from '../knowledge/found.ts'
import { sentencesOf } from '../sentences.ts'

const QUOTES = 3
/** Letters of a quote. */
const LONGEST = 420

const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** By the dictionaries of ICU where a script has no spaces. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' })
const says = (word: string): boolean => word.length > 2 || unspacedIn(word).length > 0
const stemsOf = (text: string): string[] => [
  ...new Set([...WORDS.segment(bare(text))].flatMap(({ segment, isWordLike }) => (isWordLike && says(segment) ? [segment.slice(0, 6)] : []))),
]

/** The sentence with most of the question's words, and those about it as far as there is room. */
export function quoteOf(question: string, text: string): string {
  const stems = stemsOf(question)
  const sentences = sentencesOf(text)
  if (sentences.length === 0) return text.slice(0, LONGEST)
  const scores = sentences.map((sentence) => {
    const own = new Set(stemsOf(sentence))
    return stems.filter((stem) => own.has(stem)).length
  })
  const best = scores.indexOf(Math.max(...scores))
  let [from, to] = [best, best + 1]
  const length = () => sentences.slice(from, to).join(' ').length
  while (to < sentences.length && length() + sentences[to]!.length < LONGEST) to++
  while (from > 0 && length() + sentences[from - 1]!.length < LONGEST) from--
  const quote = sentences.slice(from, to).join(' ')
  return quote.length > LONGEST ? `${quote.slice(0, LONGEST).replace(/\s+\S*$/, '')} …` : quote
}
/** @returns Markdown quotes with the numbers of their sources */
export const extracted = (question: string, passages: readonly Pick<Found, 'text' | 'title'>[]): string =>
  passages
    .slice(0, QUOTES)
    .map(({ text, title }, i) => `> ${(quoteOf(question, text) || title).replace(/[[\]<>]/g, '')} [${i + 1}]`)
    .join('\n\n')
