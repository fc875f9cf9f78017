/** What stands in the head of a page: title, description, preview, and the community's mark. */
import { hash } from 'node:crypto'
import type { ThemeSettings } from '../../core/theme.ts'
import type { PageHead } from '../define.ts'
import { escapeHtml } from '../html.ts'

/** What pages show of a community. */
export interface PageCommunity {
  info: { name: string }
  branding: { icon_url: string | null; dark_icon_url: string | null; logo_url: string | null; dark_logo_url: string | null; theme: ThemeSettings }
}

/** Title, description and preview of a page, for its head. */
export function headTags(head: PageHead, url: string, siteName: string): string {
  const title = `<title>${escapeHtml(head.title)}</title>`
  const meta = [
    ['property', 'og:title', head.preview?.title || head.title],
    ['property', 'og:site_name', siteName],
    ['property', 'og:url', url],
    ['property', 'og:type', 'website'],
    ...(head.noindex ? [['name', 'robots', 'noindex']] : []),
    ...(head.description ? [['name', 'description', head.description]] : []),
    ...(head.preview?.description || head.description ? [['property', 'og:description', head.preview?.description || head.description]] : []),
    ...(head.image
      ? [
          ['property', 'og:image', head.image],
          ['name', 'twitter:card', 'summary_large_image'],
        ]
      : []),
  ]
  return title + meta.map(([kind, name, value]) => `<meta ${kind}="${name}" content="${escapeHtml(value!)}">`).join('')
}

/** Pixels of the icons that are made of a community's picture: for tabs, home screens, and apps. */
export const ICON_SIZES = [32, 180, 192, 512] as const
export type IconSize = (typeof ICON_SIZES)[number]
/** Address of an icon; it changes with the picture. @param picture address of an uploaded picture */
export const iconAddress = (picture: string, size: IconSize): string => `/icons/${size}-${hash('sha1', picture).slice(0, 12)}.png`
const isUpload = (picture: string | null): picture is string => picture?.startsWith('/files/') ?? false

/** Made once for each state of a community: it is asked with every page. */
const marks = new WeakMap<PageCommunity, string>()
/** The community's mark in the browser's tab, for light and for dark ones, and on home screens; one that has none gets its initial, which costs no request. */
export function iconTag(community: PageCommunity): string {
  let tag = marks.get(community)
  if (tag === undefined) {
    const { icon_url: light, dark_icon_url: dark } = community.branding
    const tags = isUpload(light)
      ? [
          ...links(light, isUpload(dark) ? 'light' : null),
          ...(isUpload(dark) ? links(dark, 'dark') : []),
          `<link rel="apple-touch-icon" href="${iconAddress(light, 180)}">`,
        ]
      : [`<link rel="icon" href="${light ? escapeHtml(light) : `data:image/svg+xml,${encodeURIComponent(drawn(community))}`}">`]
    marks.set(community, (tag = tags.join('')))
  }
  return tag
}
const links = (picture: string, scheme: 'light' | 'dark' | null): string[] =>
  ([32, 192, 512] as const).map(
    (size) =>
      `<link rel="icon" type="image/png" sizes="${size}x${size}"${scheme ? ` media="(prefers-color-scheme:${scheme})"` : ''} href="${iconAddress(picture, size)}">`,
  )
const drawn = ({ info, branding: { theme } }: PageCommunity): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${theme.brand_color.light}"/><text x="16" y="22.5" text-anchor="middle" font-family="sans-serif" font-size="18" font-weight="600" fill="${theme.brand_text_color.light}">${escapeHtml([...info.name][0]?.toUpperCase())}</text></svg>`

interface AheadInput {
  /** HTML of the page. */
  body: string
  /** It is read as it is, and the shell comes later. */
  isCalm: boolean
  isHome: boolean
  words: { first: string; members: string }
  /** Of the remote that has the page's screen. */
  entry: string | null | undefined
}
/** What browsers fetch before the shell asks for it: of what it asks for in any case alone, as they warn of what was fetched in vain. */
export function aheadTags({ body, isCalm, isHome, words: { first, members }, entry }: AheadInput): string {
  // what is there to be filled in needs its screen as soon as the shell
  const wakes = isCalm && body.includes('data-wakes')
  const files = isCalm ? (wakes ? [members] : []) : isHome ? [first] : [first, members]
  const tags = files.map((file) => `<link rel="preload" as="fetch" fetchpriority="low" crossorigin href="${file}">`)
  return (wakes && entry ? [...tags, `<link rel="modulepreload" crossorigin href="${escapeHtml(entry)}">`] : tags).join('')
}
