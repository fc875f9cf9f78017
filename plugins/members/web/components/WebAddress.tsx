/** Somebody else's address: the link says where it leads and lends it no weight. */
import { Icon, isWebAddress } from '@atrium/sdk/web'

export const FACT = 'inline-flex min-w-0 items-center gap-1.5'

export function WebAddress({ address }: { address: string }) {
  const href = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!isWebAddress(href, 'strict') || !URL.canParse(href)) return null
  const { host, pathname } = new URL(href)
  return (
    <a href={href} target="_blank" rel="noopener nofollow ugc" className={`${FACT} text-link hover:underline`}>
      <Icon name="link" size="sm" />
      <span className="truncate">{host.replace(/^www\./, '') + (pathname === '/' ? '' : pathname)}</span>
    </a>
  )
}
