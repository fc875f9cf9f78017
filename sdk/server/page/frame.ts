/**
 * The frame round a page as visitors read it before any script runs: header, sidebar with the spaces, bar at the foot, all of
 * it links. It is what a visitor sees of the shell's frame, so that the shell takes over without anything moving; who changes
 * shell/src/frame or the SDK's Screen changes it here too.
 */
import { signUpPath } from '../../core/rules/ways.ts'
import type { AppearanceChoice } from '../../core/theme.ts'
import shell, { type SidebarGroup } from '../../kernel/shell/contract.ts'
import type { Ctx } from '../ctx.ts'
import type { PageHead } from '../define.ts'
import type { PageCommunity } from './head.ts'
import { html, type Markup, trusted } from './markup.ts'
import { parts } from './parts.ts'

/** The words of a plugin, `shell` or `sdk` in one locale. */
export type Say = (plugin: string, key: string, values?: Record<string, string | number>) => string

/** What the frame shows a visitor, as boot data say it. */
export interface FrameData {
  community: { name: string; branding: PageCommunity['branding']; sign_up_allowed: boolean; custom_sign_up_link_url?: string | null }
  /** What is off has no links. */
  plugins: readonly ({ id: string; screens: Record<string, { public?: boolean | 'always' }> } & Record<Place, readonly Entry[]>)[]
}
type Place = 'tabs' | 'links' | 'bottom'
interface Entry {
  title: string
  to: string
  icon: string
  order?: number
  can?: string
}

export interface FrameInput {
  head: PageHead
  /** As the manifest says it. */
  screen: { plugin: string; module: string; layout?: 'column' | 'wide' | 'focus' | 'bare'; bottomBar?: boolean }
  path: string
  appearance: AppearanceChoice
  data: FrameData
  sidebar: Awaited<ReturnType<typeof sidebarOf>>
  say: Say
}

/** As the interface has it: lower than the bar and off its edge on phones. */
const JOIN = 'max-desk:relative max-desk:me-1.5 max-desk:min-h-8! max-desk:after:absolute max-desk:after:-inset-x-1 max-desk:after:-inset-y-1.5'
const BUTTON =
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control leading-none transition-[background-color,box-shadow,color] h-8 px-3 text-13 max-desk:min-h-11'
const TAB =
  'inline-flex h-8 flex-none items-center rounded-control px-[11px] text-13 font-medium whitespace-nowrap transition-colors duration-(--fast) hover:bg-[color-mix(in_oklab,var(--header-text-color)_8%,transparent)] current:bg-header-active current:text-header-active-text'
const SIDE_LINK =
  'flex min-h-[30px] items-center gap-[9px] rounded-control px-2 text-sidebar-text hover:bg-sidebar-hover current:bg-active-item current:font-medium current:text-active-item-text max-desk:min-h-11 max-desk:text-15'
const HEADER_ICON = 'grid size-11 flex-none place-items-center rounded-control desk:hidden'
const PAGE = 'mx-auto px-3 pb-10 pt-4 desk:px-6 desk:pb-16 desk:pt-6'
const BESIDE = 'grid max-w-[1096px] grid-cols-[minmax(0,720px)] items-start justify-center gap-8 wide:grid-cols-[minmax(0,720px)_296px]'
/** Of the bar at the foot. */
const PLACES = 5

function mark({ name, branding: { logo_url, dark_logo_url } }: FrameData['community'], appearance: AppearanceChoice): Markup {
  const logo = appearance === 'dark' ? (dark_logo_url ?? logo_url) : logo_url
  const byNight = appearance === 'system' && logo && dark_logo_url
  if (logo)
    return html`<picture class="contents">${byNight && html`<source media="(prefers-color-scheme: dark)" srcset="${dark_logo_url}">`}<img src="${logo}" alt="${name}" height="28" class="h-7 w-auto max-w-full object-contain"></picture>`
  return html`<span class="truncate text-17 font-bold tracking-[-0.032em]">${name}</span>`
}

