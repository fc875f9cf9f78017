/** Reports and requests about packets (RFC 3550, 4585, and Google's REMB), read and written. */

export interface ReportBlock {
  ssrc: number
  /** 0 to 255 parts of 256. */
  fractionLost: number
  lost: number
  highest: number
  jitter: number
  lastReport: number
  delay: number
}
export type Feedback =
  | { type: 'sender'; ssrc: number; ntpMs: number; compact: number; ts: number; reports: ReportBlock[] }
  | { type: 'receiver'; reports: ReportBlock[] }
  | { type: 'nack'; ssrc: number; lost: number[] }
  | { type: 'keyframe'; ssrc: number }
  | { type: 'bandwidth'; bits: number }

const SENDER = 200
const RECEIVER = 201
const TRANSPORT = 205
const PAYLOAD = 206
/** Seconds from 1900, where NTP begins, to 1970. */
const NTP_EPOCH = 2_208_988_800
const BLOCK = 24

export const isRtcp = (bytes: Buffer): boolean => bytes.length >= 8 && bytes[1]! >= 192 && bytes[1]! <= 223

function blocksOf(body: Buffer, at: number, count: number): ReportBlock[] {
  const blocks: ReportBlock[] = []
  for (; blocks.length < count && at + BLOCK <= body.length; at += BLOCK)
    blocks.push({
      ssrc: body.readUInt32BE(at),
      fractionLost: body[at + 4]!,
      lost: body.readIntBE(at + 5, 3),
      highest: body.readUInt32BE(at + 8),
      jitter: body.readUInt32BE(at + 12),
      lastReport: body.readUInt32BE(at + 16),
      delay: body.readUInt32BE(at + 20),
    })
  return blocks
}

function lostOf(body: Buffer): number[] {
  const lost: number[] = []
  for (let at = 8; at + 4 <= body.length; at += 4) {
    const first = body.readUInt16BE(at)
    lost.push(first)
    for (let mask = body.readUInt16BE(at + 2), next = 1; mask; mask >>= 1, next++) if (mask & 1) lost.push((first + next) & 0xffff)
  }
  return lost
}

/** @param body without the four bytes of its head */
function partOf(type: number, count: number, body: Buffer): Feedback | null {
  if (type === SENDER && body.length >= 24)
    return {
      type: 'sender',
      ssrc: body.readUInt32BE(0),
      ntpMs: (body.readUInt32BE(4) - NTP_EPOCH + body.readUInt32BE(8) / 2 ** 32) * 1000,
      compact: body.readUInt32BE(6),
      ts: body.readUInt32BE(12),
      reports: blocksOf(body, 24, count),
    }
  if (type === RECEIVER && body.length >= 4) return { type: 'receiver', reports: blocksOf(body, 4, count) }
  if (body.length < 8) return null
  if (type === TRANSPORT && count === 1) return { type: 'nack', ssrc: body.readUInt32BE(4), lost: lostOf(body) }
  if (type !== PAYLOAD) return null
  if (count === 1) return { type: 'keyframe', ssrc: body.readUInt32BE(4) }
  if (count === 4 && body.length >= 12) return { type: 'keyframe', ssrc: body.readUInt32BE(8) }
  if (count === 15 && body.length >= 16 && body.toString('latin1', 8, 12) === 'REMB')
    return { type: 'bandwidth', bits: (((body[13]! & 3) << 16) | body.readUInt16BE(14)) * 2 ** (body[13]! >> 2) }
  return null
}

export function parseRtcp(bytes: Buffer): Feedback[] {
  const parts: Feedback[] = []
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt16BE(at + 2) * 4
    if (end > bytes.length) break
    const part = partOf(bytes[at + 1]!, bytes[at]! & 31, bytes.subarray(at + 4, end))
    if (part) parts.push(part)
    at = end
  }
  return parts
}

function headed(type: number, count: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head[0] = 0x80 | count
  head[1] = type
  head.writeUInt16BE(body.length / 4, 2)
  return Buffer.concat([head, body])
}
function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => {
    bytes.writeUInt32BE(value >>> 0, at * 4)
  })
  return bytes
}

export function writeReceiver(own: number, blocks: ReportBlock[]): Buffer {
  const some = blocks.slice(0, 31)
  const parts = some.map((block) =>
    words(
      block.ssrc,
      (block.fractionLost << 24) | (Math.max(-0x800000, Math.min(0x7fffff, block.lost)) & 0xffffff),
      block.highest,
      block.jitter,
      block.lastReport,
      block.delay,
    ),
  )
  return headed(RECEIVER, some.length, Buffer.concat([words(own), ...parts]))
}
/** @param atMs since 1970 */
export function writeSender(ssrc: number, atMs: number, ts: number, packets: number, octets: number): Buffer {
  const seconds = Math.floor(atMs / 1000)
  return headed(SENDER, 0, words(ssrc, seconds + NTP_EPOCH, ((atMs / 1000 - seconds) * 2 ** 32) >>> 0, ts, packets, octets))
}
/** The name that tells a browser which sound belongs to which picture. */
export function writeName(ssrc: number, name: string): Buffer {
  const item = Buffer.concat([Buffer.from([1, name.length]), Buffer.from(name, 'latin1')])
  return headed(202, 1, Buffer.concat([words(ssrc), item, Buffer.alloc(4 - (item.length % 4))]))
}
export function writeNack(own: number, ssrc: number, lost: number[]): Buffer {
  const pairs: number[] = []
  for (let at = 0; at < lost.length; ) {
    const first = lost[at++]!
    let mask = 0
    for (; at < lost.length; at++) {
      const ahead = (lost[at]! - first) & 0xffff
      if (ahead < 1 || ahead > 16) break
      mask |= 1 << (ahead - 1)
    }
    pairs.push(first * 2 ** 16 + mask)
  }
  return headed(TRANSPORT, 1, words(own, ssrc, ...pairs))
}
export const writeKeyframeRequest = (own: number, ssrc: number): Buffer => headed(PAYLOAD, 1, words(own, ssrc))
export function writeBandwidth(own: number, bits: number, ssrcs: number[]): Buffer {
  const exponent = Math.max(0, Math.ceil(Math.log2(bits + 1)) - 18)
  const mantissa = Math.floor(bits / 2 ** exponent)
  return headed(PAYLOAD, 15, Buffer.concat([words(own, 0), Buffer.from('REMB'), words((ssrcs.length << 24) | (exponent << 18) | mantissa, ...ssrcs)]))
}
