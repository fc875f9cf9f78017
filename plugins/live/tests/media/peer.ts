/** A browser's part without a browser: sends and receives what the engine forwards. */
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
  useAbsSendTime,
  useAudioLevelIndication,
  useNACK,
  useOPUS,
  usePLI,
  useREMB,
  useSdesMid,
} from 'werift'
import type { MediaEngine, Source, SubscribedTrack } from '../../server/media/providers/engine.ts'

type DtlsKeys = NonNullable<NonNullable<ConstructorParameters<typeof RTCPeerConnection>[0]>['dtls']>['keys']

const KINDS = { microphone: 'audio', camera: 'video', screen: 'video', screen_audio: 'audio' } as const
/** A black key frame of VP8, 16 by 16. */
export const BLACK = Buffer.from('MAEAnQEqEAAQAABHCIWFiIWEiAICAAwNYAD+/6PyAAAA', 'base64')
/** An Opus packet of silence. */
export const SILENCE = Buffer.from([0xf8, 0xff, 0xfe])

/** Asks nobody outside for an address. */
export function connection(keys?: DtlsKeys): RTCPeerConnection {
  return new RTCPeerConnection({
    ...(keys ? { dtls: { keys } } : {}),
    codecs: {
      audio: [useOPUS()],
      video: [new RTCRtpCodecParameters({ mimeType: 'video/VP8', clockRate: 90_000, rtcpFeedback: [useNACK(), usePLI(), useREMB()] })],
    },
    headerExtensions: { audio: [useSdesMid(), useAudioLevelIndication()], video: [useSdesMid(), useAbsSendTime()] },
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    bundlePolicy: 'max-bundle',
  })
}
async function offerOf(pc: RTCPeerConnection): Promise<string> {
  for (const transport of pc.iceTransports) transport.connection.stunServer = undefined
  await pc.setLocalDescription(await pc.createOffer())
  return pc.localDescription!.sdp
}

/** What a peer asks of an engine, or of the routes before it. */
export type PeerEngine = Pick<MediaEngine, 'publish'> & Partial<Pick<MediaEngine, 'subscribe'>>

export class Peer {
  readonly engine: PeerEngine
  readonly roomId: string
  readonly identity: string
  #sending: RTCPeerConnection | null = null
  #receiving: RTCPeerConnection | null = null
  readonly #tracks = new Map<Source, MediaStreamTrack>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #counts = new Map<string, number>()
  readonly #keys: DtlsKeys | undefined
  subscribed: SubscribedTrack[] = []
  missing = { audio: 0, video: 0 }
  keyframesAsked = 0
  /** Loudness that is said with each packet of the microphone. */
  level = 30

  /** @param keys instead of those that are made */
  constructor(engine: PeerEngine, roomId: string, identity: string, keys?: DtlsKeys) {
    this.#keys = keys
    this.engine = engine
    this.roomId = roomId
    this.identity = identity
  }

  async offerToSend(sources: Source[]): Promise<string> {
    this.#sending = connection(this.#keys)
    for (const source of sources) {
      const track = new MediaStreamTrack({ kind: KINDS[source] })
      this.#tracks.set(source, track)
      const { sender } = this.#sending.addTransceiver(track, { direction: 'sendonly' })
      sender.onPictureLossIndication.subscribe(() => {
        this.keyframesAsked++
      })
    }
    return await offerOf(this.#sending)
  }
  async accept(answer: string): Promise<void> {
    await this.#sending!.setRemoteDescription({ type: 'answer', sdp: answer })
  }
  async publish(...sources: Source[]): Promise<void> {
    await this.accept(await this.engine.publish(this.roomId, this.identity, await this.offerToSend(sources)))
    for (const source of sources) this.#play(source)
  }
  /** Sends something made up, as often as a browser does. */
  #play(source: Source): void {
    const isAudio = KINDS[source] === 'audio'
    const say = { seq: 1, ts: 0 }
    this.#timers.push(
      setInterval(
        () => {
          const extensions = isAudio ? [{ id: 2, payload: Buffer.from([this.level]) }] : []
          const header = new RtpHeader({ sequenceNumber: say.seq++ & 0xffff, timestamp: say.ts, marker: true, extensions, extension: isAudio })
          const picture = Buffer.concat([Buffer.from([0x90, 0x80, 0x80 | ((say.seq >> 8) & 0x7f), say.seq & 0xff]), BLACK])
          this.#tracks.get(source)?.writeRtp(new RtpPacket(header, isAudio ? SILENCE : picture))
          say.ts += isAudio ? 960 : 3_600
        },
        isAudio ? 20 : 40,
      ),
    )
  }
  /** Sends a packet as it is, of whatever made it. */
  write(source: Source, packet: Buffer): void {
    this.#tracks.get(source)?.writeRtp(packet)
  }

  async subscribe(audio: number, video: number): Promise<void> {
    if (!this.#receiving) {
      this.#receiving = connection(this.#keys)
      this.#receiving.ontrack = ({ track, transceiver }) => {
        track.onReceiveRtp.subscribe(() => {
          this.#counts.set(transceiver.mid!, (this.#counts.get(transceiver.mid!) ?? 0) + 1)
        })
      }
    }
    const have = { audio: 0, video: 0 }
    for (const { kind } of this.#receiving.getTransceivers()) if (kind === 'audio' || kind === 'video') have[kind]++
    for (; have.audio < audio; have.audio++) this.#receiving.addTransceiver('audio', { direction: 'recvonly' })
    for (; have.video < video; have.video++) this.#receiving.addTransceiver('video', { direction: 'recvonly' })
    const { answer, tracks, missing } = await this.engine.subscribe!(this.roomId, this.identity, await offerOf(this.#receiving))
    await this.#receiving.setRemoteDescription({ type: 'answer', sdp: answer })
    this.subscribed = tracks
    this.missing = missing
  }
  /** Packets of somebody's source so far. */
  heard(identity: string, source: Source): number {
    const track = this.subscribed.find((one) => one.identity === identity && one.source === source)
    return (track && this.#counts.get(track.mid)) ?? 0
  }

  async leave(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([this.#sending?.close(), this.#receiving?.close()])
  }
}
