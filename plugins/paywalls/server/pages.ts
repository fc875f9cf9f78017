/** A checkout as HTML before any script runs: what is sold, and for how much. */
import { type Ctx, html, type PageHead, type PageRenderer, unlessRefused } from '@atrium/sdk/server'
import { namesOf, needPaywall, presentCard } from './selling/service/catalogue.ts'

async function checkout(ctx: Ctx, { paywall: id }: Record<string, string>): Promise<PageHead | null> {
  const row = /^\d{1,15}$/.test(id ?? '') ? await unlessRefused(needPaywall(ctx, Number(id)), null, 404) : null
  if (row?.status !== 'active') return { title: ctx.t('checkout.gone'), status: 404, noindex: true }
  const card = presentCard(ctx, row, await namesOf(ctx))
  return {
    title: card.name,
    description: card.description || card.prices.map(({ display_name }) => display_name).join(', '),
    image: card.cover_url ?? undefined,
    body: html`<article class="mx-auto max-w-[640px]"><h1 class="text-32">${card.name}</h1><p class="mt-2 text-17 text-text-2">${card.description}</p>
<h2 class="mt-6 text-17">${ctx.t('checkout.prices')}</h2><ul class="mt-2 grid gap-2">${card.prices.map((price) => html`<li class="rounded-card border p-3.5">${price.name && html`<span class="font-medium">${price.name}</span> `}${price.display_name}</li>`)}</ul></article>`,
  }
}

export const pages: Record<string, PageRenderer> = { '/checkout/:paywall': checkout }
