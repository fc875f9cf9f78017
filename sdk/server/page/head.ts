/** What stands in the head of a page: title, description, preview, and the community's mark. */
import type { ThemeSettings } from '../../core/theme.ts'
import type { PageHead } from '../define.ts'
import { escapeHtml } from '../html.ts'

/** What pages show of a community. */
export interface PageCommunity {
  info: { name: string }
  branding: { icon_url: string | null; logo_url: string | null; dark_logo_url: string | null; theme: ThemeSettings }
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

/** Made once for each state of a community: it is asked with every page. */
const marks = new WeakMap<PageCommunity, string>()
/** The community's mark in the browser's tab; one that has none gets its initial, which costs no request. */
export function iconTag(community: PageCommunity): string {
  let tag = marks.get(community)
  if (tag === undefined) {
    const { icon_url, theme } = community.branding
    const drawn = () =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${theme.brand_color.light}"/><text x="16" y="22.5" text-anchor="middle" font-family="sans-serif" font-size="18" font-weight="600" fill="${theme.brand_text_color.light}">${escapeHtml([...community.info.name][0]?.toUpperCase())}</text></svg>`
    marks.set(community, (tag = `<link rel="icon" href="${icon_url ? escapeHtml(icon_url) : `data:image/svg+xml,${encodeURIComponent(drawn())}`}">`))
  }
  return tag
}
