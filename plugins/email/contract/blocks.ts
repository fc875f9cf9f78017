/** What an email is built of: a list of blocks, and the look they are drawn in. */
import { id, line, RichTextDoc, z } from '@atrium/sdk'

export const MAX_BLOCKS = 100
/** Bytes of the blocks of one email, as JSON. */
export const MAX_BLOCK_BYTES = 200_000
export const FONTS = ['system', 'serif', 'rounded', 'mono'] as const
export const ALIGNMENTS = ['start', 'center'] as const
export const PICTURE_WIDTHS = [25, 50, 75, 100] as const
/** What stands for a value of each reader: `{{first_name}}`, or `{{first_name|friend}}` for those of whom it is not known. */
export const VARIABLES = ['name', 'first_name', 'email', 'community'] as const

const key = z.string().min(1).max(40)
/** Where a link leads: an address of the web or of a mailbox. */
const href = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^(https?:\/\/[^\s/]|mailto:[^\s@]+@)/i, 'Enter a link that starts with https:// or mailto:.')
const align = z.enum(ALIGNMENTS).default('start')

const heading = z.object({ key, type: z.literal('heading'), text: line(200), level: z.union([z.literal(1), z.literal(2)]).default(1), align })
const text = z.object({ key, type: z.literal('text'), body: RichTextDoc })
const picture = z.object({
  key,
  type: z.literal('image'),
  /** A signed id of an upload; null until one is chosen. */
  image: z.string().max(400).nullable(),
  /** Where it is read; of replies alone. */
  image_url: z.string().max(2_000).nullish(),
  alt: line(300).default(''),
  href: href.nullable().default(null),
  width: z.union(PICTURE_WIDTHS.map((width) => z.literal(width)) as never).default(100 as never),
})
const button = z.object({ key, type: z.literal('button'), label: line(60).min(1, 'Enter a label.'), href, align })
const divider = z.object({ key, type: z.literal('divider') })
/** Pixels. */
const spacer = z.object({ key, type: z.literal('spacer'), height: z.number().int().min(8).max(96).default(24) })
const quote = z.object({ key, type: z.literal('quote'), text: z.string().trim().max(2_000), by: line(120).default('') })
const leaves = [heading, text, picture, button, divider, spacer, quote] as const
/** Blocks beside each other, below each other on a phone. */
const columns = z.object({
  key,
  type: z.literal('columns'),
  columns: z
    .array(z.array(z.discriminatedUnion('type', leaves)).max(20))
    .min(2)
    .max(3),
})
export const Block = z.discriminatedUnion('type', [...leaves, columns])
export type Block = z.output<typeof Block>
export type Leaf = Exclude<Block, { type: 'columns' }>
export const Blocks = z.array(Block).max(MAX_BLOCKS, 'An email has up to {maximum} blocks.')

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color as #rrggbb.')
/** A look. Dark colours are worked out from these by mail programs that are told how (`prefers-color-scheme`). */
export const themeFields = z.object({
  name: line(60).min(1, 'Enter a name.'),
  background: colour,
  card: colour,
  text: colour,
  accent: colour,
  accent_text: colour,
  font: z.enum(FONTS),
  /** Pixels of the corners of cards, pictures and buttons. */
  radius: z.number().int().min(0).max(24),
  is_logo_shown: z.boolean(),
})
export const Theme = themeFields.extend({ id, name: z.string(), is_default: z.boolean() })
export type Theme = z.output<typeof Theme>
export type Look = z.output<typeof themeFields>
/** The look of a community that has saved none, where it has no colours of its own. */
export const PLAIN_LOOK = {
  background: '#f4f4f6',
  card: '#ffffff',
  text: '#1c1d22',
  accent: '#4d45e6',
  accent_text: '#ffffff',
  font: 'system',
  radius: 10,
  is_logo_shown: true,
} as const satisfies Omit<Look, 'name'>
