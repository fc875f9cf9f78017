/** A broadcast as the letter it is drawn as: its look, its pictures, its footer. */
import { AtriumError, invalid, sentence } from '@atrium/sdk'
import { type Ctx, escapeHtml, safeHtml } from '@atrium/sdk/server'
import email, { type Block, type Leaf, type Look, type Theme } from '../../contract.ts'
import { MAX_BLOCK_BYTES, PLAIN_LOOK } from '../../contract/blocks.ts'
import { ThemeTable } from '../entities.ts'
import { draw, type Drawn } from './draw.ts'
import { unknownVariables } from './marks.ts'

/** The look of a community that has saved none. */
export function communityLook(ctx: Ctx): Look {
  const { brand_color, brand_text_color } = ctx.platform.branding.theme
  return {
    ...PLAIN_LOOK,
    name: ctx.t('theme.default'),
    accent: brand_color.light || PLAIN_LOOK.accent,
    accent_text: brand_text_color.light || PLAIN_LOOK.accent_text,
  }
}
export async function themesOf(ctx: Ctx): Promise<Theme[]> {
  const rows = await ctx.em.find(ThemeTable, {}, { orderBy: { id: 'asc' } })
  const { default_theme_id } = ctx.settings(email)
  return rows.map(({ id, name, look }) => ({ id, name, ...look, is_default: id === default_theme_id }))
}
async function lookOf(ctx: Ctx, themeId: number | null): Promise<Look> {
  const id = themeId ?? ctx.settings(email).default_theme_id
  const row = id === null ? null : await ctx.em.findOne(ThemeTable, { id })
  return row ? { name: row.name, ...row.look } : communityLook(ctx)
}

/** Every block, those within columns too. */
export const leavesOf = (blocks: readonly Block[]): Leaf[] => blocks.flatMap((block) => (block.type === 'columns' ? (block.columns.flat() as Leaf[]) : [block]))

/** What is stored names a picture by the id of its file. */
const PICTURE = /^file:(\d{1,15})$/
export const fileOf = (image: string | null): number | null => (image && PICTURE.test(image) ? Number(PICTURE.exec(image)![1]) : null)
const each = (blocks: readonly Block[], change: (block: Leaf) => Leaf): Block[] =>
  blocks.map((block) =>
    block.type === 'columns' ? { ...block, columns: block.columns.map((some) => some.map((one) => change(one as Leaf))) as never } : change(block),
  )

/**
 * Blocks as they are stored: pictures are taken, and have an address for good, since mailboxes ask nobody.
 * @param held pictures that the record has already @throws AtriumError 404 for a picture that is not one's own, 422
 */
export async function takeBlocks(ctx: Ctx, blocks: Block[], held: readonly Block[] = []): Promise<Block[]> {
  if (Buffer.byteLength(JSON.stringify(blocks)) > MAX_BLOCK_BYTES)
    throw invalid({ blocks: [sentence('An email holds up to {max} KB of text.', { max: MAX_BLOCK_BYTES / 1_000 })] })
  const known = leavesOf(held).flatMap((block) => (block.type === 'image' ? (fileOf(block.image) ?? []) : []))
  const taken = new Map<string, string>()
  for (const block of leavesOf(blocks)) {
    if (block.type !== 'image' || block.image === null || taken.has(block.image)) continue
    const file = await ctx.files.take(block.image, known)
    if (!file.contentType.startsWith('image/')) throw invalid({ blocks: ['Choose an image.'] })
    await ctx.files.keep(file.id, 'public:email')
    taken.set(block.image, `file:${file.id}`)
  }
  return each(blocks, (block) => {
    if (block.type !== 'image') return block
    const { image_url: _, ...rest } = block
    return { ...rest, image: block.image === null ? null : taken.get(block.image)! }
  })
}
/** As they are answered: pictures by their signed ids, with addresses. */
export async function showBlocks(ctx: Ctx, blocks: readonly Block[]): Promise<Block[]> {
  const ids = leavesOf(blocks).flatMap((block) => (block.type === 'image' ? (fileOf(block.image) ?? []) : []))
  const files = ids.length ? await ctx.files.byIds(ids) : new Map()
  return each(blocks, (block) => {
    if (block.type !== 'image') return block
    const file = files.get(fileOf(block.image) ?? 0)
    return { ...block, image: file?.signedId ?? null, image_url: file ? ctx.files.url(file, 'large') : null }
  })
}

