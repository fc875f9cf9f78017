/** A theme as tokens of the style sheet, for light and dark; what would be hard to read is moved until it is not. */
import { brandTokens, fromHex, isHex, readable, toHex } from '@atrium/sdk/theme'
import { type Ctx, pick } from '@atrium/sdk/server'
import site, { type ThemeLook } from '../../../contract.ts'
import { FontTable, ThemeTable } from '../../entities.ts'
import { fontFileName } from '../fonts.ts'

type Look = Omit<ThemeLook, 'name' | 'logo' | 'dark_logo'>
type Palette = Look['light']
export interface PageLook {
  look: Look
  logoId: number | null
  darkLogoId: number | null
  fonts: { id: number; family: string; weight: number; style: string; url: string }[]
  /** Which of the two is shown, or what the device has. */
  appearance: 'light' | 'dark' | 'system'
}

/** The name under which our own font is sent, as other files of fonts. */
export const INTER = 'inter.woff2'
const STACKS: Record<string, string> = {
  sans: `Inter,ui-sans-serif,system-ui,sans-serif`,
  serif: `ui-serif,"Iowan Old Style",Georgia,"Times New Roman",serif`,
  rounded: `ui-rounded,"SF Pro Rounded","Nunito",system-ui,sans-serif`,
  mono: `ui-monospace,"SF Mono",Menlo,Consolas,monospace`,
}
const WIDTHS = { narrow: '46rem', medium: '67.5rem', wide: '80rem' }

/** What pages look like where nobody has made a theme: the community's own colors. */
function standard(ctx: Ctx): Look {
  const { brand_color: brand, brand_text_color: text } = ctx.platform.branding.theme
  const accents = (appearance: 'light' | 'dark') => {
    const tokens = brandTokens(brand[appearance], appearance, text[appearance])
    return { accent: toHex(tokens['brand-color']), accent_text: toHex(tokens['brand-text-color']) }
  }
  return {
    light: { background: '#fbfbfc', surface: '#ffffff', text: '#16171d', muted: '#565864', ...accents('light') },
    dark: { background: '#111218', surface: '#1b1c24', text: '#f3f4f7', muted: '#a9acb8', ...accents('dark') },
    ...{ heading_font: 'sans', body_font: 'sans', radius: 14, width: 'medium' },
  }
}

/** The page's theme, else the standard one, else the community's colors. */
export async function lookOf(ctx: Ctx, themeId: number | null | undefined): Promise<PageLook> {
  const id = themeId ?? ctx.settings(site).default_theme_id
  const theme = id ? await ctx.em.findOne(ThemeTable, { id }) : null
  const look = theme?.look ?? standard(ctx)
  const { dark_mode_enabled: allowed } = ctx.platform.fields
  const chosen = ctx.platform.branding.theme.default_appearance
  return {
    look,
    logoId: theme?.logoId ?? null,
    darkLogoId: theme?.darkLogoId ?? null,
    fonts: await fontsOf(ctx, look),
    appearance: allowed || chosen === 'dark' ? chosen : 'light',
  }
}
async function fontsOf(ctx: Ctx, { heading_font, body_font }: Look): Promise<PageLook['fonts']> {
  const ids = [...new Set([heading_font, body_font])].filter((name) => /^\d{1,15}$/.test(name)).map(Number)
  if (ids.length === 0) return []
  const chosen = await ctx.em.find(FontTable, { id: { $in: ids } })
  // the other weights of a family come with it
  const all = await ctx.em.find(FontTable, { family: { $in: chosen.map(({ family }) => family) } }, { orderBy: { id: 'asc' }, limit: 20 })
  return all.map((font) => ({ ...pick(font, ['id', 'family', 'weight', 'style']), url: `/site/fonts/${fontFileName(font)}` }))
}

/** As much of one color in another, channel by channel. */
const mixed = (one: string, other: string, share: number): string => {
  const channels = [1, 3, 5].map((at) =>
    Math.round(Number.parseInt(one.slice(at, at + 2), 16) * share + Number.parseInt(other.slice(at, at + 2), 16) * (1 - share)),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
const fallback = (hex: string, other: string) => (isHex(hex) ? hex : other)
/** A palette whose texts can be read on its grounds. */
function tokensOf(palette: Palette): string {
  const bg = fallback(palette.background, '#ffffff')
  const accent = fallback(palette.accent, '#506cf0')
  const surface = fallback(palette.surface, '#ffffff')
  const soft = mixed(accent, bg, 0.09)
  const on = (colour: string) => toHex([bg, surface, soft].reduce((ink, ground) => readable(ink, fromHex(ground)), fromHex(fallback(colour, '#333333'))))
  const values = {
    ...{ bg, surface, soft },
    text: on(palette.text),
    muted: on(palette.muted),
    accent,
    'on-accent': toHex(readable(fromHex(fallback(palette.accent_text, '#ffffff')), fromHex(accent))),
    link: on(palette.accent),
  }
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}

const quoted = (family: string) => `"${family.replace(/["\\<>\n\r]/g, '')}"`
const stackOf = (name: string, fonts: PageLook['fonts']): string => {
  const own = fonts.find((font) => font.id === Number(name))
  return own ? `${quoted(own.family)},system-ui,sans-serif` : (STACKS[name] ?? STACKS.sans!)
}
const face = (family: string, url: string, weight: string | number, style = 'normal') =>
  `@font-face{font-family:${quoted(family)};src:url(${url}) format("woff2");font-weight:${weight};font-style:${style};font-display:swap}`

/** The part of the style sheet that differs from theme to theme. */
export function themeCss({ look, fonts, appearance }: PageLook): string {
  const [light, dark] = [tokensOf(look.light), tokensOf(look.dark)]
  const uses = (name: string) =>
    look.heading_font === name ||
    look.body_font === name ||
    (name === 'sans' && [look.heading_font, look.body_font].some((one) => !STACKS[one] && !fonts.length))
  const faces = [
    ...fonts.map(({ family, url, weight, style }) => face(family, url, weight, style)),
    uses('sans') && face('Inter', `/site/fonts/${INTER}`, '400 800'),
  ]
  const shared = `--font:${stackOf(look.body_font, fonts)};--display:${stackOf(look.heading_font, fonts)};--r:${look.radius}px;--w:${WIDTHS[look.width]}`
  const first = appearance === 'dark' ? dark : light
  // as no theme is darker than its own dark palette, that is what a dark band is in both
  const other = appearance === 'system' ? `@media(prefers-color-scheme:dark){:root{${dark};color-scheme:dark}}` : ''
  const scheme = appearance === 'dark' ? 'dark' : 'light'
  return `${faces.filter(Boolean).join('')}:root{${first};${shared};color-scheme:${scheme}}${other}.on-dark,.over{${dark};color-scheme:dark}`
}
/** Fonts that the first lines need. */
export const fontsToPreload = ({ look, fonts }: PageLook): string[] =>
  fonts.length
    ? fonts
        .filter(({ style, weight }) => style === 'normal' && weight >= 400)
        .slice(0, 2)
        .map(({ url }) => url)
    : look.body_font === 'sans' || look.heading_font === 'sans'
      ? [`/site/fonts/${INTER}`]
      : []
