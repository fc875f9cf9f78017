/**
 * The small pictures before the name of a space, a link or a tag. Stored as one short text, which never changes its meaning:
 * - an emoji: the emoji itself, `🔥`;
 * - an outline icon: `icon:<set>:<name>`, `icon:dark:anchor`. The dark set has the strength of text, the light set that of hints; both follow the appearance;
 * - a shape: `shape:<shape>:<colour>:<variant>`, `shape:heart:grey-400:gradient`.
 */

export const MARK_SHAPES = ['circle', 'diamond', 'heart', 'square', 'star', 'triangle'] as const
export type MarkShape = (typeof MARK_SHAPES)[number]
export const MARK_VARIANTS = ['plain', 'light', 'gradient'] as const
/** `gradient-2` exists for the cyan heart alone. */
export type MarkVariant = (typeof MARK_VARIANTS)[number] | 'gradient-2'
export const ICON_SETS = ['dark', 'light'] as const
export type IconSet = (typeof ICON_SETS)[number]
/** Colours of shapes, in the order of the picker. */
export const MARK_COLOURS = {
  aquamarine: '#2fd3b0',
  blue: '#3b82f6',
  cyan: '#1fb5d5',
  green: '#30a46c',
  indigo: '#5b5bd6',
  lime: '#8fcc2e',
  magenta: '#d63cb0',
  navy: '#27418c',
  orange: '#f58a1f',
  purple: '#8b5cf6',
  red: '#e5484d',
  yellow: '#f2c21a',
  'grey-25': '#fcfcfd',
  'grey-50': '#f7f8f9',
  'grey-100': '#eef0f2',
  'grey-200': '#dee1e5',
  'grey-300': '#c6cad1',
  'grey-400': '#a3a9b3',
  'grey-500': '#7f8692',
  'grey-600': '#626974',
  'grey-700': '#4b515b',
  'grey-800': '#353a42',
  'grey-900': '#22262c',
  'grey-1000': '#121418',
} as const
export type MarkColour = keyof typeof MARK_COLOURS

export type Mark =
  | { kind: 'emoji'; emoji: string }
  | { kind: 'icon'; set: IconSet; name: string }
  | { kind: 'shape'; shape: MarkShape; colour: MarkColour; variant: MarkVariant }

/** The pairs of colour and variant that a shape has: all, but no aquamarine gradient and a second cyan gradient among the hearts. */
export function shapesOf(shape: MarkShape): { colour: MarkColour; variant: MarkVariant }[] {
  const all = (Object.keys(MARK_COLOURS) as MarkColour[]).flatMap((colour) =>
    MARK_VARIANTS.map((variant): { colour: MarkColour; variant: MarkVariant } => ({ colour, variant })),
  )
  if (shape !== 'heart') return all
  return all.flatMap((one) => {
    if (one.variant !== 'gradient') return [one]
    if (one.colour === 'aquamarine') return []
    return one.colour === 'cyan' ? [one, { colour: one.colour, variant: 'gradient-2' }] : [one]
  })
}

export function formatMark(mark: Mark): string {
  if (mark.kind === 'emoji') return mark.emoji
  return mark.kind === 'icon' ? `icon:${mark.set}:${mark.name}` : `shape:${mark.shape}:${mark.colour}:${mark.variant}`
}

/** What a stored text draws; null when it names an icon or shape that does not exist. Any other text counts as an emoji. */
export function parseMark(value: string): Mark | null {
  const [kind, first, second, third, more] = value.split(':')
  if (kind === 'icon' && third === undefined)
    return ICON_SETS.includes(first as IconSet) && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(second ?? '') ? { kind, set: first as IconSet, name: second! } : null
  if (kind === 'shape' && more === undefined) {
    const shape = MARK_SHAPES.find((one) => one === first)
    const known = shape && shapesOf(shape).find(({ colour, variant }) => colour === second && variant === third)
    return known ? { kind, shape, ...known } : null
  }
  return value && kind === value ? { kind: 'emoji', emoji: value } : null
}

/** The mark where only text can stand (options of a list, mails): the emoji, else nothing. */
export function markText(value: string | null | undefined): string {
  const mark = value ? parseMark(value) : null
  return mark?.kind === 'emoji' ? mark.emoji : ''
}