/** The entries of one place that visitors have, in order and in words; home first where no plugin has it. */
function entriesOf({ plugins }: FrameData, place: Place, say: Say) {
  const found = plugins
    .flatMap((plugin) => plugin[place].map((entry) => ({ ...entry, plugin: plugin.id })))
    .filter(({ can, to }) => !can && plugins.every(({ screens }) => !(to in screens) || screens[to]!.public))
    .sort((one, other) => (one.order ?? 100) - (other.order ?? 100))
    .map(({ plugin, title, to, icon }) => ({ label: say(plugin, title), to, icon }))
  const home = found.some(({ to }) => to === '/') ? [] : [{ label: say('shell', 'frame.home'), to: '/', icon: 'house' }]
  return [...home, ...found]
}

/** What each plugin lists in the sidebar. */
export const sidebarOf = (ctx: Ctx): Promise<(readonly SidebarGroup[])[]> => Promise.all(ctx.fill(shell.points.sidebar).map(({ value }) => value(ctx)))

const isCurrent = (path: string, to: string) => path === to || (to !== '/' && path.startsWith(`${to}/`))
const list = (entries: readonly Markup[]) => html`<ul class="grid gap-px">${entries.map((one) => html`<li>${one}</li>`)}</ul>`
/** A plugin that gives the same list again has it drawn once. */
const drawn = new WeakMap<readonly SidebarGroup[], string>()
function sidebarHtml(groups: readonly SidebarGroup[], path: string): Markup {
  let text = drawn.get(groups)
  if (text === undefined) drawn.set(groups, (text = groups.map((group) => groupHtml(group).html).join('')))
  const here = groups.flatMap(({ links }) => links).find(({ to }) => isCurrent(path, to))
  return trusted(here ? text.replace(html`<a href="${here.to}"`.html, (link) => `${link} aria-current="page"`) : text)
}
const groupHtml = ({ title, links }: SidebarGroup): Markup =>
  html`<section class="mt-3.5"><p class="flex h-7 items-center gap-1.5 px-2 text-12 font-medium max-desk:h-11">${parts.icon('chevron-right', 'size-[13px] rotate-90')}<span class="truncate">${title}</span></p>${list(
    links.map(
      ({ label, to, mark: sign, locked }) =>
        html`<a href="${to}" class="${SIDE_LINK}">${sign}<span class="min-w-0 flex-1 truncate">${label}</span>${locked && html`<svg class="icon size-[15px]" role="img" aria-label="${locked}">${parts.use('lock')}</svg>`}</a>`,
    ),
  )}</section>`

