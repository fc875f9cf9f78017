/** How dates of events are written, by the server's pages and by screens. */

/** "Saturday, November 28" */
export const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const
/** "Sat, Nov 28" */
export const SHORT_DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
/** "6:00 PM" */
export const CLOCK = { hour: 'numeric', minute: '2-digit' } as const
