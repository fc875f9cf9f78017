/** Where sign-in and sign-up lead afterwards, and what their addresses carry along. */

/** Leading back to these after signing in would end the session or ask again. */
const ENTRY = /^\/(users?|sign_in|sign_up)(\/|$|\?)/

/** An own path (`/c/…?a#b`), or `/` for anything that could lead to another site. */
export function safePath(wanted: string | null): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc} ]/u.test(wanted)) return '/'
  try {
    const url = new URL(wanted, location.origin)
    const foreign = url.origin !== location.origin || url.pathname.startsWith('//')
    return foreign || ENTRY.test(url.pathname) ? '/' : url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}

/** The query that sign-in and sign-up hand to each other: redirect, coupon, campaign, invitation. */
export function carried(search: URLSearchParams): string {
  const kept = [...search].filter(([key]) => key === 'post_login_redirect' || key === 'coupon_code' || key === 'invitation_token' || key.startsWith('utm_'))
  return kept.length ? `?${new URLSearchParams(kept)}` : ''
}

/** Campaign parameters of the address: `{ utm_source: '…' }`. */
export const campaign = (search: URLSearchParams): Record<string, string> => Object.fromEntries([...search].filter(([key]) => key.startsWith('utm_')))
