/** The offer as other sites show it in a frame: what it is, what it costs, and a link to the checkout. It runs no script and knows nobody. */
import { directionOf } from '@atrium/sdk'
import { type Ctx, html, type Markup, raw, type RawReply, unlessRefused } from '@atrium/sdk/server'
import { buttonOf, checkoutOf, leastOf } from '../../../contract/cheapest.ts'
import { isTicket } from '../../../contract/opens.ts'
import { namesOf, needPaywall, presentCard } from './catalogue.ts'
import { findCoupon } from './coupons.ts'
import { termsOf } from './names.ts'

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0}
article{display:grid;gap:12px;max-width:560px;margin:auto;padding:20px;border:1px solid light-dark(#dcdcdc,#444);border-radius:14px;overflow-wrap:anywhere;background:light-dark(#fff,#1c1c1c);color:light-dark(#1c1c1c,#f2f2f2)}
h1{margin:0;font-size:20px;line-height:1.25}p{margin:0}small{color:light-dark(#5c5c5c,#b4b4b4)}img{display:block;width:100%;max-height:200px;object-fit:cover;border-radius:10px}
ul{display:grid;gap:6px;margin:0;padding:0;list-style:none}li{padding:8px 12px;border:1px solid light-dark(#dcdcdc,#444);border-radius:10px}
a{justify-self:start;padding:10px 18px;border-radius:10px;background:light-dark(#1c1c1c,#f2f2f2);color:light-dark(#fff,#1c1c1c);font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid #4c8dff;outline-offset:2px}`
/** Any page may show this one, and nothing but our pictures is loaded in it. */
const POLICY = `default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *`

const page = (ctx: Ctx, title: string, status: number, body: Markup): RawReply =>
  raw({
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY, 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Language' },
    body: `<!doctype html>${html`<html lang="${ctx.locale}" dir="${directionOf(ctx.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><article>${body}</article></body></html>`.html}`,
  })

export async function embedded(ctx: Ctx, id: number, couponCode: string | undefined): Promise<RawReply> {
  const row = await unlessRefused(needPaywall(ctx, id), null, 404)
  const gone = ctx.t('checkout.gone')
  if (row?.status !== 'active') return page(ctx, gone, 404, html`<p>${gone}</p>`)
  const card = presentCard(ctx, row, await namesOf(ctx))
  const coupon = row.coupons_enabled ? await findCoupon(ctx, couponCode) : null
  const least = leastOf(card.prices)
  const to = checkoutOf(card, { ...(least && { price: least.id }), ...(coupon && { coupon_code: coupon.code }) })
  const prices = card.prices.map(
    ({ name, display_name, note }) => html`<li>${name && html`<b>${name}</b> `}${display_name}${note && html`<br><small>${note}</small>`}</li>`,
  )
  const label = isTicket(card) || !least ? ctx.t('locked.ticket') : buttonOf((key, values) => ctx.t(key, values), ctx.locale, least)
  return page(
    ctx,
    card.name,
    200,
    html`${card.cover_url && html`<img src="${card.cover_url}" alt="">`}<h1>${card.name}</h1>${card.description && html`<p>${card.description}</p>`}
<ul>${prices}</ul>${coupon && html`<p><b>${coupon.code}</b>: ${termsOf(ctx, coupon)}</p>`}
${card.is_full ? html`<p>${ctx.t('checkout.full')}</p>` : html`<a href="${to}" target="_blank" rel="noopener">${label}</a>`}<small>${ctx.community.name}</small>`,
  )
}
