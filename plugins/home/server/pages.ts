/** The home page before any script runs, for visitors and for link previews. Whoever is signed in is shown no visitor's page while their own one comes. */
import { RATIOS } from '@atrium/sdk'
import { type Ctx, html, type PageHead, parts } from '@atrium/sdk/server'
import home from '../contract.ts'
import { addressOf, banner } from './service/settings.ts'

export async function homePage(ctx: Ctx): Promise<PageHead> {
  const { banner_text, meta_title, meta_description, open_graph_image } = ctx.settings(home)
  const filled = ctx.fill(home.points.visitors)
  const [image, shown, ...given] = await Promise.all([addressOf(ctx, open_graph_image), banner(ctx), ...filled.map(({ value }) => value(ctx))])
  // A visitor has no name, and only their own clock knows what greeting fits.
  const title = shown?.title.replace(/[,\s]*\{(greeting|name)\}/g, '')
  return {
    title: meta_title || ctx.community.name,
    description: meta_description || banner_text || undefined,
    image: image ? new URL(image, ctx.community.url).href : undefined,
    body: ctx.account
      ? undefined
      : html`<h1 class="sr-only">${ctx.community.name}</h1><div class="grid grid-cols-1 gap-4">
${given.map(({ about }) => about)}
${shown && html`<section class="relative overflow-hidden rounded-card bg-brand text-on-brand">${shown.image_url && parts.picture(shown.image_url, { srcset: shown.image_srcset, ratio: RATIOS.cover, first: true, look: 'max-sm:aspect-[1.9]!' })}<div class="${shown.image_url ? 'absolute inset-0 flex flex-col justify-end bg-linear-to-t from-black/75 via-black/30 to-transparent p-4 text-white sm:p-7' : 'p-7'}"><p class="text-20 leading-[1.625rem] font-semibold tracking-[-0.021em] sm:text-24 sm:leading-[1.875rem]">${title}</p><p class="mt-1.5 max-w-[46ch] text-15">${shown.text}</p></div></section>`}
${given.map(({ offered }) => offered)}
${given.map(({ feed }) => feed)}</div>`,
    aside: ctx.account ? undefined : html`${given.map(({ aside }) => aside)}`,
  }
}
