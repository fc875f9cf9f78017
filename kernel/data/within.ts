/** A deadline for code of plugins: after it the caller goes on (case F13), and units of work that the code had open are closed. */
import { AsyncLocalStorage } from 'node:async_hooks'

const LIMIT_MS = 10_000
/** Ends the units of work of whatever runs inside. */
export const deadline = new AsyncLocalStorage<AbortSignal>()

export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/**
 * Runs something for so long at most. What goes on after that can neither read nor write any more in units of work.
 * @param what begins the sentence of the error: "its start"
 * @throws DeadlineError after `limitMs`
 */
export async function within<T>(what: string, work: () => Promise<T> | T, limitMs = LIMIT_MS): Promise<T> {
  const controller = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new DeadlineError(`${what} took longer than ${limitMs / 1000} s`)
    controller.abort(error)
    reject(error)
  }, limitMs)
  return Promise.race([deadline.run(controller.signal, async () => work()), late]).finally(() => clearTimeout(timer))
}
