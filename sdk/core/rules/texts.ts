/** Texts as people see them: where they may be cut. A letter may be several characters of a string. */

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The beginning of a text, at most `most` characters (UTF-16 units) long, and never a part of a letter. Halves of surrogate pairs become `�`, as
 * no database takes them.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed()
  // whether a letter goes on is seen by the one character behind it, which may have two halves
  const head = text.slice(0, most + 2)
  const end = graphemes.segment(head).containing(most)!.index
  if (end > 0) return head.slice(0, end).toWellFormed()
  // one letter that is longer than all: its accents are left out, not the letter
  return head.slice(0, isSplit(head, most) ? most - 1 : most).toWellFormed()
}
const isSplit = (text: string, at: number) => at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
