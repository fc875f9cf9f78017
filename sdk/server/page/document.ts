/** The whole document of a page: the build's template with its places filled, and the boot data in it. */
import { directionOf } from '../../core/rules/locales.ts'
import { themeAttribute } from '../../core/rules/themes.ts'
import type { ThemeSettings } from '../../core/theme.ts'
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
  appearance: 'light' | 'dark'
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

/** Light or dark at the first paint. @param shown what this device showed last, where only the device knows */
export function appearanceOf({ appearance, community: { settings, branding } }: Boot, shown: string | undefined): 'light' | 'dark' {
  const wanted = settings.dark_mode_enabled ? [appearance, shown] : []
  return wanted.find((one) => one === 'light' || one === 'dark') ?? branding.theme.default_appearance
}

export function documentOf({ template, sprite, data, appearance, head, body, noScript }: DocumentInput): string {
  const { theme, theme_css: css } = data.community.branding
  const style = css && `<style id="atrium-theme">${css}</style>`
  const lang = `<html lang="${data.locale}" dir="${directionOf(data.locale)}" data-appearance="${appearance}" data-theme="${escapeHtml(themeAttribute(theme))}"`
  return template
    .replace(/<html[^>]*?(?=>)/, () => lang)
    .replace('<!--head-->', () => head)
    .replace('<!--words-->', () => data.messages.first)
    .replace('<!--body-->', () => body.replaceAll(ICONS, sprite))
    .replace('<!--no-script-->', () => noScript)
    .replace('<!--boot-->', () => `${style}<script type="application/json" id="atrium-boot">${inlineBoot(data)}</script>`)
}
