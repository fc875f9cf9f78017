/** The whole document of a page: the build's template with its places filled, and the boot data in it. */
import { createHash } from 'node:crypto'
import { directionOf } from '../../core/rules/locales.ts'
import { themeAttribute } from '../../core/rules/themes.ts'
import type { AppearanceChoice, ThemeSettings } from '../../core/theme.ts'
import { escapeHtml } from '../html.ts'
import { ICONS } from './parts.ts'

/** What of the boot data is known here; all of it goes along. */
interface Boot {
  locale: string
  appearance: string | null
  messages: { first: string }
  plugins: object
  community: { name: string; settings: { dark_mode_enabled: boolean }; branding: { theme_css: string; theme: ThemeSettings } }
}
export interface DocumentInput {
  /** With `<!--head-->` and the like where something belongs. */
  template: string
  sprite: string
  data: Boot
  appearance: AppearanceChoice
  head: string
  body: string
  /** For browsers that run no scripts. */
  noScript: string
}

/** JSON inside a script element: nothing in it may end the element. */
const inline = (data: unknown) =>
  JSON.stringify(data)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

const pluginTexts = new WeakMap<object, string>()
/** The list of plugins is most of it, and the same for all of a community: its text is made once. */
function inlineBoot({ plugins, ...rest }: Boot): string {
  let text = pluginTexts.get(plugins)
  if (text === undefined) pluginTexts.set(plugins, (text = inline(plugins)))
  return `{"plugins":${text},${inline(rest).slice(1)}`
}

const isChoice = (one: string | null | undefined): one is AppearanceChoice => one === 'light' || one === 'dark' || one === 'system'
/** How the first paint looks. @param chosen what this device remembers of its visitor */
export function appearanceOf({ appearance, community: { settings, branding } }: Boot, chosen: string | undefined): AppearanceChoice {
  const standard = branding.theme.default_appearance
  if (!settings.dark_mode_enabled) return standard === 'dark' ? 'dark' : 'light'
  return [appearance, chosen].find(isChoice) ?? standard
}
/** Only the device knows what it has: it says so before anything is painted. The page's policy lets this one script run by its hash. */
const FOLLOW = `if(matchMedia('(prefers-color-scheme: dark)').matches)document.documentElement.dataset.appearance='dark'`
export const FOLLOW_HASH = `'sha256-${createHash('sha256').update(FOLLOW).digest('base64')}'`

export function documentOf({ template, sprite, data, appearance, head, body, noScript }: DocumentInput): string {
  const { theme, theme_css: css } = data.community.branding
  const style = css && `<style id="atrium-theme">${css}</style>`
  const lang = `<html lang="${data.locale}" dir="${directionOf(data.locale)}" data-appearance="${appearance === 'dark' ? 'dark' : 'light'}" data-theme="${escapeHtml(themeAttribute(theme))}"`
  return template
    .replace(/<html[^>]*?(?=>)/, () => lang)
    .replace('<!--head-->', () => (appearance === 'system' ? `<script>${FOLLOW}</script>${head}` : head))
    .replace('<!--words-->', () => data.messages.first)
    .replace('<!--body-->', () => body.replaceAll(ICONS, sprite))
    .replace('<!--no-script-->', () => noScript)
    .replace('<!--boot-->', () => `${style}<script type="application/json" id="atrium-boot">${inlineBoot(data)}</script>`)
}
