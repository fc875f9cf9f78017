/** The few bytes before a VP8 picture in each packet (RFC 7741): enough to forward it, to know key frames, and to renumber. */

export interface Picture {
  /** Of this descriptor. */
  size: number
  /** Begins a frame. */
  starts: boolean
  keyframe: boolean
  /** Places of the counters in the payload; 0 where there are none. */
  idAt: number
  id: number
  isLong: boolean
  tl0At: number
  tl0: number
}

/** Null when it is none. */
export function parsePicture(payload: Buffer): Picture | null {
  const first = payload[0]
  if (first === undefined) return null
  const picture: Picture = { size: 1, starts: (first & 0x17) === 0x10, keyframe: false, idAt: 0, id: 0, isLong: false, tl0At: 0, tl0: 0 }
  if (first & 0x80) {
    const parts = payload[1] ?? 0
    let at = 2
    if (parts & 0x80) {
      picture.idAt = at
      picture.isLong = (payload[at] ?? 0) > 127
      picture.id = picture.isLong ? (((payload[at] ?? 0) & 127) << 8) | (payload[at + 1] ?? 0) : (payload[at] ?? 0)
      at += picture.isLong ? 2 : 1
    }
    if (parts & 0x40) {
      picture.tl0At = at
      picture.tl0 = payload[at++] ?? 0
    }
    if (parts & 0x30) at++
    picture.size = at
  }
  if (payload.length <= picture.size) return null
  picture.keyframe = picture.starts && (payload[picture.size]! & 1) === 0
  return picture
}

/** A copy with other counters; the payload itself where they are the same. */
export function renumbered(payload: Buffer, picture: Picture, id: number, tl0: number): Buffer {
  if (id === picture.id && tl0 === picture.tl0) return payload
  const copy = Buffer.from(payload)
  if (picture.idAt) {
    if (picture.isLong) copy.writeUInt16BE(0x8000 | id, picture.idAt)
    else copy[picture.idAt] = id & 127
  }
  if (picture.tl0At) copy[picture.tl0At] = tl0
  return copy
}

/** Width and height that a key frame says. @param frame without descriptors */
export const sizeOf = (frame: Buffer): { width: number; height: number } | null =>
  frame.length >= 10 && (frame[0]! & 1) === 0 && frame.readUIntBE(3, 3) === 0x9d012a
    ? { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff }
    : null
