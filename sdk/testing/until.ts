/** Waiting in tests: for what is awaited, never for a time. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something holds; a check that throws does not hold yet. @throws Error that says what was awaited, after `withinMs`, which only bounds a test that has failed */
export async function until(what: string, check: () => unknown, withinMs = 100_000): Promise<void> {
  const end = performance.now() + withinMs
  let reason: unknown
  for (;;) {
    try {
      if (await check()) return
      reason = undefined
    } catch (error) {
      reason = error
    }
    if (performance.now() > end) throw new Error(`waited ${withinMs} ms in vain: ${what}`, { cause: reason })
    await sleep(10)
  }
}
