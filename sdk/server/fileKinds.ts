/** Detects the type of a file, and how many frames it has, by its content alone, because its name and declared type can be false. */
import { AtriumError } from '../core/errors.ts'

/** How much of the beginning is looked at, in bytes; enough to get past the cover in an MP3. */
export const HEAD = 2 ** 20
const MARKUP = /<(?:!doctype html|html|head|body|script|iframe|object|embed|svg|img|style|link|meta|a|form|base)\b/i
const BY_ENDING: Record<string, string> = {
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  vtt: 'text/vtt',
}

export const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif', 'image/heic', 'image/heif'])

export const unreadable = (message: string, cause?: unknown) => new AtriumError(422, 'invalid_file', message, { details: { file: [message] }, cause })

function readText(head: Buffer): string | null {
  try {
    // streaming: the last character may be cut in two
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells text from other bytes
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text
  } catch {
    return null
  }
}

/** @param head the first bytes, `HEAD` at most */
export async function contentTypeOf(head: Buffer, filename: string): Promise<string> {
  // loaded with the first file, like what draws pictures: many processes never see one
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (found && found.mime !== 'application/xml') return found.mime
  const text = readText(head)
  if (text === null) return 'application/octet-stream'
  if (/<svg\b/i.test(text)) return 'image/svg+xml'
  if (found) return 'application/xml'
  if (MARKUP.test(text)) return 'text/html'
  return BY_ENDING[/\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''] ?? 'text/plain'
}

/** Types of derived parts, by their endings. */
const PARTS: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  vtt: 'text/vtt; charset=utf-8',
}
export const PART_NAME = /^[a-z0-9_-]{1,40}\.(m3u8|mp4|m4a|jpg|webp|vtt)$/
export const partType = (name: string): string => PARTS[PART_NAME.exec(name)![1]!]!

/**
 * How a stored type is sent: only what cannot run is shown in place, all else is a download that the browser does not interpret.
 * A recorded video or sound plays in place.
 */
export function howToServe(contentType: string): { contentType: string; disposition: 'inline' | 'attachment' } {
  if (/^(image\/(jpeg|png|webp)|(video|audio)\/[\w.+-]+)$/.test(contentType)) return { contentType, disposition: 'inline' }
  return { contentType: contentType === 'application/pdf' ? contentType : 'application/octet-stream', disposition: 'attachment' }
}

function gifFrames(bytes: Buffer, most: number): number {
  const coloursLength = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let frames = 0
  for (let at = 13 + coloursLength(bytes[10]); frames <= most; at++) {
    const [image, extension] = [bytes[at] === 0x2c, bytes[at] === 0x21]
    if (!image && !extension) break
    if (image) frames++
    at += image ? 11 + coloursLength(bytes[at + 9]) : 2
    while (bytes[at]) at += bytes[at]! + 1
  }
  return frames
}

/** Every chunk counts: a sound picture has few others. */
function webpChunks(bytes: Buffer, most: number): number {
  let chunks = 0
  for (let at = 12; at + 8 <= bytes.length && chunks <= most; chunks++) at += 8 + 2 * Math.ceil(bytes.readUInt32LE(at + 4) / 2)
  return chunks
}

/** Frames of a GIF or a WebP, `most + 1` at most; 1 for other pictures, of which the first frame alone is drawn. */
export function framesOf(bytes: Buffer, most: number): number {
  if (bytes.toString('latin1', 0, 4) === 'GIF8') return gifFrames(bytes, most)
  return bytes.toString('latin1', 8, 12) === 'WEBP' ? webpChunks(bytes, most) : 1
}
