/** The one way to call the outside world: `ctx.fetch` of jobs and providers ends here (cases A55, A56, A57). */
import { lookup as resolve } from 'node:dns/promises'
import { AtriumError } from '@atrium/sdk'
import type { OutboundReply, OutboundRequest } from '@atrium/sdk/server'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import { type Bounds, readAddress, refused, unreached } from './addresses.ts'
import { hop, type HopReply, type Lookup } from './call.ts'

export type { Lookup }

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1_048_576
const MAX_REDIRECTS = 5
/** For one host, in this process: so many calls at a time, so many a minute where no manifest has `named` more of them. */
const AT_ONCE = 4
const A_MINUTE = 120
/** Headers that are not sent on when a redirect leads to another host. */
const PRIVATE_HEADERS = ['authorization', 'cookie', 'proxy-authorization']

interface Dependencies {
  config: Pick<Config, 'outboundLoopback'>
  /** All addresses of a name; tests answer what they like. */
  lookup?: Lookup
  clock?: () => number
  named?: Record<string, number>[]
}

export function createOutbound({ config, lookup = (host) => resolve(host, { all: true, verbatim: true }), clock = Date.now, named }: Dependencies) {
  const hosts = new LRUCache<string, { running: number; calls: number[] }>({ max: 5_000 })
  function enter(host: string, aMinute: number): () => void {
    const use = hosts.get(host) ?? { running: 0, calls: [] }
    hosts.set(host, use)
    use.calls = use.calls.filter((at) => at > clock() - 60_000)
    if (use.running >= AT_ONCE || use.calls.length >= Math.max(aMinute, ...(named ?? []).map((limits) => limits[host] ?? 0)))
      throw new AtriumError(429, 'outbound_busy', 'Too many requests to this host. Try again in a moment.', { retryAfter: use.running >= AT_ONCE ? 5 : 60 })
    use.running++
    use.calls.push(clock())
    return () => void use.running--
  }

  /** @throws AtriumError 422 `outbound_refused`, 429 `outbound_busy`, 502 `outbound_failed` or `outbound_too_large`, 504 `outbound_timeout` */
  async function fetch(address: string, request: OutboundRequest = {}, aMinute = A_MINUTE): Promise<OutboundReply> {
    const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, operator = false, onPiece } = request
    const bounds: Bounds = { loopback: config.outboundLoopback, operator }
    // one deadline for all redirects together, also for a host that sends a little all the time
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(request.signal ? [request.signal] : [])])
    let method = request.method ?? 'GET'
    let { body } = request
    let headers: Record<string, string> = {
      'user-agent': 'Atrium',
      'accept-encoding': 'gzip, deflate, br',
      ...Object.fromEntries(Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    }
    const redirects = request.redirects ?? (method === 'GET' || method === 'HEAD' ? MAX_REDIRECTS : 0)
    let at = readAddress(address, bounds)
    for (let hops = 0; ; hops++) {
      // what the operator named may be called as often as there is need
      const leave = operator ? () => {} : enter(at.url.host, aMinute)
      let reply: HopReply
      try {
        reply = await hop({ ...at, method, headers, body, bounds, lookup, signal, maxBytes, onPiece })
      } catch (error) {
        throw told(error, signal)
      } finally {
        leave()
      }
      const { location } = reply.headers
      if (reply.status < 300 || reply.status > 399 || !location || redirects === 0) return toReply(reply, at.url)
      if (hops >= redirects) throw refused('This URL redirects too many times.')
      if (!URL.canParse(location, at.url)) throw refused('This URL redirects to an invalid address.')
      const next = readAddress(new URL(location, at.url), bounds)
      if (next.url.origin !== at.url.origin) headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !PRIVATE_HEADERS.includes(name)))
      if (reply.status === 303 || ((reply.status === 301 || reply.status === 302) && method === 'POST')) {
        method = 'GET'
        body = undefined
        headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))
      }
      at = next
    }
  }
  return { fetch, check: (address: string) => void readAddress(address, { loopback: config.outboundLoopback, operator: false }) }
}
export type Outbound = ReturnType<typeof createOutbound>

function told(error: unknown, signal: AbortSignal): AtriumError {
  if (error instanceof AtriumError) return error
  if (signal.aborted) return new AtriumError(504, 'outbound_timeout', 'The other server took too long to respond.', { cause: error })
  return unreached(error)
}

function toReply({ status, headers, body }: HopReply, url: URL): OutboundReply {
  const charset = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  const text = () => {
    try {
      return new TextDecoder(charset).decode(body)
    } catch {
      return new TextDecoder().decode(body)
    }
  }
  return { status, ok: status >= 200 && status < 300, headers, url: url.href, body, text, json: () => JSON.parse(text()) }
}
