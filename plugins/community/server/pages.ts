/** What visitors read of the community before any script runs: what it is, its landing page, its legal texts. */
import { type Ctx, html, isOpenForSignUp, type Markup, type PageButton, type PageRenderer, parts } from '@atrium/sdk/server'
import { RATIOS, cut, signUpPath } from '@atrium/sdk'
import { LEGAL_KINDS, type LandingPage } from '../contract.ts'
import { show } from './service/landing.ts'
import { textOf } from './service/legal.ts'

const personOf = ({ avatar_url: avatarUrl, ...person }: LandingPage['faces'][number]) => ({ ...person, avatarUrl })
/** As the browser's `Who`. */
function who(ctx: Ctx, { host, members_count: count, faces, is_free }: LandingPage, look: string): Markup | null {
  const said = [
    host && html`${parts.face(personOf(host), 24)}${ctx.t('landing.host', { name: host.name })}`,
    count !== null && html`${faces.length > 0 ? parts.faces(faces.map(personOf)) : parts.icon('users', 'size-[15px]')}${ctx.t('landing.members', { count })}`,
    is_free && html`${parts.icon('check', 'size-[15px]')}${ctx.t('landing.free')}`,
  ].filter((one) => one !== null && one !== false)
  if (said.length === 0) return null
  return html`<ul class="flex flex-wrap items-center gap-x-5 gap-y-2 text-13 ${look}">${said.map((one) => html`<li class="flex min-h-6 items-center gap-2">${one}</li>`)}</ul>`
}

/** Join, where the community is open, and sign in: as the interface has them. */
function waysIn(ctx: Ctx, look: string, size?: PageButton['size'], label?: string): Markup | null {
  if (ctx.account) return null
  const opens = isOpenForSignUp(ctx)
  const join =
    opens && parts.button(signUpPath(ctx.platform.fields.custom_sign_up_link_url), label || ctx.t('landing.join', { name: ctx.community.name }), { size })
  return html`<div class="flex flex-wrap ${look}">${join}${parts.button('/user/sign_in', ctx.t('landing.sign_in'), { size, variant: opens ? 'default' : 'primary' })}</div>`
}

/** At the top of the home page. */
export async function about(ctx: Ctx): Promise<{ about: Markup }> {
  const page = await show(ctx)
  const { headline, text, picture_url } = page
  return {
    about: html`<section class="overflow-hidden rounded-card border border-border bg-surface">${picture_url && parts.picture(picture_url, { srcset: page.picture_srcset, ratio: RATIOS.cover, first: true, look: 'max-sm:aspect-[1.9]!' })}<div class="p-5"><h2 class="text-20 leading-[1.625rem] font-semibold">${headline}</h2>${text && html`<p class="mt-1.5 max-w-[60ch] text-15 whitespace-pre-line text-text-2">${text}</p>`}${who(ctx, page, 'mt-3 text-text-2')}${waysIn(ctx, 'mt-4 gap-2')}</div></section>`,
  }
}

export const landingPage: PageRenderer = async (ctx) => {
  const page = await show(ctx)
  const { enabled, headline, text, picture_url, spaces } = page
  return {
    title: headline,
    description: cut(text, 200) || undefined,
    image: picture_url ? new URL(picture_url, ctx.community.url).href : undefined,
    body: enabled
      ? html`<div class="mx-auto grid max-w-[960px] gap-8 px-4 pb-16 pt-6 desk:pt-10">${picture_url && html`<div class="overflow-hidden rounded-sheet">${parts.picture(picture_url, { srcset: page.picture_srcset, ratio: RATIOS.cover, first: true, look: 'max-sm:aspect-[1.9]!' })}</div>`}
<div class="grid justify-items-center gap-4 text-center"><h1 class="max-w-[22ch] text-32 leading-[1.15] font-bold tracking-[-0.02em] wrap-anywhere">${headline}</h1>${text && html`<p class="max-w-[60ch] text-17 whitespace-pre-line text-text-2">${text}</p>`}
${waysIn(ctx, 'justify-center gap-2.5 pt-2', 'lg', page.button_label)}${!ctx.community.isPrivate && html`<p>${parts.link('/home/home_page/posts', ctx.t('landing.look'))}</p>`}${who(ctx, page, 'justify-center text-text-3')}</div>
${spaces.length > 0 && html`<section><h2 class="mb-3 text-center text-13 font-semibold text-text-3">${ctx.t('landing.spaces')}</h2><ul class="flex flex-wrap justify-center gap-2.5">${spaces.map((space) => html`<li>${parts.link(`/c/${space.slug}`, space.name)}</li>`)}</ul></section>`}</div>`
      : undefined,
  }
}

export const legalPage: PageRenderer = async (ctx, params) => {
  const kind = LEGAL_KINDS.find((one) => one === params.kind)
  if (!kind) return null
  const { body } = await textOf(ctx, kind)
  const title = ctx.t(`legal.${kind}`)
  return { title: `${title} · ${ctx.community.name}`, body: html`<h1 class="mb-5 text-24">${title}</h1>${parts.prose(ctx, body)}` }
}
