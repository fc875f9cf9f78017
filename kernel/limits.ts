/** Rate limits by account or address, and load shedding: some requests are refused before the process becomes slow for all. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { AtriumError } from '@atrium/sdk'
import { Redis } from 'ioredis'
import pLimit, { type LimitFunction } from 'p-limit'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { WalledPool } from './data/pools.ts'
import type { Log } from './observe/index.ts'

/** Requests that the public API allows one address. */
const GENERAL = { points: 2_000, seconds: 300 }

/** Counts what is limited: in Redis for all processes, where there is one, else for this process alone, as while Redis is away. */
export function createLimits({ redisUrl, log }: { redisUrl?: string | null; log: Log }) {
  const redis = redisUrl ? new Redis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1 }) : null
  redis?.on('error', (err) => log.warn({ err }, 'Redis cannot be reached, each process counts limits for itself'))
  /** Allows so many points in so many seconds. `name` tells it from other counters. */
  const counter = (name: string, points: number, seconds: number): RateLimiterAbstract => {
    const here = new RateLimiterMemory({ points, duration: seconds })
    if (!redis) return here
    return new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `atrium:${name}`,
      points,
      duration: seconds,
      rejectIfRedisNotReady: true,
      insuranceLimiter: here,
    })
  }
  const limiters = new Map<string, RateLimiterAbstract>()
  return {
    counter,
    /**
     * Counts one call.
     * @param name what is limited; `key` who
     * @throws AtriumError 429 with Retry-After
     */
    async limit(name: string, key: string, rule: { points: number; seconds: number } = GENERAL): Promise<void> {
      let limiter = limiters.get(name)
      if (!limiter) limiters.set(name, (limiter = counter(name, rule.points, rule.seconds)))
      await limiter.consume(key).catch(spent('Too many requests. Wait a moment and try again.'))
    },
    /** @throws Error while Redis is away */
    check: async () => void (await redis?.ping()),
    /** Deletes what this process has counted, for tests. */
    reset: () => limiters.clear(),
    close: () => redis?.disconnect(),
  }
}
export type Limits = ReturnType<typeof createLimits>

/** What becomes of a refusal of a counter. @throws AtriumError 429 with Retry-After */
export const spent = (message: string) => (refusal: unknown) => {
  if (!(refusal instanceof RateLimiterRes)) throw refusal
  throw new AtriumError(429, 'rate_limited', message, { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) })
}

/** Requests of one person that are under way side by side, and that wait for these: a browser has six connections. */
const SIDE_BY_SIDE = 8
const IN_LINE = 64

/** Keeps one person from taking all capacity: beyond a few requests at once, the others of the same person wait until those have ended. */
export function createShares() {
  const shares = new Map<string, LimitFunction>()
  return {
    /** Does the work when it is its turn. @throws AtriumError 429 when too many wait */
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const share = shares.get(key) ?? pLimit(SIDE_BY_SIDE)
      shares.set(key, share)
      if (share.pendingCount >= IN_LINE) throw new AtriumError(429, 'rate_limited', 'That was too often. Wait a moment and try again.', { retryAfter: 1 })
      try {
        return await share(work)
      } finally {
        if (share.activeCount + share.pendingCount === 0) shares.delete(key)
      }
    },
  }
}

/** Requests that may be under way at once before visitors, and then members, are asked to come back. */
const MOST_VISITORS = 150
const MOST = 400
/** Event loop delay (ms, mean of the last second) at which visitors are shed. */
const MOST_LAG = 250
/** Requests under way from which on the delay is of our own making. Below, another program has the processor, and sending somebody away frees nothing. */
const LEAST_BUSY = 16
/** Wait for a connection to the database (ms, expected) at which visitors are shed, so that members need not stand behind them. */
const MOST_WAIT = 250
/** Requests that begin in one turn of the loop. Node takes one new connection a turn: were sixty requests begun in one, the next visitor would wait for all. */
const BEGINNINGS = 4

/** Admits requests: a few begin at a time, and those whose wait is known to be long are refused at once. */
export class Shedder {
  #running = 0
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  #lag = 0
  readonly #timer: NodeJS.Timeout
  readonly #database: Pick<WalledPool, 'expectedWait'>
  #begun = 0
  readonly #waiting: (() => void)[] = []

  constructor(database: Pick<WalledPool, 'expectedWait'>) {
    this.#database = database
    this.#delay.enable()
    this.#timer = setInterval(() => {
      this.#lag = this.#delay.mean / 1e6 - 20
      this.#delay.reset()
    }, 1_000)
    this.#timer.unref()
  }
  /** @throws AtriumError 503 while the process is so busy that admitting this request would slow down all others */
  enter(signedIn: boolean): () => void {
    const isLong = () => (this.#lag > MOST_LAG && this.#running >= LEAST_BUSY) || this.#database.expectedWait(this.#waiting.length) > MOST_WAIT
    if (this.#running >= (signedIn ? MOST : MOST_VISITORS) || (!signedIn && isLong()))
      throw new AtriumError(503, 'unavailable', 'The server is busy. Try again in a moment.', { retryAfter: 2 })
    this.#running++
    return () => {
      this.#running--
    }
  }
  /** Resolves when it is the turn of whoever has entered. */
  turn(): Promise<void> | undefined {
    if (this.#begun === 0) setImmediate(this.#nextTurn)
    if (this.#begun++ < BEGINNINGS) return undefined
    return new Promise((begin) => this.#waiting.push(begin))
  }
  readonly #nextTurn = () => {
    const next = this.#waiting.splice(0, BEGINNINGS)
    this.#begun = next.length
    if (next.length > 0) setImmediate(this.#nextTurn)
    for (const begin of next) begin()
  }
  stop() {
    clearInterval(this.#timer)
    this.#delay.disable()
  }
}
