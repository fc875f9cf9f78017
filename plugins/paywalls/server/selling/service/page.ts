/** The checkout as HTML before any script runs: in the places of its screen, so that nothing moves when that comes. */
import { formatDateIn, formatMoney, RATIOS } from '@atrium/sdk'
import { type Ctx, html, type Markup, type PageHead, parts, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import spaces from '../../../../spaces/contract.ts'
import type { Prepared } from '../../../contract.ts'
import { headingOf } from '../../../contract/opens.ts'
import type { PaywallCard } from '../../../contract/records.ts'
import { needPaywall } from './catalogue.ts'
import { shownAt } from './prepare.ts'

type Shown = z.input<typeof Prepared>
/** Spaces that tell what they hold, of a pass that opens many. */
const MAX_TOLD = 3
const ICONS = { space: 'hash', space_group: 'folder', access_group: 'key-round', event: 'ticket' } as const

export async function checkoutPage(ctx: Ctx, { paywall: id }: Record<string, string>): Promise<PageHead | null> {
  const row = /^\d{1,15}$/.test(id ?? '') ? await unlessRefused(needPaywall(ctx, Number(id)), null, 404) : null
  if (row?.status !== 'active') return { title: ctx.t('checkout.gone'), status: 404, noindex: true }
  const shown = await shownAt(ctx, { paywall_id: row.id })
  const { paywall: card } = shown
  return {
    title: card.name,
    description: card.description || card.prices.map(({ display_name }) => display_name).join(', '),
    image: card.cover_url ?? undefined,
    body: html`<div data-wakes class="mx-auto grid max-w-[1080px] gap-x-10 gap-y-6 px-3 pt-4 pb-10 desk:grid-cols-[minmax(0,1fr)_400px] desk:grid-rows-[auto_1fr] desk:px-8 desk:pt-8">
${headOf(ctx, shown)}<div class="desk:sticky desk:top-6 desk:col-start-2 desk:row-span-2 desk:row-start-1 desk:self-start">${shown.closed ? closedOf(ctx, shown.closed) : orderOf(ctx, shown)}</div>${await whatOf(ctx, card)}</div>`,
  }
}

function headOf(ctx: Ctx, { paywall: card, event }: Shown): Markup {
  const isTicket = event !== null
  const people = isTicket ? 0 : card.members_count
  return html`<header><span class="inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-mark bg-hover px-[7px] text-12 font-medium leading-none text-text-2">${parts.icon(isTicket ? 'ticket' : 'lock', 'size-3 stroke-2')}${ctx.t(isTicket ? 'checkout.ticket' : 'checkout.paid')}</span>
<h1 class="mt-3 text-32 text-balance">${card.name}</h1>${card.description && html`<p class="mt-2 max-w-[60ch] text-17 whitespace-pre-line text-text-2">${card.description}</p>`}
${people > 0 && html`<p class="mt-2 flex min-h-6 items-center gap-1.5 text-13 text-text-2">${parts.icon('users', 'size-[15px]')}${ctx.t('checkout.members', { count: people })}</p>`}</header>`
}

async function whatOf(ctx: Ctx, card: PaywallCard): Promise<Markup> {
  const within = card.opens.filter(({ kind }) => kind === 'space').slice(0, MAX_TOLD)
  const told = await Promise.all(within.map(({ id }) => ctx.use(spaces).told(id)))
  const inside = html`<section><h2 class="mb-2 text-17">${ctx.t('checkout.inside')}</h2><ul class="min-w-0 divide-y divide-border rounded-card border bg-surface">${card.opens.map(({ kind, name, emoji }) => html`<li class="flex items-center gap-3 px-4 py-3"><span class="w-6 text-center" aria-hidden="true">${emoji || parts.icon(ICONS[kind], 'size-[15px]')}</span><span class="font-medium wrap-anywhere">${name}</span></li>`)}</ul></section>`
  return html`<article class="grid content-start gap-4">${card.cover_url && parts.picture(card.cover_url, { ratio: RATIOS.paywallCover, first: true, look: 'rounded-card' })}${card.opens.some(({ name }) => name !== card.name) && inside}${told}</article>`
}

const closedOf = (ctx: Ctx, why: NonNullable<Shown['closed']>): Markup =>
  html`<section class="min-w-0 rounded-card border bg-surface p-4 desk:p-5"><div class="rounded-card bg-hover px-4 py-3 text-13"><p class="font-semibold">${ctx.t(`checkout.closed.${why}`)}</p>${ctx.t(`checkout.closed.${why}Text`)}</div></section>`

/** A field that the interface brings: its name, and its place. */
const field = (label: string): Markup =>
  html`<div><div class="mb-1.5 flex"><span class="text-13 font-medium">${label}</span></div><div class="h-9 rounded-control bg-skeleton max-desk:min-h-11"></div></div>`
const box = (label: string): Markup =>
  html`<p class="flex items-start gap-2 text-13 max-desk:min-h-11 max-desk:items-center"><span class="mt-0.5 size-4 flex-none rounded-mark bg-skeleton"></span><span>${label}</span></p>`

/** As the browser's `Order`, for whoever has no account. */
function orderOf(ctx: Ctx, shown: Shown): Markup {
  const { paywall: card, price_id, tax, by_country, consent_required } = shown
  const opened = card.prices.find(({ id }) => id === price_id)
  const fields = html`${by_country && field(ctx.t('order.country'))}${tax && box(ctx.t('order.business'))}${opened?.is_giftable && box(ctx.t('gift.title'))}
<div class="grid gap-3">${field(ctx.t('order.email'))}${field(ctx.t('order.name'))}</div><span class="h-7"></span>`
  return html`<section class="grid min-w-0 gap-5 rounded-card border bg-surface p-4 desk:p-5"><header><h2 class="text-20">${ctx.t(headingOf(card), { name: card.name })}</h2>${opened?.price_type === 'subscription' && html`<p class="mt-1 text-13 text-text-2">${ctx.t('order.text')}</p>`}</header>
<ul class="grid gap-2">${card.prices.map((price) => priceOf(ctx, price, price === opened))}</ul>
<div aria-hidden="true" class="grid gap-5">${fields}</div>${sumOf(ctx, shown)}
<div aria-hidden="true" class="grid gap-5">${consent_required && box(ctx.t('order.consent', { community: ctx.community.name }))}<div class="sticky bottom-0 z-10 -mx-1 grid gap-2 bg-surface px-1 py-2 desk:static desk:m-0 desk:gap-4 desk:p-0"><div class="h-10 rounded-control bg-skeleton max-desk:min-h-11"></div></div></div>
<p class="text-center text-12 text-text-3">${ctx.t(shown.is_test ? 'order.test' : 'order.foot')}</p>${footOf(ctx, shown)}</section>`
}
function priceOf(ctx: Ctx, price: PaywallCard['prices'][number], isOpened: boolean): Markup {
  const { name, display_name, note, trial_days: count } = price
  const line = (words: string) => words && html`<span class="block text-13 text-text-2">${words}</span>`
  return html`<li class="flex items-start gap-3 rounded-card border p-3.5 ${isOpened ? 'border-brand bg-brand-soft' : 'border-border'}"><span class="mt-1 size-[13px] flex-none rounded-full bg-skeleton" aria-hidden="true"></span><span class="min-w-0 flex-1"><span class="block font-medium">${name || display_name}</span>${line(note)}${line(count > 0 ? ctx.t('checkout.trial', { count }) : '')}</span>${name && html`<span class="text-end font-medium whitespace-nowrap tabular-nums">${display_name}</span>`}</li>`
}
/** As the browser's `Sum`. */
function sumOf(ctx: Ctx, { preview, by_country }: Shown): Markup | null {
  if (!preview) return null
  const say = (amount: number) => formatMoney(ctx.locale, amount, preview.currency)
  const day = (at: string | Date) => formatDateIn(ctx.locale, new Date(at), 'date')
  const { lines, renewal, due_today } = preview
  const rows = lines.map(({ text, kind, amount }) => {
    const words = by_country && kind === 'tax' ? ctx.t('sum.estimated', { tax: text }) : text
    return html`<div class="flex justify-between gap-4"><dt class="min-w-0 text-text-2 wrap-anywhere">${words}</dt><dd class="whitespace-nowrap tabular-nums">${say(amount)}</dd></div>`
  })
  const later = renewal && { amount: say(renewal.amount), date: day(renewal.at) }
  return html`<div class="grid gap-2"><dl class="grid gap-1.5">${rows}<div class="mt-1 flex justify-between gap-4 border-t pt-2.5 text-16 font-medium"><dt>${ctx.t('sum.today')}</dt><dd class="tabular-nums">${say(Math.max(0, due_today))}</dd></div></dl>
${later && html`<p class="text-13 text-text-2">${renewal.times === null ? ctx.t('sum.renews', later) : ctx.t('sum.times', { ...later, count: renewal.times })}${renewal.afterwards && ` ${ctx.t('sum.then', { amount: say(renewal.afterwards.amount), date: day(renewal.afterwards.at) })}`}</p>`}</div>`
}
/** As the browser's `Terms`. */
function footOf(ctx: Ctx, { seller, preview }: Shown): Markup {
  const said = [seller.address && `, ${seller.address.split('\n').join(', ')}`, seller.tax_id && ` · ${ctx.t('receipt.taxId', { id: seller.tax_id })}`]
  return html`<footer class="grid gap-1.5 border-t border-border pt-4 text-12 text-text-3"><p>${ctx.t('order.seller', { name: seller.name })}${said}</p>${preview && preview.tax > 0 && html`<p>${ctx.t('order.tax')}</p>`}${seller.refund_terms && html`<p><b class="font-medium text-text-2">${ctx.t('order.refunds')}</b> ${seller.refund_terms}</p>`}</footer>`
}
