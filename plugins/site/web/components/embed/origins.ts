/** What somebody types as the address of a site, as the origin that browsers compare. */
import { isWebAddress } from '@atrium/sdk/web'

/** @returns `https://example.com`, also of `example.com/blog`; null for what is no address */
export function originOf(typed: string): string | null {
  const text = typed.trim()
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!isWebAddress(address, 'strict') || !URL.canParse(address)) return null
  const { origin, hostname } = new URL(address)
  return hostname.includes('.') || hostname === 'localhost' ? origin : null
}
