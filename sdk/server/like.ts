/** What somebody looks for, as a pattern of LIKE. */

/** A text as LIKE takes it to the letter. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** Finds whatever contains the text. */
export const containing = (text: string): string => `%${literally(text)}%`
