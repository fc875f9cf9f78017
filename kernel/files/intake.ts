/** Takes whole bytes in: finds out what they are, draws pictures anew, and leaves everything under its final name. */
import { buffer } from 'node:stream/consumers'
import { contentTypeOf, HEAD, pictureTypes } from '@atrium/sdk/file-kinds'
import { fileLabel, withFileEnding } from '@atrium/sdk/server'
import { drawPicture } from './pictures.ts'
import type { FileRow } from './rows.ts'
import type { BlobStore } from './store.ts'

type Taken = Pick<FileRow, 'filename' | 'content_type' | 'byte_size' | 'width' | 'height' | 'placeholder' | 'variants'>

/**
 * @param file.raw where the bytes lie; moved, or left there for whoever removes the whole blob
 * @throws AtriumError 422 `invalid_file`, 507 `storage_full`
 */
export async function takeIn(store: BlobStore, file: { key: string; raw: string; size: number; filename: string; memberId: number | null }): Promise<Taken> {
  const { key, raw, size } = file
  const filename = fileLabel(file.filename)
  const head = size ? await buffer(store.read(raw, { start: 0, end: Math.min(size, HEAD) - 1 })) : Buffer.alloc(0)
  const contentType = await contentTypeOf(head, filename)
  if (!pictureTypes.has(contentType)) {
    if (raw !== key) await store.move(raw, key)
    return { filename, content_type: contentType, byte_size: size, width: null, height: null, placeholder: null, variants: [] }
  }
  const picture = await drawPicture(file.memberId ?? key, size, () => (size <= head.length ? Promise.resolve(head) : buffer(store.read(raw))))
  for (const [variant, bytes] of picture.variants) await store.write(`${key}.${variant}`, [bytes])
  await store.write(key, [picture.bytes])
  return {
    filename: withFileEnding(filename, picture.endings),
    content_type: picture.contentType,
    byte_size: picture.bytes.length,
    width: picture.width,
    height: picture.height,
    placeholder: picture.placeholder,
    variants: [...picture.variants.keys()],
  }
}
