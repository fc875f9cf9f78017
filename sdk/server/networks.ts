/** Addresses of machines, as far as they tell callers apart. */
import { isIPv6 } from 'node:net'

/** Whom an address stands for: of IPv6 one caller has a whole network, 2^64 of them. One form of writing for each; what is no address stays. */
export function networkOf(ip: string): string {
  const address = ip.replace(/%.*$/, '')
  if (!isIPv6(address)) return ip
  const [before, after] = address.split('::').map((part) => part.split(':').filter(Boolean)) as [string[], string[]?]
  const groups = after ? [...before, ...Array(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after] : before
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
