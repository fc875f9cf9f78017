/** Reads JSON bodies within bounds of size, depth and keys, and refuses keys that reach for prototypes. */
import { AtriumError } from '@atrium/sdk'
import { bodyParser } from '@koa/bodyparser'
import type { Middleware } from 'koa'

// deeper than any form of ours, so that a contract which allows less says what it wants
const MAX_DEPTH = 64
const MAX_KEYS = 1_000
const READ_WITHIN = 30_000
/** Bytes of a body that is too large which are taken all the same, as a browser reads the answer only once its form is sent. */
const MOST_DROPPED = 8_000_000
/** Milliseconds in which a client may read why its body was refused, while no more of it is taken. */
const LINGER = 2_000
const REACHING = new Set(['__proto__', 'constructor', 'prototype'])

/** @throws AtriumError 400 for a shape no form of ours has (quality A25, A70). */
export function checkShape(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw new AtriumError(400, 'invalid_input', 'The request is nested too deeply.')
  if (Array.isArray(value)) {
    // a list of records is no level of its own: texts nest by those
    for (const item of value) checkShape(item, Array.isArray(item) ? depth + 1 : depth)
    return
  }
  const keys = Object.keys(value)
  if (keys.length > MAX_KEYS) throw new AtriumError(400, 'invalid_input', 'The request has too many fields.')
  for (const key of keys) {
    if (REACHING.has(key)) throw new AtriumError(400, 'invalid_input', 'The request includes an unknown field.')
    checkShape((value as Record<string, unknown>)[key], depth + 1)
  }
}

/** Where in a value a NUL character stands, which no text of the database can hold: `body.post.name`. Null for nowhere. */
export function nulAt(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const at = nulAt(item, `${path}.${key}`)
    if (at) return at
  }
  return null
}

const json = bodyParser({
  enableTypes: ['json'],
  jsonLimit: '1mb',
  parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  onError: (error: any) => {
    if (error?.type === 'entity.too.large' || error?.status === 413)
      throw new AtriumError(413, 'payload_too_large', 'The request is larger than 1 MB, the maximum size.')
    throw new AtriumError(400, 'invalid_input', 'The request body isn’t valid JSON.')
  },
})

function takeNoMore({ req, res }: Parameters<Middleware>[0]): void {
  res.once('finish', () => {
    if (req.complete) return
    // after Node has begun to read the rest into nothing
    setImmediate(() => req.socket.pause())
    setTimeout(() => req.socket.destroy(), LINGER).unref()
  })
}

/** The parsed JSON body of a request that has one, checked; `{}` for none. */
export async function readBody(ctx: Parameters<Middleware>[0]): Promise<unknown> {
  const length = Number(ctx.get('content-length') || 0)
  if (length === 0 && !ctx.get('transfer-encoding')) return {}
  if (!ctx.is('application/json')) throw new AtriumError(415, 'unsupported_media_type', 'Send JSON with the Content-Type: application/json header.')
  // who sends a byte at a time keeps nothing open for long (quality A71); the rest of the body is not waited for
  const late = setTimeout(() => ctx.req.destroy(), READ_WITHIN)
  await json(ctx as never, async () => {})
    .catch((error) => {
      if (error.status === 413 && !(length <= MOST_DROPPED && length > 0)) takeNoMore(ctx)
      throw error
    })
    .finally(() => clearTimeout(late))
  const body = ctx.request.body ?? {}
  checkShape(body)
  return body
}
