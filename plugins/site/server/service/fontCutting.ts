/** Cuts a font to the letters of the languages in use, in a thread of its own: what comes in was made by anybody. */
import { inflateSync } from 'node:zlib'
import subsetFont from 'subset-font'

/** Letters of English and Portuguese with their signs; of Western Europe, as names come from everywhere. */
const range = (from: number, to: number) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at))
const LETTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŠšŸŽžıȷˆ˜–—‘’‚“”„†‡•…‰‹›⁄€№™−≈≠≤≥←↑→↓✓✕`
/** Most bytes of a font once it is unpacked. */
const UNPACKED = 20_000_000

const KINDS: Record<string, 'plain' | 'woff' | 'woff2'> = { '\0\u0001\0\0': 'plain', true: 'plain', OTTO: 'plain', wOFF: 'woff', wOF2: 'woff2' }

/** What it comes to, part by part: none unpacks to more than it says. @throws RangeError from zlib where one does */
function isBounded(bytes: Buffer, kind: 'plain' | 'woff' | 'woff2'): boolean {
  if (kind === 'plain') return true
  // bytes as the head says them: of woff2 the decoder holds itself to it
  if (bytes.length < 48 || bytes.readUInt32BE(16) > UNPACKED) return false
  if (kind === 'woff2') return true
  const count = bytes.readUInt16BE(12)
  if (bytes.length < 44 + count * 20) return false
  let sum = 0
  for (let at = 44; at < 44 + count * 20; at += 20) {
    const [offset, packed, whole] = [bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
    sum += whole
    if (sum > UNPACKED || offset + packed > bytes.length) return false
    if (packed < whole) inflateSync(bytes.subarray(offset, offset + packed), { maxOutputLength: whole })
  }
  return true
}

/** @returns the font as woff2; null for what is no font, or a broken one */
export async function cutFont(given: Uint8Array): Promise<Uint8Array | null> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const kind = KINDS[bytes.toString('latin1', 0, 4)]
  if (!kind) return null
  try {
    if (!isBounded(bytes, kind)) return null
    return await subsetFont(bytes, LETTERS, { targetFormat: 'woff2' })
  } catch (error) {
    // the decoders say of broken bytes whatever they stumble over; only this is read here, so nothing else fails
    if (error instanceof Error) return null
    throw error
  }
}
