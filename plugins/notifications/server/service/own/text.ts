/** One's own words in an answer by email: what is left when all that its program has put under, over and around them is gone. */
import { HEADERS, ORIGINAL, PROGRAMS, SENT, WROTE } from './words.ts'

/** What is looked at of a line, and how many lines one sentence of a program goes over. */
const LOOKED_AT = 400
const MOST_WRAPPED = 4
/** Lines in which the head of a quoted email stands. */
const HEAD = 10

/** `*From:* Clay`, `Von: Clay`, `发件人：Clay` */
function headerOf(line: string): keyof typeof HEADERS | null {
  const [, label] = /^[*_\s]{0,6}([^:：*\d<>@]{1,24}?)[*_\s]{0,6}[:：]/u.exec(line.slice(0, LOOKED_AT)) ?? []
  if (label === undefined) return null
  const word = label.trim().toLowerCase()
  for (const kind of ['from', 'date', 'to', 'subject'] as const) if (HEADERS[kind].has(word)) return kind
  return null
}
/** From whom, when and to whom, and about what: at least three of them, as no person writes them. */
function isHead(lines: readonly string[], at: number): boolean {
  const first = headerOf(lines[at]!)
  if (first !== 'from' && first !== 'date') return false
  const found = new Set<string>()
  let named = false
  for (const line of lines.slice(at, at + HEAD)) {
    const kind = headerOf(line)
    if (kind) found.add(kind)
    if (kind === 'from') named ||= line.slice(0, LOOKED_AT).includes('@')
  }
  return found.has('from') && found.size >= 3 && (named || found.has('subject'))
}
/** `-----Original Message-----` */
function isOriginal(line: string): boolean {
  const [, words] = /^\s{0,4}-{2,40}\s{0,4}([^-].{1,60}?)\s{0,4}-{2,40}\s*$/u.exec(line.slice(0, LOOKED_AT)) ?? []
  return words !== undefined && ORIGINAL.has(words.trim().toLowerCase())
}

const DATED = /(?:19|20)\d\d\s?[年년./-]?|\b\d{1,2}[./-]\d{1,2}[./-]\d{2}\b/u
const TIMED = /\d{1,2}\s?[:.h時시]\s?\d\d/u
const ENDS = /[:：]\s*$/u
const ADDRESS = /[^\s<>()@,;:"']+@[^\s<>()@,;:"']+/u
/** How sure a line is that what follows is somebody else's. */
function attribution(text: string): 'sure' | 'likely' | null {
  if (!ENDS.test(text) || !DATED.test(text)) return null
  const said = text.toLowerCase()
  const wrote = WROTE.some((word) => said.includes(word))
  const hasTime = TIMED.test(text)
  if (ADDRESS.test(text)) return wrote || hasTime ? 'sure' : 'likely'
  if (!wrote) return null
  return hasTime ? 'sure' : 'likely'
}
/** `Am Mi., 25. Nov. 2026 um 19:24 Uhr schrieb Clay & Fire <`, over as many lines as it was wrapped to. @returns the line after it, and how sure it is */
function attributionAt(lines: readonly string[], at: number): { end: number; sure: boolean } | null {
  const start = lines[at]!.slice(0, LOOKED_AT)
  // a name may stand before the date, and be wrapped away from it
  if (!DATED.test(start) && !/[<(,]\s*$/u.test(start) && !DATED.test((lines[at + 1] ?? '').slice(0, LOOKED_AT))) return null
  if (!DATED.test(start) && !/[<(]\s*$/u.test(start)) return null
  let text = ''
  for (let end = at; end < lines.length && end < at + MOST_WRAPPED; end++) {
    const line = lines[end]!.slice(0, LOOKED_AT)
    if (line.trim() === '' || text.length > LOOKED_AT) return null
    text += `${text ? ' ' : ''}${line.trim()}`
    const found = attribution(text)
    if (found) return { end: end + 1, sure: found === 'sure' }
  }
  return null
}

const isQuoted = (line: string): boolean => /^\s{0,3}[>＞]/u.test(line)
/** `Sent from my iPhone` */
function isSentBy(line: string): boolean {
  const said = line.trim().toLowerCase()
  return said.length > 0 && said.length <= 90 && SENT.some((word) => said.includes(word)) && PROGRAMS.some((word) => said.includes(word))
}
const nextWritten = (lines: readonly string[], from: number): number => {
  let at = from
  while (at < lines.length && lines[at]!.trim() === '') at++
  return at
}

/** What somebody wrote, and whether something of another was found beside it. */
export interface Own {
  words: string
  isCut: boolean
}
/** @param text of any program, bounded by whoever calls */
export function ownText(text: string): Own {
  const lines = text.replaceAll('\0', '').split(/\r\n?|\n/)
  const own: string[] = []
  let isCut = false
  let isSignature = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (isQuoted(line)) {
      isCut = true
      isSignature = false
      // what is said between two quotes is a paragraph of its own
      own.push('')
      continue
    }
    if (isOriginal(line) || isHead(lines, at)) {
      isCut = true
      break
    }
    const found = attributionAt(lines, at)
    if (found) {
      const next = nextWritten(lines, found.end)
      const isOverQuote = next >= lines.length || isQuoted(lines[next]!)
      if (isOverQuote || found.sure) {
        isCut = true
        isSignature = false
        own.push('')
        // programs that mark no line quote to the end
        if (!isOverQuote) break
        at = found.end - 1
        continue
      }
    }
    // two dashes and a space: by the rule for signatures, and by no other line
    if (line === '-- ') isSignature = true
    if (!isSignature) own.push(line.trimEnd())
  }
  // empty lines are one, which is all that a reader sees of them
  const kept = own.filter((line, i) => line !== '' || (i > 0 && own[i - 1] !== ''))
  while (kept.length > 0 && isTail(kept.at(-1)!)) kept.pop()
  return { words: kept.join('\n').trim(), isCut }
}
/** Under the words: nothing, a rule, or the name of the program. */
const isTail = (line: string): boolean => line.trim() === '' || /^\s*[_]{5,200}\s*$/u.test(line) || isSentBy(line)
