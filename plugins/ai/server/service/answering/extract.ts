/** An answer without a model: what holds most of the question, each with its source, and honestly called quotes. */
import { unspacedIn } from '@atrium/sdk'
import type { Found } from '../knowledge/found.ts'
import { ANNOUNCES, ENDS, isProse, type Piece, piecesOf } from './pieces.ts'

const QUOTES = 3

const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** By the dictionaries of ICU where a script has no spaces. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' })
const says = (word: string): boolean => word.length > 2 || unspacedIn(word).length > 0
const stemsOf = (text: string): string[] => [
  ...new Set([...WORDS.segment(bare(text))].flatMap(({ segment, isWordLike }) => (isWordLike && says(segment) ? [segment.slice(0, 6)] : []))),
]

/** Of sentences about the one that fits, and of a list with what announces it. */
const LONGEST = { words: 600, list: 1_000 }
const joined = (pieces: readonly Piece[]): string => pieces.map(({ text, gap }, i) => (i > 0 ? gap : '') + text).join('')
/** Whole lines of a list, whole words of a sentence, and a sign that more follows. */
function cut({ text, isList }: Piece): string {
  const most = isList ? LONGEST.list : LONGEST.words
  if (text.length <= most) return text
  const begun = text.slice(0, most)
  const end = isList ? begun.lastIndexOf('\n') : -1
  return end > most / 3 ? `${begun.slice(0, end)}\n…` : `${begun.replace(/\s+\S*$/, '')} …`
}

/** The piece with most of the question's words, for passages that were found by their meaning. */
function fitting(question: string, pieces: readonly Piece[]): number {
  const stems = stemsOf(question)
  const own = pieces.map((piece) => new Set(stemsOf(piece.text)))
  // what stands in every sentence says nothing of one of them
  const weights = stems.map((stem) => Math.log(1 + pieces.length / Math.max(1, own.filter((set) => set.has(stem)).length)))
  const scores = own.map((set) => stems.reduce((sum, stem, i) => sum + (set.has(stem) ? weights[i]! : 0), 0))
  return scores.indexOf(Math.max(...scores))
}
/** The piece that fits, and those about it as far as there is room: sentences are whole, lists too. */
export function quoteOf(question: string, text: string, at: number | null = null): string {
  const pieces = piecesOf(text)
  const best = at ?? fitting(question, pieces)
  if (pieces[best] === undefined) return text.slice(0, LONGEST.words)
  let [from, to] = [best, best + 1]
  const isFlowing = isProse(text)
  const joins = (one: Piece, next: Piece) => next.gap !== '\n' || isFlowing || !(ENDS.test(one.text) || ENDS.test(next.text))
  const fits = (a: number, b: number) => joined(pieces.slice(a, b)).length <= (pieces.slice(a, b).some((one) => one.isAnnounced) ? LONGEST.list : LONGEST.words)
  while (to < pieces.length && joins(pieces[to - 1]!, pieces[to]!) && fits(from, to + 1)) to++
  while (from > 0 && joins(pieces[from - 1]!, pieces[from]!) && fits(from - 1, to)) from--
  // a quote does not end where something is announced that it has no room for
  while (to - 1 > best && ANNOUNCES.test(pieces[to - 1]!.text)) to--
  return to - from === 1 ? cut(pieces[from]!) : joined(pieces.slice(from, to))
}
const TASK = /^(\s*[-*]\s+)\[[ x]\]\s+/gm
/** Words of members in a quote of Markdown: nothing in them is a link, a number of a source or HTML. */
export const harmless = (text: string): string => text.replace(TASK, '$1').replace(/[[\]<>]/g, '')
/** @returns Markdown quotes with the numbers of their sources */
export const extracted = (question: string, passages: readonly Pick<Found, 'text' | 'title' | 'at'>[]): string =>
  passages
    .slice(0, QUOTES)
    .map(({ text, title, at }, i) => `${harmless(quoteOf(question, text, at) || title)} [${i + 1}]`.replace(/^/gm, '> ').replace(/^> $/gm, '>'))
    .join('\n\n')
