/** Prices on pages of the site, as they are at this moment, each with its way to the checkout. */
import { formatMoney } from '@atrium/sdk'
import { type Ctx, html, type Markup, namedIn } from '@atrium/sdk/server'
import type { Drawing, PageBlock, SiteTargets } from '../../../../site/contract.ts'
import { buttonOf, checkoutOf, leastOf } from '../../../contract/cheapest.ts'
import type { Price } from '../../../contract/records.ts'
import { paywallList, paywallsById, type PaywallWhole } from '../../reads.ts'
import { checkoutPath, presentPrice } from './catalogue.ts'
import { isFull } from './holding.ts'
import { every } from './names.ts'
import { isTest } from '../../shared/service/mode.ts'

interface Plan {
  paywall: number | null
  /** What one gets, a line each; empty: the paywall's description. */
  features: string
  button: string
  is_highlighted: boolean
}
interface Props {
  title: string
  text: string
  plans: Plan[]
  note: string
}
const MOST = 6
const CHOICES = 20
interface Shown {
  row: PaywallWhole
  plan: Omit<Plan, 'paywall'>
  /** Those that are sold, in their order. */
  onSale: Price[]
}
const UNSAID: Shown['plan'] = { features: '', button: '', is_highlighted: false }

const onSale = (ctx: Ctx, row: PaywallWhole): Price[] =>
  row.status === 'active' ? row.prices.filter(({ status }) => status === 'active').map((price) => presentPrice(ctx, price, row.opens)) : []

/** Those that were chosen in their order, or all that are sold by name. */
async function plansOf(ctx: Ctx, plans: Plan[]): Promise<Omit<Shown, 'onSale'>[]> {
  const chosen = plans.flatMap(({ paywall, ...plan }) => (paywall === null ? [] : [{ paywall, plan }]))
  if (chosen.length === 0) {
    const rows = await ctx.sql<PaywallWhole>(paywallList, [null, 'active', null, null, null, MOST, isTest(ctx)])
    return rows.map((row) => ({ row, plan: UNSAID }))
  }
  const rows = await ctx.read(paywallsById, [[...new Set(chosen.map(({ paywall }) => paywall))], isTest(ctx)])
  return chosen.flatMap(({ paywall, plan }) => {
    const row = rows.find(({ id }) => id === paywall)
    return row ? [{ row, plan }] : []
  })
}

/** The sum by itself where the rest can stand below it: "€14", "a month per seat". */
function saidIn(ctx: Ctx, price: Price): [sum: string, rest: string] {
  const { price_type, amount_in_cents: amount, currency, interval, interval_count, seats_min, is_custom_amount, display_name } = price
  if (is_custom_amount || price_type === 'installments' || amount === 0) return [display_name, '']
  const often = price_type === 'subscription' ? every(ctx, interval!, interval_count ?? 1) : ctx.t('blocks.Prices.once')
  return [formatMoney(ctx.locale, amount, currency, true), seats_min === null ? often : ctx.t('price.seat', { price: often })]
}
/** Said beside the price that has it. */
const trialOf = (ctx: Ctx, { trial_days: count }: Price): string => (count > 0 ? ctx.t('checkout.trial', { count }) : '')
const otherOf = (ctx: Ctx, price: Price): string => [price.display_name, trialOf(ctx, price)].filter(Boolean).join(', ')

function card(ctx: Ctx, { row, plan: { features, button, is_highlighted }, onSale }: Shown, titleOf: (words: string) => Markup): Markup {
  const first = leastOf(onSale)!
  const [sum, rest] = saidIn(ctx, first)
  const [said, trial] = [[rest, first.note].filter(Boolean).join(', '), trialOf(ctx, first)]
  const lines = features.split('\n').flatMap((line) => line.trim() || [])
  const name = row.display_name || row.name
  const [isOut, to] = [isFull(row), ({ id }: Price) => checkoutOf({ checkout_url: checkoutPath(row.id) }, { price: id })]
  const label = button || buttonOf((key, values) => ctx.t(key, values), ctx.locale, first)
  const way = isOut
    ? html`<p class="note">${ctx.t('checkout.full')}</p>`
    : html`<a class="btn ${is_highlighted ? 'solid' : 'outline'}" href="${to(first)}">${label}<span class="sr"> ${name}</span></a>`
  const other = (price: Price) => {
    const words = ctx.t('blocks.Prices.or', { price: otherOf(ctx, price) })
    return html`<p class="note">${isOut ? words : html`<a href="${to(price)}">${words}</a>`}</p>`
  }
  return html`<li class="price card${is_highlighted && ' dip'}"><div class="card-b">${titleOf(name)}<p class="sum">${sum}</p>${said && html`<p class="note">${said}</p>`}${trial && html`<p class="trial">${trial}</p>`}
${onSale.filter((price) => price !== first).map(other)}
${lines.length > 0 ? html`<ul class="ticks">${lines.map((line) => html`<li>${line}</li>`)}</ul>` : html`<p class="muted">${row.description}</p>`}${way}</div></li>`
}

const soldNamed = (ctx: Ctx, text: string, limit: number) => namedIn(ctx, 'paywalls.paywall', { text, limit }, { where: `status = 'active'` })

const prices: PageBlock = {
  type: 'Prices',
  icon: 'credit-card',
  group: 'community',
  fields: {
    title: { kind: 'text', max: 120 },
    text: { kind: 'textarea', max: 400 },
    plans: {
      kind: 'list',
      max: MOST,
      of: {
        paywall: { kind: 'record' },
        features: { kind: 'textarea', max: 1_000 },
        button: { kind: 'text', max: 60 },
        is_highlighted: { kind: 'switch', default: false },
      },
    },
    note: { kind: 'text', max: 200 },
  },
  preset: (ctx) => ({ title: ctx.t('blocks.Prices.preset') }),
  choices: (ctx, _field, search) => soldNamed(ctx, search, CHOICES),
  async draw(ctx, { title, text, plans, note }: Props, drawing: Drawing) {
    const shown = (await plansOf(ctx, plans)).map((one) => ({ ...one, onSale: onSale(ctx, one.row) })).filter((one) => one.onSale.length > 0)
    const heading = await drawing.head(title, text)
    if (shown.length === 0) return drawing.isPreview ? html`${heading}<p class="empty">${ctx.t('blocks.Prices.none')}</p>` : null
    return html`${heading}<ul class="grid g${Math.min(3, shown.length)}">${shown.map((one) => card(ctx, one, (words) => drawing.itemTitle(title, words)))}</ul>${note && html`<p class="note">${note}</p>`}`
  },
}
export const siteBlocks = [prices]

/** Links of pages and frames lead to the checkouts of paywalls that are sold. */
export const siteTargets: SiteTargets = {
  kind: 'checkout',
  find: async (ctx, search, limit) => (await soldNamed(ctx, search, limit)).map(({ id, name }) => ({ name, path: checkoutPath(id) })),
}
