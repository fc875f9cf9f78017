/** Calls to addresses that an admin typed: public hosts over TLS alone, at the very address that was checked, and no redirects. */
import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AtriumError } from '@atrium/sdk'
import ipaddr from 'ipaddr.js'

const LARGEST = 1024 * 1024
const PATIENCE_MS = 10_000
const refused = () => new AtriumError(422, 'address_refused', 'This address is not one that may be called.')

/** Is it an address of the public network? */
export const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/** Names are looked up once, for the check and the connection alike, so that a name cannot change in between. */
const publicOnly: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0)
    if (!found.length || !found.every(({ address }) => isPublic(address))) return callback(refused(), '', 0)
    if (options.all) callback(null, found as never, 0)
    else callback(null, found[0]!.address, found[0]!.family)
  })

/**
 * `fetch` in what openid-client needs of it.
 * @param allowPrivate the operator's leave to call private addresses, and without TLS (ATRIUM_PRIVATE_CALLS)
 */
export const guardedFetch =
  (allowPrivate: boolean) =>
  async (address: string, init: { method?: string; headers?: Record<string, string>; body?: unknown } = {}): Promise<Response> => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!allowPrivate && (url.protocol !== 'https:' || (isIP(host) && !isPublic(host)))) throw refused()
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
            const bare = status === 204 || status === 304 || status < 200
            answer(new Response(bare ? null : Buffer.concat(chunks), { status: status < 200 ? 500 : status, headers: response.headers as never }))
          })
        },
      )
      call.on('error', fail)
      call.end(init.body === undefined || init.body === null ? undefined : String(init.body))
    })
  }
