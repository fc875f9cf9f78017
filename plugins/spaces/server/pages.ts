/** Spaces as visitors see them before any script runs: their list beside every page, and the page of each. */
import { RATIOS, signUpPath } from '@atrium/sdk'
import type { SidebarGroup } from '@atrium/sdk/kernel/shell'
import { type Ctx, html, isOpenForSignUp, type Markup, type PageRenderer, parts, signInPath } from '@atrium/sdk/server'
import contract, { type Outside } from '../contract.ts'
import { type SeenSpace, spacePolicy } from './policies.ts'
import { spaceMap } from './service/access.ts'
import { outsideOf } from './service/outside.ts'
import { toSpace } from './service/present.ts'
import { listedSpaces, spaceBySlug } from './service/spaces.ts'

const glyph = ({ emoji, custom_emoji_url: src }: { emoji: string | null; custom_emoji_url?: string | null }, look: string): Markup =>
  src ? html`<img src="${src}" alt="" class="aspect-square shrink-0 object-contain ${look}">` : parts.mark(emoji, look)

/** Spaces that a page lists; the interface brings the others. */
const LISTED = 100
/** What visitors see is the same for nearly all of them, so it is made once for each state of the spaces, by language and what is listed. */
const made = new WeakMap<object, Map<string, SidebarGroup[]>>()

export async function sidebar(ctx: Ctx): Promise<SidebarGroup[]> {
  const [map, all] = await Promise.all([spaceMap(ctx), listedSpaces(ctx)])
  const hidden = new Set(map.groups.filter((group) => group.hide_non_member_spaces_from_sidebar).map(({ id }) => id))
  const listed = all.filter((space) => !space.hide_from_sidebar && !hidden.has(space.space_group_id)).slice(0, LISTED)
  const known = made.get(map) ?? new Map<string, SidebarGroup[]>()
  made.set(map, known)
  const key = `${ctx.locale} ${listed.map(({ id }) => id).join()}`
  if (!known.has(key)) known.set(key, groupsOf(ctx, map, listed))
  return known.get(key)!
}
function groupsOf(ctx: Ctx, { groups, open }: Awaited<ReturnType<typeof spaceMap>>, listed: Awaited<ReturnType<typeof listedSpaces>>): SidebarGroup[] {
  return groups
    .map((group) => ({
      title: group.name,
      links: listed
        .filter((space) => space.space_group_id === group.id)
        .map((space) => ({
          label: space.name,
          to: `/c/${space.slug}`,
          mark: glyph({ emoji: space.emoji, custom_emoji_url: space.options.custom_emoji_url }, 'w-[18px] text-[14px]'),
          locked: !open.has(space.id) && (space.options.show_lock_icon_for_non_members ?? true) ? ctx.t('locked.label') : undefined,
        })),
    }))
    .filter(({ links }) => links.length > 0)
}

const personOf = ({ id, name, avatar_url }: Outside['faces'][number]) => ({ id, name, avatarUrl: avatar_url })
/** As the browser's `Told`. */
const insideOf = (ctx: Ctx, { holds, awaits, hosts }: Outside): Markup =>
  html`${
    holds.length > 0
      ? html`<section class="mb-4"><h2 class="mb-2 text-17">${ctx.t('outside.title')}</h2><ul class="grid gap-1.5">${holds.map((text) => html`<li class="flex items-center gap-2">${parts.icon('check', 'size-[15px] flex-none text-text-3')}${text}</li>`)}</ul></section>`
      : awaits.length > 0 &&
        html`<section class="mb-4"><h2 class="mb-2 text-17">${ctx.t('outside.title')}</h2><div class="rounded-card border border-border bg-surface p-4"><p class="text-text-2">${ctx.t('outside.awaits')}</p><ul class="mt-2.5 flex flex-wrap gap-2">${awaits.map((text) => html`<li><span class="inline-flex h-5 items-center rounded-mark bg-hover px-[7px] text-12 leading-none font-medium text-text-2">${text}</span></li>`)}</ul></div></section>`
  }${
    hosts.length > 0 &&
    html`<section class="mb-4"><h2 class="mb-2.5 text-17">${ctx.t('outside.hosts')}</h2><ul class="grid gap-3">${hosts.map((person) => html`<li class="flex items-center gap-3">${parts.face(personOf(person))}<span class="font-semibold">${person.name}</span></li>`)}</ul></section>`
  }`

/** What a space tells of itself to this reader, who may not enter it: what it holds, who runs it, and what its types say. */
export async function told(ctx: Ctx, seen: SeenSpace): Promise<Markup> {
  if (spacePolicy.enter(ctx, seen)) return html``
  const types = ctx.fill(contract.points.type).filter(({ value }) => seen.row.types.includes(value.key))
  const [outside, ...said] = await Promise.all([outsideOf(ctx, seen), ...types.map(({ value }) => value.outside?.(ctx, seen.row.id))])
  return html`${outside && insideOf(ctx, outside)}${said}`
}

