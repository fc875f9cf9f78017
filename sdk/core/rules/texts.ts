/** Texts as people see them: where they may be cut, and what of them is seen. A letter may be several characters of a string. */

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

/** Scripts whose words are spelled with characters that join or part letters. */
const JOINING = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt']
const KEPT = [
  // after letters of those scripts, and between pictures that are one emoji
  `(?<=[${JOINING.map((script) => `\\p{scx=${script}}`).join('')}])[\\u200c\\u200d]`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  // the look of the emoji or letter before
  '(?<=[\\p{Emoji}\\p{sc=Han}])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{sc=Mong})[\\u180b-\\u180d\\u180f]',
  // which flag a black flag is
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,6})[\\u{e0020}-\\u{e007f}]',
]
/** Characters without a look of their own, as direction marks and spaces of no width, where no letter or emoji needs them. */
const HIDDEN = new RegExp(`(?!${KEPT.join('|')})\\p{Default_Ignorable_Code_Point}`, 'gu')
/** More accents than a letter of any language has: those of all scripts, and those of one, as vowels in Burmese. */
const STACKED = /(?<=\p{sc=Inherited}{4})\p{sc=Inherited}+|(?<=\p{M}{8})\p{M}+/gu
/** Letters, digits, punctuation and symbols, but for those that are blank. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether there is a letter, digit or sign in it that can be seen. */
export const isSeen = (text: string): boolean => SEEN.test(text)

/**
 * One line of text as it is seen: letters are composed, accents that stack up over others and characters without a look are left out, spaces at
 * its ends too. Empty where nothing can be seen.
 */
export function lineOf(text: string): string {
  const line = text.normalize('NFC').replace(HIDDEN, '').replace(STACKED, '').trim().toWellFormed()
  return isSeen(line) ? line : ''
}

/** Letters of scripts that set no spaces between words: Chinese, Japanese, Thai, Lao, Khmer and Burmese. */
const UNSPACED = '(?=[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}])[\\p{L}\\p{M}\\p{N}]'
/** Each with its vowels and tones. */
const LETTERS = /.\p{M}*/gsu
const RUNS = new RegExp(`(?:${UNSPACED})+`, 'gu')
/** The parts of a text in a script without spaces, in which a word may begin after any letter. */
export const unspacedIn = (text: string): string[] => text.match(RUNS) ?? []
/** The text with a mark between the letters of each such part. */
export const lettersApart = (text: string, mark: string): string => text.replace(RUNS, (run) => run.match(LETTERS)!.join(mark))

/** As it is searched: without accents, in small letters. */
export const bareText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
