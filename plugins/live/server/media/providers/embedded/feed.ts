/** A viewer that is no browser: puts packets of a track in order and hands over whole frames with their times, for files and broadcasts. */
import type { RtpHeader } from 'werift'
import type { Layer } from '../engine.ts'
import { Outlet } from './outlet.ts'
import { seqAhead, tsAhead } from './rtp.ts'
import { CLOCKS, type Kind } from './sdp.ts'
import type { Track } from './track.ts'
import { parsePicture } from './vp8.ts'

export interface Frame {
  /** When it is due, in milliseconds of `performance.now()`. */
  at: number
  isKey: boolean
  data: Buffer
}
interface Piece {
  ts: number
  marker: boolean
  payload: Buffer
}

/** A picture that misses a packet for longer goes on with the next that needs none before it. */
const PATIENCE_MS = 500
const MOST_WAITING = 2_000
/** Where timestamps and arrival differ by more, the publisher has paused. */
const APART_MS = 500

/** Turns timestamps into times, by the moment at which they came. */
class Times {
  readonly #clock: number
  #anchor: { ts: number; at: number } | null = null
  #last = -Infinity

  constructor(clock: number) {
    this.#clock = clock
  }
  at(ts: number, now: number): number {
    const anchor = this.#anchor
    let at = anchor ? anchor.at + (tsAhead(anchor.ts, ts) * 1000) / this.#clock : now
    if (!anchor || Math.abs(at - now) > APART_MS) at = now
    at = Math.max(at, this.#last + 1)
    this.#anchor = { ts, at }
    this.#last = at
    return at
  }
}

export class Feed {
  readonly kind: Kind
  readonly #outlet: Outlet
  readonly #onFrame: (frame: Frame) => void
  readonly #times: Times
  readonly #waiting = new Map<number, Piece>()
  #next: number | null = null
  #stuckSince: number | null = null
  #lastAudio: number | null = null
  #pieces: Buffer[] = []
  #isKey = false
  /** Waits for a picture that needs none before it. */
  #needsKey = true

  constructor(kind: Kind, onFrame: (frame: Frame) => void) {
    this.kind = kind
    this.#onFrame = onFrame
    this.#times = new Times(CLOCKS[kind])
    const take = (header: RtpHeader, payload: Buffer) => this.#take(header, payload)
    this.#outlet = new Outlet({ isOpen: true, sendRtp: take }, kind, 0, undefined)
  }

  get track(): Track | null {
    return this.#outlet.track
  }
  connect(track: Track | null): void {
    this.#outlet.connect(track)
    this.#outlet.aim(performance.now())
  }
  /** A few times a second. */
  aim(now: number, layer: Layer = 'h'): void {
    this.#outlet.wanted = layer
    this.#outlet.aim(now)
    if (this.#stuckSince !== null && now - this.#stuckSince > PATIENCE_MS) this.#skip(now)
  }
  /** What follows has to begin with a whole picture. */
  renew(now: number): void {
    this.#needsKey = true
    this.#outlet.refresh(now)
  }

  #take({ sequenceNumber, timestamp: ts, marker }: RtpHeader, payload: Buffer): void {
    const now = performance.now()
    if (this.kind === 'audio') {
      // sound that comes too late is left out
      if (this.#lastAudio !== null && tsAhead(this.#lastAudio, ts) <= 0) return
      this.#lastAudio = ts
      this.#onFrame({ at: this.#times.at(ts, now), isKey: true, data: payload })
      return
    }
    this.#next ??= sequenceNumber
    if (seqAhead(this.#next, sequenceNumber) < 0) return
    this.#waiting.set(sequenceNumber, { ts, marker, payload })
    this.#drain(now)
    if (this.#waiting.size > MOST_WAITING) this.#skip(now)
  }

  #drain(now: number): void {
    for (let piece = this.#waiting.get(this.#next!); piece; piece = this.#waiting.get(this.#next!)) {
      this.#waiting.delete(this.#next!)
      this.#next = (this.#next! + 1) & 0xffff
      this.#join(piece, now)
    }
    this.#stuckSince = this.#waiting.size ? (this.#stuckSince ?? now) : null
  }

  #join({ ts, marker, payload }: Piece, now: number): void {
    const picture = parsePicture(payload)
    if (!picture) return
    if (picture.starts) {
      this.#pieces = []
      this.#isKey = picture.keyframe
    }
    this.#pieces.push(payload.subarray(picture.size))
    if (!marker) return
    const data = Buffer.concat(this.#pieces)
    this.#pieces = []
    if (this.#needsKey && !this.#isKey) return
    this.#needsKey = false
    this.#onFrame({ at: this.#times.at(ts, now), isKey: this.#isKey, data })
  }

  /** Gives up what is missing, and with it the pictures that need it. */
  #skip(now: number): void {
    this.#pieces = []
    this.#needsKey = true
    const from = this.#next!
    const seqs = [...this.#waiting.keys()].sort((a, b) => seqAhead(from, a) - seqAhead(from, b))
    const key = seqs.find((seq) => parsePicture(this.#waiting.get(seq)!.payload)?.keyframe)
    for (const seq of seqs) if (key === undefined || seqAhead(seq, key) > 0) this.#waiting.delete(seq)
    this.#next = key ?? (seqs.length ? (seqs.at(-1)! + 1) & 0xffff : from)
    this.#stuckSince = null
    if (key === undefined) this.#outlet.refresh(now)
    this.#drain(now)
  }
}
