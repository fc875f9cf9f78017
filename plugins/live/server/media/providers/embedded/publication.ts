/** What one person sends: reads the packets once, and hands them to everybody who takes them. */
import { MediaRefusal, type SectionSources, type Source } from '../engine.ts'
import { type Certificate, Link } from './link.ts'
import type { Mux } from './mux.ts'
import { parseRtcp, writeBandwidth, writeKeyframeRequest, writeNack, writeReceiver } from './rtcp.ts'
import { extensionOf, type Packet, parseRtp } from './rtp.ts'
import { type AnswerSection, type Extension, type Offer, type Section, writeAnswer } from './sdp.ts'
import type { Stream } from './stream.ts'
import { Track } from './track.ts'
import { Uplink } from './uplink.ts'
import { parsePicture } from './vp8.ts'

/** Which sources a section may be, in the order of those that do not say it. */
const ORDER = { audio: ['microphone', 'screen_audio'], video: ['camera', 'screen'] } as const
/** What browsers are asked to make of a sound: pauses are not sent; what plays on a screen is music. */
const FORMATS: Partial<Record<Source, string>> = { microphone: 'usedtx=1', screen_audio: 'stereo=1;sprop-stereo=1;maxaveragebitrate=96000' }
/** Bits a second. */
const MOST: Record<Source, number> = { microphone: 40_000, camera: 2_000_000, screen: 2_500_000, screen_audio: 96_000 }
/** What one person may send in a second, far more than browsers do: the rest is dropped, so that nobody's flood is everybody's. */
const MOST_PACKETS = 2_500
const MOST_BYTES = 2_000_000
/** Reports to the browser come from nobody in particular. */
const OWN = 1

export interface PublicationEvents {
  onOpen(): void
  onTracks(): void
  onClose(hadTracks: boolean): void
}

function sourcesOf({ sections }: Offer, said: SectionSources | undefined): (Source | null)[] {
  const seen = { audio: 0, video: 0 }
  const sources = sections.map(({ kind, mid, sends }): Source | null => {
    const source = said && Object.keys(said).length > 0 ? said[mid] : ORDER[kind][seen[kind]++]
    if (source && !(ORDER[kind] as readonly Source[]).includes(source)) refuse(`no ${source} is ${kind}`)
    return source ?? (sends ? refuse('nobody knows what it is') : null)
  })
  const live = sources.filter((source, at) => source && sections[at]!.sends)
  return new Set(live).size < live.length ? refuse('two of one source') : sources
}
const refuse = (why: string): never => {
  throw new MediaRefusal('bad_offer', why)
}

export class Publication {
  readonly tracks = new Map<Source, Track>()
  readonly link: Link
  readonly session: string
  readonly #identity: string
  readonly #certificate: Certificate
  readonly #mux: Mux
  readonly #events: PublicationEvents
  readonly #bySsrc = new Map<number, { track: Track; stream: Stream }>()
  #ids: Partial<Record<Extension, number>> = {}
  #packets = 0
  #bytes = 0
  readonly #uplink = new Uplink()
  /** By how much the publisher's clock is ahead of ours, the packets' way aside. */
  ahead: number | null = null

  constructor(mux: Mux, certificate: Certificate, identity: string, { session, fingerprint }: Offer, events: PublicationEvents) {
    this.#mux = mux
    this.#certificate = certificate
    this.#identity = identity
    this.#events = events
    this.session = session
    this.link = new Link(mux, certificate, fingerprint, {
      onOpen: () => events.onOpen(),
      onClose: () => {
        const hadTracks = this.tracks.size > 0
        for (const source of [...this.tracks.keys()]) this.#stop(source)
        events.onClose(hadTracks)
      },
      onRtp: (packet) => this.#take(packet),
      onRtcp: (packet) => this.#hear(packet),
    })
  }

  /** @returns the answer; tracks begin and stop as the offer says. @throws MediaRefusal before anything has changed */
  accept(offer: Offer, said: SectionSources | undefined, isAllowed: (source: Source) => boolean): string {
    const sources = sourcesOf(offer, said)
    if (offer.sections.filter(({ layers }) => layers.length > 0).length > 1) refuse('layers are for the camera')
    offer.sections.forEach((section, at) => {
      if (section.sends && !isAllowed(sources[at]!)) throw new MediaRefusal('forbidden', sources[at]!)
      if (section.sends && section.layers.length && section.extensions.rid === undefined) refuse('layers without names')
    })
    const before = [...this.tracks.values()]
    this.#ids = Object.assign({}, ...offer.sections.map(({ extensions }) => extensions))
    const sent = new Map(offer.sections.flatMap((section, at) => (section.sends ? [[sources[at]!, section] as const] : [])))
    for (const [source, track] of [...this.tracks]) {
      const section = sent.get(source)
      if (!section || !track.isOf(section)) this.#stop(source)
    }
    for (const [source, section] of sent) if (!this.tracks.has(source)) this.#begin(source, section)
    const after = [...this.tracks.values()]
    if (before.length > 0 && (before.length !== after.length || after.some((track) => !before.includes(track)))) this.#events.onTracks()
    return this.#answer(offer, sources)
  }

