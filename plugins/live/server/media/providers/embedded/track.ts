/** What somebody publishes under one source, with its layers, and who takes it. */
import { createHash } from 'node:crypto'
import type { Layer, Source } from '../engine.ts'
import type { Packet } from './rtp.ts'
import { CLOCKS, type Kind, type Section } from './sdp.ts'
import { Stream } from './stream.ts'
import type { Picture } from './vp8.ts'

/** A packet with what was read of it once for all who take it. */
export interface Media extends Packet {
  picture: Picture | null
  /** Loudness of a sound, 0 to 127 below the loudest; null when it is not said. */
  level: number | null
}
export interface Sink {
  take(stream: Stream, media: Media, now: number): void
  /** A number was used up for nothing. */
  skip(stream: Stream, packet: Packet): void
}

/** Without packets for so long it is taken for switched off; a sound may pause for 0.4 s by itself, a picture of a screen that stands still longer. */
const MUTED_MS: Record<Source, number> = { microphone: 1_000, screen_audio: 1_000, camera: 2_000, screen: 5_000 }
/** A picture of fewer in a second stutters. */
const SLOW = 8
const SILENCE = 127

export class Track {
  readonly identity: string
  readonly source: Source
  readonly kind: Kind
  readonly mid: string
  readonly payloadType: number
  /** What browsers keep together: a person's sound and picture, and what they show of their screen. */
  readonly stream: string
  /** Best first. */
  readonly streams: readonly Stream[]
  readonly sinks = new Set<Sink>()
  isMuted = true
  /** 0 to 1, smoothed. */
  loudness = 0
  #loud = 0
  #heard = 0
  #askKeyframe: (stream: Stream) => void

  constructor(identity: string, source: Source, section: Section, askKeyframe: (stream: Stream) => void) {
    this.identity = identity
    this.source = source
    this.kind = section.kind
    this.mid = section.mid
    this.payloadType = section.payloadType
    const name = createHash('sha256').update(identity).digest('hex').slice(0, 20)
    this.stream = source.startsWith('screen') ? `${name}-screen` : name
    const clock = CLOCKS[section.kind]
    this.streams = section.layers.length ? section.layers.map((layer) => new Stream(null, layer, clock)) : [new Stream(section.ssrcs[0] ?? null, null, clock)]
    this.#askKeyframe = askKeyframe
  }

  /** Whether an offer's section still describes it. */
  isOf({ mid, payloadType, layers, ssrcs }: Section): boolean {
    const same = layers.length ? layers.every((layer, at) => this.streams[at]?.layer === layer) : this.streams[0]?.layer === null
    const known = this.streams[0]!.ssrc === null || ssrcs.length === 0 || ssrcs.includes(this.streams[0]!.ssrc)
    return mid === this.mid && payloadType === this.payloadType && this.streams.length === Math.max(1, layers.length) && same && (layers.length > 0 || known)
  }

  forward(stream: Stream, media: Media, now: number): void {
    if (media.level !== null) {
      this.#heard++
      this.#loud += (SILENCE - media.level) / SILENCE
    }
    for (const sink of this.sinks) sink.take(stream, media, now)
  }
  skip(stream: Stream, packet: Packet): void {
    for (const sink of this.sinks) sink.skip(stream, packet)
  }

  /**
   * The best layer from which something comes, not above what is wanted; if there is none, the next above. One that stutters where a smaller one
   * flows, as when the publisher's machine is too slow for all, is passed over.
   */
  best(wanted: Layer, now: number): Stream | null {
    const from = Math.max(
      0,
      this.streams.findIndex(({ layer }) => layer === null || layer === wanted),
    )
    const order = [...this.streams.slice(from), ...this.streams.slice(0, from).reverse()]
    const there = order.filter((stream) => stream.isLive(now))
    const stutters = ({ pace }: Stream, at: number) => pace < SLOW && there.slice(at + 1).some((other) => other.pace > 2 * pace)
    return there.find((stream, at) => !stutters(stream, at)) ?? null
  }
  wantKeyframe(stream: Stream, now: number): void {
    if (this.kind === 'video' && stream.mayAskKeyframe(now)) this.#askKeyframe(stream)
  }

  /** A few times a second. @returns whether it was switched on or off */
  look(now: number): boolean {
    const heard = this.#heard ? this.#loud / this.#heard : 0
    this.loudness += (heard - this.loudness) * (heard > this.loudness ? 0.6 : 0.3)
    this.#loud = this.#heard = 0
    const isMuted = !this.streams.some(({ heardAt }) => now - heardAt < MUTED_MS[this.source])
    if (isMuted === this.isMuted) return false
    this.isMuted = isMuted
    return true
  }
  liveLayers(now: number): Layer[] {
    return this.streams.filter((stream) => stream.isLive(now)).map(({ layer }) => layer ?? 'h')
  }
}
