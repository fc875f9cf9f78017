/** How a look is drawn on the screen: fonts, widths, and the contrast of what is read on what. */
import { contrast, fromHex, isHex } from '@atrium/sdk/theme'
import type { BODY_FONTS, SiteTheme, ThemeLook } from '../../../contract.ts'

export type Palette = ThemeLook['light']
/** What is drawn of a look, saved or not. */
export type Look = Pick<SiteTheme, 'light' | 'dark' | 'heading_font' | 'body_font' | 'radius' | 'width' | 'logo_url' | 'dark_logo_url'>

const FAMILIES: Record<(typeof BODY_FONTS)[number], string> = {
  sans: 'var(--raw-font-sans)',
  serif: "ui-serif, 'Iowan Old Style', Georgia, 'Times New Roman', serif",
  rounded: "ui-rounded, 'SF Pro Rounded', Nunito, system-ui, sans-serif",
  mono: 'var(--raw-font-mono)',
}
/** The name under which an own font is loaded here. */
export const ownFamily = (id: number | string) => `site-font-${id}`
export const familyOf = (font: string): string => FAMILIES[font as keyof typeof FAMILIES] ?? `${ownFamily(font)}, var(--raw-font-sans)`

/** WCAG AA. */
export const TEXT_LEAST = 4.5
/** What is read on what, and whether too little of it is refused: of the others, pages move the colour until it is enough. */
const PAIRS = [
  ['text', 'background', true],
  ['text', 'surface', true],
  ['muted', 'background', true],
  ['accent_text', 'accent', true],
  ['muted', 'surface', false],
  ['accent', 'background', false],
] as const satisfies readonly (readonly [keyof Palette, keyof Palette, boolean])[]
export interface Pair {
  front: keyof Palette
  back: keyof Palette
  ratio: number
  isRequired: boolean
}
export const contrastsOf = (palette: Palette): Pair[] =>
  PAIRS.filter(([front, back]) => isHex(palette[front]) && isHex(palette[back])).map(([front, back, isRequired]) => ({
    front,
    back,
    isRequired,
    ratio: contrast(fromHex(palette[front]), fromHex(palette[back])),
  }))
