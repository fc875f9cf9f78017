/** Bodies that a route takes as a stream, within bounds: everything that is parsed passes here. */
import { AtriumError, invalid } from '../core/errors.ts'

// deeper than any form of ours, so that a contract which allows less says what it wants
const MAX_DEPTH = 64
const MAX_KEYS = 1_000
const REACHING = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * What was parsed, within bounds and as the database takes it: halves of surrogate pairs, which programs leave where they cut a text, become `�`
 * in place.
 * @throws AtriumError 400 for a shape no form of ours has: nested too deeply, too many fields, fields that reach for prototypes (cases A25, A70).
 */
export function normalizeBody(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw new AtriumError(400, 'invalid_input', 'The request is nested too deeply.')
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      if (typeof item === 'string') value[at] = item.toWellFormed()
      // a list of records is no level of its own: texts nest by those
      else normalizeBody(item, Array.isArray(item) ? depth + 1 : depth)
    return
  }
  const fields = value as Record<string, unknown>
  const keys = Object.keys(fields)
  if (keys.length > MAX_KEYS) throw new AtriumError(400, 'invalid_input', 'The request has too many fields.')
  for (const key of keys) {
    if (REACHING.has(key) || !key.isWellFormed()) throw new AtriumError(400, 'invalid_input', 'The request includes an unknown field.')
    const field = fields[key]
    if (typeof field === 'string') fields[key] = field.toWellFormed()
    else normalizeBody(field, depth + 1)
  }
}

/** Where in a value a NUL character is, which no text of the database can hold: `body.post.name`. Null for nowhere. */
export function nulAt(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const at = nulAt(item, `${path}.${key}`)
    if (at) return at
  }
  return null
}

/**
 * The whole body. One that is too large is read to its end, so that whoever sends it hears the answer, and not kept.
 * @param most bytes
 * @param message what is said of a larger one
 * @throws AtriumError 413
 */
export async function readBytes(body: AsyncIterable<Uint8Array>, most: number, message: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size <= most) chunks.push(chunk)
  }
  if (size > most) throw new AtriumError(413, 'payload_too_large', message)
  return Buffer.concat(chunks)
}

/** The whole body as JSON, of a shape that forms have. @throws AtriumError 400, 413, 422 for a NUL character */
export async function readJson(body: AsyncIterable<Uint8Array>, most: number, message: string): Promise<unknown> {
  const text = (await readBytes(body, most, message)).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AtriumError(400, 'invalid_input', 'The request body isn’t valid JSON.')
  }
  normalizeBody(value)
  const at = nulAt(value, 'body')
  if (at) throw invalid({ [at]: ['NUL characters aren’t allowed.'] })
  return value
}
