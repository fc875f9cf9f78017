/** E-mail addresses and web addresses. */
import { isSeen } from './texts.ts'

/** RFC 5321: words of letters, digits and signs between points. Letters beyond ASCII are left out, as few servers take mail for them. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/
/** A domain in its ASCII form; null for what is none. */
function asciiDomain(text: string): string | null {
  const domain = text.toLowerCase()
  // of a plain one there is nothing to convert
  if (DOMAIN.test(domain) && !domain.includes('xn--')) return domain
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(text) || !URL.canParse(`http://${text}`)) return null
  const { hostname } = new URL(`http://${text}`)
  return DOMAIN.test(hostname) ? hostname : null
}
/** An address as it is kept: its domain in lower case and in ASCII (`Anna@xn--mnchen-3ya.example`), what stands before it as it is written. Null for what is none. */
export function emailOf(email: string): string | null {
  if (email.length > 254) return null
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), asciiDomain(email.slice(at + 1))]
  if (at < 1 || !LOCAL.test(local) || domain === null) return null
  return at + 1 + domain.length > 254 ? null : `${local}@${domain}`
}
/** Is it one address, in the standard form or with a domain in any script? Case does not matter. */
export const isEmail = (text: string): boolean => emailOf(text) !== null

/** RFC 3492: what stands behind `xn--`, as it is read. Null for what is no such text. */
function punycodeOf(text: string): string | null {
  const dash = text.lastIndexOf('-')
  const points = [...text.slice(0, Math.max(dash, 0))].map((sign) => sign.codePointAt(0)!)
  let [code, place, bias, at] = [128, 0, 72, dash + 1]
  while (at < text.length) {
    const before = place
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = at < text.length ? Number.parseInt(text[at++]!, 36) : Number.NaN
      // letters are 0 to 25 and digits the rest, other than in numbers
      const value = digit < 10 ? digit + 26 : digit - 10
      if (!(value >= 0)) return null
      place += value * weight
      const least = Math.min(Math.max(k - bias, 1), 26)
      if (value < least) break
      weight *= 36 - least
    }
    const length = points.length + 1
    let delta = Math.floor((place - before) / (before === 0 ? 700 : 2))
    delta += Math.floor(delta / length)
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35)
    bias += Math.floor((36 * delta) / (delta + 38))
    code += Math.floor(place / length)
    place %= length
    if (code > 0x10ffff) return null
    points.splice(place++, 0, code)
  }
  return String.fromCodePoint(...points)
}
const ALIKE = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u]
/** An address as it is shown: the domain in its own script, but for words that mix scripts whose letters look alike. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const labels = email
    .slice(at + 1)
    .split('.')
    .map((label) => {
      const own = label.startsWith('xn--') ? punycodeOf(label.slice(4)) : null
      return own !== null && isSeen(own) && ALIKE.filter((script) => script.test(own)).length < 2 ? own : label
    })
  return email.slice(0, at + 1) + labels.join('.')
}

/** The mailbox behind an address, the same for all that reach it: `A.B+c@googlemail.com` and `ab@gmail.com` are one. */
export function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.trim().toLowerCase().split('@')
  const bare = name.split('+')[0]!
  return /^(gmail|googlemail)\.com$/.test(host) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${host}`
}

const LENIENT = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?(?:\/[^\s?#]*)?(?:\?[^\s#]*)?(?:#\S*)?$/i
const STRICT = /^https?:\/\/([a-z0-9.-]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

/**
 * Is it a web address? `lenient`: the scheme may be left out, the host has a dot and ends in letters.
 * `strict`: http or https, a valid host name or IPv4 address, no user name or password, no spaces.
 */
export function isWebAddress(text: string, form: 'lenient' | 'strict' = 'lenient'): boolean {
  if (text.length > 2048) return false
  if (form === 'lenient') return LENIENT.test(text)
  const host = STRICT.exec(text)?.[1]
  return host !== undefined && host.length <= 253 && (HOST.test(host) || IPV4.test(host))
}
