/** A text in pieces that are quoted whole: a sentence, or a list together with the words that announce it. */
import { sentencesOf } from '../sentences.ts'

export interface Piece {
  /** As it stands in the text. */
  text: string
  isList: boolean
  /** Something before the list says that it comes: "Bring these:", or a heading. */
  isAnnounced: boolean
  /** What stands between it and the piece before. */
  gap: ' ' | '\n' | '\n\n'
}

const ITEM = /^\s*(?:[-*•]|\d{1,3}[.)])\s+\S/
/** A line that goes on with the item above it stands further in. */
const FURTHER = /^\s+\S/
export const ENDS = /[.!?。！？؟…,;]["”’)*_]*$/
export const ANNOUNCES = /[:：]["”’)*_]*$/
/** Letters of a line that may be a heading. */
const HEADING = 90

interface Line {
  text: string
  isItem: boolean
  /** A blank line stands before it. */
  isApart: boolean
}
const linesOf = (text: string): Line[] => {
  const all = text.split('\n')
  return all.flatMap((line, i) => (line.trim() ? [{ text: line.trimEnd(), isItem: ITEM.test(line), isApart: i === 0 || !all[i - 1]!.trim() }] : []))
}
const goesOn = (line: Line): boolean => line.isItem || (FURTHER.test(line.text) && !line.isApart)
const isHeading = (line: Line, next: Line | undefined): boolean =>
  line.isApart && next?.isApart === true && line.text.length < HEADING && !ENDS.test(line.text) && !ANNOUNCES.test(line.text)

/** Whether each line is a sentence at its end: else there are headings, cells and lines of code, and a line stands for itself. */
export const isProse = (text: string): boolean => linesOf(text).every(({ text: line, isItem }) => isItem || ENDS.test(line) || ANNOUNCES.test(line))

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  const lines = linesOf(text)
  /** Words that what follows belongs to. */
  let lead: Pick<Piece, 'text' | 'gap'> | null = null
  const hold = (words: string, gap: Piece['gap']) => {
    lead = lead ? { ...lead, text: lead.text + gap + words } : { text: words, gap }
  }
  const put = (words: string, gap: Piece['gap'], isList: boolean) => {
    const isAnnounced = isList && lead !== null
    hold(words, gap)
    pieces.push({ ...lead!, isList, isAnnounced })
    lead = null
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const gap = line.isApart ? '\n\n' : '\n'
    if (line.isItem) {
      const from = at
      while (at + 1 < lines.length && goesOn(lines[at + 1]!)) at++
      put(
        lines
          .slice(from, at + 1)
          .map((one) => one.text)
          .join('\n'),
        gap,
        true,
      )
      continue
    }
    const next = lines[at + 1]
    if (isHeading(line, next)) {
      hold(line.text.trim(), gap)
      continue
    }
    sentencesOf(line.text).forEach((sentence, i, { length }) => {
      const own = i > 0 ? ' ' : gap
      if (i === length - 1 && next?.isItem && ANNOUNCES.test(sentence)) hold(sentence, own)
      else put(sentence, own, false)
    })
  }
  return pieces
}
