/** Counts the frames of a moving picture by its blocks alone: libwebp takes time by their square, so it must not see too many. */

function gif(bytes: Buffer, most: number): number {
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
function webp(bytes: Buffer, most: number): number {
  let chunks = 0
  for (let at = 12; at + 8 <= bytes.length && chunks <= most; chunks++) at += 8 + 2 * Math.ceil(bytes.readUInt32LE(at + 4) / 2)
  return chunks
}

/** Frames of a GIF or a WebP, `most + 1` at most; 1 for other pictures, of which the first frame alone is drawn. */
export function framesOf(bytes: Buffer, most: number): number {
  if (bytes.toString('latin1', 0, 4) === 'GIF8') return gif(bytes, most)
  return bytes.toString('latin1', 8, 12) === 'WEBP' ? webp(bytes, most) : 1
}
