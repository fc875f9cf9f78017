/** Blocks as HTML, each behind a guard: one that fails leaves an empty place, and the rest of the page stands. */
import type { RichTextDoc } from '@atrium/sdk'
import { addressFiles, type Ctx, html, Markup, pictureSources, richTextHtml, trusted, unlessRefused } from '@atrium/sdk/server'
import type { Block } from '../../../contract.ts'
import { blocksOf, defaultsOf, LOOK } from './catalog.ts'
import { headOf, heading, innerLevel, type OwnDrawing } from './fields.ts'
import { hrefOf } from './links.ts'

/** For whom blocks are drawn, and where. */
export interface Canvas {
  isMember: boolean
  isPreview: boolean
  /** As it was saved last, for those who edit it. */
  isDraft?: boolean
  /** Null for what is not saved. */
  pageId: number | null
  /** Opens frames of a page that not everybody may read. */
  frameKey?: string | null
  /** Not among the page's own blocks: none of its titles is the page's. */
  isBeside?: boolean
}
export interface Drawn {
  id: string
  html: string
  trouble: string | null
}
interface Look {
  background: string
  space_above: string
  space_below: string
  anchor: string
  devices: string
  audience: string
}
/** Saved blocks in saved blocks, and slots that something else has written deeper than any form does. */
const MOST_DEPTH = 8
/** Blocks of one page with those of its saved blocks, each of which may hold as many as a page. */
const MOST_DRAWN = 2_000

/** The blocks of a page one by one. */
export async function drawBlocks(ctx: Ctx, blocks: readonly Block[], canvas: Canvas): Promise<Drawn[]> {
  const painter = new Painter(ctx, canvas)
  const drawn: Drawn[] = []
  for (const block of blocks) drawn.push(await painter.block(block, 1))
  return drawn
}

class Painter {
  readonly #ctx: Ctx
  readonly #canvas: Canvas
  readonly #known: ReturnType<typeof blocksOf>
  /** A saved block shows no other one: they might name each other. */
  #isInSaved = false
  #place: number

  constructor(ctx: Ctx, canvas: Canvas) {
    this.#ctx = ctx
    this.#canvas = canvas
    this.#place = canvas.isBeside ? 1 : 0
    this.#known = blocksOf(ctx)
  }

  async block({ type, props }: Block, depth: number): Promise<Drawn> {
    const known = this.#known.get(type)
    const look = { ...defaultsOf(LOOK), ...(props.look as object | undefined) } as unknown as Look
    const nothing = { id: props.id, html: '', trouble: null }
    if (!this.#isFor(look.audience)) return nothing
    const { isPreview } = this.#canvas
    if (!known || depth > MOST_DEPTH || this.#place >= MOST_DRAWN || (type === 'Saved' && this.#isInSaved)) return nothing
    const place = this.#place++
    if (type === 'Saved') this.#isInSaved = true
    try {
      const inner = await known.block.draw(this.#ctx, { ...defaultsOf(known.block.fields), ...props }, this.#drawing(props.id, place, depth))
      if (!(inner instanceof Markup))
        return { ...nothing, html: isPreview ? framed(look, html`<p class="empty">${known.t(`blocks.${type}`)}</p>`, depth).html : '' }
      return { ...nothing, html: framed(look, inner, depth).html }
    } catch (error) {
      this.#ctx.log.warn({ error, block: type, page: this.#canvas.pageId }, 'a block could not be drawn')
      return { ...nothing, trouble: this.#ctx.t('page.trouble', { block: known.t(`blocks.${type}`) }) }
    } finally {
      if (type === 'Saved') this.#isInSaved = false
    }
  }

  #isFor(audience: string): boolean {
    return audience === 'everybody' || (audience === 'members') === this.#canvas.isMember
  }

  #drawing(blockId: string, place: number, depth: number): OwnDrawing {
    const { isMember, isPreview, isDraft = false, pageId, frameKey = null } = this.#canvas
    return {
      ...{ isMember, isPreview, isDraft, pageId, blockId, place, frameKey },
      head: async (title, lead = '') => headOf(this.#ctx, { place }, { title, lead, align: 'start' }),
      itemTitle: (under, words) => heading(innerLevel({ place }, under), 'h3', words),
      children: async (blocks) => {
        const inner = []
        for (const block of Array.isArray(blocks) ? (blocks as Block[]) : []) inner.push(trusted((await this.block(block, depth + 1)).html))
        return html`${inner}`
      },
      picture: (picture, options) => pictureOf(this.#ctx, picture, { ...options, isFirst: place === 0, isEarly: place < 2 }),
      richText: async (doc) => (doc ? trusted(richTextHtml(addressFiles(doc as RichTextDoc, this.#ctx.files))) : html``),
      href: hrefOf,
    }
  }
}

const SHORT: Record<string, string> = { none: '0', small: 's', medium: 'm', large: 'l' }
/** A block of the page is a band across it, one in another lies there. */
function framed({ background, space_above, space_below, anchor, devices }: Look, inner: Markup, depth: number): Markup {
  const looks = [
    depth === 1 ? 'band' : 'sub',
    background !== 'none' && `on-${background}`,
    `t${SHORT[space_above] ?? 'm'}`,
    `b${SHORT[space_below] ?? 'm'}`,
    devices !== 'all' && `only-${devices}`,
  ]
  const id = /^[A-Za-z][\w-]*$/.test(anchor) && html` id="${anchor}"`
  return html`<div class="${looks.filter(Boolean).join(' ')}"${id}>${depth === 1 ? html`<div class="in">${inner}</div>` : inner}</div>`
}

interface PictureOptions {
  sizes?: string
  look?: string
  isFirst: boolean
  isEarly: boolean
}
/** A picture that reserves its room before it is there, in the sizes that a screen may want. */
async function pictureOf(ctx: Ctx, picture: unknown, { sizes = '100vw', look, isFirst, isEarly }: PictureOptions): Promise<Markup> {
  const { file: signedId, alt = '', x = 50, y = 50 } = (picture ?? {}) as { file?: string; alt?: string; x?: number; y?: number }
  const file = signedId ? await unlessRefused(ctx.files.get(signedId), null) : null
  if (!file?.contentType.startsWith('image/')) return html``
  const { src, srcset } = pictureSources(ctx, file)
  const size = file.width && file.height ? html` width="${file.width}" height="${file.height}"` : null
  const focus = (x !== 50 || y !== 50) && html` style="object-position:${x}% ${y}%"`
  const when = isFirst ? trusted(' fetchpriority="high"') : isEarly ? null : trusted(' loading="lazy"')
  return html`<img${look && html` class="${look}"`} src="${src}"${srcset && html` srcset="${srcset}" sizes="${sizes}"`}${size} alt="${alt}" decoding="async"${when}${focus}>`
}
