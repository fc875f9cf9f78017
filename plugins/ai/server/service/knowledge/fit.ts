/** How well a passage answers: how much of the question a sentence or two of it and its title hold together. */
import type { Piece } from '../answering/pieces.ts'
import type { Found } from './found.ts'
import { bare } from './phrases.ts'
import type { Asked, Topic, Word } from './question.ts'

/**
 * "When is the next firing?" has no word that is about anything: a passage that holds little more than one rare word would is as likely about something
 * else, unless its title says it, and so is one that holds half of the words or fewer. So much of its score is left. In fewer passages than these no word
 * is known to be common.
 */
const VAGUE = { left: 0.4, rare: 1.2 }
const JUDGED = 100
/** A passage without the rarest word of a question is about something else, where it holds less than so much of all and its title says none of it. */
const MAIN = 0.75
/** Left of what a passage holds here and there, and in no sentence together. */
const SCATTERED = 0.7
/** A word of a title that is in more passages than this share says little of what the text is about; most words of a question together do. */
const TELLING = 0.01
/**
 * What a title that says it is worth: for whether it is an answer, for the order, and there on top where it says little else. With so much of what a
 * passage holds in its title, the passage is about it.
 */
const TITLED = { score: 0.15, order: 0.25, alone: 0.25, tells: 0.4, most: 0.66 }

export interface Said {
  text: string
  /** As the index has them. */
  words: ReadonlySet<string>
}
export function says(patterns: readonly RegExp[], text: string): boolean {
  const said = bare(text)
  return patterns.some((pattern) => pattern.test(said))
}
const lettersOf = (patterns: readonly RegExp[], text: string): number => Math.max(0, ...patterns.map((pattern) => pattern.exec(bare(text))?.[0].length ?? 0))

export const isIn = ({ word, near }: Word, words: ReadonlySet<string>): boolean => words.has(word) || (near !== null && words.has(near))
/** @param patterns how a title, or a text, says a topic */
export function held(words: readonly Word[], said: Said, patterns: (topic: Topic) => readonly RegExp[]): Word[] {
  const has = (one: Word) => isIn(one, said.words)
  return words.filter((one) => (one.topic ? says(patterns(one.topic), said.text) || (!one.topic.isPhrase && has(one)) : has(one)))
}
export const inTitle = ({ titles }: Topic) => titles
export const inText = ({ texts }: Topic) => texts
export const weightOf = (words: readonly Word[]): number => words.reduce((all, { weight }) => all + weight, 0)

/** Share of a title that says what was asked. */
function aloneIn({ text }: Said, titled: readonly Word[]): number {
  const said = titled.reduce((all, { word, topic }) => all + (topic ? lettersOf(topic.titles, text) : word.length), 0)
  return Math.min(1, said / Math.max(1, text.length))
}
/** The sentence, or the list, with which a text holds most; a sentence counts together with the one after it. */
function bestOf(words: readonly Word[], titled: readonly Word[], pieces: readonly Piece[], own: readonly ReadonlySet<string>[]) {
  const said = pieces.map((piece, at) => held(words, { text: piece.text, words: own[at]! }, inText))
  const weigh = (some: readonly Word[][]) => {
    const both = words.filter((word) => some.some((each) => each.includes(word)))
    return { inText: weightOf(both), with: words.filter((word) => titled.includes(word) || both.includes(word)) }
  }
  let best = { holds: [...titled], inText: 0, at: 0 }
  for (const [at, piece] of pieces.entries()) {
    const next = piece.isList ? [] : (said[at + 1] ?? [])
    const { inText: text, with: holds } = weigh([said[at]!, next])
    const more = weightOf(holds) - weightOf(best.holds)
    if (more > 0 || (more === 0 && text > best.inText)) best = { holds, inText: text, at: weightOf(said[at]!) >= weightOf(next) ? at : at + 1 }
  }
  return { ...best, weight: Math.max(weightOf(best.holds), SCATTERED * weightOf(weigh(said).with)) }
}

export function fitOf(
  { words, total }: Asked,
  title: Said,
  pieces: readonly Piece[],
  own: readonly ReadonlySet<string>[],
): Pick<Found, 'score' | 'strength' | 'at'> {
  const whole = weightOf(words)
  const titled = held(words, title, inTitle)
  const { weight, holds, at } = bestOf(words, titled, pieces, own)
  const share = weightOf(titled) / whole
  const rare = total < JUDGED ? 0 : VAGUE.rare * Math.log(1 + total)
  const isMost = titled.length > 1 && share >= TITLED.most
  const isTelling = ({ passages, topic }: Word) => topic !== null || isMost || (passages ?? 0) <= Math.max(2, TELLING * total)
  const isTitled = weightOf(titled.filter(isTelling)) >= TITLED.tells * weight && titled.length > 0
  const isHalf = total >= JUDGED && holds.length * 2 <= words.length
  // a word that stands nowhere is missed by all of them
  const main = words.find(({ passages }) => passages !== null)
  const isAside = total >= JUDGED && main !== undefined && !holds.includes(main) && weight < MAIN * whole
  const isAbout = isTitled || (titled.length > 1 && weightOf(titled) >= TITLED.most * weight)
  const left = isHalf || (isAside && !isAbout) || (weight < rare && !isTitled) ? VAGUE.left : 1
  const score = Math.min(1, weight / whole + TITLED.score * share) * left
  return { score, strength: score + share * (TITLED.order + TITLED.alone * aloneIn(title, titled)) * left, at }
}
