/** One track on its way to one viewer: own numbers, the layer that fits, switched where a picture begins anew, and the last packets kept for those who missed some. */
import { randomBytes } from 'node:crypto'
import { RtpHeader } from 'werift'
import { LAYERS, type Layer } from '../engine.ts'
import type { Link } from './link.ts'
import { writeName, writeSender } from './rtcp.ts'
import { type Packet, seqAhead } from './rtp.ts'
import { CLOCKS, type Kind } from './sdp.ts'
import type { Stream } from './stream.ts'
import type { Media, Sink, Track } from './track.ts'
import { renumbered } from './vp8.ts'

/** Packets kept, about a second of a large picture. */
const KEPT = 512
/** How late a packet of the round before may be. */
const MOST_LATE = 90
const SILENCE = 127
/** Of silence every 20th packet goes on, which is what browsers do themselves when they may. */
const SILENT_EVERY = 20
/** Silence begins after so many silent packets. */
const SILENT_AFTER = 25

/** Repeated as it was, bit for bit: the cipher is broken by two packets of one number. */
interface Kept {
  seq: number
  ts: number
  marker: boolean
  payload: Buffer
  sent: number
}
/** Numbers before this one are moved by less. */
interface Skip {
  seq: number
  by: number
}
const MOST_SKIPS = 16

export class Outlet implements Sink {
  readonly kind: Kind
  readonly ssrc = randomBytes(4).readUInt32BE(0)
  readonly #link: Pick<Link, 'isOpen' | 'sendRtp'>
  readonly #header: RtpHeader
  readonly #sent: Buffer | null
  readonly #clock: number
  #track: Track | null = null
  #stream: Stream | null = null
  #target: Stream | null = null
  wanted: Layer | 'off' = 'h'
  /** What goes out by this link at most, 0 for the best. */
  worse = 0
  #from = 0
  #seqBy = 0
  #skips: Skip[] = []
  #tsBy = 0
  #idBy = 0
  #tl0By = 0
  #last = { seq: randomBytes(2).readUInt16BE(0), ts: randomBytes(4).readUInt32BE(0), at: 0, id: 0, tl0: 0 }
  #hasBegun = false
  #isFresh = true
  #silent = 0
  #packets = 0
  #octets = 0
  #kept: (Kept | undefined)[] = []

  /** @param sentId under which the time of sending is told, if the viewer wants it */
  constructor(link: Pick<Link, 'isOpen' | 'sendRtp'>, kind: Kind, payloadType: number, sentId: number | undefined) {
    this.#link = link
    this.kind = kind
    this.#clock = CLOCKS[kind]
    this.#sent = sentId ? Buffer.alloc(3) : null
    const extensions = sentId && this.#sent ? [{ id: sentId, payload: this.#sent }] : []
    this.#header = new RtpHeader({ ssrc: this.ssrc, payloadType, extensions, extension: extensions.length > 0 })
  }

  get track(): Track | null {
    return this.#track
  }
  /** Whether no track was ever sent by it. */
  get isFresh(): boolean {
    return this.#isFresh
  }
  get bits(): number {
    return this.#stream?.bits ?? 0
  }
  connect(track: Track | null): void {
    this.#track?.sinks.delete(this)
    this.#track = track
    this.#isFresh &&= track === null
    this.#stream = this.#target = null
    track?.sinks.add(this)
  }