/** Before a space that this reader may not enter: the ways in, and what it tells of itself. */
const locked = (
  ctx: Ctx,
  { slug, name, members_count: count, ...space }: ReturnType<typeof toSpace>,
  offered: Markup[],
  inside: Markup,
  outside: Outside | null,
): Markup => {
  const signIn = html`<a href="${signInPath(`/c/${slug}`)}" class="font-medium text-link underline">${ctx.t('locked.signIn')}</a>`
  const joins = isOpenForSignUp(ctx) && !ctx.account
  const closed = joins ? ctx.t('locked.visitor', { community: ctx.community.name }) : ctx.t('locked.text')
  const back = new URLSearchParams({ post_login_redirect: `/c/${slug}` })
  const join =
    joins &&
    html`<p class="mb-3">${parts.button(signUpPath(ctx.platform.fields.custom_sign_up_link_url, `?${back}`), ctx.t('locked.join', { community: ctx.community.name }))}</p>`
  const isPrivate = offered.length === 0 && html`${parts.icon('lock', 'size-[15px]')}${ctx.t('visibility.private')}${count !== null && ' · '}`
  return html`<p class="-mt-2 mb-4 flex min-h-5 flex-wrap items-center gap-1.5 text-13 text-text-3">${isPrivate}${outside && outside.faces.length > 0 && parts.faces(outside.faces.map(personOf))}${count !== null && html`<span>${ctx.t('members.count', { count })}</span>`}</p>
${offered.length > 0 ? offered : html`<section class="mb-4 rounded-card border bg-surface p-6 text-center"><h2 class="text-17">${space.locked_page_heading || ctx.t('locked.title', { name })}</h2><p class="mt-1 mb-3 text-text-2">${space.locked_page_description || closed}</p>${join}${signIn}</section>`}
${inside}${offered.length > 0 && html`<p class="mt-4 text-13 text-text-2">${ctx.t('locked.already')} ${signIn}</p>`}`
}

export const spacePage: PageRenderer = async (ctx, { space: slug }) => {
  const seen = await spaceBySlug(ctx, slug!)
  if (!seen || !spacePolicy.view(ctx, seen)) return { title: ctx.community.name, status: 404 }
  const space = toSpace(ctx, seen)
  const meta = space.meta_tag_attributes ?? {}
  const enters = spacePolicy.enter(ctx, seen)
  // The first type that the space has is the tab that opens.
  const type = enters && ctx.fill(contract.points.type).find(({ value }) => value.key === seen.row.types[0])
  const { title, text } = space.welcome_banner ?? {}
  const hasCover = space.cover_image_visible === true && Boolean(space.cover_image_url)
  const offers = enters ? [] : ctx.fill(contract.points.offer)
  const [offered, inside, outside] = await Promise.all([
    Promise.all(offers.map(({ value }) => value.page(ctx, { id: space.id, slug: space.slug, name: space.name, hasCover }))),
    told(ctx, seen),
    outsideOf(ctx, seen),
  ])
  const ways = offered.flatMap((way) => way ?? [])
  const picture = meta.opengraph_image || space.cover_image_url || ways[0]?.image
  return {
    title: meta.meta_title || space.name,
    description: meta.meta_description || space.description || undefined,
    image: picture ? new URL(picture, ctx.community.url).href : undefined,
    preview: { title: meta.opengraph_title || undefined, description: meta.opengraph_description || undefined },
    body: html`${hasCover && html`<div class="mb-4 overflow-hidden rounded-card">${parts.picture(space.cover_image_url!, { ratio: RATIOS.spaceCover, first: true })}</div>`}
<header class="mb-4"><div class="flex min-h-9 items-center gap-3">${glyph(space, 'w-8 text-[26px]')}<h1 class="min-w-0 flex-1 text-24 wrap-anywhere">${space.name}</h1></div>${space.description && html`<p class="mt-1 max-w-[60ch] text-text-2">${space.description}</p>`}</header>
${enters && space.display_space_welcome_banner && html`<section class="mb-4 rounded-card border bg-surface p-4 desk:p-5">${title && html`<h2 class="text-17">${title}</h2>`}${text && html`<p class="mt-1 max-w-[64ch] whitespace-pre-line text-text-2">${text}</p>`}</section>`}
${type && (await type.value.page?.(ctx, seen.row.id))}
${
  !enters &&
  locked(
    ctx,
    space,
    ways.map(({ body }) => body),
    inside,
    outside,
  )
}`,
  }
}
