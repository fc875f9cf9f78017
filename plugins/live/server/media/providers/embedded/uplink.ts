/** How much a publisher may send: as much as allowed until its packets begin to queue on their way, then less until the queue is gone. */

/** Bits a second, however full the way is. */
const LEAST = 150_000
/** A way that queues longer than this is full; below the other it is free. */
const FULL_MS = 120
const FREE_MS = 40
const PERIOD_MS = 64_000
/** The shortest time on the way is taken anew, as clocks drift. */
const FORGET_MS = 20_000

export class Uplink {
  #now = 0
  #before = Number.POSITIVE_INFINITY
  #base = Number.POSITIVE_INFINITY
  #baseSince = 0
  #queue = 0
  #bytes = 0
  #anchor: number | null = null
  #most = 0

  /** @param sent 24 bits: seconds with 18 places behind the point */
  note(sent: number, arrived: number, bytes: number): void {
    this.#bytes += bytes
    const raw = (arrived - (sent * 1000) / 2 ** 18) % PERIOD_MS
    this.#anchor ??= raw
    // both clocks turn over: stay near the first
    const onWay = raw - this.#anchor - Math.round((raw - this.#anchor) / PERIOD_MS) * PERIOD_MS
    if (arrived - this.#baseSince > FORGET_MS) {
      this.#before = this.#base
      this.#base = onWay
      this.#baseSince = arrived
    } else this.#base = Math.min(this.#base, onWay)
    this.#queue += (onWay - Math.min(this.#base, this.#before) - this.#queue) * 0.05
  }

  /** Once a second. @param most that is allowed to all sources together */
  allow(most: number, ms: number): number {
    const rate = (this.#bytes * 8000) / ms
    this.#bytes = 0
    // who begins to show something is believed to be able to
    if (most > this.#most) this.#now = most
    this.#most = most
    if (this.#queue > FULL_MS) this.#now = Math.max(LEAST, Math.min(this.#now, rate) * 0.85)
    else if (this.#queue < FREE_MS) this.#now = Math.max(LEAST, this.#now * 1.15)
    this.#now = Math.min(this.#now, Math.max(LEAST, most))
    return Math.round(this.#now)
  }
}
