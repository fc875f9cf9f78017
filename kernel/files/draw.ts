/**
 * Uploaded pictures are never stored as they came. Decoding and encoding them again removes metadata and anything hidden in the file, as a script that
 * is also a valid image, and gives sizes for every screen. Runs as a process of its own.
 */
import type { FileVariant } from '@atrium/sdk/server'
import sharp, { type Sharp } from 'sharp'
import { framesOf } from '@atrium/sdk/file-kinds'

const MOST_PIXELS = 50_000_000
const MOST_FRAMES = 1_000
/** Of all frames together; a moving picture takes up to 15 times as long as a still one of as many. */
const LIGHT_PIXELS = 4_000_000
/** WebP allows 16,383. */
const TALLEST = 16_000
const PLACEHOLDER_LENGTH = 400
const WIDTHS: Record<Exclude<FileVariant, 'original'>, number> = { thumb: 160, small: 480, medium: 960, large: 1920 }
const QUALITY = { jpeg: 90, png: undefined, webp: 85 }
const ENDINGS = { jpeg: ['jpg', 'jpeg'], png: ['png'], webp: ['webp'] }

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
export interface Order {
  bytes: Buffer
  /** Whether it may take long. */
  heavy: boolean
}
/** A refusal without a sentence: the picture cannot be read. */
export type Answer = { picture: Picture } | { refused: string | null } | 'heavy'

// one thread for each picture, as several are drawn at once
sharp.concurrency(1)
sharp.cache(false)

const inside = (image: Sharp, width: number) => image.resize({ width, height: TALLEST, fit: 'inside', withoutEnlargement: true })

async function draw({ bytes: input, heavy }: Order): Promise<Answer> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' as const }
  if (framesOf(input, MOST_FRAMES) > MOST_FRAMES) return { refused: 'This image has more than 1,000 frames. Choose a shorter one.' }
  const about = await sharp(input, options).metadata()
  const pages = about.pages ?? 1
  const moves = pages > 1 && (about.format === 'gif' || about.format === 'webp')
  const pixels = about.width * (about.pageHeight ?? about.height) * pages
  if (moves && pixels > MOST_PIXELS) return { refused: 'The frames of this image add up to more than 50 million pixels. Choose a smaller or shorter one.' }
  if (moves && pixels > LIGHT_PIXELS && !heavy) return 'heavy'
  const open = () => (moves ? sharp(input, { ...options, animated: true }) : sharp(input, options).autoOrient())
  const variants = new Map<FileVariant, Buffer>()

  const still = await inside(sharp(input, options).autoOrient(), WIDTHS.large).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = still.info
  const fromStill = () => sharp(still.data, { raw: { width, height, channels } })
  const tiny = await fromStill().resize(16, 16, { fit: 'inside' }).blur(0.6).webp({ quality: 20, alphaQuality: 20 }).toBuffer()
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`

  const format = about.format === 'jpeg' || about.format === 'png' ? about.format : 'webp'
  const whole = format === 'webp' && !moves ? inside(open(), TALLEST) : open()
  const { data: bytes, info } = await whole.toFormat(format, { quality: QUALITY[format] }).toBuffer({ resolveWithObject: true })

  for (const [name, wide] of Object.entries(WIDTHS) as [Exclude<FileVariant, 'original'>, number][])
    if (wide < info.width) variants.set(name, await (moves ? open().resize({ width: wide }) : inside(fromStill(), wide)).webp().toBuffer())
  const picture = {
    bytes,
    contentType: `image/${format}`,
    endings: ENDINGS[format],
    width: info.width,
    height: info.pageHeight ?? info.height,
    placeholder: placeholder.length <= PLACEHOLDER_LENGTH ? placeholder : null,
    variants,
  }
  return { picture }
}

function refusal({ message }: Error): Answer {
  return { refused: /pixel limit/i.test(message) ? 'This image has more than 50 million pixels. Choose a smaller one.' : null }
}

process.on('message', async (order: Order) => process.send!(await draw(order).catch(refusal)))
// the parent process has ended
process.once('disconnect', () => process.exit())
// the terminal sends it to all processes; the server ends this one when the picture at hand is done
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
