/** A small cache in front of the database that can be told to invalidate at once. */
import { LRUCache } from 'lru-cache'

/**
 * Keeps the promise of each answer, so that callers share one read, and a read that began before `invalidate` is never
 * kept after it. A failed read is not kept.
 */
export class Fresh<K extends string | number, V> {
  readonly #entries: LRUCache<K, Promise<V>>
  readonly #load: (key: K) => Promise<V>

  /** @param options.ttl milliseconds after which an answer is read again */
  constructor(options: { max: number; ttl: number }, load: (key: K) => Promise<V>) {
    this.#entries = new LRUCache(options)
    this.#load = load
  }
  get(key: K, load = this.#load): Promise<V> {
    const known = this.#entries.get(key)
    if (known) return known
    const answer = load(key)
    this.#entries.set(key, answer)
    answer.catch(() => {
      if (this.#entries.peek(key) === answer) this.#entries.delete(key)
    })
    return answer
  }
  /** What was found out beside another question. */
  put(key: K, answer: V): void {
    this.#entries.set(key, Promise.resolve(answer))
  }
  invalidate(key: K): void {
    this.#entries.delete(key)
  }
  invalidateWhere(test: (key: K) => boolean): void {
    for (const key of [...this.#entries.keys()]) if (test(key)) this.#entries.delete(key)
  }
  clear(): void {
    this.#entries.clear()
  }
}
