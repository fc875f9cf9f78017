/** Calls to addresses that somebody typed: public hosts over TLS alone, at the very address that was checked, and no redirects. */
import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { AtriumError } from '../core/errors.ts'

const LARGEST = 1024 * 1024
const PATIENCE_MS = 10_000
const refused = () => new AtriumError(422, 'address_refused', 'This address is not one that may be called.')

/** IPv4 that is not the public network (IANA's special-purpose registry, multicast, reserved). */
const closed4 = new BlockList()
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
  ] as const),
  ...([
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ] as const),
])
  closed4.addSubnet(net, bits, 'ipv4')
/** Of IPv6 only global unicast is public, without what wraps IPv4 (6to4, Teredo) and documentation. */
const [open6, closed6] = [new BlockList(), new BlockList()]
open6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(net, bits, 'ipv6')

/** Is it an IP address of the public network? */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closed4.check(address, 'ipv4')
  return version === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

/** Names are looked up once, for the check and the connection alike, so that a name cannot change in between. */
const publicOnly: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0)
    if (!found.length || !found.every(({ address }) => isPublicAddress(address))) return callback(refused(), '', 0)
    if (options.all) callback(null, found as never, 0)
    else callback(null, found[0]!.address, found[0]!.family)
  })

/** A `fetch` for `providers/`: answers of 1 MB at most, within 10 s. */
export type OutsideFetch = (address: string, init?: { method?: string; headers?: Record<string, string>; body?: unknown }) => Promise<Response>
/**
 * Makes a `fetch` for addresses that people typed. It rejects with AtriumError 422 `address_refused` for what is not public.
 * @param allowPrivate the operator's leave to call private addresses, and without TLS
 */
export const outsideFetch =
  (allowPrivate: boolean): OutsideFetch =>
  async (address, init = {}) => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!allowPrivate && (url.protocol !== 'https:' || (isIP(host) && !isPublicAddress(host)))) throw refused()
    const { request } = url.protocol === 'https:' ? https : http
    return new Promise((answer, fail) => {
      const call = request(
        url,
        { method: init.method, headers: init.headers, signal: AbortSignal.timeout(PATIENCE_MS), ...(allowPrivate ? {} : { lookup: publicOnly }) },
        (response) => {
          const chunks: Buffer[] = []
          let size = 0
          response.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (size > LARGEST) call.destroy(refused())
            else chunks.push(chunk)
          })
          response.on('error', fail)
          response.on('end', () => {
            const status = response.statusCode ?? 500
            const bare = status === 204 || status === 304
            answer(new Response(bare ? null : Buffer.concat(chunks), { status, headers: response.headers as never }))
          })
        },
      )
      call.on('error', fail)
      call.end(init.body === undefined || init.body === null ? undefined : String(init.body))
    })
  }
