/** Time in front of a page: a second counts only while the page is seen and somebody is there. */

export type Activity = 'active' | 'idle' | 'hidden'
/** Without a sign of life for this long, one is idle. */
export const IDLE_AFTER_MS = 30_000
const TICK_MS = 1_000

export interface ScreenTime {
  /** Whole seconds so far. */
  readonly seconds: number
  stop(): void
}
/** Counts from now on. `activity` is asked each second. */
export function startScreenTime(activity: () => Activity): ScreenTime {
  let seconds = 0
  const timer = setInterval(() => {
    if (activity() === 'active') seconds++
  }, TICK_MS)
  return {
    get seconds() {
      return seconds
    },
    stop: () => clearInterval(timer),
  }
}
