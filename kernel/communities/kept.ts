/** What plugins keep in the process about a community between requests, and forget in every process when it changes. */
import { type Data, SIGNALS_LOST } from '../data/index.ts'
import { Fresh } from './fresh.ts'

/** A signal that got lost may not leave a process with old answers for long, in ms. */
const TTL = 30_000
const MOST = 20_000

/** Answers stand under a key of words with a blank after each: community, plugin, name, id. */
export function createKept(data: Pick<Data, 'signal' | 'onSignal'>) {
  const answers = new Fresh<string, unknown>({ max: MOST, ttl: TTL }, () => Promise.reject(new Error('kept answers are loaded by who asks')))
  data.onSignal('kept.forgotten', ({ key }: { key: string }) => answers.forgetWhere((known) => known.startsWith(key)))
  data.onSignal(SIGNALS_LOST, () => answers.clear())
  return {
    get: <T>(key: string, load: () => Promise<T>) => answers.get(key, load) as Promise<T>,
    peek: <T>(key: string) => answers.peek(key) as Promise<T> | undefined,
    /** Forgets the answer and all whose keys begin with this one: here before it returns, elsewhere within moments. */
    forget: (key: string) => data.signal('kept.forgotten', { key }),
  }
}
export type Kept = ReturnType<typeof createKept>
