/** A browser in a room: publishes microphone, camera and screen, receives everybody else, and comes back by itself when the way there breaks. */
import { Half } from './half.ts'

export type Source = 'microphone' | 'camera' | 'screen' | 'screen_audio'
export type Layer = 'h' | 'm' | 'l'
export interface Wish {
  identity: string
  source: Source
  layer: Layer | 'off'
}
/** The way to the engine, through the plugin's routes. */
export interface Signal {
  publish(offer: string, sources: Record<string, Source>): Promise<string>
  subscribe(offer: string): Promise<{
    answer: string
    tracks: { mid: string; identity: string; source: Source }[]
    missing: { audio: number; video: number }
  }>
  prefer(wishes: Wish[]): Promise<void>
}
export type RoomClientState = 'connecting' | 'connected' | 'reconnecting' | 'failed'
export interface RoomClientOptions {
  signal: Signal
  iceServers: RTCIceServer[]
  /** Also when the same person's track comes over a new connection: show the new one. */
  onTrack(identity: string, source: Source, track: MediaStreamTrack): void
  onGone(identity: string, source: Source): void
  onState(state: RoomClientState): void
  /** A device was taken away, or the browser's own button ended a screen. */
  onEnded?(source: Source): void
  /** Publishing is over: the engine no longer lets it. */
  onRefused?(error: unknown): void
  /** Whether an error of the signal says that trying again is pointless. */
  isFinal(error: unknown): boolean
}
export interface TrackStats {
  identity: string | null
  source: Source
  bitsPerSecond: number
  packetsLost: number
  frames: number
  width: number
  height: number
  /** Grows while something is heard. */
  audioEnergy: number
}

const KINDS = { microphone: 'audio', camera: 'video', screen: 'video', screen_audio: 'audio' } as const
/** Layers by the height of the picture: browsers leave the last ones out of a picture that is too small for them. They spend bandwidth from small to large. */
const CAMERA: [least: number, RTCRtpEncodingParameters[]][] = [
  [
    540,
    [
      { rid: 'l', scaleResolutionDownBy: 4, maxBitrate: 130_000 },
      { rid: 'm', scaleResolutionDownBy: 2, maxBitrate: 450_000 },
      { rid: 'h', scaleResolutionDownBy: 1, maxBitrate: 1_300_000 },
    ],
  ],
  [
    270,
    [
      { rid: 'l', scaleResolutionDownBy: 2, maxBitrate: 150_000 },
      { rid: 'h', scaleResolutionDownBy: 1, maxBitrate: 600_000 },
    ],
  ],
  [0, [{ maxBitrate: 300_000 }]],
]
const SCREEN: RTCRtpEncodingParameters[] = [{ maxBitrate: 2_500_000, maxFramerate: 15 }]
/** Heights in pixels up to which a layer is enough. */
const ENOUGH: [Layer, number][] = [
  ['l', 200],
  ['m', 420],
]
const NOTHING = { bitsPerSecond: 0, packetsLost: 0, frames: 0, width: 0, height: 0, audioEnergy: 0 }
const PREFER_MS = 250
/** Places for tracks that are offered from the start. */
const PLACES = 4
/** More than that are not answered. */
const MOST_PLACES = 40

interface Sent {
  track: MediaStreamTrack
  transceiver: RTCRtpTransceiver | null
  isMuted: boolean
}
function encodingsOf(source: Source, track: MediaStreamTrack): { sendEncodings?: RTCRtpEncodingParameters[] } {
  if (source === 'screen') return { sendEncodings: SCREEN }
  if (source !== 'camera') return {}
  const { height = 720 } = track.getSettings()
  return { sendEncodings: CAMERA.find(([least]) => height >= least)![1] }
}
const keyOf = (identity: string, source: Source): string => `${source} ${identity}`

/** Only what the engine speaks is offered, so that an offer with many tracks stays small. */
function limitCodecs(transceiver: RTCRtpTransceiver, kind: 'audio' | 'video'): void {
  const codecs = RTCRtpReceiver.getCapabilities(kind)?.codecs.filter(({ mimeType }) => /^(audio\/opus|video\/vp8)$/i.test(mimeType))
  if (codecs?.length && 'setCodecPreferences' in transceiver) transceiver.setCodecPreferences(codecs)
}

export class RoomClient {
  readonly #options: RoomClientOptions
  readonly #sending: Half
  readonly #receiving: Half
  readonly #sent = new Map<Source, Sent>()
  /** What is received, by section. */
  #places = new Map<string, { identity: string; source: Source; track: MediaStreamTrack }>()
  /** How many sections are offered. */
  #wanted = { audio: PLACES, video: PLACES }
  readonly #wishes = new Map<string, Wish>()
  #unsaid = new Map<string, Wish>()
  #saying: ReturnType<typeof setTimeout> | undefined
  #state: RoomClientState | null = null
  #before = new Map<string, { bytes: number; at: number }>()