export interface Drawable {
  subject: string
  preheader: string
  blocks: Block[]
  theme_id?: number | null
  experiment?: { subject: string } | null
}
/**
 * @returns it as it goes out @throws AtriumError 422 `email_not_ready` for what an email must have and this one has not, or what cannot be drawn
 */
export async function compose(ctx: Ctx, letter: Drawable): Promise<Drawn> {
  const problem = problemOf(ctx, letter)
  if (problem) throw problem
  return drawn(ctx, letter)
}
/** As it stands, whatever it lacks, for a look at it. */
export async function drawn(ctx: Ctx, { subject, preheader, blocks, theme_id, experiment }: Drawable): Promise<Drawn> {
  const { footer_html, is_click_tracked, is_open_tracked } = ctx.settings(email)
  const ids = leavesOf(blocks).flatMap((block) => (block.type === 'image' ? (fileOf(block.image) ?? []) : []))
  const files = ids.length ? await ctx.files.byIds(ids) : new Map()
  const absolute = (address: string) => new URL(address, ctx.community.url).href
  const { logo_url, icon_url } = ctx.platform.branding
  const logo = icon_url ?? logo_url
  const { name, locale } = ctx.community
  try {
    return await draw({
      subjects: [subject, ...(experiment ? [experiment.subject] : [])],
      preheader,
      blocks,
      look: await lookOf(ctx, theme_id ?? null),
      locale,
      community: { name, logo: logo ? absolute(logo) : null, url: ctx.community.url },
      pictures: new Map([...files].map(([id, file]) => [`file:${id}`, { url: absolute(ctx.files.url(file, 'large')), width: file.width }])),
      footer: {
        address: safeHtml(footer_html),
        why: escapeHtml(ctx.t('footer.why', { community: name }, locale)),
        choose: escapeHtml(ctx.t('footer.choose', {}, locale)),
        unsubscribe: escapeHtml(ctx.t('footer.unsubscribe', {}, locale)),
      },
      isOpenTracked: is_open_tracked,
      isClickTracked: is_click_tracked,
    })
  } catch (error) {
    ctx.log.warn({ err: error }, 'an email could not be drawn')
    throw new AtriumError(422, 'email_not_ready', 'A block of this email can’t be shown. Change or remove the block you edited last.')
  }
}
function problemOf(ctx: Ctx, { subject, blocks, experiment }: Drawable): AtriumError | null {
  const details: Record<string, string[]> = {}
  if (!subject) details['subject'] = ['Enter a subject.']
  if (!leavesOf(blocks).some(({ type }) => ['heading', 'text', 'image', 'button', 'quote'].includes(type))) details['blocks'] = ['Write something first.']
  const missing = leavesOf(blocks).find((block) => block.type === 'image' && block.image === null)
  if (missing) details['blocks'] = ['Choose an image for each image block, or remove the block.']
  const unknown = unknownVariables(JSON.stringify([subject, experiment?.subject, blocks]))[0]
  if (unknown) details['blocks'] = ['One of the variables in double braces doesn’t exist.']
  if (!safeHtml(ctx.settings(email).footer_html).trim())
    details['footer_html'] = ['Enter your postal address in the email settings. Laws in many countries require it.']
  const [first] = Object.values(details)
  return first ? new AtriumError(422, 'email_not_ready', first[0]!, { details }) : null
}
