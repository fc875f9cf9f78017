/** How good a picture a viewer's line bears: down at once where packets are lost or the browser says less, up again by trying, each time later after a failure. */

const LOSS = 0.1
const FIRST_WAIT_MS = 8_000
const LONGEST_WAIT_MS = 120_000
/** A try that fails within this was too early. */
const TRIED_MS = 10_000

export class Downlink {
  #worse = 0
  #lost = 0
  #bits = 0
  #hasFallen = false
  #changedAt = 0
  #wait = FIRST_WAIT_MS
  #isTrying = false

  /** @param fraction of packets since the last report */
  lose(fraction: number): void {
    this.#lost = Math.max(this.#lost, fraction)
  }
  /** What the browser thinks that its line bears. It grows slowly whatever comes, so only that it falls says something. */
  hear(bits: number): void {
    if (bits < this.#bits * 0.95) this.#hasFallen = true
    this.#bits = bits
  }

  /** Once a second. @param bits that go out. @returns by how many layers worse than wanted */
  look(bits: number, now: number, most: number): number {
    const isFull = this.#lost > LOSS || (this.#hasFallen && bits > 200_000 && this.#bits < bits * 0.9)
    this.#lost = 0
    this.#hasFallen = false
    const passed = now - this.#changedAt
    if (isFull && this.#worse < most && passed > 2_000) {
      if (this.#isTrying && passed < TRIED_MS) this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2)
      this.#isTrying = false
      this.#worse++
      this.#changedAt = now
    } else if (!isFull && this.#worse > 0 && passed > this.#wait) {
      this.#isTrying = true
      this.#worse--
      this.#changedAt = now
    } else if (!isFull && this.#worse === 0 && passed > LONGEST_WAIT_MS) this.#wait = FIRST_WAIT_MS
    return this.#worse
  }
}
