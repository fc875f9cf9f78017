/** Limits what happens when all browsers reconnect at once after an interruption: sockets wait in a queue, those whose wait would be long are told to come back, and the database stays free for requests. */
import pLimit from 'p-limit'

const BURST_MS = 1_000
const ASKED_AT_ONCE = 8

export function createAdmission({ perSecond, longestWait }: { perSecond: number; longestWait: number }) {
  /** When the next one is due, in the clock of `performance`. */
  let turn = Number.NEGATIVE_INFINITY
  return {
    /** A second's worth goes on at once, the rest one after another. False, at once, for whom the line is too long. */
    async mayEnter(): Promise<boolean> {
      const now = performance.now()
      const due = Math.max(turn, now - BURST_MS) + 1000 / perSecond
      if (due - now > longestWait) return false
      turn = due
      if (due > now) await new Promise((done) => setTimeout(done, due - now))
      return true
    },
    /** Few questions to the database at once, however many have one. */
    ask: pLimit(ASKED_AT_ONCE),
  }
}
