/** One hop: connects to an address that was checked for this very connection, reads within bounds. */
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { AtriumError, sentence } from '@atrium/sdk'
import { type Bounds, mayCall, unreached } from './addresses.ts'

export type Lookup = (host: string) => Promise<{ address: string; family: number }[]>
export interface Hop {
  url: URL
  host: string
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array
  bounds: Bounds
  lookup: Lookup
  signal: AbortSignal
  maxBytes: number
  onPiece?: ((piece: Uint8Array) => void) | undefined
}
export interface HopReply {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

const tooLarge = (most: number) => new AtriumError(502, 'outbound_too_large', sentence('The response is larger than {max} bytes.', { max: most }))
const decoders: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Node connects to exactly the address that this returns and looks the name up no second time, so a name that resolves to another address after the check (DNS rebinding) has no effect. */
const guarded =
  (lookup: Lookup, bounds: Bounds): LookupFunction =>
  (host, options, done) => {
    lookup(host).then(
      (found) => {
        if (!found.length) return done(unreached() as never, '', 0)
        // one private address among public ones is refused: no honest name has both
        if (!found.every(({ address }) => mayCall(address, bounds))) return done(unreached() as never, '', 0)
        if (options.all) return done(null, found)
        done(null, found[0]!.address, found[0]!.family)
      },
      (error) => done(error, '', 0),
    )
  }

async function readAll(stream: Readable, encoding: string, most: number, onPiece?: Hop['onPiece']): Promise<Uint8Array> {
  const decoder = decoders[encoding]?.()
  const source = decoder ? stream.pipe(decoder) : stream
  if (decoder) stream.on('error', (error) => (decoder as unknown as Readable).destroy(error))
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    size += chunk.length
    // counted after decompression, so that a small reply cannot expand beyond the limit
    if (size > most) throw tooLarge(most)
    if (onPiece) onPiece(chunk)
    else chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export async function hop({ url, host, method, headers, body, bounds, lookup, signal, maxBytes, onPiece }: Hop): Promise<HopReply> {
  const response = await new Promise<http.IncomingMessage>((done, fail) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      {
        method,
        host,
        port: url.port || undefined,
        path: url.pathname + url.search,
        headers: { ...headers, host: url.host },
        servername: isIP(host) ? undefined : host,
        // no pooled connection: that one was checked for another call
        agent: false,
        lookup: guarded(lookup, bounds),
        signal,
        maxHeaderSize: 16_384,
      },
      done,
    )
    request.on('socket', (socket) =>
      socket.once('connect', () => {
        if (!mayCall(socket.remoteAddress ?? '', bounds)) request.destroy(unreached())
      }),
    )
    request.on('error', fail)
    request.end(body)
  })
  try {
    const plain = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))
    if (Number(plain['content-length']) > maxBytes) throw tooLarge(maxBytes)
    const { statusCode: status = 0 } = response
    const leads = status >= 300 && status < 400
    const bytes =
      leads || method === 'HEAD' ? new Uint8Array() : await readAll(response, plain['content-encoding'] ?? '', maxBytes, status < 300 ? onPiece : undefined)
    return { status, headers: plain, body: bytes }
  } finally {
    response.destroy()
  }
}