  constructor(options: RoomClientOptions) {
    this.#options = options
    const { iceServers, isFinal } = options
    const onState = () => this.#tellState()
    this.#sending = new Half({
      iceServers,
      isFinal,
      onState,
      prepare: (pc) => this.#prepareSending(pc),
      exchange: (offer) => options.signal.publish(offer, this.#sources()),
      onSettled: () => {},
    })
    this.#receiving = new Half({
      iceServers,
      isFinal,
      onState,
      prepare: (pc) => this.#prepareReceiving(pc),
      exchange: (offer, pc) => this.#subscribe(offer, pc),
      onSettled: (pc, isNew) => this.#settle(pc, isNew),
    })
  }

  /** Begins to receive. */
  join(): void {
    addEventListener('online', this.#hurry)
    void this.#receiving.offer()
    this.#tellState()
  }
  leave(): void {
    removeEventListener('online', this.#hurry)
    clearTimeout(this.#saying)
    for (const { track } of this.#sent.values()) track.onended = null
    this.#sent.clear()
    this.#sending.close()
    this.#receiving.close()
    for (const { identity, source } of this.#places.values()) this.#options.onGone(identity, source)
    this.#places.clear()
  }
  /** Somebody has begun or stopped to publish. */
  tracksChanged(): void {
    void this.#receiving.offer()
  }
  /** Makes connections anew at once: for whoever hears that the engine died, or (of those that send) that their own rights have changed. */
  reconnect(which: 'all' | 'sending' = 'all'): void {
    this.#sending.restart()
    if (which === 'all') this.#receiving.restart()
  }
  readonly #hurry = () => {
    this.#sending.hurry()
    this.#receiving.hurry()
  }

  #tellState(): void {
    if (this.#sending.state === 'failed') {
      this.#giveUpSending()
      return
    }
    const { state: receiving } = this.#receiving
    if (receiving === 'idle') return
    const isBroken = receiving === 'broken' || this.#sending.state === 'broken'
    const state = receiving === 'failed' ? 'failed' : isBroken ? 'reconnecting' : receiving
    if (state === this.#state) return
    this.#state = state
    this.#options.onState(state)
  }
  #giveUpSending(): void {
    const { error } = this.#sending
    for (const { track } of this.#sent.values()) track.onended = null
    this.#sent.clear()
    this.#sending.close()
    this.#options.onRefused?.(error)
  }

  /** Publishes a track, or puts another in its place (another device) without anybody noticing. */
  async publish(source: Source, track: MediaStreamTrack): Promise<void> {
    if (source === 'screen') track.contentHint = 'detail'
    track.onended = () => {
      void this.unpublish(source)
      this.#options.onEnded?.(source)
    }
    const sent = this.#sent.get(source)
    if (sent) {
      sent.track.onended = null
      sent.track = track
      if (!sent.isMuted) await this.#live(sent)?.sender.replaceTrack(track)
      return
    }
    this.#sent.set(source, { track, transceiver: null, isMuted: false })
    await this.#sending.offer()
  }
  async unpublish(source: Source): Promise<void> {
    const sent = this.#sent.get(source)
    if (!sent) return
    this.#sent.delete(source)
    sent.track.onended = null
    // a section that is only switched off forgets its layers
    this.#live(sent)?.stop()
    if (this.#sent.size === 0) this.#sending.close()
    else await this.#sending.offer()
  }
  /** Muted, nothing is sent at all; the device stays on until its track is stopped. */
  async mute(source: Source, isMuted: boolean): Promise<void> {
    const sent = this.#sent.get(source)
    if (!sent || sent.isMuted === isMuted) return
    sent.isMuted = isMuted
    await this.#live(sent)?.sender.replaceTrack(isMuted ? null : sent.track)
  }
  /** Null while the connection is being made anew, which takes everything as it is by then. */
  #live({ transceiver }: Sent): RTCRtpTransceiver | null {
    return transceiver && this.#sending.pc?.getTransceivers().includes(transceiver) ? transceiver : null
  }

  #prepareSending(pc: RTCPeerConnection): void {
    const own = pc.getTransceivers()
    for (const [source, sent] of this.#sent) {
      if (sent.transceiver && own.includes(sent.transceiver)) continue
      // who is muted comes back muted from the first packet on
      const what = sent.isMuted ? KINDS[source] : sent.track
      sent.transceiver = pc.addTransceiver(what, { direction: 'sendonly', ...encodingsOf(source, sent.track) })
      limitCodecs(sent.transceiver, KINDS[source])
    }
  }
  #sources(): Record<string, Source> {
    return Object.fromEntries([...this.#sent].flatMap(([source, { transceiver }]) => (transceiver?.mid ? [[transceiver.mid, source]] : [])))
  }

  #prepareReceiving(pc: RTCPeerConnection): void {
    for (const kind of ['audio', 'video'] as const) {
      const have = pc.getTransceivers().filter(({ receiver }) => receiver.track.kind === kind).length
      for (let more = this.#wanted[kind] - have; more > 0; more--) limitCodecs(pc.addTransceiver(kind, { direction: 'recvonly' }), kind)
    }
  }
  #told: { mid: string; identity: string; source: Source }[] = []
  async #subscribe(offer: string, pc: RTCPeerConnection): Promise<string> {
    const { answer, tracks, missing } = await this.#options.signal.subscribe(offer)
    if (this.#receiving.pc !== pc) return answer
    this.#told = tracks
    const wanted = { audio: this.#wanted.audio + missing.audio, video: this.#wanted.video + missing.video }
    if (missing.audio + missing.video > 0 && wanted.audio + wanted.video <= MOST_PLACES) {
      this.#wanted = wanted
      this.tracksChanged()
    }
    return answer
  }
  #settle(pc: RTCPeerConnection, isNew: boolean): void {
    const before = this.#places
    const transceivers = new Map(pc.getTransceivers().map((transceiver) => [transceiver.mid, transceiver]))
    this.#places = new Map(
      this.#told.flatMap(({ mid, identity, source }) => {
        const track = transceivers.get(mid)?.receiver.track
        return track ? [[mid, { identity, source, track }]] : []
      }),
    )
    const places = [...this.#places.values()]
    for (const { identity, source } of before.values()) {
      if (!places.some((place) => place.identity === identity && place.source === source)) this.#options.onGone(identity, source)
    }
    const old = [...before.values()]
    for (const { identity, source, track } of places) {
      const same = old.find((place) => place.identity === identity && place.source === source)
      if (same?.track !== track) this.#options.onTrack(identity, source, track)
    }
    if (isNew) {
      this.#unsaid = new Map(this.#wishes)
      void this.#say()
    }
  }

  /** How large something is shown. @param pixels height on the screen, 0 while it is not seen */
  seen(identity: string, source: Source, pixels: number): void {
    const layer = pixels === 0 ? 'off' : (ENOUGH.find(([, most]) => pixels <= most)?.[0] ?? 'h')
    const key = keyOf(identity, source)
    if (this.#wishes.get(key)?.layer === layer) return
    const wish = { identity, source, layer } as const
    this.#wishes.set(key, wish)
    this.#unsaid.set(key, wish)
    this.#saying ??= setTimeout(() => void this.#say(), PREFER_MS)
  }
  async #say(): Promise<void> {
    clearTimeout(this.#saying)
    this.#saying = undefined
    const wishes = [...this.#unsaid.values()]
    this.#unsaid.clear()
    if (wishes.length === 0) return
    try {
      await this.#options.signal.prefer(wishes)
    } catch {
      // said again with the next change, or over the next connection
      for (const wish of wishes) this.#unsaid.set(keyOf(wish.identity, wish.source), wish)
    }
  }

  async stats(): Promise<TrackStats[]> {
    const sent = [...this.#sent].flatMap(([source, { transceiver }]) => (transceiver?.mid ? [[transceiver.mid, { identity: null, source }] as const] : []))
    const both = await Promise.all([this.#read(this.#sending.pc, 'outbound-rtp', new Map(sent)), this.#read(this.#receiving.pc, 'inbound-rtp', this.#places)])
    return both.flat()
  }
  async #read(pc: RTCPeerConnection | null, type: string, names: Map<string, { identity: string | null; source: Source }>): Promise<TrackStats[]> {
    // of what never came there is no report
    const found = new Map<string, TrackStats>([...names].map(([mid, { identity, source }]) => [mid, { ...NOTHING, identity, source }]))
    for (const report of [...((await pc?.getStats()) ?? new Map()).values()]) {
      const stats = report.type === type ? found.get(report.mid) : undefined
      if (!stats) continue
      const bytes = report.bytesReceived ?? report.bytesSent ?? 0
      const before = this.#before.get(report.id)
      if (before && report.timestamp > before.at) stats.bitsPerSecond += ((bytes - before.bytes) * 8_000) / (report.timestamp - before.at)
      this.#before.set(report.id, { bytes, at: report.timestamp })
      stats.packetsLost += report.packetsLost ?? 0
      stats.frames += report.framesDecoded ?? report.framesEncoded ?? 0
      stats.width = Math.max(stats.width, report.frameWidth ?? 0)
      stats.height = Math.max(stats.height, report.frameHeight ?? 0)
      stats.audioEnergy += report.totalAudioEnergy ?? 0
    }
    return [...found.values()]
  }
}
