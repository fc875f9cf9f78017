/** Ways back: where somebody goes after signing in, and what they bring along. */

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
/**
 * Where links to sign up lead: the address that the community chose, else its own page.
 * @param query what comes back with whoever signs up, with its question mark
 */
export const signUpPath = (own: string | null | undefined, query = ''): string => own ?? `/user/sign_up${query}`
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
