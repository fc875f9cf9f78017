/** Origins of pages that may call from browsers: `https://shop.example`, or every name below one, `https://*.shop.example`. */

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const NAMED = new RegExp(`^https://(?:\\*\\.(?:${LABEL}\\.)+|(?:${LABEL}\\.)+)(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})(?::\\d{1,5})?$`)
/** One's own machine, where nobody else reads along. */
const OWN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/** As browsers write it: small letters, ASCII, no path and no usual port. Null for what is none, and for pages without TLS that are not one's own machine's. */
export function originOf(text: string): string | null {
  const [scheme = '', rest = ''] = text.trim().toLowerCase().split('://', 2)
  const wild = rest.startsWith('*.') ? '*.' : ''
  const plain = `${scheme}://${rest.slice(wild.length)}`
  if (!URL.canParse(plain)) return null
  const { origin, pathname, search, hash, username } = new URL(plain)
  if (pathname !== '/' || search || hash || username) return null
  const whole = origin.replace('://', `://${wild}`)
  return NAMED.test(whole) || (!wild && OWN.test(whole)) ? whole : null
}

/** May a page of this origin call, by these? A `*` stands for one label or more. */
export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  if (allowed.includes(origin)) return true
  return allowed.some((one) => {
    const [scheme, below] = one.split('*', 2)
    if (below === undefined || !origin.startsWith(scheme!) || !origin.endsWith(below)) return false
    return origin.length > one.length - 1 && originOf(origin) === origin
  })
}
