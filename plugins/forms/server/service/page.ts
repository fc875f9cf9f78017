/** Pages of forms: what visitors fill in, alone or in a frame of another site, and what an email leads to. They carry one small script of ours and none of the shell. */
import { directionOf, isWebAddress, solveProof } from '@atrium/sdk'
import { type Appearance, brandTokens, contrast, fromHex, toHex } from '@atrium/sdk/theme'
import { shownBranding } from '@atrium/sdk/kernel/communities'
import { type Ctx, html, iconTag, type Markup, raw, type RawReply, trusted, unlessRefused } from '@atrium/sdk/server'
import type { Form, PLACES, Styles } from '../../contract.ts'
import { fieldsIn } from '../../contract/fields.ts'
import { type FormRecord, formByUid, pageUrl } from './forms.ts'
import { confirm, findByToken } from './submissions.ts'
import { type EmbedSettings, type FormWords, runEmbed, runForm } from '../browser/scripts.ts'
import { elementsHtml } from './markup.ts'

type Place = (typeof PLACES)[number]
type Shown = Pick<Form, 'name' | 'elements' | 'embed_styles' | 'standalone_page_styles'> & { id: number | null; uid: string }

const SCRIPT_PATH = '/embed/forms/form.js'
const script = `const solve=${solveProof.toString()};(${runForm.toString()})(solve)\n`
/** Any site may show a form; only our script runs there, and it speaks with us alone. */
const OF_FORMS = `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`
/** A page with a button of ours to press stands in no frame. */
const OF_CONFIRMATION = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d4d6da,#4a4b50);--soft:light-dark(#5c5f66,#b4b6bb);--bad:light-dark(#b3261e,#ff9d94)}
*{box-sizing:border-box}[hidden]{display:none!important}body{margin:0;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere;color:light-dark(#1c1c1f,#f2f2f3)}
body.page{background:light-dark(#f4f4f5,#17171a);padding:clamp(16px,5vw,56px) 16px}main{max-width:600px;margin:auto}
.card{background:light-dark(#fff,#212124);padding:clamp(20px,5vw,40px);border-radius:16px}.page .card{box-shadow:0 1px 3px #0002}body.embed .card{background:none;padding:20px;border-radius:0}
header,footer{max-width:600px;margin:0 auto 16px;font-weight:600;display:flex;align-items:center;gap:10px}footer{margin:16px auto 0;font-weight:400;font-size:14px;color:var(--soft)}footer a{color:inherit}header img{height:32px;width:auto;max-width:200px;object-fit:contain}
form{display:grid;gap:20px}.columns{display:grid;gap:20px;grid-template-columns:repeat(auto-fit,minmax(min(220px,100%),1fr))}h1,h2{margin:0;font-size:24px;line-height:1.25;text-wrap:balance}h2{font-size:20px}p{margin:0}.text,[data-done] p{white-space:pre-line}
.field{display:grid;gap:6px;border:0;margin:0;padding:0;min-width:0;align-content:start}legend{padding:0;margin-bottom:6px}label,legend{font-weight:500}.pick{display:flex;gap:10px;align-items:flex-start;font-weight:400;min-height:28px}.pick input{flex:none;width:20px;height:20px;margin:2px 0;accent-color:var(--button)}
.help{font-size:14px;color:inherit;opacity:.75}.error,.alert{font-size:14px;color:var(--bad)}.alert{padding:12px;border:1px solid currentColor;border-radius:10px}.star{color:var(--bad)}
input:not([type=checkbox],[type=radio]),textarea,select{width:100%;font:inherit;min-height:44px;padding:10px 12px;border:1px solid var(--line);border-radius:10px;background:light-dark(#fff,#17171a);color:light-dark(#1c1c1f,#f2f2f3)}textarea{resize:vertical}::placeholder{color:light-dark(#6c6f76,#9a9ca1);opacity:1}[aria-invalid=true]{border-color:var(--bad)!important}
button,.go{justify-self:start;font:inherit;font-weight:600;min-height:44px;padding:10px 22px;border:0;border-radius:10px;background:var(--button);color:var(--button-text);cursor:pointer;text-decoration:none}button:disabled{opacity:.6}:is(button,a,input,textarea,select):focus-visible{outline:3px solid #4c8dff;outline-offset:2px}
[data-done]{display:grid;gap:12px;outline:0}.trap{position:absolute;inset-inline-start:-9999px;width:1px;height:1px;overflow:hidden}`

const WHITE = '#ffffff'
const INK = '#1c1c1f'
const inkOn = (colour: string) => (contrast(fromHex(colour), fromHex(WHITE)) >= contrast(fromHex(colour), fromHex(INK)) ? WHITE : INK)

const shown = (ctx: Ctx) => shownBranding({ branding: ctx.platform.branding, settings: ctx.platform.fields })
/** Colours that an admin has chosen, over those of the community. A ground without a colour for its text gets the one that is read best. */
function colours(ctx: Ctx, styles: Styles | null): string {
  const { brand_color: brand, brand_text_color: brandText } = shown(ctx).theme
  // the community's own colour, moved until its text is read
  const own = (token: 'brand-color' | 'brand-text-color') => {
    const [light, dark] = (['light', 'dark'] satisfies Appearance[]).map((one) => toHex(brandTokens(brand[one], one, brandText[one])[token]))
    return `light-dark(${light},${dark})`
  }
  const { form, button } = styles ?? { form: { backgroundColor: '', color: '' }, button: { backgroundColor: '', color: '' } }
  const chosen = button.backgroundColor
  const ground = chosen || own('brand-color')
  const text = button.color || (chosen ? inkOn(chosen) : own('brand-text-color'))
  const card = form.backgroundColor
  const ink = form.color || (card ? inkOn(card) : '')
  return [
    `:root{--button:${ground};--button-text:${text}}`,
    card && `body .card{background:${card}!important}`,
    ink && `.card{color:${ink};--bad:currentColor}`,
  ]
    .filter(Boolean)
    .join('')
}

interface PageParts {
  title: string
  policy: string
  status?: number
  place?: Place
  style?: string
  head?: Markup
  body: Markup
}
const documentOf = (ctx: Ctx, { title, place = 'page', style, head, body }: PageParts): string =>
  `<!doctype html>${
    html`<html lang="${ctx.locale}" dir="${directionOf(ctx.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${trusted(iconTag({ info: ctx.community, branding: shown(ctx) }))}<style>${trusted(STYLE + (style ?? colours(ctx, null)))}</style>${head}</head><body class="${place}">${place === 'page' && headOf(ctx)}<main>${body}</main>${place === 'page' && html`<footer><a href="${ctx.community.url}">${ctx.community.name}</a></footer>`}</body></html>`
      .html
  }`
const answer = (ctx: Ctx, parts: PageParts): RawReply =>
  raw({
    status: parts.status ?? 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': parts.policy, 'Cache-Control': 'no-store', Vary: 'Accept-Language' },
    body: documentOf(ctx, parts),
  })
function headOf(ctx: Ctx): Markup {
  const { logo_url: logo } = shown(ctx)
  return html`<header>${logo && !isWebAddress(logo) ? html`<img src="${logo}" alt="${ctx.community.name}">` : ctx.community.name}</header>`
}
const noindex = html`<meta name="robots" content="noindex">`

function formHtml(ctx: Ctx, form: Shown, place: Place): { body: Markup; style: string } {
  const words: FormWords = {
    sending: ctx.t('page.sending'),
    failed: ctx.t('page.failed'),
    unsafe: ctx.t('page.unsafe'),
    confirmTitle: ctx.t('page.confirmTitle'),
    confirm: ctx.t('page.confirm'),
    go: ctx.t('page.go'),
  }
  const trap = html`<div class="trap" aria-hidden="true"><label>${ctx.t('page.trap')}<input name="website" tabindex="-1" autocomplete="off"></label></div>`
  return {
    style: colours(ctx, place === 'embed' ? form.embed_styles : form.standalone_page_styles),
    body: html`<div class="card"><form data-form="${form.id}" data-uid="${form.uid}" data-words="${JSON.stringify(words)}" aria-label="${form.name}">
${elementsHtml(ctx, form.elements)}${trap}<p class="alert" data-alert role="alert" hidden></p>${form.id !== null && html`<noscript>${ctx.t('page.noScript')}</noscript>`}</form><div data-done tabindex="-1" role="status" hidden></div></div>`,
  }
}

/** @param isEmbedded in a frame of another site, without the head and foot of the page */
export async function formPage(ctx: Ctx, uid: string, isEmbedded: boolean): Promise<RawReply> {
  const form = await formByUid(ctx, uid)
  const place = isEmbedded ? 'embed' : 'page'
  if (!form || (form.status !== 'published' && !ctx.can('forms.manage'))) return gone(ctx, place)
  const { body, style } = formHtml(ctx, form, place)
  const note = form.status !== 'published' && html`<p class="card">${ctx.t('page.draft')}</p>`
  const head = html`${(isEmbedded || note) && noindex}<link rel="canonical" href="${pageUrl(ctx, uid)}"><script src="${SCRIPT_PATH}" defer></script>`
  return answer(ctx, { title: form.name, policy: OF_FORMS, place, style, head, body: html`${note}${body}` })
}
const gone = (ctx: Ctx, place: Place) => {
  const title = ctx.t('page.gone')
  return answer(ctx, { title, policy: OF_FORMS, status: 404, place, head: noindex, body: html`<div class="card"><h1>${title}</h1></div>` })
}
/** What is not saved yet, for the frame of the editor: it runs no script. */
export function previewHtml(ctx: Ctx, form: Omit<Shown, 'id' | 'uid'>, place: Place): string {
  const { body, style } = formHtml(ctx, { ...form, id: null, uid: '' }, place)
  return documentOf(ctx, { title: form.name, policy: '', place, style, head: noindex, body })
}

/** Other sites load these, so no policy of ours holds them back. */
const scriptFile = (body: string, seconds: number) =>
  raw({
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': `public, max-age=${seconds}`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
    body,
  })
export const pageScript = () => scriptFile(script, 300)
export async function embedScript(ctx: Ctx, uid: string): Promise<RawReply> {
  const form = await formByUid(ctx, uid)
  if (form?.status !== 'published') return scriptFile('', 60)
  const settings: EmbedSettings = {
    uid,
    origin: ctx.community.url,
    title: form.name,
    close: ctx.t('page.close'),
    isPopup: form.embed_display_format === 'popup',
    delay: form.popup_delay,
    days: form.popup_frequency,
    parameters: fieldsIn(form.elements).flatMap(({ attributes: { kind, parameter } }) => (kind === 'hidden' && parameter ? [parameter] : [])),
  }
  return scriptFile(`(${runEmbed.toString()})(${JSON.stringify(settings)})\n`, 60)
}

export async function askPage(ctx: Ctx, token: string): Promise<RawReply> {
  const found = await unlessRefused(findByToken(ctx, token), null, 404)
  if (!found) return outdated(ctx)
  if (found.row.status === 'confirmed') return confirmed(ctx, found.form)
  const title = ctx.t('confirm.title')
  const words = { email: found.row.email ?? '', community: ctx.community.name }
  return answer(ctx, {
    title,
    policy: OF_CONFIRMATION,
    head: noindex,
    body: html`<div class="card"><form method="post"><h1>${title}</h1><p>${ctx.t('confirm.text', words)}</p><button>${ctx.t('confirm.action')}</button></form></div>`,
  })
}
export async function confirmPage(ctx: Ctx, token: string): Promise<RawReply> {
  const form = await unlessRefused(confirm(ctx, token), null, 404)
  return form ? confirmed(ctx, form) : outdated(ctx)
}
function confirmed(ctx: Ctx, form: FormRecord): RawReply {
  const title = form.thank_you_page_title || ctx.t('confirm.done')
  const to = form.after_submission_action === 'redirect' && form.redirect_url
  return answer(ctx, {
    title,
    policy: OF_CONFIRMATION,
    head: noindex,
    body: html`<div class="card"><div data-done><h1>${title}</h1><p>${form.thank_you_page_body || ctx.t('confirm.done_text', { community: ctx.community.name })}</p>${to && html`<a class="go" href="${to}" rel="noopener">${ctx.t('page.go')}</a>`}</div></div>`,
  })
}
const outdated = (ctx: Ctx) =>
  answer(ctx, {
    title: ctx.t('confirm.gone'),
    policy: OF_CONFIRMATION,
    status: 404,
    head: noindex,
    body: html`<div class="card"><h1>${ctx.t('confirm.gone')}</h1><p>${ctx.t('confirm.gone_text')}</p></div>`,
  })
