/** What one person receives: the tracks of all others over one link, each in a section that the browser has offered. */
import { LAYERS, type Layer, MediaRefusal, type Source, type SubscribedTrack, type Subscription, type Wish } from '../engine.ts'
import { Downlink } from './downlink.ts'
import { type Certificate, Link } from './link.ts'
import type { Mux } from './mux.ts'
import { Outlet } from './outlet.ts'
import { parseRtcp } from './rtcp.ts'
import { type AnswerSection, type Offer, type Section, writeAnswer } from './sdp.ts'
import type { Track } from './track.ts'

/** Packets that are sent again in a second. */
const MOST_REPEATS = 600
/** Wishes that are remembered; a room has fewer tracks, a browser that lies more. */
const MOST_WISHES = 500
/** Sounds first: a room that is heard is a room. */
const ORDER: Source[] = ['microphone', 'screen_audio', 'screen', 'camera']
const keyOf = (identity: string, source: Source): string => `${source} ${identity}`

export interface ViewingEvents {
  onOpen(): void
  onClose(): void
  /** By how much a publisher's clock is ahead of ours. */
  aheadOf(identity: string): number | null
}

export class Viewing {
  readonly link: Link
  readonly session: string
  readonly #certificate: Certificate
  readonly #mux: Mux
  readonly #events: ViewingEvents
  /** By the name of the section. */
  readonly #outlets = new Map<string, Outlet>()
  readonly #bySsrc = new Map<number, Outlet>()
  readonly #wishes = new Map<string, Layer | 'off'>()
  readonly #downlink = new Downlink()
  #repeats = 0

  constructor(mux: Mux, certificate: Certificate, { session, fingerprint }: Offer, events: ViewingEvents) {
    this.#mux = mux
    this.#certificate = certificate
    this.#events = events
    this.session = session
    this.link = new Link(mux, certificate, fingerprint, {
      onOpen: () => {
        this.aim(performance.now())
        events.onOpen()
      },
      onClose: () => {
        for (const outlet of this.#outlets.values()) outlet.connect(null)
        events.onClose()
      },
      onRtp: () => {},
      onRtcp: (packet) => this.#hear(packet),
    })
  }

  accept(offer: Offer, tracks: Track[]): Subscription {
    if (offer.sections.some(({ sends, receives }) => sends && !receives)) throw new MediaRefusal('bad_offer', 'who receives sends nothing here')
    const sections = offer.sections.filter(({ receives }) => receives)
    for (const [mid, outlet] of this.#outlets) {
      const isWanted = outlet.isFresh || (outlet.track && tracks.includes(outlet.track))
      if (!isWanted || !sections.some((section) => section.mid === mid)) this.#drop(mid, outlet)
    }
    for (const section of sections) if (!this.#outlets.has(section.mid)) this.#open(section)
    const missing = this.#assign(tracks)
    const now = performance.now()
    this.aim(now)
    return { answer: this.#answer(offer), tracks: this.#assigned(), missing }
  }

  /** Each track gets a number of its own: browsers do not show what comes again under one that was switched off. */
  #open({ mid, kind, payloadType, extensions }: Section): void {
    const outlet = new Outlet(this.link, kind, payloadType, kind === 'video' ? extensions.sent : undefined)
    this.#outlets.set(mid, outlet)
    this.#bySsrc.set(outlet.ssrc, outlet)
  }
  #drop(mid: string, outlet: Outlet): void {
    outlet.connect(null)
    this.#outlets.delete(mid)
    this.#bySsrc.delete(outlet.ssrc)
  }

  /** Finds a place for what is new. @returns what found none */
  #assign(tracks: Track[]): Subscription['missing'] {
    const outlets = [...this.#outlets.values()]
    const missing = { audio: 0, video: 0 }
    const waiting = tracks.filter((track) => !outlets.some((outlet) => outlet.track === track))
    for (const track of waiting.sort((a, b) => ORDER.indexOf(a.source) - ORDER.indexOf(b.source))) {
      const free = outlets.find(({ kind, track: other }) => kind === track.kind && !other)
      if (!free) {
        missing[track.kind]++
        continue
      }
      free.connect(track)
      free.wanted = this.#wishes.get(keyOf(track.identity, track.source)) ?? 'h'
    }
    return missing
  }
  /** A track that is over stops at once, whether the browser offers again or not. */
  forget(tracks: Track[]): void {
    for (const outlet of this.#outlets.values()) if (outlet.track && !tracks.includes(outlet.track)) outlet.connect(null)
  }

  #assigned(): SubscribedTrack[] {
    return [...this.#outlets].flatMap(([mid, { track }]) => (track ? [{ mid, identity: track.identity, source: track.source }] : []))
  }

  #answer(offer: Offer): string {
    const sections = offer.sections.map(({ mid }): AnswerSection => {
      const outlet = this.#outlets.get(mid)
      if (!outlet?.track) return { direction: 'inactive' }
      return { direction: 'sendonly', sends: { ssrc: outlet.ssrc, stream: outlet.track.stream, track: `t${outlet.ssrc}` } }
    })
    const spoken = offer.sections.map((section) => {
      const { sent } = section.extensions
      return { ...section, extensions: section.kind === 'video' && sent ? { sent } : {} }
    })
    const { name, password } = this.link
    return writeAnswer(
      { ...offer, sections: spoken },
      { name, password, fingerprint: this.#certificate.fingerprint, candidates: this.#mux.candidates(), sections },
    )
  }

  prefer(wishes: Wish[]): void {
    if (this.#wishes.size > MOST_WISHES) this.#wishes.clear()
    for (const { identity, source, layer } of wishes) this.#wishes.set(keyOf(identity, source), layer)
    for (const outlet of this.#outlets.values()) if (outlet.track) outlet.wanted = this.#wishes.get(keyOf(outlet.track.identity, outlet.track.source)) ?? 'h'
    this.aim(performance.now())
  }

  #hear(bytes: Buffer): void {
    const now = performance.now()
    for (const part of parseRtcp(bytes)) {
      if (part.type === 'bandwidth') this.#downlink.hear(part.bits)
      else if (part.type === 'receiver' || part.type === 'sender') {
        for (const { ssrc, fractionLost } of part.reports) if (this.#bySsrc.get(ssrc)?.kind === 'video') this.#downlink.lose(fractionLost / 256)
      } else if (part.type === 'keyframe') this.#bySsrc.get(part.ssrc)?.refresh(now)
      else if (this.#repeats < MOST_REPEATS) this.#repeats += this.#bySsrc.get(part.ssrc)?.repeat(part.lost) ?? 0
    }
  }

  /** A few times a second. */
  aim(now: number): void {
    for (const outlet of this.#outlets.values()) outlet.aim(now)
  }

  /** Once a second: tells times, and how much the way here bears. */
  report(now: number): void {
    this.#repeats = 0
    const outlets = [...this.#outlets.values()]
    const bits = outlets.reduce((sum, outlet) => sum + outlet.bits, 0)
    const worse = this.#downlink.look(bits, now, LAYERS.length - 1)
    for (const outlet of outlets) outlet.worse = worse
    const wall = performance.timeOrigin + now
    const reports = outlets.flatMap((outlet) => outlet.report(now, wall, outlet.track ? this.#events.aheadOf(outlet.track.identity) : null) ?? [])
    for (let at = 0; at < reports.length; at += 12) this.link.sendRtcp(Buffer.concat(reports.slice(at, at + 12)))
  }
}
