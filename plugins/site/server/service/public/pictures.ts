/** The preview picture of a page, drawn of its title: what other sites show beside a link. */
import { cut } from '@atrium/sdk'
import { type Ctx, escapeHtml } from '@atrium/sdk/server'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { lookOf } from './looks.ts'
import { isPublic, type Page, pageById } from './reading.ts'

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 84]
const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))
/** Each some 20 kB. */
const kept = new LRUCache<string, Buffer>({ max: 100 })

/** @param size most pixels of height */
const words = (text: string, colour: string, { width, height, dpi }: { width: number; height?: number; dpi: number }) =>
  sharp({
    text: {
      // markup is how a color is given; what an admin wrote is no markup
      text: `<span foreground="${colour}">${escapeHtml(text)}</span>`,
      ...{ font: 'DejaVu Sans Bold', fontfile: FONT, rgba: true, width, wrap: 'word' },
      ...(height ? { height } : { dpi }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })

async function draw(ctx: Ctx, page: Page): Promise<Buffer> {
  const { look } = await lookOf(ctx, page.themeId)
  const { background, text, accent } = look.light
  const inner = WIDTH - 2 * EDGE
  const title = await words(cut(page.metaTitle || page.name, 110), text, { width: inner, dpi: page.name.length > 40 ? 300 : 400 })
  const name = await words(cut(ctx.community.name, 60), accent, { width: inner, dpi: 170 })
  const marks = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><g fill="none" stroke="${accent}" stroke-width="3" opacity=".28">${[90, 160, 230, 300, 370].map((radius) => `<circle cx="${WIDTH - 60}" cy="${HEIGHT - 20}" r="${radius}"/>`).join('')}</g><rect width="${WIDTH}" height="14" fill="${accent}"/></svg>`,
  )
  const top = Math.max(EDGE, Math.round((HEIGHT - Math.min(title.info.height, HEIGHT - 3 * EDGE)) / 2) - 20)
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background } })
    .composite([
      { input: marks, left: 0, top: 0 },
      {
        input: await sharp(title.data)
          .resize({ width: inner, height: HEIGHT - 3 * EDGE, fit: 'inside', withoutEnlargement: true })
          .toBuffer(),
        left: EDGE,
        top,
      },
      { input: name.data, left: EDGE, top: HEIGHT - EDGE - name.info.height + 10 },
    ])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

/** As the page is called now, whichever version an address names. Null for a page that not everybody reads: its name is nobody's business. */
export async function pictureOf(ctx: Ctx, file: string): Promise<Buffer | null> {
  const [, id, version] = /^(\d{1,15})-(\d{1,9})\.png$/.exec(file) ?? []
  const page = id ? await pageById(ctx, Number(id)) : null
  if (!page || !isPublic(page) || Number(version) > page.version) return null
  const key = `${ctx.community.id} ${page.id} ${page.version}`
  const known = kept.get(key)
  if (known) return known
  const drawn = await draw(ctx, page)
  kept.set(key, drawn)
  return drawn
}
