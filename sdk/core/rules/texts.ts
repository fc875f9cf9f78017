/** Texts as people search them. */

/** Without accents, in small letters. */
export const bareText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
