/** What stands for a face or a cover without a picture. */

/** Neighbouring ids get colours far apart (golden angle). */
export function hueOf(id: number | string): number {
  let number = typeof id === 'number' ? id : 0
  if (typeof id === 'string') for (const letter of id) number = (number * 31 + letter.codePointAt(0)!) >>> 0
  return Math.round((number * 137.508) % 360)
}
const PATTERNS = 4
/** Colour and pattern of a cover that nobody has given. */
export const coverOf = (id: number): { hue: number; pattern: number } => ({ hue: hueOf(id), pattern: id % PATTERNS })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** The first of a word that can stand for it: a letter or digit with its marks, or a whole emoji; a bracket cannot. */
function initialOf(word: string): string {
  for (const { segment } of graphemes.segment(word)) {
    // what has no capital of one letter stays as it is: ß is no SS
    if (/^[\p{L}\p{N}]/u.test(segment)) return segment.toUpperCase().length > segment.length ? segment : segment.toUpperCase()
    if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment)) return segment
  }
  return ''
}
/** One or two, of the first and the last word that have one: "MS", "🇧🇷B". */
export function initialsOf(name: string): string {
  const initials = name.trim().split(/\s+/).map(initialOf).filter(Boolean)
  return [initials[0], initials.length > 1 ? initials.at(-1) : ''].join('')
}
