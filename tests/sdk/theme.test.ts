/** Themes: every pair of text and ground reads in every theme and appearance, built-in or own; what is empty falls back. */
import { expect } from 'chai'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { brandTokens, contrast, FALLBACK_BRAND, fromHex, type Oklch, toHex } from '../../sdk/core/rules/colours.ts'
import {
  BUILT_IN_THEMES,
  customColours,
  DEFAULT_COLOURS,
  DEFAULT_THEME,
  THEME_COLOURS,
  themeCss,
  type ThemeSettings,
  themeVariables,
} from '../../sdk/core/theme.ts'

const AA = 4.5
const MARK = 3
const css = readFileSync(new URL('../../sdk/web/tokens.css', import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
  selectors: selector!.split(',').map((one) => one.trim()),
  values: Object.fromEntries([...body!.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!.trim()])),
}))
/** A token of the style sheet as a browser would find it. */
function tokensOf(theme: string, appearance: 'light' | 'dark'): (name: string) => Oklch {
  const holds = (selector: string) => {
    if (selector === ':root' || selector === '[data-theme]') return true
    if (selector === '[data-appearance="light"]') return appearance === 'light'
    if (selector.includes(':not([data-theme])') || (selector.includes('data-theme=') && !selector.includes(`"${theme}"`))) return false
    if (selector.includes(':not([data-appearance="dark"])')) return appearance === 'light'
    return selector.includes('[data-appearance="dark"]') && appearance === 'dark'
  }
  const values: Record<string, string> = Object.assign({}, ...rules.filter(({ selectors }) => selectors.some(holds)).map((rule) => rule.values))
  return (name) => {
    let text = values[name]!
    while (text.includes('var(')) text = text.replace(/var\(--([\w-]+)\)/g, (_, other) => values[other]!)
    const [, l, c, h] = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)/.exec(text) ?? []
    if (h === undefined) throw new Error(`--${name} of ${theme} is ${text}`)
    return [Number(l), Number(c), Number(h)]
  }
}
const pairs: [text: string, ground: string, least: number][] = [
  ...['bg', 'surface', 'surface-2', 'hover'].flatMap((ground) =>
    ['text', 'text-2', 'text-3', 'link-color'].map((name): [string, string, number] => [name, ground, AA]),
  ),
  ...(
    [
      ['brand-text-color', 'brand-color'],
      ['brand-text-color', 'brand-hover'],
      ['brand-soft-text', 'brand-soft'],
      ['sidebar-text-color', 'sidebar-background-color'],
      ['sidebar-text-color', 'sidebar-hover-color'],
      ['active-item-text-color', 'active-item-color'],
      ['header-text-color', 'header-background-color'],
      ['header-active-text-color', 'header-active-background-color'],
      ['on-solid', 'mention-badge-color'],
      ['on-warning', 'warning-solid'],
    ] as const
  ).map(([text, ground]): [string, string, number] => [text, ground, AA]),
  ...['success', 'warning', 'danger', 'info'].flatMap((tone): [string, string, number][] => [
    [tone, `${tone}-soft`, AA],
    [tone, 'surface', AA],
    [tone, 'bg', AA],
  ]),
  ...['success', 'danger', 'info'].map((tone): [string, string, number] => ['on-solid', `${tone}-solid`, AA]),
  ['online-indicator-color', 'sidebar-background-color', MARK],
  ['border-strong', 'surface', MARK],
  ['focus', 'bg', MARK],
]

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const own = fc.dictionary(fc.constantFrom(...THEME_COLOURS), fc.oneof(hex, fc.constant('')), { maxKeys: THEME_COLOURS.length })
const custom = (light: object, dark = light): ThemeSettings => ({ ...DEFAULT_THEME, current_theme: 'custom', is_custom: true, custom_colors: { light, dark } })
/** As the screen shows it: whole channels. */
const shown = (one: Oklch, other: Oklch) => contrast(fromHex(toHex(one)), fromHex(toHex(other)))

