/** Writes sound and pictures as they come into WebM, in clusters that stand for themselves: what was written can be played however the writing ended. */

export interface WebmTrack {
  kind: 'audio' | 'video'
  width?: number
  height?: number
}
/** Longest time in one cluster; a block says how far it is from its beginning in 16 bits. */
const CLUSTER_MS = 5_000

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
const UNKNOWN_SIZE = Buffer.from('01ffffffffffffff', 'hex')

function number(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from(bytes)
}
function sizeOf(length: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUIntBE(length, 2, 6)
  bytes[0] = 1
  return bytes
}
function element(id: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([number(id), sizeOf(body.length), body])
}
const text = (id: number, value: string): Buffer => element(id, Buffer.from(value))
const uint = (id: number, value: number): Buffer => element(id, number(value))
function float(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}

/** Two channels, no delay at the start, 48 kHz. */
function opusHead(): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head[8] = 1
  head[9] = 2
  head.writeUInt32LE(48_000, 12)
  return head
}
function trackEntry({ kind, width = 1280, height = 720 }: WebmTrack, at: number): Buffer {
  const isVideo = kind === 'video'
  const common = [uint(0xd7, at + 1), uint(0x73c5, at + 1), uint(0x9c, 0), uint(0x83, isVideo ? 1 : 2)]
  if (isVideo) return element(0xae, ...common, text(0x86, 'V_VP8'), element(0xe0, uint(0xb0, width), uint(0xba, height)))
  return element(0xae, ...common, text(0x86, 'A_OPUS'), element(0x63a2, opusHead()), element(0xe1, float(0xb5, 48_000), uint(0x9f, 2)))
}
function headOf(tracks: WebmTrack[]): Buffer {
  const ebml = element(EBML, uint(0x4286, 1), uint(0x42f7, 1), uint(0x42f2, 4), uint(0x42f3, 8), text(0x4282, 'webm'), uint(0x4287, 4), uint(0x4285, 2))
  const info = element(INFO, uint(0x2ad7b1, 1_000_000), text(0x4d80, 'Atrium'), text(0x5741, 'Atrium'))
  return Buffer.concat([ebml, number(SEGMENT), UNKNOWN_SIZE, info, element(TRACKS, ...tracks.map(trackEntry))])
}

export class Webm {
  readonly #write: (bytes: Buffer) => void
  #blocks: Buffer[] = []
  #begins = 0

  constructor(tracks: WebmTrack[], write: (bytes: Buffer) => void) {
    this.#write = write
    write(headOf(tracks))
  }

  /** @param track from 0, in the order of the constructor. @param ms from the beginning; may be a little before what came last */
  add(track: number, ms: number, isKey: boolean, frame: Buffer): void {
    const time = Math.max(0, Math.round(ms))
    if (this.#blocks.length && (time - this.#begins > CLUSTER_MS || time < this.#begins)) this.flush()
    if (this.#blocks.length === 0) this.#begins = time
    const head = Buffer.alloc(4)
    head[0] = 0x80 | (track + 1)
    head.writeInt16BE(time - this.#begins, 1)
    head[3] = isKey ? 0x80 : 0
    this.#blocks.push(element(0xa3, head, frame))
  }

  /** Writes what was added as one cluster. */
  flush(): void {
    if (this.#blocks.length === 0) return
    this.#write(element(CLUSTER, uint(0xe7, this.#begins), ...this.#blocks))
    this.#blocks = []
  }
}
