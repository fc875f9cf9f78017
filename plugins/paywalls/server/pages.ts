/** What is sold as HTML before any script runs: a checkout, and the offer before a space that is closed. */
import { RATIOS } from '@atrium/sdk'
import { type Ctx, html, type Markup, type PageHead, type PageRenderer, parts, unlessRefused } from '@atrium/sdk/server'
import type { Tickets } from '../../events/contract.ts'
import spaces, { type SpaceOffer } from '../../spaces/contract.ts'
import type { PaywallCard } from '../contract.ts'
import { sellerOf } from './selling/service/checkout.ts'
import { namesOf, needPaywall, openingOf, presentCard } from './selling/service/catalogue.ts'
import { isSubscription } from '../contract/opens.ts'
import { cheapestOf } from '../contract/cheapest.ts'

async function checkout(ctx: Ctx, { paywall: id }: Record<string, string>): Promise<PageHead | null> {
  const row = /^\d{1,15}$/.test(id ?? '') ? await unlessRefused(needPaywall(ctx, Number(id)), null, 404) : null
  if (row?.status !== 'active') return { title: ctx.t('checkout.gone'), status: 404, noindex: true }
  const card = presentCard(ctx, row, await namesOf(ctx))
  const seller = sellerOf(ctx)
  const told = await Promise.all(
    card.opens
      .filter(({ kind }) => kind === 'space')
      .slice(0, MAX_TOLD)
      .map(({ id }) => ctx.use(spaces).told(id)),
  )
  return {
    title: card.name,
    description: card.description || card.prices.map(({ display_name }) => display_name).join(', '),
    image: card.cover_url ?? undefined,
    body: html`<div data-wakes class="mx-auto grid max-w-[1080px] gap-x-10 gap-y-6 px-3 pt-4 pb-10 desk:px-8 desk:pt-8 desk:grid-cols-[minmax(0,1fr)_400px]">
<article class="grid content-start gap-4"><header><h1 class="mt-3 text-32 text-balance">${card.name}</h1>${card.description && html`<p class="mt-2 max-w-[60ch] text-17 whitespace-pre-line text-text-2">${card.description}</p>`}</header>
${card.cover_url && parts.picture(card.cover_url, { ratio: RATIOS.paywallCover, first: true, look: 'rounded-card' })}${told}</article>
<section class="grid content-start gap-5 self-start rounded-card border border-border bg-surface p-5"><ul class="grid gap-2">${card.prices.map((price) => html`<li class="rounded-card border border-border p-3.5">${price.name && html`<span class="font-medium">${price.name}</span> `}${price.display_name}${trialOf(ctx, price, ' · ')}</li>`)}</ul>
${FIELDS}<p class="border-t border-border pt-4 text-12 text-text-3">${ctx.t('order.seller', { name: seller.name })}${seller.address && `, ${seller.address.split('\n').join(', ')}`}</p></section></div>`,
  }
}
/** Spaces that tell what they hold, of a pass that opens many. */
const MAX_TOLD = 3
/** The places of the form, which comes with the interface. */
const FIELDS = html`<div aria-hidden="true" class="grid gap-3"><div class="h-16 rounded-control bg-skeleton"></div><div class="h-16 rounded-control bg-skeleton"></div><div class="h-11 rounded-control bg-skeleton"></div></div>`

/** Said beside the price that has it. */
const trialOf = (ctx: Ctx, { trial_days: count }: PaywallCard['prices'][number], before = ''): string | false =>
  count > 0 && `${before}${ctx.t('checkout.trial', { count })}`
const pricesOf = (ctx: Ctx, { prices }: PaywallCard): Markup =>
  html`<ul class="flex flex-wrap gap-2">${prices.map((price) => html`<li><span class="inline-flex h-5 items-center rounded-mark border border-border px-[7px] text-12 leading-none font-medium whitespace-nowrap text-text-2">${price.display_name}${trialOf(ctx, price, ' · ')}</span></li>`)}</ul>`
/** As the browser's `Offer`. */
function offerOf(ctx: Ctx, card: PaywallCard, { slug, name, hasCover }: Parameters<SpaceOffer['page']>[1]): Markup {
  const way = card.is_full
    ? html`<p class="font-medium">${ctx.t('checkout.full')}</p>`
    : parts.button(wayTo(card, slug), ctx.t(isSubscription(card) ? 'locked.subscribe' : 'locked.join', { name: card.name }), { size: 'lg' })
  return html`<section class="mb-4 overflow-hidden rounded-card border border-border bg-surface">${card.cover_url && !hasCover && parts.picture(card.cover_url, { ratio: RATIOS.paywallCover, first: true, look: 'max-h-64' })}
<div class="grid gap-3 p-5"><div><h2 class="${card.name === name ? 'sr-only' : 'text-20'}">${card.name}</h2>${card.description && html`<p class="mt-1 max-w-[60ch] text-text-2">${card.description}</p>`}</div>
${pricesOf(ctx, card)}
<div>${way}</div></div></section>`
}
const wayTo = (card: PaywallCard, slug: string) => `${card.checkout_url}?${new URLSearchParams({ back: `/c/${slug}` })}`

/** As the browser's small `Offer`: what a ticket to a date costs, and the way to its checkout and back. */
export const ticketOffer: Tickets['page'] = async (ctx, { eventId, occurrenceId, path }) => {
  const cards = await openingOf(ctx, 'event', eventId, occurrenceId)
  if (cards.length === 0) return html`<p class="text-13 text-text-2">${ctx.t('event.notOnSale')}</p>`
  return html`${cards.map((card) => {
    const to = `${card.checkout_url}?${new URLSearchParams({ back: path, date: String(occurrenceId) })}`
    const way = card.is_full
      ? html`<p class="font-medium">${ctx.t('checkout.full')}</p>`
      : parts.button(to, ctx.t('locked.ticket'), { block: true, icon: 'ticket' })
    return html`<section class="grid gap-2" aria-label="${card.name}"><p class="font-semibold wrap-anywhere">${card.name}</p>${pricesOf(ctx, card)}${way}</section>`
  })}`
}

const coverOf = (cards: readonly PaywallCard[]): string | null => cards.find(({ cover_url }) => cover_url)?.cover_url ?? null

export const offer: SpaceOffer = {
  async least(ctx, spaceIds) {
    const found = await Promise.all(
      spaceIds.map(async (id) => {
        const cards = await openingOf(ctx, 'space', id)
        const price = cheapestOf(cards)?.text((key, values) => ctx.t(key, values))
        return price ? [[id, { price, coverUrl: coverOf(cards) }] as const] : []
      }),
    )
    return new Map(found.flat())
  },
  async page(ctx, space) {
    const { id, slug } = space
    const cards = await openingOf(ctx, 'space', id)
    if (cards.length === 0) return null
    const least = cheapestOf(cards)
    const bar =
      least &&
      html`<div class="fixed inset-x-0 bottom-(--bottom-h) z-20 flex items-center justify-between gap-3 border-t border-border bg-surface px-4 py-2.5 desk:hidden"><p class="min-w-0 text-13 font-medium">${least.text((key, values) => ctx.t(key, values))}</p>${parts.button(wayTo(least.card, slug), ctx.t('locked.now'))}</div>`
    return { body: html`${cards.map((card) => offerOf(ctx, card, space))}${bar}`, image: coverOf(cards) }
  },
}

export const pages: Record<string, PageRenderer> = { '/checkout/:paywall': checkout }
