/** Themes: their names and fields, what empty fields fall back to, and how a community's own colours become style that everybody can read. */
export * from './rules/colours.ts'

import { type Appearance, brandTokens, clip, contrast, FALLBACK_BRAND, fromHex, isHex, type Oklch, readable, toCss } from './rules/colours.ts'

/** The built-in ones; their values are in sdk/web/tokens.css. */
export const BUILT_IN_THEMES = [
  ...['default', 'beachCity', 'espresso', 'flamingo', 'hacker', 'highContrast', 'milkshake', 'moody', 'neonNight', 'nightshade', 'popRocks', 'sage'],
  ...['sandDollar', 'slowBurn', 'stone', 'sweetTooth', 'underground', 'veryPeri', 'zenMind'],
] as const
export const THEMES: readonly string[] = [...BUILT_IN_THEMES, 'custom']
export const THEME_COLOURS = [
  ...(['sidebar_background_color', 'sidebar_text_color', 'sidebar_hover_color', 'active_item_color', 'active_item_text_color'] as const),
  ...(['header_background_color', 'header_text_color', 'header_active_background_color', 'header_active_text_color'] as const),
  ...(['link_color', 'online_indicator_color', 'mention_badge_color'] as const),
]
export type ThemeColour = (typeof THEME_COLOURS)[number]

/** What somebody chooses; `system` is what the device has. */
export type AppearanceChoice = Appearance | 'system'
export interface ColourPair {
  light: string
  dark: string
}
export interface ThemeSettings {
  /** What those see who have not chosen. */
  default_appearance: AppearanceChoice
  /** One of `THEMES`; `custom` is the default one with own colours over it. */
  current_theme: string
  is_custom: boolean
  /** `#rrggbb`; empty falls back to the default theme. */
  custom_colors?: Partial<Record<Appearance, Partial<Record<ThemeColour, string>>>>
  brand_color: ColourPair
  brand_text_color: ColourPair
}
/** The default theme's own values, which empty fields fall back to; a test holds them against the style sheet. */
export const DEFAULT_COLOURS: Record<Appearance, Record<ThemeColour, Oklch>> = {
  light: {
    sidebar_background_color: [0.972, 0.004, 275],
    sidebar_text_color: [0.43, 0.006, 275],
    sidebar_hover_color: [0.942, 0.004, 275],
    active_item_color: [0.91, 0.005, 275],
    active_item_text_color: [0.2, 0.009, 275],
    header_background_color: [0.972, 0.004, 275],
    header_text_color: [0.42, 0.006, 275],
    header_active_background_color: [0.917, 0.005, 275],
    header_active_text_color: [0.2, 0.009, 275],
    link_color: [0.5, 0.188, 271.6],
    online_indicator_color: [0.625, 0.17, 150],
    mention_badge_color: [0.56, 0.2, 22],
  },
  dark: {
    sidebar_background_color: [0.185, 0.006, 275],
    sidebar_text_color: [0.8, 0.006, 275],
    sidebar_hover_color: [0.23, 0.006, 275],
    active_item_color: [0.285, 0.007, 275],
    active_item_text_color: [0.985, 0, 0],
    header_background_color: [0.185, 0.006, 275],
    header_text_color: [0.82, 0.006, 275],
    header_active_background_color: [0.285, 0.007, 275],
    header_active_text_color: [0.985, 0, 0],
    link_color: [0.76, 0.122, 271.6],
    online_indicator_color: [0.68, 0.17, 150],
    mention_badge_color: [0.56, 0.2, 22],
  },
}

export const DEFAULT_THEME: ThemeSettings = {
  default_appearance: 'system',
  current_theme: 'default',
  is_custom: false,
  custom_colors: {},
  brand_color: { light: FALLBACK_BRAND, dark: FALLBACK_BRAND },
  brand_text_color: { light: '#FFFFFF', dark: '#FFFFFF' },
}

const WHITE: Oklch = [1, 0, 0]
/** Least contrast of marks that are no text. */
const MARK_CONTRAST = 3.02
/** The most demanding ground that links stand on. */
const PAGE: Record<Appearance, Oklch> = { light: [0.958, 0, 0], dark: [0.278, 0, 0] }

/**
 * The colours of a custom theme as they are shown: own ones where they are given, the default ones elsewhere, and each moved
 * in lightness until its pair reaches WCAG AA. Text gives way before its ground.
 */
export function customColours(theme: ThemeSettings, appearance: Appearance): Record<ThemeColour, Oklch> {
  const own = theme.custom_colors?.[appearance] ?? {}
  const chosen = Object.fromEntries(
    THEME_COLOURS.map((name) => [name, isHex(own[name] ?? '') ? fromHex(own[name]!) : DEFAULT_COLOURS[appearance][name]]),
  ) as Record<ThemeColour, Oklch>
  const sidebarText = readable(chosen.sidebar_text_color, chosen.sidebar_background_color)
  // Without an own link colour links take the brand's.
  const link = isHex(own.link_color ?? '') ? chosen.link_color : brandTokens(theme.brand_color[appearance], appearance)['link-color']
  return {
    ...chosen,
    sidebar_text_color: sidebarText,
    sidebar_hover_color: readable(chosen.sidebar_hover_color, sidebarText),
    active_item_text_color: readable(chosen.active_item_text_color, chosen.active_item_color),
    header_text_color: readable(chosen.header_text_color, chosen.header_background_color),
    header_active_text_color: readable(chosen.header_active_text_color, chosen.header_active_background_color),
    link_color: readable(link, PAGE[appearance]),
    online_indicator_color: readable(chosen.online_indicator_color, chosen.sidebar_background_color, MARK_CONTRAST),
    mention_badge_color: readable(chosen.mention_badge_color, WHITE),
  }
}

/** A hairline on the frame's ground. */
const edgeOf = (ground: Oklch): Oklch => clip([ground[0] + (contrast(ground, WHITE) < 4 ? -0.05 : 0.11), ground[1], ground[2]])

/** The CSS variables that a custom theme sets in one appearance; none for a built-in one, which the style sheet has whole. */
export function themeVariables(theme: ThemeSettings, appearance: Appearance): Record<string, string> {
  if (!theme.is_custom && theme.current_theme !== 'custom') return {}
  const colours = customColours(theme, appearance)
  const variables = {
    ...brandTokens(theme.brand_color[appearance], appearance, theme.brand_text_color[appearance]),
    ...Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name.replaceAll('_', '-'), colour])),
    'frame-border': edgeOf(colours.sidebar_background_color),
  }
  return Object.fromEntries(Object.entries(variables).map(([name, colour]) => [`--${name}`, toCss(colour)]))
}

/** The same as a style sheet for both appearances; empty for a built-in theme. */
export function themeCss(theme: ThemeSettings): string {
  return (['light', 'dark'] as const)
    .map((appearance) => {
      const lines = Object.entries(themeVariables(theme, appearance)).map(([name, value]) => `${name}:${value}`)
      return lines.length ? `html:root[data-theme][data-appearance="${appearance}"]{${lines.join(';')}}` : ''
    })
    .join('')
}
