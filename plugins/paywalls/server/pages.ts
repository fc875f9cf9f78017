/** What is sold as HTML before any script runs: the offer before a space that is closed, and tickets. */
import { RATIOS } from '@atrium/sdk'
import { type Ctx, html, type Markup, type PageRenderer, parts } from '@atrium/sdk/server'
import type { Tickets } from '../../events/contract.ts'
import type { SpaceOffer } from '../../spaces/contract.ts'
import type { PaywallCard } from '../contract.ts'
import { buttonOf, cheapestOf, checkoutOf, leastOf } from '../contract/cheapest.ts'
import { openingOf } from './selling/service/catalogue.ts'
import { checkoutPage } from './selling/service/page.ts'

/** Said beside the price that has it. */
const trialOf = (ctx: Ctx, { trial_days: count }: PaywallCard['prices'][number], before = ''): string | false =>
  count > 0 && `${before}${ctx.t('checkout.trial', { count })}`
const pricesOf = (ctx: Ctx, { prices }: PaywallCard): Markup =>
  html`<ul class="flex flex-wrap gap-2">${prices.map((price) => html`<li><span class="inline-flex h-5 items-center rounded-mark border border-border px-[7px] text-12 leading-none font-medium whitespace-nowrap text-text-2">${price.display_name}${trialOf(ctx, price, ' · ')}</span></li>`)}</ul>`
/** As the browser's `Offer`. */
function offerOf(ctx: Ctx, card: PaywallCard, { slug, name, hasCover }: Parameters<SpaceOffer['page']>[1]): Markup {
  const least = leastOf(card.prices)
  const way =
    card.is_full || !least
      ? html`<p class="font-medium">${ctx.t('checkout.full')}</p>`
      : parts.button(
          checkoutOf(card, { back: `/c/${slug}`, price: least.id }),
          buttonOf((key, values) => ctx.t(key, values), ctx.locale, least),
          { size: 'lg' },
        )
  return html`<section class="mb-4 overflow-hidden rounded-card border border-border bg-surface">${card.cover_url && !hasCover && parts.picture(card.cover_url, { ratio: RATIOS.paywallCover, first: true, look: 'max-h-64' })}
<div class="grid gap-3 p-5"><div><h2 class="${card.name === name ? 'sr-only' : 'text-20'}">${card.name}</h2>${card.description && html`<p class="mt-1 max-w-[60ch] text-text-2">${card.description}</p>`}</div>
${pricesOf(ctx, card)}
<div>${way}</div></div></section>`
}

/** As the browser's small `Offer`: what a ticket to a date costs, and the way to its checkout and back. */
export const ticketOffer: Tickets['page'] = async (ctx, { eventId, occurrenceId, path }) => {
  const cards = await openingOf(ctx, 'event', eventId, occurrenceId)
  if (cards.length === 0) return html`<p class="text-13 text-text-2">${ctx.t('event.notOnSale')}</p>`
  return html`${cards.map((card) => {
    const price = leastOf(card.prices)?.id
    const to = checkoutOf(card, { back: path, ...(price !== undefined && { price }), date: occurrenceId })
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
    const cards = await openingOf(ctx, 'space', space.id)
    return cards.length > 0 ? { body: html`${cards.map((card) => offerOf(ctx, card, space))}`, image: coverOf(cards) } : null
  },
}

export const pages: Record<string, PageRenderer> = { '/checkout/:paywall': checkoutPage }
