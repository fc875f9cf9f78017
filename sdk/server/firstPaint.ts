/**
 * What the server writes of a page before any script runs: its head, and the frame round one that is whole as HTML. It is
 * what a visitor sees of the shell's frame, with the same utilities, so that the shell takes over without anything moving;
 * who changes shell/src/frame or the SDK's Screen changes it here too.
 */
import type { ThemeSettings } from '../core/theme.ts'
import type { PageHead } from './define.ts'
import { escapeHtml } from './html.ts'

/** What pages show of a community. */
export interface PageCommunity {
  info: { name: string }
  branding: { icon_url: string | null; logo_url: string | null; dark_logo_url: string | null; theme: ThemeSettings }
}

/** The words of a plugin, `shell` or `sdk` in one locale. */
export type Say = (plugin: string, key: string, values?: Record<string, string | number>) => string

/** What the frame shows a visitor, as boot data say it. */
export interface FrameData {
  community: { name: string; branding: PageCommunity['branding']; sign_up_allowed: boolean; custom_sign_up_link_url?: unknown }
  /** What is off has no tabs. */
  plugins: readonly { id: string; tabs: readonly { title: string; to: string; order?: number; can?: string }[] }[]
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

const BUTTON =
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control leading-none transition-[background-color,box-shadow,color] h-8 px-3 text-13 max-desk:min-h-11'
const TAB =
  'inline-flex h-8 flex-none items-center rounded-control px-[11px] text-13 font-medium whitespace-nowrap transition-colors duration-(--fast) hover:bg-[color-mix(in_oklab,var(--header-text-color)_8%,transparent)]'
const PAGE = 'mx-auto px-3 pb-10 pt-4 desk:px-6 desk:pb-16 desk:pt-6'
const BESIDE = 'grid max-w-[1096px] grid-cols-[minmax(0,720px)] items-start justify-center gap-8 wide:grid-cols-[minmax(0,720px)_296px]'

function mark({ name, branding }: FrameData['community'], dark: boolean): string {
  const logo = dark ? (branding.dark_logo_url ?? branding.logo_url) : branding.logo_url
  if (logo) return `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="28" class="h-7 w-auto max-w-full object-contain">`
  return `<span class="truncate text-17 font-bold tracking-[-0.032em]">${escapeHtml(name)}</span>`
}

/** @param screen `posts/Post` */
export function firstPaint(head: PageHead, screen: string, path: string, dark: boolean, { community, plugins }: FrameData, say: Say): string {
  const back = path === '/' ? '' : `?post_login_redirect=${encodeURIComponent(path)}`
  const tabs = plugins
    .flatMap(({ id, tabs }) => tabs.map((tab) => ({ ...tab, plugin: id })))
    .filter(({ can }) => !can)
    .sort((one, other) => (one.order ?? 100) - (other.order ?? 100))
  const home = tabs.some(({ to }) => to === '/') ? '' : `<a href="/" class="${TAB}">${escapeHtml(say('shell', 'frame.home'))}</a>`
  const own = community.custom_sign_up_link_url
  const join = !community.sign_up_allowed ? null : own ? String(own) : `/user/sign_up${back}`
  return (
    `<div class="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[var(--header-h)_1fr] pb-(--bottom-h) desk:grid-cols-[var(--sidebar-w)_minmax(0,1fr)]">` +
    `<header class="sticky top-0 z-20 flex h-(--header-h) items-center gap-1 border-b border-frame bg-header [--ring:var(--header-background-color)] px-1.5 text-header-text desk:pl-4 desk:pr-3 desk:col-span-2">` +
    `<span class="size-11 flex-none desk:hidden"></span><div class="flex min-w-0 items-center gap-2.5 max-desk:flex-1 desk:w-[calc(var(--sidebar-w)-36px)] desk:flex-none"><a href="/" class="-ml-2 flex h-[34px] min-w-0 items-center rounded-control px-2.5">${mark(community, dark)}</a></div>` +
    `<nav class="hidden min-w-0 flex-1 gap-0.5 overflow-hidden px-1 py-1 desk:flex" aria-label="${escapeHtml(say('shell', 'frame.main'))}">${home}${tabs.map(({ plugin, title, to }) => `<a href="${escapeHtml(to)}" class="${TAB}">${escapeHtml(say(plugin, title))}</a>`).join('')}</nav>` +
    `<span class="size-11 flex-none desk:hidden"></span><a href="/user/sign_in${back}" class="${BUTTON} font-medium text-inherit! hover:bg-hover">${escapeHtml(say('shell', 'signIn.action'))}</a>` +
    (join
      ? `<a href="${escapeHtml(join)}" class="${BUTTON} bg-brand font-[560] text-on-brand shadow-[inset_0_1px_0_oklch(1_0_0/0.14),var(--shadow-1)] hover:bg-brand-hover">${escapeHtml(say('shell', 'signUp.join'))}</a>`
      : '') +
    `</header><div class="max-desk:hidden border-r border-frame bg-sidebar"></div>` +
    `<main class="min-w-0 bg-bg"><div data-screen="${screen}" class="${PAGE} ${head.aside ? BESIDE : 'max-w-[768px]'}"><div class="min-w-0">${head.html}</div>` +
    (head.aside ? `<aside class="sticky top-[calc(var(--header-h)+24px)] hidden content-start gap-6 text-13 wide:grid">${head.aside}</aside>` : '') +
    `</div></main></div>`
  )
}
