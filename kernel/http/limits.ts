/** Rate limits by account or address, counted in each process by itself, and shedding before the process is drowned. */
import { isIPv6 } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { AtriumError } from '@atrium/sdk'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { WalledPool } from '../data/pools.ts'

/** What the product we replace allows an address (public API, A.1.2). */
const GENERAL = { points: 2_000, seconds: 300 }
const limiters = new Map<string, RateLimiterMemory>()

/**
 * Counts one call.
 * @param name what is limited; `key` who
 * @throws AtriumError 429 with Retry-After
 */
export async function limit(name: string, key: string, rule: { points: number; seconds: number } = GENERAL): Promise<void> {
  let limiter = limiters.get(name)
  if (!limiter) limiters.set(name, (limiter = new RateLimiterMemory({ points: rule.points, duration: rule.seconds })))
  try {
    await limiter.consume(key)
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent
    throw new AtriumError(429, 'rate_limited', 'That was too often. Wait a moment and try again.', {
      retryAfter: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)),
    })
  }
}

/** Whom an address stands for: of IPv6 one caller has a whole network, 2^64 of them. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [before, after] = ip.split('::').map((part) => part.split(':').filter(Boolean)) as [string[], string[]?]
  const groups = after ? [...before, ...Array(8 - before.length - after.length).fill('0'), ...after] : before
  return groups.slice(0, 4).join(':')
}

/** Forgets all counts; a test starts afresh. */
export const resetLimits = () => limiters.clear()

/** Requests that may be under way at once before visitors, and then members, are asked to come back. */
const MOST_VISITORS = 150
const MOST = 400
/** Event loop delay (ms, mean of the last second) at which visitors are shed. */
const MOST_LAG = 250
/** Wait for a connection to the database (ms, expected) at which visitors are shed, so that members need not stand behind them. */
const MOST_WAIT = 250
/** Whoever is let in asks for a connection within this time (ms). Many come at once, and the queue does not show it before. */
const ARRIVING = 20

export class Shedder {
  #running = 0
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  #lag = 0
  readonly #timer: NodeJS.Timeout
  readonly #database: Pick<WalledPool, 'asked' | 'expectedWait'>
  #arriving = 0
  #arrivingSince = 0
  #askedBefore = 0

  constructor(database: Pick<WalledPool, 'asked' | 'expectedWait'>) {
    this.#database = database
    this.#delay.enable()
    this.#timer = setInterval(() => {
      this.#lag = this.#delay.mean / 1e6 - 20
      this.#delay.reset()
    }, 1_000)
    this.#timer.unref()
  }
  /** @throws AtriumError 503 when it is better to answer fewer well than all badly. */
  enter(signedIn: boolean): () => void {
    const now = performance.now()
    if (now - this.#arrivingSince > ARRIVING) {
      this.#arrivingSince = now
      this.#arriving = 0
      this.#askedBefore = this.#database.asked
    }
    // of those who came just now, some stand in the queue already, or have been served
    const coming = Math.max(0, this.#arriving - (this.#database.asked - this.#askedBefore))
    if (this.#running >= (signedIn ? MOST : MOST_VISITORS) || (!signedIn && (this.#lag > MOST_LAG || this.#database.expectedWait(coming) > MOST_WAIT)))
      throw new AtriumError(503, 'unavailable', 'Very busy just now. Try again in a moment.', { retryAfter: 2 })
    this.#running++
    this.#arriving++
    return () => {
      this.#running--
    }
  }
  stop() {
    clearInterval(this.#timer)
    this.#delay.disable()
  }
}
