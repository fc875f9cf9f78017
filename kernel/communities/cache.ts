/** What plugins keep in the process about a community between requests, and invalidate in every process when it changes. */
import { type Data, SIGNAL_TTL, SIGNALS_LOST } from '../data/index.ts'
import { Fresh } from './fresh.ts'

const MOST = 20_000

/** Answers stand under a key of words with a blank after each: community, name, id. A shorter key means all below it. */
export function createCache(data: Pick<Data, 'signal' | 'onSignal'>) {
  const answers = new Fresh<string, unknown>({ max: MOST, ttl: SIGNAL_TTL }, () => Promise.reject(new Error('cached answers are loaded by who asks')))
  /** Keys that open transactions are changing, and until when they count as such: after a rollback nobody calls `invalidate`. */
  const changing = new Map<string, number>()
  const isChanging = (key: string) => {
    for (const [part, until] of changing) if (until < Date.now()) changing.delete(part)
    return changing.size > 0 && [...changing.keys()].some((part) => key.startsWith(part))
  }
  data.onSignal('cache.invalidated', ({ key }: { key: string }) => answers.invalidateWhere((known) => known.startsWith(key)))
  data.onSignal(SIGNALS_LOST, () => answers.clear())
  return {
    /** The kept answer, or a new one; between a change and its `invalidate` nothing is cached. */
    get: <T>(key: string, load: () => Promise<T>) => (isChanging(key) ? load() : answers.get(key, load)) as Promise<T>,
    /** Call it inside the transaction that changes the answer. */
    change(key: string) {
      changing.set(key, Date.now() + SIGNAL_TTL)
    },
    /** Call it after the commit: this process has the change when it returns, others within moments. */
    invalidate(key: string): Promise<void> {
      const told = data.signal('cache.invalidated', { key })
      changing.delete(key)
      return told
    },
  }
}
export type Kept = ReturnType<typeof createCache>
