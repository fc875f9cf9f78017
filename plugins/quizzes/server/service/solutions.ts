/** What is right about a question: how it is kept, how an answer is checked against it, and what of it may be shown when. No tables, no members. */
import { randomInt } from 'node:crypto'
import { invalid } from '@atrium/sdk'
import type { Answer, Asked, Question, QuestionInput } from '../../contract.ts'

interface Option {
  id: number
  value: string
}
export type Solution =
  | { type: 'single_choice' | 'multiple_choice' | 'true_false'; options: (Option & { correct: boolean })[] }
  /** In the right order. */
  | { type: 'order'; options: Option[] }
  /** Each option belongs to the target at the same place. */
  | { type: 'match'; options: Option[]; targets: Option[] }
  | { type: 'short_text'; accepted: string[]; caseSensitive: boolean }
  | { type: 'number'; value: number; tolerance: number; unit: string }
  | { type: 'essay' }

/** Ids say nothing of the order in which options were written, which would give away what is right. */
function newId(taken: Set<number>): number {
  for (;;) {
    const id = randomInt(1, 2 ** 31)
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}

/** @param before of the same question, whose options keep their ids */
export function solutionOf(input: QuestionInput, before: Solution | null = null): Solution {
  const known = new Set(before && 'options' in before ? before.options.map(({ id }) => id) : [])
  const taken = new Set(known)
  const kept = <T extends { id?: number | undefined }>({ id, ...rest }: T) => ({ ...rest, id: id !== undefined && known.has(id) ? id : newId(taken) })
  switch (input.question_type) {
    case 'single_choice':
    case 'multiple_choice':
      return { type: input.question_type, options: input.options.map((one) => kept(one)) }
    case 'true_false':
      return {
        type: 'true_false',
        options: [true, false].map((value) => ({ id: newId(taken), value: String(value), correct: value === input.is_true })),
      }
    case 'order':
      return { type: 'order', options: input.options.map((one) => kept(one)) }
    case 'match':
      return {
        type: 'match',
        options: input.pairs.map(({ left }) => ({ id: newId(taken), value: left })),
        targets: input.pairs.map(({ right }) => ({ id: newId(taken), value: right })),
      }
    case 'short_text':
      return { type: 'short_text', accepted: input.accepted, caseSensitive: input.case_sensitive }
    case 'number':
      return { type: 'number', value: input.value, tolerance: input.tolerance, unit: input.unit }
    case 'essay':
      return { type: 'essay' }
  }
}

/** For its author. */
export function written(solution: Solution): Omit<Question, 'id' | 'question_type' | 'statement' | 'explanation' | 'points' | 'picture_url'> {
  const blank = { options: [], pairs: [], is_true: null, accepted: [], case_sensitive: false, value: null, tolerance: 0, unit: '' }
  switch (solution.type) {
    case 'single_choice':
    case 'multiple_choice':
      return { ...blank, options: solution.options }
    case 'true_false':
      return { ...blank, options: solution.options, is_true: solution.options[0]!.correct }
    case 'order':
      return { ...blank, options: solution.options.map((one) => ({ ...one, correct: true })) }
    case 'match':
      return { ...blank, pairs: solution.options.map(({ value }, index) => ({ left: value, right: solution.targets[index]!.value })) }
    case 'short_text':
      return { ...blank, accepted: solution.accepted, case_sensitive: solution.caseSensitive }
    case 'number':
      return { ...blank, value: solution.value, tolerance: solution.tolerance, unit: solution.unit }
    case 'essay':
      return blank
  }
}

/** @throws AtriumError 422 for an answer that this question does not have */
export function checkAnswer(solution: Solution, { selected_options: chosen, text, number, pairs }: Answer): Answer {
  const refuse = () => invalid({ 'body.responses': ['One of these answers belongs to another question.'] })
  const known = new Set('options' in solution ? solution.options.map(({ id }) => id) : [])
  const only = (ids: number[]) => {
    if (ids.some((id) => !known.has(id)) || new Set(ids).size !== ids.length) throw refuse()
    return ids
  }
  switch (solution.type) {
    case 'single_choice':
    case 'true_false':
      if ((chosen ?? []).length > 1) throw refuse()
      return { selected_options: only(chosen ?? []) }
    case 'multiple_choice':
    case 'order':
      return { selected_options: only(chosen ?? []) }
    case 'match': {
      const targets = new Set(solution.targets.map(({ id }) => id))
      only((pairs ?? []).map(([left]) => left))
      if ((pairs ?? []).some(([, right]) => !targets.has(right))) throw refuse()
      return { pairs: pairs ?? [] }
    }
    case 'short_text':
      if ((text ?? '').length > 1_000) throw refuse()
      return { text: text ?? '' }
    case 'number':
      return { number: number ?? null }
    case 'essay':
      return { text: text ?? '' }
  }
}

/** Letters that look alike are alike, and spaces count once. */
const plain = (text: string, caseSensitive: boolean) => {
  const one = text.normalize('NFKC').trim().replace(/\s+/g, ' ')
  return caseSensitive ? one : one.toLowerCase()
}
/** What binary fractions lose: 0.1 + 0.2 is within 0 of 0.3. */
const SLACK = 1e-9

/** Whether all of it is right; null where somebody has to read it. Nothing given is wrong. */
export function isRight(solution: Solution, answer: Answer | null): boolean | null {
  const chosen = answer?.selected_options ?? []
  switch (solution.type) {
    case 'single_choice':
    case 'multiple_choice':
    case 'true_false': {
      const right = solution.options.filter(({ correct }) => correct).map(({ id }) => id)
      return chosen.length === right.length && right.every((id) => chosen.includes(id))
    }
    case 'order':
      // answers with the same words may stand for each other
      return (
        chosen.length === solution.options.length &&
        solution.options.every(({ value }, at) => solution.options.find(({ id }) => id === chosen[at])?.value === value)
      )
    case 'match': {
      const joined = new Map(answer?.pairs ?? [])
      const words = new Map(solution.targets.map(({ id, value }) => [id, value]))
      return solution.options.every(({ id }, at) => words.get(joined.get(id) ?? 0) === solution.targets[at]!.value)
    }
    case 'short_text': {
      const given = plain(answer?.text ?? '', solution.caseSensitive)
      return given !== '' && solution.accepted.some((one) => plain(one, solution.caseSensitive) === given)
    }
    case 'number': {
      const given = answer?.number
      if (given === undefined || given === null) return false
      return Math.abs(given - solution.value) <= solution.tolerance + SLACK * Math.max(1, Math.abs(solution.value))
    }
    case 'essay':
      return answer?.text?.trim() ? null : false
  }
}

/** mulberry32: the same order for the same number. */
function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
/** A copy in an order that depends on the seed alone. */
export function shuffled<T>(all: readonly T[], seed: number): T[] {
  const next = chance(seed)
  const copy = [...all]
  for (let last = copy.length - 1; last > 0; last--) {
    const at = Math.floor(next() * (last + 1))
    ;[copy[last], copy[at]] = [copy[at]!, copy[last]!]
  }
  return copy
}

/**
 * The part of a question that its try may show: options in the order of the try, and what is right about them only when it may be known.
 * @param seed of the try and the question; null leaves choices as they were written
 */
export function asked(
  solution: Solution,
  answer: Answer | null,
  how: { seed: number; isShuffled: boolean; revealed: boolean },
): Pick<Asked, 'options' | 'targets' | 'unit' | 'right_answer'> {
  const chosen = new Set(answer?.selected_options ?? [])
  const shown = ({ id, value }: Option, correct: boolean | null = null) => ({ id, value, selected: chosen.has(id), correct })
  const blank = { options: [], targets: [], unit: '', right_answer: null }
  switch (solution.type) {
    case 'single_choice':
    case 'multiple_choice':
    case 'true_false': {
      const all = how.isShuffled && solution.type !== 'true_false' ? shuffled(solution.options, how.seed) : solution.options
      return { ...blank, options: all.map((one) => shown(one, how.revealed ? one.correct : null)) }
    }
    case 'order':
      return {
        ...blank,
        options: shuffled(solution.options, how.seed).map((one) => shown(one)),
        right_answer: how.revealed ? solution.options.map(({ value }) => value) : null,
      }
    case 'match':
      return {
        ...blank,
        options: shuffled(solution.options, how.seed).map((one) => shown(one)),
        targets: shuffled(solution.targets, how.seed + 1),
        right_answer: how.revealed ? solution.options.map(({ value }, at) => `${value} – ${solution.targets[at]!.value}`) : null,
      }
    case 'short_text':
      return { ...blank, right_answer: how.revealed ? solution.accepted : null }
    case 'number':
      return {
        ...blank,
        unit: solution.unit,
        right_answer: how.revealed
          ? [`${solution.value}${solution.tolerance ? ` ± ${solution.tolerance}` : ''}${solution.unit ? ` ${solution.unit}` : ''}`]
          : null,
      }
    case 'essay':
      return blank
  }
}
