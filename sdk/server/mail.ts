/** How every mail of the house looks: one frame with the community's logo, colour and footer, light and dark, made with its text part from the same parts. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { invalid } from '../core/errors.ts'
import { sentence } from '../core/sentences.ts'
import { isEmail } from '../core/rules/addresses.ts'
import { directionOf, mapLocale } from '../core/rules/locales.ts'
import { brandTokens, toHex } from '../core/theme.ts'
import type { z } from 'zod'
import type { Branding } from '../kernel/communities/contract/schemas.ts'
import communities from '../kernel/communities/contract.ts'
import type { Ctx } from './ctx.ts'
import type { RichNode } from '../richtext/rules.ts'
import { docToText, richTextHtml } from './richtext.ts'
import { visibleLine } from './lines.ts'
import type { MailFoot, MailInput, MailItem, MailLink, MailPart, MailWords } from './mailInput.ts'

export interface MailBrand {
  /** The community's name. */
  name: string
  /** Its address. */
  url: string
  /** The same below the platform's own host, for mails with a secret. */
  platformUrl: string
  /** Addresses of its logo and its square sign, as stored; null where it has none. */
  logo: string | null
  darkLogo: string | null
  icon: string | null
  /** `#rrggbb`; anything else, and null, gives the house's own colours. On a button it is moved until its text reads. */
  color: string | null
  textColor: string | null
}

/** How mails of a community look. */
export function brandIn(info: Pick<MailBrand, 'name' | 'url' | 'platformUrl'>, branding: z.output<typeof Branding>): MailBrand {
  const { theme, logo_url: logo, dark_logo_url: darkLogo, icon_url: icon } = branding
  const { name, url, platformUrl } = info
  return { name, url, platformUrl, logo, darkLogo, icon, color: theme.brand_color.light, textColor: theme.brand_text_color.light }
}

/** Control characters would end a header and begin another. @throws AtriumError 422 */
export function checkHeaders({ to, subject, replyTo, headers }: Pick<MailInput, 'to' | 'subject' | 'replyTo' | 'headers'>, name: string): void {
  const details: Record<string, string[]> = {}
  if (!isEmail(to)) details['to'] = ['Enter a single email address.']
  if (replyTo !== undefined && !isEmail(replyTo)) details['replyTo'] = ['Enter a single email address.']
  for (const [field, value] of Object.entries({ subject, name, ...headers }))
    if (/\p{Cc}/u.test(value)) details[field] = ['Line breaks and control characters aren’t allowed here.']
  const [first] = Object.entries(details)
  if (first) throw invalid(details, sentence('This email can’t be sent. {field}: {why}', { field: first[0], why: first[1][0]! }))
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Text as it stands in a mail's HTML. */
export const safe = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char]!)
const isAddress = (line: string) => /^https?:\/\/\S+$/.test(line.trim())
/** A code to be typed stands alone, and large. */
const isCode = (paragraph: string) => /^\d{4,8}$/.test(paragraph)
/** Files of one reader open to nobody without their session: only addresses given for good show a picture in a mailbox. */
const isLasting = (address: string) => /^https?:/.test(address) || /^\/files\/[0-9a-z]+-0-/.test(address)

