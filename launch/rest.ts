/** Gives memory back to the machine while nobody asks for anything: V8 by itself keeps what the busiest minute took. */
import { performance } from 'node:perf_hooks'

const LOOK_EVERY = 5_000
/** Milliseconds until the first collection: a start leaves more garbage than a busy minute. */
const AFTER_START = 1_000
/** Share of the time that the loop was busy; below it nobody waits for the tenth of a second that a collection takes. */
const AT_REST = 0.02
/** Less than this is not worth a collection, bytes. */
const WORTH = 16 * 1024 * 1024

/**
 * The goal of 234 MiB at rest needs it: without, a process had 240 to 250 MiB right after its start and kept the 290 to 350 of a busy minute.
 * Flags alone do not do it: `--optimize-for-size` keeps 210 and doubles what a request costs.
 * Call once the process answers. Does nothing unless Node was started with `--expose-gc`, as `npm start` does.
 */
export function collectAtRest(): void {
  const collect = globalThis.gc
  if (!collect) return
  let before = performance.eventLoopUtilization()
  let kept = 0
  const give = () => {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    kept = process.memoryUsage.rss()
  }
  setTimeout(give, AFTER_START).unref()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization <= AT_REST && process.memoryUsage.rss() - kept >= WORTH) give()
  }, LOOK_EVERY).unref()
}
