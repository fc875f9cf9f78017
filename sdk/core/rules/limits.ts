/** Limits that server and browser share, so that a form refuses what the server would. */

/** Rows on a page where nobody says otherwise. */
export const PAGE_SIZE = 20
/** Rows on a page at most. */
export const MAX_PAGE = 100
/** Digits of a one-time code. */
export const CODE_LENGTH = 6
/** Upload progress, 0 to 100. */
export const percentOf = (sent: number, all: number): number => (all > 0 ? Math.min(100, Math.round((sent / all) * 100)) : 100)
