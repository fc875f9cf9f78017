/** What comes under one number from a publisher: a sound, or one layer of a picture. Counted, asked again for what was lost, and asked for key frames. */
import type { Layer } from '../engine.ts'
import { type Packet, seqAhead } from './rtp.ts'
import type { Feedback, ReportBlock } from './rtcp.ts'

/** Past so many lost in a row a key frame is cheaper. */
const MOST_MISSING = 100
const ASK_EVERY_MS = 60
const ASK_TIMES = 8
const KEYFRAME_EVERY_MS = 500
/** How far behind a packet may come; each number is taken once. */
const WINDOW = 2_048
/** A layer that was silent for so long does not count as there. */
const LIVE_MS = 1_500
/** How much of each second the pace takes on: one that stutters is left soon, and not for a single hiccup. */
const PACE_CHANGE = 0.4

interface Missing {
  tries: number
  askAt: number
}

export class Stream {
  /** Null until the first packet, for layers. */
  ssrc: number | null
  readonly layer: Layer | null
  readonly #clock: number
  heardAt = -Infinity
  bits = 0
  /** Pictures in a second, smoothed. */
  pace = 0
  #bytes = 0
  #pictures = 0
  #first = -1
  #highest = 0
  #cycles = 0
  #received = 0
  #expectedBefore = 0
  #receivedBefore = 0
  #jitter = 0
  #transit = 0
  #keyframeAskedAt = -Infinity
  readonly #seen = new Uint8Array(WINDOW)
  readonly #missing = new Map<number, Missing>()
  /** What the publisher says about its clock. */
  said: { ntpMs: number; ts: number; compact: number; at: number } | null = null

  constructor(ssrc: number | null, layer: Layer | null, clock: number) {
    this.ssrc = ssrc
    this.layer = layer
    this.#clock = clock
  }

  isLive(now: number): boolean {
    return now - this.heardAt < LIVE_MS
  }

  /**
   * @param watchLoss whether what is lost is asked for again
   * @returns false for what came before, or comes far too late
   */
  count({ ssrc, seq, ts, payload, marker }: Packet, now: number, watchLoss: boolean): boolean {
    if (ssrc !== this.ssrc || this.#first < 0) this.#begin(ssrc, seq)
    const ahead = seqAhead(this.#highest, seq)
    if (ahead > 0) {
      for (let step = 1; step <= Math.min(ahead, WINDOW); step++) this.#seen[(this.#highest + step) % WINDOW] = 0
    } else if (ahead <= -WINDOW || this.#seen[seq % WINDOW]) return false
    this.#seen[seq % WINDOW] = 1
    this.heardAt = now
    this.#received++
    this.#bytes += payload.length
    if (marker) this.#pictures++
    const transit = (now * this.#clock) / 1000 - ts
    const change = Math.abs(transit - this.#transit)
    // a clock that jumps, or turns over, says nothing
    if (change < this.#clock) this.#jitter += (change - this.#jitter) / 16
    this.#transit = transit
    if (ahead > 0) {
      if (watchLoss && ahead > 1) this.#lose(ahead, now)
      if (seq < this.#highest) this.#cycles += 0x10000
      this.#highest = seq
    } else this.#missing.delete(seq)
    return true
  }

  #begin(ssrc: number, seq: number): void {
    this.ssrc = ssrc
    this.#first = seq
    this.#highest = (seq - 1) & 0xffff
    this.#cycles = seq === 0 ? -0x10000 : 0
    this.#received = this.#expectedBefore = this.#receivedBefore = 0
    this.#missing.clear()
    this.#seen.fill(0)
    this.said = null
  }

  #lose(ahead: number, now: number): void {
    const isTooMuch = ahead > MOST_MISSING || this.#missing.size > MOST_MISSING
    if (isTooMuch) this.#missing.clear()
    // out of order is not lost: wait a moment
    else for (let step = 1; step < ahead; step++) this.#missing.set((this.#highest + step) & 0xffff, { tries: 0, askAt: now + 10 })
  }

  get isMissing(): boolean {
    return this.#missing.size > 0
  }
  /** Numbers to ask for now. */
  toAsk(now: number): number[] {
    const numbers: number[] = []
    for (const [seq, missing] of this.#missing) {
      if (missing.askAt > now) continue
      if (missing.tries >= ASK_TIMES) {
        this.#missing.delete(seq)
        continue
      }
      missing.tries++
      missing.askAt = now + ASK_EVERY_MS
      numbers.push(seq)
    }
    return numbers
  }

  /** Whether a key frame may be asked for now; says yes once in a while. */
  mayAskKeyframe(now: number): boolean {
    if (this.ssrc === null || now - this.#keyframeAskedAt < KEYFRAME_EVERY_MS) return false
    this.#keyframeAskedAt = now
    return true
  }

  hear({ ntpMs, ts, compact }: Extract<Feedback, { type: 'sender' }>, now: number): void {
    this.said = { ntpMs, ts, compact, at: now }
  }

  /** Once a second. @param ms since the last time */
  measure(ms: number): void {
    this.bits = (this.#bytes * 8000) / ms
    this.#bytes = 0
    this.pace += ((this.#pictures * 1000) / ms - this.pace) * PACE_CHANGE
    this.#pictures = 0
  }

  /** Null before the first packet. */
  report(now: number): ReportBlock | null {
    if (this.ssrc === null || this.#first < 0) return null
    const highest = this.#cycles + this.#highest
    const expected = highest - this.#first + 1
    const expectedNow = expected - this.#expectedBefore
    const lostNow = expectedNow - (this.#received - this.#receivedBefore)
    this.#expectedBefore = expected
    this.#receivedBefore = this.#received
    return {
      ssrc: this.ssrc,
      fractionLost: expectedNow > 0 && lostNow > 0 ? Math.min(255, Math.floor((lostNow * 256) / expectedNow)) : 0,
      lost: expected - this.#received,
      highest: highest >>> 0,
      jitter: this.#jitter >>> 0,
      lastReport: this.said?.compact ?? 0,
      delay: this.said ? Math.round(((now - this.said.at) * 65536) / 1000) : 0,
    }
  }
}
