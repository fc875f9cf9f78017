/** The HTML part of a mail, made from its text: the community's name, paragraphs, and one button. */
import { invalid } from '../core/errors.ts'
import { sentence } from '../core/sentences.ts'
import { isEmail } from '../core/rules/addresses.ts'
import { directionOf } from '../core/rules/locales.ts'
import { brandTokens, toHex } from '../core/theme.ts'
import type { MailInput } from './ctx.ts'

export interface MailBrand {
  /** The community's name. */
  name: string
  /** BCP 47 tag. */
  locale: string
  /** `#rrggbb`; anything else, and null, gives the house's own colours. On a button it is moved until its text reads. */
  color: string | null
  textColor: string | null
}

/** Control characters would end a header and begin another. @throws AtriumError 422 */
export function checkHeaders({ to, subject, replyTo, headers }: MailInput, name: string): void {
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

/** A line that is only an address becomes the button, labelled with the line before it when that ends with a colon, else with the subject. */
export function renderMail(brand: MailBrand, subject: string, text: string): string {
  const tokens = brandTokens(brand.color ?? '', 'light', brand.textColor ?? undefined)
  const [color, textColor] = [toHex(tokens['brand-color']), toHex(tokens['brand-text-color'])]
  let button = false
  const block = (paragraph: string) => {
    const parts: string[] = []
    for (const line of paragraph.split('\n')) {
      if (!isAddress(line)) {
        parts.push(`${safe(line)}<br>`)
        continue
      }
      const href = safe(line.trim())
      if (button) {
        parts.push(`<a href="${href}" style="color:${color};word-break:break-all">${href}</a><br>`)
        continue
      }
      button = true
      const label = parts.at(-1)?.endsWith(':<br>') ? parts.pop()!.slice(0, -':<br>'.length) : safe(subject)
      parts.push(`<a href="${href}" style="display:inline-block;margin:8px 0;padding:11px 20px;border-radius:8px;background:${color};color:${textColor};font-weight:600;text-decoration:none">${label}</a><br>
<span style="font-size:12px;line-height:18px;color:#6b7280;word-break:break-all">${href}</span><br>`)
    }
    return `<p dir="auto" style="margin:0 0 16px">${parts.join('\n').replace(/<br>$/, '')}</p>`
  }
  const body = text
    .trim()
    .split(/\n\s*\n/)
    .map(block)
    .join('\n')
  return `<!doctype html>
<html lang="${safe(brand.locale)}" dir="${directionOf(brand.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${safe(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f4f5;font:15px/24px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#18181b">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px">
<tr><td dir="auto" style="padding:20px 28px;border-bottom:3px solid ${color};font-size:17px;font-weight:650">${safe(brand.name)}</td></tr>
<tr><td style="padding:28px 28px 12px">
${body}
</td></tr></table></td></tr></table></body></html>
`
}
