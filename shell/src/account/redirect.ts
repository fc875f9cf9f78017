/** What the addresses of sign-in, sign-up and the second factor carry along. */
import { carriedOf } from '@atrium/sdk'

import { inFrame, isFramed, loadAnew, wayBack } from '@atrium/sdk/web'

export { safePath } from '@atrium/sdk'

/** The query that these pages hand to each other: way back, coupon, campaign, invitation. */
export function carried(search: URLSearchParams): string {
  const kept = new URLSearchParams(carriedOf(Object.fromEntries(search)))
  return kept.size ? `?${kept}` : ''
}

/** With everything that is carried along, and the address that was typed already. */
const entryPath =
  (path: string) =>
  (search: URLSearchParams, email = ''): string => {
    const rest = carried(search)
    return `${path}${rest}${email && `${rest ? '&' : '?'}email=${encodeURIComponent(email)}`}`
  }
export const signInPath = entryPath('/user/sign_in')
/** Of this place, whatever address of its own a community gives to its links to sign up. */
export const signUpTo = entryPath('/user/sign_up')

/** The code that was mailed to whoever signs in by it. */
export function codePath(search: URLSearchParams, email: string, remember: boolean): string {
  return `/two_fa?by=code&email=${encodeURIComponent(email)}${remember ? '&remember=true' : ''}${carried(search).replace('?', '&')}`
}

/** The step after a password: the second factor, or the code that was mailed to a new member. */
export function twoFaPath(search: URLSearchParams, mailed: boolean | undefined): string {
  const rest = carried(search)
  return mailed ? `/two_fa?by=mail${rest.replace('?', '&')}` : `/two_fa${rest}`
}

/**
 * Loads the page that is next, as its boot data is of who they are now. A frame of another site shows that they are signed in, and what may
 * not be shown there opens from it.
 */
export function enterAt(to: string): void {
  const stays = !isFramed() || inFrame(new URL(to, location.href))
  loadAnew(stays ? to : `/user/sign_in${wayBack(to)}`)
}
