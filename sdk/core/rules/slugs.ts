/** The part of an address that stands for a name. */

/** Lower case, words joined with dashes, accents and the signs `* + ~ . ; ( ) ' " ! : @` removed. Empty when nothing is left. */
export const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f*+~.;()'"!:@]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/**
 * What stands at the place of the last name of `pattern` in others: `new` and `events` in `/c/:space/new` and `/c/:space/events/:slug` for
 * `/c/:space/:slug`. No record may be called so.
 */
export function wordsBeside(pattern: string, others: readonly string[]): string[] {
  const parts = pattern.split('/')
  const last = parts.length - 1
  return others.flatMap((other) => {
    const there = other.split('/')
    const word = there[last]
    const isBeside = parts.slice(0, last).every((part, at) => part === there[at] || (part.startsWith(':') && there[at]?.startsWith(':')))
    return word && isBeside && !word.startsWith(':') ? [word] : []
  })
}