export function firstPaint({ head, screen: { plugin, module, layout, bottomBar = true }, path, appearance, data, sidebar, say }: FrameInput): Markup {
  const name = head.screen ?? `${plugin}/${module.split('/').at(-1)!}`
  if (layout === 'bare') return html`<div data-screen="${name}" class="h-full min-w-0">${head.body}</div>`
  const { community } = data
  const words = (key: string, values?: Record<string, string | number>) => say('shell', key, values)
  const back = path === '/' ? '' : `?post_login_redirect=${encodeURIComponent(path)}`
  const join = !community.sign_up_allowed || !bottomBar ? null : signUpPath(community.custom_sign_up_link_url, back)
  const signIn = `/user/sign_in${back}`
  const current = (to: string) => isCurrent(path, to) && html` aria-current="page"`
  const given = entriesOf(data, 'bottom', say)
  const inBar = given.slice(0, PLACES - 1)
  const bottom = [...inBar, { label: words('signIn.action'), to: signIn, icon: 'log-in' }]
  const links = entriesOf(data, 'links', say)
  // A phone has no tabs: what its bar at the foot does not lead to either stands in the drawer.
  const elsewhere = [...entriesOf(data, 'tabs', say), ...given.slice(PLACES - 1)]
  const onPhones = elsewhere.filter(
    ({ to }, index) => ![...links, ...inBar].some((other) => other.to === to) && elsewhere.findIndex((other) => other.to === to) === index,
  )
  const alone = layout === 'focus'
  const page = alone ? 'h-full min-w-0' : `${PAGE} ${layout === 'wide' ? 'max-w-[1240px]' : head.aside ? BESIDE : 'max-w-[768px]'}`
  return html`<a href="#main" class="fixed start-2 -top-16 z-100 rounded-control bg-surface px-3.5 py-2 text-text focus:top-2 focus:shadow-float">${words('frame.skip')}</a>
<div class="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[var(--header-h)_1fr] pb-(--bottom-h) ${bottomBar ? '' : '[--bottom-h:env(safe-area-inset-bottom)]'} ${alone ? 'desk:grid-cols-[minmax(0,1fr)]' : 'desk:grid-cols-[var(--sidebar-w)_minmax(0,1fr)]'}">
<header class="sticky top-0 z-20 flex h-(--header-h) items-center gap-1 border-b border-frame bg-header [--ring:var(--header-background-color)] px-1.5 text-header-text desk:ps-4 desk:pe-3 ${!alone && 'desk:col-span-2'}">
<button type="button" popovertarget="drawer" aria-label="${words('frame.openSpaces')}" class="${HEADER_ICON}">${parts.icon('menu')}</button>
<div class="flex min-w-0 items-center gap-2.5 max-desk:flex-1 ${!alone && 'desk:w-[calc(var(--sidebar-w)-36px)]'} desk:flex-none"><a href="/" class="-ms-2 flex h-[34px] min-w-0 items-center rounded-control px-2.5">${mark(community, appearance)}</a></div>
<nav class="hidden min-w-0 flex-1 gap-0.5 overflow-hidden px-1 py-1 desk:flex" aria-label="${words('frame.main')}">${entriesOf(data, 'tabs', say).map(({ label, to }) => html`<a href="${to}"${current(to)} class="${TAB}">${label}</a>`)}</nav>
<button type="button" data-press="search" class="hidden h-8 w-[150px] flex-none items-center gap-2 rounded-control bg-[color-mix(in_oklab,var(--header-text-color)_5%,transparent)] ps-2.5 pe-1.5 text-13 shadow-[inset_0_0_0_1px_var(--frame-border)] desk:flex wide:w-[236px]">${parts.icon('search', 'size-[15px]')}<span>${words('frame.search')}</span></button>
<button type="button" data-press="search" aria-label="${words('frame.search')}" class="${HEADER_ICON}">${parts.icon('search')}</button>
<a href="${signIn}" class="${BUTTON} max-desk:hidden font-medium text-inherit! hover:bg-hover">${words('signIn.action')}</a>
${join && parts.button(join, words('signUp.join'), { look: JOIN })}
</header>
<aside id="drawer" popover aria-label="${words('sidebar.title')}" class="flex-col overflow-y-auto border-e border-frame bg-sidebar [--ring:var(--sidebar-background-color)] px-2.5 pb-4 pt-2 text-13 text-sidebar-text max-desk:hidden max-desk:open:flex max-desk:h-dvh max-desk:max-h-none max-desk:w-[min(320px,86vw)] max-desk:shadow-dialog max-desk:backdrop:bg-overlay ${alone ? 'desk:hidden' : 'desk:flex'} desk:sticky desk:inset-auto desk:top-(--header-h) desk:h-[calc(100dvh-var(--header-h))] desk:w-(--sidebar-w)">
<p class="flex h-8 items-center px-2 font-semibold desk:hidden">${community.name}</p>
<nav aria-label="${words('sidebar.links')}" class="mt-1.5">${list([...links, ...onPhones].map(({ label, to, icon }, index) => html`<a href="${to}"${current(to)} class="${SIDE_LINK} ${index >= links.length && 'desk:hidden'}">${parts.icon(icon)}<span class="min-w-0 flex-1 truncate">${label}</span></a>`))}</nav>
${sidebar.map((groups) => sidebarHtml(groups, path))}</aside>
<main id="main" tabindex="-1" class="min-w-0 bg-bg outline-none"><div data-screen="${name}" class="${page}">${alone ? head.body : html`<div class="min-w-0">${head.body}</div>`}${head.aside && html`<aside aria-label="${say('sdk', 'page.aside')}" class="sticky top-[calc(var(--header-h)+24px)] hidden content-start gap-6 text-13 wide:grid">${head.aside}</aside>`}</div></main></div>
${bottomBar && html`<nav aria-label="${words('frame.bottom')}" class="fixed inset-x-0 bottom-0 z-30 grid h-(--bottom-h) auto-cols-fr grid-flow-col border-t border-border bg-surface pb-[env(safe-area-inset-bottom)] desk:hidden">${bottom.map(({ label, to, icon }) => html`<a href="${to}"${current(to)} class="relative grid content-center justify-items-center gap-[3px] text-center text-11 font-medium text-text-2 current:text-link">${parts.icon(icon, 'size-[22px] stroke-[1.6]')}<span class="max-w-full truncate px-0.5">${label}</span></a>`)}</nav>`}`
}
