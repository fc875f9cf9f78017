/** Which addresses of the outside world may be called: public ones, on the two ports of the web (case A55). */
import ipaddr from 'ipaddr.js'
import { AtriumError } from '@atrium/sdk'

/** The refusal of an address that this server does not call. It repeats what the caller wrote and tells nothing of the network. */
export const refused = (why: string) => new AtriumError(422, 'outbound_refused', why)

/** One sentence for names that lead inward, that lead nowhere and that do not answer: else it would tell which inner names there are. */
export const unreached = (cause?: unknown) => new AtriumError(502, 'outbound_failed', 'Couldn’t reach the other server.', { cause })

const WEB_PORTS = new Set(['', '80', '443'])
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Is it an address on the public internet? IPv4 inside IPv6 counts as what it leads to. */
export function isPublicIp(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  // Zone ids name an interface of this machine.
  if (text.includes('%')) return false
  const ip = ipaddr.parse(text)
  if (ip instanceof ipaddr.IPv4) return ip.range() === 'unicast'
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address().range() === 'unicast'
  // Tunnels and translations (6to4, Teredo, NAT64) have ranges of their own and are none of these.
  return ip.range() === 'unicast' && ip.match(GLOBAL_UNICAST)
}
export const isLoopbackIp = (text: string): boolean => ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'

export interface Bounds {
  /** The operator's own test bench: loopback on any port. */
  loopback: boolean
  /** The address stands in the operator's environment: any network, any port. */
  operator: boolean
}
export const mayCall = (ip: string, { loopback, operator }: Bounds): boolean => operator || isPublicIp(ip) || (loopback && isLoopbackIp(ip))

/**
 * Reads an address as browsers do, so that decimal, octal and hex hosts are already what they mean.
 * @throws AtriumError 422 `outbound_refused` for other schemes, other ports, names with a password, and hosts that are private addresses
 */
export function readAddress(text: string | URL, bounds: Bounds): { url: URL; host: string } {
  if (!URL.canParse(text)) throw refused('Enter a valid URL.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('Use an http or https URL.')
  if (url.username || url.password) throw refused('URLs with a user name or password aren’t allowed.')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const literal = ipaddr.isValid(host)
  if (literal && !mayCall(host, bounds)) throw refused('This URL isn’t on the public internet.')
  if (!literal && !host.includes('.') && !bounds.operator && !bounds.loopback) throw refused('This URL isn’t on the public internet.')
  if (!WEB_PORTS.has(url.port) && !bounds.operator && !bounds.loopback) throw refused('Only ports 80 and 443 are allowed.')
  return { url, host }
}