const words: Record<string, Record<string, string>> = {}
const say = (locale: string, key: string, values: Record<string, string>): string => {
  const known = mapLocale(locale)
  words[known] ??= JSON.parse(readFileSync(path.join(import.meta.dirname, `../locales/${known}.json`), 'utf8')) as Record<string, string>
  return words[known][key]!.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** Paragraphs; a line that is only an address becomes a button, labelled with the line before it when that ends with a colon, else with the subject. */
function partsOf(text: string, subject: string): MailPart[] {
  let isFirst = true
  return text
    .trim()
    .split(/\n\s*\n/)
    .flatMap((paragraph) => {
      const parts: MailPart[] = []
      let lines: string[] = []
      const flush = () => {
        if (lines.length && lines.every((line) => line.startsWith('>'))) parts.push({ quote: lines.map((line) => line.replace(/^>\s?/, '')).join('\n') })
        else if (lines.length) parts.push({ text: lines.join('\n') })
        lines = []
      }
      for (const line of paragraph.split('\n')) {
        if (!isAddress(line)) {
          lines.push(line)
          continue
        }
        const label = lines.at(-1)?.endsWith(':') ? lines.pop()!.slice(0, -1) : isFirst ? subject : line.trim()
        flush()
        const link = { label, url: line.trim() }
        parts.push(isFirst ? { buttons: [link] } : { item: { title: link.label, url: link.url } })
        isFirst = false
      }
      flush()
      return parts
    })
}

const linksAsText = (links: MailLink[]) => links.map(({ label, url }) => `${label}:\n${url}`)
/** Quoted, so that nobody's own words pass for ours. */
const quoted = (text: string) => text.replace(/^(?=.)/gm, '> ')
function asText(part: MailPart, locale: string): string {
  if ('text' in part) return part.text
  if ('doc' in part) return docToText(part.doc as RichNode)
  if ('quote' in part) return quoted(part.quote)
  if ('title' in part) return part.title
  if ('heading' in part) return part.heading.toLocaleUpperCase(locale)
  if ('buttons' in part) return linksAsText(part.buttons).join('\n')
  const { title, url, kicker, text, quote, note, buttons = [] } = part.item
  return [kicker, title, text, quote && quoted(quote), note, url, ...linksAsText(buttons)].filter(Boolean).join('\n')
}

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
const lines = (text: string) => safe(text).replace(/\n/g, '<br>\n')

interface Look {
  /** Of the filled button and of links. */
  fill: string
  onFill: string
  link: string
  /** Where addresses of this site begin. */
  base: string
  /** An address as it stands in the HTML, absolute; null for a picture that no mailbox would show. */
  picture(address: string | null | undefined): string | null
}
function buttonsHtml(buttons: MailLink[], { fill, onFill }: Look): string {
  const shape = `display:inline-block;margin:0 0 8px;padding:11px 20px;border-radius:9px;font-size:15px;line-height:20px;font-weight:600;text-decoration:none`
  const each = buttons.map(({ label, url, isPlain = false }, at) =>
    at === 0 && !isPlain
      ? `<a href="${safe(url)}" class="fill" style="${shape};border:1px solid ${fill};background:${fill};color:${onFill}">${safe(label)}</a>`
      : `<a href="${safe(url)}" class="plain" style="${shape};border:1px solid #d4d4d8;background:#ffffff;color:#18181b">${safe(label)}</a>`,
  )
  return each.join('&nbsp;&nbsp;')
}
const quoteHtml = (text: string, space: string) =>
  `<div dir="auto" class="quote" style="${space};padding:10px 14px;border-radius:9px;background:#f4f4f5;color:#3f3f46;word-break:break-word">${lines(text)}</div>`
function itemHtml({ title, url, kicker, text, quote, note, image, face, buttons }: MailItem, look: Look): string {
  const [picture, photo] = [look.picture(image), look.picture(face)]
  const said = [
    kicker && `<div dir="auto" class="soft" style="font-size:13px;line-height:18px;color:#6b7280">${safe(kicker)}</div>`,
    title &&
      `<div dir="auto" style="font-size:16px;line-height:23px;font-weight:600">${
        url ? `<a href="${safe(url)}" class="link" style="color:${look.link};text-decoration:none">${safe(title)}</a>` : safe(title)
      }</div>`,
    text && `<div dir="auto" style="margin-top:4px">${lines(text)}</div>`,
    quote && quoteHtml(quote, 'margin-top:8px'),
    note && `<div dir="auto" class="soft" style="margin-top:6px;font-size:13px;line-height:18px;color:#6b7280">${safe(note)}</div>`,
    buttons?.length && `<div style="margin-top:12px">${buttonsHtml(buttons, look)}</div>`,
  ].filter(Boolean)
  const cover = picture
    ? `<tr><td colspan="2" style="padding-bottom:12px"><img src="${safe(picture)}" alt="" width="536" style="display:block;width:100%;max-width:536px;height:auto;border-radius:10px"></td></tr>`
    : ''
  const aside = photo
    ? `<td width="56" valign="top"><img src="${safe(photo)}" alt="" width="40" height="40" style="display:block;width:40px;height:40px;border-radius:20px"></td>`
    : ''
  return `<table ${TABLE} style="margin:0 0 20px">${cover}<tr>${aside}<td valign="top"${photo ? '' : ' colspan="2"'}>${said.join('\n')}</td></tr></table>`
}
function partHtml(part: MailPart, look: Look): string {
  if ('title' in part) return `<h1 dir="auto" style="margin:0 0 12px;font-size:24px;line-height:31px;font-weight:700">${safe(part.title)}</h1>`
  if ('heading' in part)
    return `<h2 dir="auto" class="rule" style="margin:12px 0 16px;padding-top:20px;border-top:1px solid #e4e4e7;font-size:17px;line-height:24px;font-weight:650">${safe(part.heading)}</h2>`
  if ('buttons' in part) return `<div style="margin:4px 0 12px">${buttonsHtml(part.buttons, look)}</div>`
  if ('item' in part) return itemHtml(part.item, look)
  if ('quote' in part) return quoteHtml(part.quote, 'margin:0 0 16px')
  if ('doc' in part) return `<div dir="auto" class="words" style="word-break:break-word">${richTextHtml(part.doc, { baseUrl: look.base })}</div>`
  if (isCode(part.text))
    return `<p dir="ltr" class="quote" style="margin:0 0 16px;padding:16px;border-radius:10px;background:#f4f4f5;text-align:center;font:700 30px/36px ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px">${part.text}</p>`
  return `<p dir="auto" style="margin:0 0 16px;word-break:break-word">${lines(part.text)}</p>`
}

/** Both parts of a mail from the same words. */
export function composeMail(brand: MailBrand, mail: MailInput): { text: string; html: string } {
  const { locale, text: written = '' } = mail
  const { parts = [{ title: mail.subject }, ...partsOf(written, mail.subject)], foot = { why: say(locale, 'mail.why', { community: brand.name }) } } = mail
  const text = mail.parts ? [...parts.map((part) => asText(part, locale)), ['—', foot.why, ...linksAsText(foot.links ?? [])].join('\n')].join('\n\n') : written
  return { text, html: frame(brand, mail.subject, locale, parts, foot) }
}

function frame(brand: MailBrand, subject: string, locale: string, parts: MailPart[], foot: MailFoot): string {
  const [light, dark] = (['light', 'dark'] as const).map((appearance) => {
    const tokens = brandTokens(brand.color ?? '', appearance, brand.textColor ?? undefined)
    return { fill: toHex(tokens['brand-color']), onFill: toHex(tokens['brand-text-color']), link: toHex(tokens['link-color']) }
  })
  const picture = (address: string | null | undefined) => (address && isLasting(address) ? new URL(address, brand.url).href : null)
  const look: Look = { ...light!, base: brand.url, picture }
  const direction = directionOf(locale)
  const [logo, darkLogo, icon] = [picture(brand.logo), picture(brand.darkLogo), picture(brand.icon)]
  const name = `<span class="ink" style="font-size:18px;font-weight:700;color:#18181b">${safe(brand.name)}</span>`
  const image = (src: string, kind: string) =>
    `<img src="${safe(src)}" alt="${safe(brand.name)}" height="32" class="${kind}" style="height:32px;width:auto;max-width:240px;border:0">`
  const mark = logo
    ? `${image(logo, darkLogo ? 'by-day' : '')}${darkLogo ? image(darkLogo, 'by-night') : ''}`
    : icon
      ? `<img src="${safe(icon)}" alt="" width="32" height="32" style="width:32px;height:32px;border-radius:8px;vertical-align:middle;border:0">&nbsp;&nbsp;${name}`
      : name
  const ends = (foot.links ?? []).map(
    ({ label, url }) => `<a href="${safe(url)}" class="soft" style="color:#6b7280;text-decoration:underline">${safe(label)}</a>`,
  )
  return `<!doctype html>
<html lang="${safe(locale)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${safe(subject)}</title>
<style>:root{color-scheme:light dark}.by-night{display:none}.words p{margin:0 0 16px}.words a{color:${light!.link}}.words img{max-width:100%;height:auto}
@media (max-width:480px){.card{padding:24px 20px 12px!important}}
@media (prefers-color-scheme:dark){.page{background:#0f0f11!important;color:#f4f4f5!important}.card{background:#1b1b1e!important;border-color:#303036!important;border-top-color:${dark!.fill}!important;color:#f4f4f5!important}.ink{color:#f4f4f5!important}.soft{color:#a1a1aa!important}.quote{background:#28282d!important;color:#e4e4e7!important}.rule{border-color:#303036!important}.link,.words a{color:${dark!.link}!important}.fill{background:${dark!.fill}!important;border-color:${dark!.fill}!important;color:${dark!.onFill}!important}.plain{background:#1b1b1e!important;border-color:#52525b!important;color:#f4f4f5!important}.by-day{display:none!important}.by-night{display:inline!important}}</style></head>
<body class="page" style="margin:0;padding:0;background:#f4f4f5;color:#18181b">
<table ${TABLE} class="page" dir="${direction}" style="background:#f4f4f5"><tr><td align="center" style="padding:28px 12px">
<table ${TABLE} style="max-width:600px;font:15px/24px ${FONT}">
<tr><td dir="auto" style="padding:0 4px 18px"><a href="${safe(brand.url)}" style="text-decoration:none">${mark}</a></td></tr>
<tr><td class="card" style="padding:32px 32px 16px;background:#ffffff;border:1px solid #e4e4e7;border-top:4px solid ${light!.fill};border-radius:14px;color:#18181b;font:15px/24px ${FONT}">
${parts.map((part) => partHtml(part, look)).join('\n')}
</td></tr>
<tr><td dir="auto" class="soft" style="padding:18px 4px 0;font:12px/19px ${FONT};color:#6b7280">${lines(foot.why)}${ends.length ? `<br>\n${ends.join(' &nbsp;·&nbsp; ')}` : ''}</td></tr>
</table></td></tr></table></body></html>
`
}

/** A mail with words of a community's own around it. What it has by itself stays, above all its links and codes. */
export function worded({ text, parts, ...mail }: MailInput, { subject: own, before, after }: MailWords): MailInput {
  const subject = visibleLine(own, 200) || mail.subject
  const all = parts ?? [{ title: subject }, ...partsOf(text ?? '', subject)]
  const titled = all[0] && 'title' in all[0] ? 1 : 0
  const said = (words: string) =>
    words
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.trim())
      .filter(Boolean)
      .map((paragraph) => ({ text: paragraph }))
  return { ...mail, subject, parts: [...all.slice(0, titled), ...said(before), ...all.slice(titled), ...said(after)] }
}
/** A mail as the community wants it, where it has words of its own for this kind. @param plugin whose kind it is */
export async function dressed(ctx: Ctx, plugin: string, mail: MailInput): Promise<MailInput> {
  const { kind, locale = ctx.community.locale } = mail
  const [words] = kind ? ctx.fill(communities.points.words) : []
  const own = await words?.value(ctx, { kind: `${plugin}.${kind!.key}`, values: { ...kind!.values, community: ctx.community.name }, locale })
  return own ? worded(mail, own) : mail
}