describe('themes', () => {
  for (const theme of BUILT_IN_THEMES)
    it(`${theme} reads in light and dark`, () => {
      for (const appearance of ['light', 'dark'] as const) {
        const token = tokensOf(theme, appearance)
        const poor = pairs.map(([text, ground, least]) => ({ pair: `${text} on ${ground}, ${appearance}`, ratio: contrast(token(text), token(ground)), least }))
        expect(poor.filter(({ ratio, least }) => ratio < least)).to.deep.equal([])
      }
    })

  it('has 19 built-in ones, and a default that empty fields fall back to', () => {
    expect(BUILT_IN_THEMES).to.have.length(19)
    for (const appearance of ['light', 'dark'] as const) {
      const token = tokensOf('default', appearance)
      for (const name of THEME_COLOURS) expect(token(name.replaceAll('_', '-')), `${name}, ${appearance}`).to.deep.equal(DEFAULT_COLOURS[appearance][name])
      const fallen = customColours(custom({ sidebar_text_color: '', link_color: 'red', header_text_color: '#12' }), appearance)
      for (const name of THEME_COLOURS) if (name !== 'link_color') expect(fallen[name], name).to.deep.equal(DEFAULT_COLOURS[appearance][name])
    }
    expect(themeVariables(DEFAULT_THEME, 'light')).to.deep.equal({})
    expect(themeCss(DEFAULT_THEME)).to.equal('')
  })

  it('keeps every pair of a custom theme readable, whatever is chosen', () => {
    fc.assert(
      fc.property(own, hex, hex, fc.constantFrom('light' as const, 'dark' as const), (colours, brand, ink, appearance) => {
        const is = customColours(custom(colours), appearance)
        const tokens = brandTokens(brand, appearance, ink)
        const reads: [Oklch, Oklch][] = [
          [is.sidebar_text_color, is.sidebar_background_color],
          [is.sidebar_text_color, is.sidebar_hover_color],
          [is.active_item_text_color, is.active_item_color],
          [is.header_text_color, is.header_background_color],
          [is.header_active_text_color, is.header_active_background_color],
          [[1, 0, 0], is.mention_badge_color],
          [tokens['brand-text-color'], tokens['brand-color']],
          [tokens['brand-soft-text'], tokens['brand-soft']],
        ]
        for (const [text, ground] of reads) expect(shown(text, ground)).to.be.at.least(AA)
        expect(shown(is.online_indicator_color, is.sidebar_background_color)).to.be.at.least(MARK)
      }),
      { numRuns: 300 },
    )
  })

  it('leaves colours that read as they were chosen', () => {
    const is = customColours(custom({ sidebar_background_color: '#10231a', sidebar_text_color: '#e8f5ee' }), 'light')
    expect([toHex(is.sidebar_background_color), toHex(is.sidebar_text_color)]).to.deep.equal(['#10231a', '#e8f5ee'])
    // only the text gave way here
    const poor = customColours(custom({ header_background_color: '#ffd400', header_text_color: '#ffffff' }), 'light')
    expect(toHex(poor.header_background_color)).to.equal('#ffd400')
    expect(toHex(poor.header_text_color)).not.to.equal('#ffffff')
  })

  it('is style for both sides, made of numbers alone', () => {
    const css = themeCss(custom({ sidebar_background_color: '#10231a', link_color: '</style><script>' }))
    expect(css).to.match(/^html:root\[data-theme\]\[data-appearance="light"\]\{[^{}<>]+\}html:root\[data-theme\]\[data-appearance="dark"\]\{[^{}<>]+\}$/)
    expect(css).to.include('--sidebar-background-color:oklch(').and.include('--frame-border:').and.include('--brand-hover:')
  })

  it('falls back to the brand of the specification: #506CF0 with white text, hover a tenth lighter or darker', () => {
    expect(FALLBACK_BRAND).to.equal('#506CF0')
    for (const brand of ['', 'blue', '#12'])
      expect(toHex(brandTokens(brand, 'light')['brand-color']), brand).to.equal(toHex(brandTokens(FALLBACK_BRAND, 'light')['brand-color']))
    expect(toHex(brandTokens(FALLBACK_BRAND, 'light')['brand-text-color'])).to.equal('#ffffff')
    const dark = brandTokens('#506CF0', 'light')
    expect(dark['brand-hover'][0] / dark['brand-color'][0]).to.be.closeTo(0.9, 0.005)
    const light = brandTokens('#ffd400', 'light')
    expect(light['brand-hover'][0] / light['brand-color'][0]).to.be.closeTo(Math.min(1.1, 1 / light['brand-color'][0]), 0.05)
  })
})
