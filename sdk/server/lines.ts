/** One line of text that somebody else made, for where it stands among words of the house: subjects of mails, names, titles of foreign pages. */

/** What breaks a line, turns its direction or takes no room; joiners and variants of signs belong to scripts and emoji. */
const UNSEEN = /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The text as one visible line: without control characters, marks of direction and what nobody sees; runs of space are one.
 * @param most letters that are kept, in UTF-16 units
 * @returns empty where nothing would be seen
 */
export function visibleLine(text: string, most: number): string {
  // what is longer by far is not looked at
  const line = text
    .slice(0, most * 4)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(UNSEEN, '')
    .trim()
  const kept = line.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(kept) ? kept.trim() : ''
}
