/** What the addresses of sign-in, sign-up and the second factor carry along. */
import { carriedOf } from '@atrium/sdk'

export { safePath } from '@atrium/sdk'

/** The query that these pages hand to each other: way back, coupon, campaign, invitation. */
export function carried(search: URLSearchParams): string {
  const kept = new URLSearchParams(carriedOf(Object.fromEntries(search)))
  return kept.size ? `?${kept}` : ''
}

/** Sign-in with everything that is carried along, and the address that was typed already. */
export function signInPath(search: URLSearchParams, email = ''): string {
  const rest = carried(search)
  return `/user/sign_in${rest}${email && `${rest ? '&' : '?'}email=${encodeURIComponent(email)}`}`
}

/** The code that was mailed to whoever signs in by it. */
export function codePath(search: URLSearchParams, email: string): string {
  return `/two_fa?by=code&email=${encodeURIComponent(email)}${carried(search).replace('?', '&')}`
}

/** The step after a password: the second factor, or the code that was mailed to a new member. */
export function twoFaPath(search: URLSearchParams, mailed: boolean | undefined): string {
  const rest = carried(search)
  return mailed ? `/two_fa?by=mail${rest.replace('?', '&')}` : `/two_fa${rest}`
}
