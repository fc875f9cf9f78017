/** When what the first page can do without is fetched. */

/** When words come: with the page, with the first other screen or act of a member, with the settings. */
export type WordFile = 'first' | 'members' | 'admins'

/** Signs that somebody does more than read. */
export const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'] as const
