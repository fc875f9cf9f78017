/** One line of text that somebody else made, for where it stands among words of the house: subjects of mails, names, titles of foreign pages. */
import { cut, lineOf } from '../core/rules/texts.ts'

/**
 * The text as one visible line (`lineOf`): line breaks, control characters and runs of space are one space.
 * @param most characters that are kept, in UTF-16 units
 * @returns empty where nothing would be seen
 */
export const visibleLine = (text: string, most: number): string =>
  // what is longer by far is not looked at
  cut(lineOf(cut(text, most * 4).replace(/[\s\p{Cc}]+/gu, ' ')), most).trim()