  #answer(offer: Offer, sources: (Source | null)[]): string {
    const withFormat = offer.sections.map((section, at) => {
      const source = sources[at]
      const more = source && FORMATS[source]
      return more ? { ...section, format: [section.format, more].filter(Boolean).join(';') } : section
    })
    const sections = offer.sections.map(({ sends }): AnswerSection => ({ direction: sends ? 'recvonly' : 'inactive' }))
    const { name, password } = this.link
    return writeAnswer(
      { ...offer, sections: withFormat },
      { name, password, fingerprint: this.#certificate.fingerprint, candidates: this.#mux.candidates(), sections },
    )
  }

  /** Stops what is no longer allowed, whatever the browser goes on sending. */
  restrict(isAllowed: (source: Source) => boolean): void {
    const stopped = [...this.tracks.keys()].filter((source) => !isAllowed(source))
    for (const source of stopped) this.#stop(source)
    if (stopped.length) this.#events.onTracks()
  }

  #begin(source: Source, section: Section): void {
    const track = new Track(this.#identity, source, section, ({ ssrc }) => this.link.sendRtcp(writeKeyframeRequest(OWN, ssrc!)))
    this.tracks.set(source, track)
    if (section.layers.length) return
    const stream = track.streams[0]!
    if (stream.ssrc !== null) this.#bySsrc.set(stream.ssrc, { track, stream })
  }
  #stop(source: Source): void {
    const track = this.tracks.get(source)
    if (!track) return
    this.tracks.delete(source)
    for (const [ssrc, found] of this.#bySsrc) if (found.track === track) this.#bySsrc.delete(ssrc)
  }

  /** Layers, and what had no number in the offer, say in their packets what they are. */
  #adopt(packet: Packet): { track: Track; stream: Stream } | null {
    const rid = extensionOf(packet, this.#ids.rid)?.toString('latin1')
    const mid = extensionOf(packet, this.#ids.mid)?.toString('latin1')
    for (const track of this.tracks.values()) {
      const stream = track.streams.find(({ layer }) => (layer === null ? rid === undefined && mid === track.mid : layer === rid))
      if (!stream || packet.type !== track.payloadType) continue
      if (stream.ssrc !== null) this.#bySsrc.delete(stream.ssrc)
      const found = { track, stream }
      this.#bySsrc.set(packet.ssrc, found)
      return found
    }
    return null
  }

  #take(bytes: Buffer): void {
    const packet = parseRtp(bytes)
    this.#bytes += bytes.length
    if (!packet || ++this.#packets > MOST_PACKETS || this.#bytes > MOST_BYTES) return
    const { track, stream } = this.#bySsrc.get(packet.ssrc) ?? this.#adopt(packet) ?? {}
    if (!track || !stream || packet.type !== track.payloadType) return
    const now = performance.now()
    const isVideo = track.kind === 'video'
    if (!stream.count(packet, now, isVideo)) return
    const sent = extensionOf(packet, this.#ids.sent)
    if (sent?.length === 3) this.#uplink.note(sent.readUIntBE(0, 3), now, bytes.length)
    const picture = isVideo ? parsePicture(packet.payload) : null
    // what only fills the line is not forwarded
    if (packet.payload.length === 0 || (isVideo && !picture)) track.skip(stream, packet)
    else {
      const level = isVideo ? undefined : extensionOf(packet, this.#ids.level)?.[0]
      track.forward(stream, { ...packet, picture, level: level === undefined ? null : level & 127 }, now)
    }
  }

  #hear(bytes: Buffer): void {
    const now = performance.now()
    for (const part of parseRtcp(bytes)) {
      if (part.type !== 'sender') continue
      this.#bySsrc.get(part.ssrc)?.stream.hear(part, now)
      const ahead = part.ntpMs - (performance.timeOrigin + now)
      // the shortest way tells the difference of the clocks best
      if (this.ahead === null || ahead > this.ahead) this.ahead = ahead
    }
  }

  *#streams(): Iterable<Stream> {
    for (const { streams } of this.tracks.values()) yield* streams
  }

  /** Often: asks again for packets that are missing. */
  ask(now: number): void {
    for (const stream of this.#streams()) {
      const lost = stream.isMissing ? stream.toAsk(now) : []
      if (lost.length && stream.ssrc !== null) this.link.sendRtcp(writeNack(OWN, stream.ssrc, lost))
    }
  }

  /** Once a second: tells the browser what came, and how much may come. */
  report(now: number, ms: number): void {
    this.#packets = this.#bytes = 0
    const streams = [...this.#streams()]
    for (const stream of streams) stream.measure(ms)
    const blocks = streams.flatMap((stream) => stream.report(now) ?? [])
    const pictures = [...this.tracks.values()].filter(({ kind }) => kind === 'video').flatMap((track) => track.streams.flatMap(({ ssrc }) => ssrc ?? []))
    const most = [...this.tracks.keys()].reduce((sum, source) => sum + MOST[source], 0)
    const allowed = this.#uplink.allow(most, ms)
    const parts = [writeReceiver(OWN, blocks), ...(pictures.length ? [writeBandwidth(OWN, allowed, pictures)] : [])]
    this.link.sendRtcp(Buffer.concat(parts))
  }
}
