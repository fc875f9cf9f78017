/** Packets of sound and pictures as they come (RFC 3550, extensions of RFC 8285 in their short form). */

export interface Packet {
  ssrc: number
  type: number
  seq: number
  ts: number
  marker: boolean
  payload: Buffer
  extensions: Buffer | null
}

export function parseRtp(bytes: Buffer): Packet | null {
  if (bytes.length < 12) return null
  const first = bytes[0]!
  if (first >> 6 !== 2) return null
  let at = 12 + (first & 15) * 4
  let extensions: Buffer | null = null
  if (first & 16) {
    if (bytes.length < at + 4) return null
    const size = bytes.readUInt16BE(at + 2) * 4
    if (bytes.length < at + 4 + size) return null
    if (bytes.readUInt16BE(at) === 0xbede) extensions = bytes.subarray(at + 4, at + 4 + size)
    at += 4 + size
  }
  const end = first & 32 ? bytes.length - bytes[bytes.length - 1]! : bytes.length
  if (end < at) return null
  return {
    ssrc: bytes.readUInt32BE(8),
    type: bytes[1]! & 127,
    seq: bytes.readUInt16BE(2),
    ts: bytes.readUInt32BE(4),
    marker: bytes[1]! > 127,
    payload: bytes.subarray(at, end),
    extensions,
  }
}

export function extensionOf({ extensions }: Packet, id: number | undefined): Buffer | null {
  if (!extensions || !id) return null
  for (let at = 0; at < extensions.length; ) {
    const head = extensions[at]!
    if (head === 0) {
      at++
      continue
    }
    const size = (head & 15) + 1
    if (head >> 4 === 15 || at + 1 + size > extensions.length) return null
    if (head >> 4 === id) return extensions.subarray(at + 1, at + 1 + size)
    at += 1 + size
  }
  return null
}

/** How far b is ahead of a, negative when it is behind. */
export const seqAhead = (a: number, b: number): number => ((b - a) << 16) >> 16
/** The same for timestamps. */
export const tsAhead = (a: number, b: number): number => (b - a) | 0
