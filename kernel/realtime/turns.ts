/** Order when all browsers come back at once after a break: none is sent away that can be served soon, and the database is left to requests. */
const BURST_MS = 1_000
const ASKED_AT_ONCE = 8

export function createTurns({ perSecond, longestWait }: { perSecond: number; longestWait: number }) {
  /** When the next one is due, in the clock of `performance`. */
  let turn = 0
  let asking = 0
  const line: (() => void)[] = []
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
    async ask<T>(question: () => Promise<T>): Promise<T> {
      if (asking >= ASKED_AT_ONCE) await new Promise<void>((go) => line.push(go))
      else asking++
      try {
        return await question()
      } finally {
        const next = line.shift()
        if (next) next()
        else asking--
      }
    },
  }
}
