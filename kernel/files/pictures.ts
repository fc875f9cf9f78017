/** Pictures are never kept as they came: drawn anew they carry no metadata and no second nature, and fit every screen. */
import type { FileVariant } from '@atrium/sdk/server'
import pLimit from 'p-limit'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { unreadable } from './kinds.ts'

const MOST_PIXELS = 50_000_000
const MOST_BYTES = 64 * 2 ** 20
/** WebP allows 16,383. */
const TALLEST = 16_000
const AT_ONCE = 2
const SECONDS = 30
const PLACEHOLDER_LENGTH = 400
const WIDTHS: Record<Exclude<FileVariant, 'original'>, number> = { thumb: 160, small: 480, medium: 960, large: 1920 }
const LARGEST = WIDTHS.large

export interface Picture {
  bytes: Buffer
  contentType: string
  /** Of the type; the usual one first. */
  endings: string[]
  /** Pixels, turned upright. */
  width: number
  height: number
  placeholder: string | null
  /** WebP. None for widths that the picture itself does not have. */
  variants: Map<FileVariant, Buffer>
}

// one thread for each picture, as two are drawn at once
sharp.concurrency(1)
sharp.cache(false)

const drawn = pLimit(AT_ONCE)

const inside = (image: Sharp, width: number) => image.resize({ width, height: TALLEST, fit: 'inside', withoutEnlargement: true })
const webp = (image: Sharp, quality = 80) => image.timeout({ seconds: SECONDS }).webp({ quality })

async function draw(input: Buffer): Promise<Picture> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' as const }
  const about = await sharp(input, options).metadata()
  const pages = about.pages ?? 1
  const frame = about.width * (about.pageHeight ?? about.height)
  const moves = pages > 1 && (about.format === 'gif' || about.format === 'webp') && frame * pages <= MOST_PIXELS
  const open = () => (moves ? sharp(input, { ...options, animated: true }) : sharp(input, options).autoOrient())
  const variants = new Map<FileVariant, Buffer>()

  const still = await sharp(input, options)
    .autoOrient()
    .resize({ width: LARGEST, height: TALLEST, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = still.info
  const fromStill = () => sharp(still.data, { raw: { width, height, channels } })
  const tiny = await fromStill().resize(16, 16, { fit: 'inside' }).blur(0.6).webp({ quality: 20, alphaQuality: 20 }).toBuffer()
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`

  const kind =
    about.format === 'jpeg'
      ? { contentType: 'image/jpeg', endings: ['jpg', 'jpeg'] }
      : about.format === 'png'
        ? { contentType: 'image/png', endings: ['png'] }
        : { contentType: 'image/webp', endings: ['webp'] }
  const whole = open().timeout({ seconds: SECONDS })
  const encoded =
    kind.contentType === 'image/jpeg'
      ? whole.jpeg({ quality: 90 })
      : kind.contentType === 'image/png'
        ? whole.png()
        : webp(moves ? whole : inside(whole, TALLEST), 85)
  const { data: bytes, info }: { data: Buffer; info: OutputInfo } = await encoded.toBuffer({ resolveWithObject: true })

  for (const [name, wide] of Object.entries(WIDTHS) as [Exclude<FileVariant, 'original'>, number][])
    if (wide < info.width) variants.set(name, await webp(moves ? open().resize({ width: wide }) : inside(fromStill(), wide)).toBuffer())
  return {
    bytes,
    ...kind,
    width: info.width,
    height: info.pageHeight ?? info.height,
    placeholder: placeholder.length <= PLACEHOLDER_LENGTH ? placeholder : null,
    variants,
  }
}

/**
 * Draws a picture anew: upright, without metadata, with its smaller variants; moving ones stay moving, as WebP.
 * @param load called when it is this picture's turn: two are in memory at most
 * @throws AtriumError 422 `invalid_file`
 */
export function drawPicture(size: number, load: () => Promise<Buffer>): Promise<Picture> {
  if (size > MOST_BYTES) throw unreadable('This picture is larger than 64 MB. Please make it smaller.')
  return drawn(async () => {
    const input = await load()
    try {
      return await draw(input)
    } catch (cause) {
      const { message } = cause as Error
      if (/pixel limit/i.test(message)) throw unreadable('This picture has more than 50 million pixels. Please make it smaller.', cause)
      if (/timeout/i.test(message)) throw unreadable('This picture takes too long to read. Please make it smaller.', cause)
      throw unreadable('This picture cannot be read. It may be damaged; saving it again as JPEG or PNG often helps.', cause)
    }
  })
}
