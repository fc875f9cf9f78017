/** What stands round a page: header with the menu, and the foot. */
import { signUpPath } from '@atrium/sdk'
import { type Ctx, html, isOpenForSignUp, type Markup, signInPath, trusted } from '@atrium/sdk/server'
import site, { type NavItem } from '../../../contract.ts'
import { icon } from './icons.ts'
import type { PageLook } from './looks.ts'

const isFor = (isMember: boolean) => (item: NavItem) => item.audience === 'everybody' || (item.audience === 'members') === isMember

const anchor = (item: NavItem, look = ''): Markup =>
  html`<a href="${item.to}"${look && html` class="${look}"`}${item.opens_new_tab && trusted(' target="_blank" rel="noopener"')}>${item.label}</a>`

interface Group {
  item: NavItem
  below: NavItem[]
}
/** Items with those below them, as this reader is shown them: with an item goes what lies below it, instead of falling to the one before. */
function grouped(items: readonly NavItem[], isMember: boolean): Group[] {
  const groups: Group[] = []
  for (const item of items) {
    if (item.is_nested && groups.length) groups.at(-1)!.below.push(item)
    else groups.push({ item, below: [] })
  }
  const isShown = isFor(isMember)
  return groups.filter(({ item }) => isShown(item)).map(({ item, below }) => ({ item, below: below.filter(isShown) }))
}

/** @param path where one comes back to after signing in */
function doors(ctx: Ctx, isMember: boolean, path: string): Markup[] {
  if (isMember) return [html`<a class="btn small" href="/">${ctx.t('page.enter')}</a>`]
  const way = html`<a class="btn outline small" href="${signInPath(path)}">${ctx.t('page.sign_in')}</a>`
  if (!isOpenForSignUp(ctx)) return [way]
  return [way, html`<a class="btn small" href="${signUpPath(ctx.platform.fields.custom_sign_up_link_url)}">${ctx.t('page.join')}</a>`]
}

async function logo(ctx: Ctx, { logoId, darkLogoId }: PageLook): Promise<Markup> {
  const { name } = ctx.community
  const { logo_url, dark_logo_url } = ctx.platform.branding
  const files = await ctx.files.byIds([logoId, darkLogoId].filter((id) => id !== null))
  const address = (id: number | null) => (id && files.has(id) ? ctx.files.url(files.get(id)!, 'medium') : null)
  const [light, dark] = logoId ? [address(logoId), address(darkLogoId)] : [logo_url, dark_logo_url]
  if (!light) return html`${name}`
  // where the dark one is not shown, it says nothing either
  return html`${dark && html`<img class="dk" src="${dark}" alt="${name}">`}<img class="${dark && 'lt'}" src="${light}" alt="${name}">`
}

export async function headerOf(ctx: Ctx, look: PageLook, isMember: boolean, path: string): Promise<Markup> {
  const { header, phone, shows_sign_in } = ctx.settings(site).navigation
  const shown = grouped(header, isMember)
  const onPhones = grouped(phone.length ? phone : header, isMember)
  const ways = shows_sign_in ? doors(ctx, isMember, path) : []
  const item = ({ item: one, below }: Group) =>
    below.length
      ? html`<li><details name="menu"><summary>${one.label}${icon('chevron-down')}</summary><ul><li>${anchor(one)}</li>${below.map((inner) => html`<li>${anchor(inner)}</li>`)}</ul></details></li>`
      : html`<li>${anchor(one, one.is_button ? 'btn small' : '')}</li>`
  const small = ({ item: one, below }: Group) =>
    html`<li>${anchor(one)}${below.length > 0 && html`<ul>${below.map((inner) => html`<li>${anchor(inner)}</li>`)}</ul>`}</li>`
  return html`<header class="top"><div class="in"><a class="brand" href="/">${await logo(ctx, look)}</a>
${(shown.length > 0 || ways.length > 0) && html`<nav class="menu" aria-label="${ctx.t('page.menu')}"><ul>${shown.map(item)}${ways.map((way) => html`<li>${way}</li>`)}</ul></nav>`}
${(onPhones.length > 0 || ways.length > 0) && html`<details class="phone"><summary aria-label="${ctx.t('page.menu.open')}">${icon('menu')}</summary><nav aria-label="${ctx.t('page.menu.phone')}">${onPhones.length > 0 && html`<ul>${onPhones.map(small)}</ul>`}${ways.length > 0 && html`<div class="btns">${ways}</div>`}</nav></details>`}
</div></header>`
}

export function footerOf(ctx: Ctx, isMember: boolean, hasBanner: boolean): Markup {
  const { footer, footer_text } = ctx.settings(site).navigation
  const links = footer.filter(isFor(isMember))
  const line = footer_text || `© ${ctx.now().getUTCFullYear()} ${ctx.community.name}`
  const choices = hasBanner && html`<li><a href="#choices" data-choices>${ctx.t('banner.again')}</a></li>`
  return html`<footer class="footer"><div class="in"><p>${line}</p>${(links.length > 0 || hasBanner) && html`<nav aria-label="${ctx.t('page.footer')}"><ul>${links.map((one) => html`<li>${anchor(one)}</li>`)}${choices}</ul></nav>`}</div></footer>`
}
