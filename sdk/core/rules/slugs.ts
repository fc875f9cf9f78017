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