/** A mail to be looked at on a screen: addresses of the community itself as paths, which lead to whichever host it is looked at from. */
export const seenHere = (html: string, communityUrl: string): string => html.replaceAll(`"${communityUrl}/`, '"/')

/** What is stored of a mail, in the order of `mailRow`. */
export const MAIL_COLUMNS = 'recipient, subject, text, html, reply_to, is_secret, headers, attachments'
/**
 * A mail as it is stored.
 * @param isOwn whether an address leads to the platform's own host
 * @throws AtriumError 422 for headers that are none; Error for a secret that leads elsewhere
 */
export function mailRow(brand: MailBrand, mail: MailInput, isOwn: (address: string) => boolean): unknown[] {
  checkHeaders(mail, brand.name)
  // whoever runs a custom domain could watch who opens a secret: such a mail is framed by the platform's own address
  const { text, html } = composeMail(mail.secret ? { ...brand, url: brand.platformUrl } : brand, mail)
  // whoever runs a custom domain could read what stands in a link there
  const links = mail.secret === true ? text.match(/https?:\/\/[^\s"'<>]+/g) : mail.secret ? [mail.secret] : null
  const foreign = links?.find((address) => !isOwn(address))
  if (foreign) throw new Error(`a mail with a secret leads to ${new URL(foreign).host}, which is not the platform's own address`)
  const { to, subject, replyTo = null, secret, headers = null, attachments } = mail
  return [to, subject, text, html, replyTo, Boolean(secret), headers, attachments ? JSON.stringify(attachments) : null]
}