  /** Chooses the layer; called when wishes change and a few times a second. */
  aim(now: number): void {
    const track = this.#track
    if (!track || this.wanted === 'off' || !this.#link.isOpen) {
      this.#stream = this.#target = null
      return
    }
    const at = Math.min(LAYERS.length - 1, LAYERS.indexOf(this.wanted) + (track.source === 'camera' ? this.worse : 0))
    const best = track.best(LAYERS[at]!, now)
    if (best) this.#target = best
    if (this.#target && this.#target !== this.#stream) track.wantKeyframe(this.#target, now)
  }

  take(stream: Stream, media: Media, now: number): void {
    if (!this.#link.isOpen || this.wanted === 'off') return
    if (stream !== this.#stream) {
      if (!this.#target && this.kind === 'audio') this.#target = stream
      if (stream !== this.#target || (media.picture && !media.picture.keyframe)) return
      this.#switchTo(stream, media, now)
    }
    // what is older than the beginning belongs to nothing that the viewer has
    if (seqAhead(this.#from, media.seq) < 0) return
    if (this.#isIdle(media)) this.skip(stream, media)
    else this.#send(media, now)
  }

  skip(stream: Stream, { seq }: Packet): void {
    if (stream !== this.#stream || seqAhead(this.#last.seq, (seq + this.#seqBy) & 0xffff) <= 0) return
    this.#skips.push({ seq, by: this.#seqBy-- })
    // what comes later than that is lost, as its number may be another's by now
    if (this.#skips.length > MOST_SKIPS) this.#from = this.#skips.shift()!.seq
  }
  #numberOf(seq: number): number {
    for (const skip of this.#skips) if (seqAhead(skip.seq, seq) < 0) return (seq + skip.by) & 0xffff
    return (seq + this.#seqBy) & 0xffff
  }

  /** Silence that may be left out. */
  #isIdle({ level }: Media): boolean {
    if (level === null || level < SILENCE) {
      this.#silent = 0
      return false
    }
    this.#silent++
    return this.#silent > SILENT_AFTER && this.#silent % SILENT_EVERY > 0
  }

  #switchTo(stream: Stream, { seq, ts, picture }: Media, now: number): void {
    this.#stream = stream
    this.#from = seq
    this.#skips = []
    const last = this.#last
    const passed = this.#hasBegun ? Math.max(1, Math.round(((now - last.at) * this.#clock) / 1000)) : 0
    this.#seqBy = last.seq + 1 - seq
    this.#tsBy = last.ts + passed - ts
    if (picture) {
      this.#idBy = last.id + 1 - picture.id
      this.#tl0By = last.tl0 + 1 - picture.tl0
    }
    this.#hasBegun = true
  }

  #send({ seq, ts, marker, payload, picture }: Media, now: number): void {
    // seconds with 18 places behind the point, of which 24 bits are said
    const sent = Math.floor((now / 1000) * 2 ** 18) & 0xffffff
    const kept: Kept = { seq: this.#numberOf(seq), ts: (ts + this.#tsBy) >>> 0, marker, payload, sent }
    const last = this.#last
    const isNewest = seqAhead(last.seq, kept.seq) > 0
    if (picture) {
      const id = (picture.id + this.#idBy) & (picture.isLong || !picture.idAt ? 0x7fff : 0x7f)
      const tl0 = (picture.tl0 + this.#tl0By) & 0xff
      kept.payload = renumbered(payload, picture, id, tl0)
      this.#kept[kept.seq % KEPT] = kept
      if (isNewest) {
        last.id = id
        last.tl0 = tl0
      }
    }
    if (isNewest) {
      last.seq = kept.seq
      last.ts = kept.ts
      last.at = now
    }
    this.#packets++
    this.#octets += payload.length
    this.#write(kept)
  }

  #write({ seq, ts, marker, payload, sent }: Kept): void {
    // numbers begin anew after 65,535: the cipher tells which round one that is long past belongs to by what came last
    if (seq > this.#last.seq && seqAhead(this.#last.seq, seq) < -MOST_LATE) return
    const header = this.#header
    header.sequenceNumber = seq
    header.timestamp = ts
    header.marker = marker
    this.#sent?.writeUIntBE(sent, 0, 3)
    this.#link.sendRtp(header, payload)
  }

  /** The viewer has lost the picture. */
  refresh(now: number): void {
    if (this.#stream) this.#track?.wantKeyframe(this.#stream, now)
  }
  /** Again what the viewer has missed. @returns how many */
  repeat(lost: number[]): number {
    const found = lost.flatMap((seq) => this.#kept[seq % KEPT] ?? []).filter(({ seq }) => lost.includes(seq))
    for (const kept of found) this.#write(kept)
    return found.length
  }

  /**
   * Tells the viewer which time its timestamps mean, so that sound and picture of one publisher stay together.
   * @param wall now, in milliseconds since 1970
   * @param ahead of the publisher's clock before ours
   */
  report(now: number, wall: number, ahead: number | null): Buffer | null {
    if (!this.#hasBegun || !this.#stream) return null
    const { said } = this.#stream
    const ts =
      said && ahead !== null
        ? said.ts + this.#tsBy + ((wall + ahead - said.ntpMs) * this.#clock) / 1000
        : this.#last.ts + ((now - this.#last.at) * this.#clock) / 1000
    const report = writeSender(this.ssrc, wall, Math.round(ts) >>> 0, this.#packets, this.#octets)
    return Buffer.concat([report, writeName(this.ssrc, this.#track?.stream ?? '')])
  }
}
