/** Rules of input that browser and server share: passwords, codes, e-mail addresses, slugs, web addresses, ways back. Without zod, so that it weighs nothing. */

/** Page size of the specification, section 9. */
export const PAGE_SIZE = 20

export type PasswordProblem = 'too_short' | 'has_space' | 'no_digit' | 'no_uppercase' | 'no_symbol'

/** What a new password lacks, as keys for words; empty when it may be used. */
export function passwordProblems(text: string): PasswordProblem[] {
  const problems: [PasswordProblem, boolean][] = [
    ['too_short', [...text].length < 6],
    ['has_space', /\s/.test(text)],
    ['no_digit', !/\d/.test(text)],
    ['no_uppercase', !/\p{Lu}/u.test(text)],
    ['no_symbol', !/[^\p{L}\p{N}\p{M}_\s]/u.test(text)],
  ]
  return problems.filter(([, found]) => found).map(([key]) => key)
}

const EMAIL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
/** Is it one address in the standard form? Case does not matter. */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)

/** Lower case, words joined with dashes, accents and the signs `* + ~ . ; ( ) ' " ! : @` removed. Empty when nothing is left. */
export const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f*+~.;()'"!:@]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

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

/** Digits of a one-time code. */
export const OTP_LENGTH = 6
/** Minutes for which a code, and the proof it gives, hold. */
export const OTP_MINUTES = 10

/** What is wrong with a one-time code, as a key for words; null for six digits. */
export const otpProblem = (text: string): 'otp_required' | 'otp_invalid' | null =>
  text.trim() === '' ? 'otp_required' : /^\d{6}$/.test(text.trim()) ? null : 'otp_invalid'
/** Without signs that are taken for one another. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
/** A new recovery code: `K7Q2M-XW4PD`. @param random a whole number below the one given, from a source nobody can foresee */
export const newRecoveryCode = (random: (below: number) => number): string =>
  Array.from({ length: 11 }, (_, place) => (place === 5 ? '-' : SIGNS[random(SIGNS.length)])).join('')
/** A recovery code as typed, in the form it was given out: `K7Q2M-XW4PD`; null for anything else. */
export function recoveryCode(text: string): string | null {
  const bare = text.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z2-9]{10}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : null
}

/** Leading back to these after signing in would end the session or ask again. */
const ENTRY = /^\/(users?|sign_in|sign_up|two_fa)(\/|$)/
/** A way back within the same site (`/c/…?a#b`), or `/` for anything that could lead elsewhere. */
export function safePath(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > 2000 || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc} ]/u.test(wanted)) return '/'
  try {
    const url = new URL(wanted, 'http://here.invalid')
    const foreign = url.origin !== 'http://here.invalid' || url.pathname.startsWith('//')
    return foreign || ENTRY.test(url.pathname) ? '/' : url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}
const CARRIED = /^(post_login_redirect|coupon_code|invitation_token|utm_[a-z_]{1,30})$/
/** What sign-in, sign-up, providers and confirmation hand to each other in their addresses: way back, coupon, campaign, invitation. */
export const carriedOf = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => CARRIED.test(entry[0]) && typeof entry[1] === 'string' && entry[1].length <= 2000),
  )
/** What of it a new member is remembered by. */
export function cameWith(carried: Record<string, string>): { coupon_code?: string; invitation_token?: string; utm_params?: Record<string, string> } {
  const { coupon_code, invitation_token } = carried
  const utm = Object.entries(carried).filter(([key]) => key.startsWith('utm_'))
  return {
    ...(coupon_code ? { coupon_code } : {}),
    ...(invitation_token ? { invitation_token } : {}),
    ...(utm.length ? { utm_params: Object.fromEntries(utm) } : {}),
  }
}
