/** What somebody typed, in parts: words, phrases, and operators with their values. Shared by the server, which looks for it, and the page, which edits it. */
export const OPERATORS = ['author', 'in', 'type', 'has', 'before', 'after'] as const
export type Operator = (typeof OPERATORS)[number]
/** Others call them so, and readers of Portuguese. */
const NAMES: Record<string, Operator> = {
  ...Object.fromEntries(OPERATORS.map((name) => [name, name])),
  ...{ from: 'author', autor: 'author', de: 'author', em: 'in', tipo: 'type', tem: 'has', antes: 'before', depois: 'after' },
}
export const HAS = ['file', 'image', 'video', 'link'] as const

export interface Part {
  /** Null: words. */
  operator: Operator | null
  value: string
  isQuoted: boolean
  /** A quote that nobody closed. */
  isOpen: boolean
  /** `-word`: leaves it out. */
  isNot: boolean
  start: number
  end: number
}
const QUOTE = /["“”]/u
const HEAD = /^(-?)(?:(\p{L}+):)?(["“”]?)/u

/** Never fails: whatever it cannot make sense of is words. */
export function parseQuery(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at]!)) {
      at++
      continue
    }
    const start = at
    const [head, minus, name = '', quote] = HEAD.exec(text.slice(at))!
    const operator = NAMES[name.toLowerCase()] ?? null
    // http: and the like are words
    const isKnown = name === '' || operator !== null
    if (isKnown && quote) {
      const from = at + head.length
      const length = text.slice(from).search(QUOTE)
      const end = length < 0 ? text.length : from + length
      parts.push({
        operator,
        value: text.slice(from, end).trim(),
        isQuoted: true,
        isOpen: length < 0,
        isNot: minus === '-',
        start,
        end: Math.min(end + 1, text.length),
      })
      at = end + 1
      continue
    }
    const from = isKnown ? at + head.length : at + minus!.length
    const rest = /^\S*/.exec(text.slice(from))![0]
    parts.push({ operator, value: rest, isQuoted: false, isOpen: false, isNot: minus === '-' && rest !== '', start, end: from + rest.length })
    at = from + rest.length || at + 1
  }
  return parts
}

/** As one types it: `author:"Ana Lima"`. */
export const written = (operator: Operator, value: string): string => `${operator}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`

/** The text with this operator set to a value, or without it. */
export function withOperator(text: string, operator: Operator, value: string | null): string {
  const others = parseQuery(text)
    .filter((part) => part.operator !== operator)
    .map(({ start, end }) => text.slice(start, end))
  return [...others, ...(value === null ? [] : [written(operator, value)])].join(' ')
}
export const operatorValue = (text: string, operator: Operator): string | null =>
  parseQuery(text).findLast((part) => part.operator === operator && part.value)?.value ?? null
/** Without its operators. */
export const wordsOf = (text: string): string =>
  parseQuery(text)
    .filter(({ operator }) => operator === null)
    .map(({ start, end }) => text.slice(start, end))
    .join(' ')

/** Lower case, without accents. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
