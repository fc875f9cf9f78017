/** Passages near a question by their meaning, where a model gives vectors: kept as whole numbers, held in the process, compared with all. */
import { type Ctx, inWrite } from '@atrium/sdk/server'
import { LRUCache } from 'lru-cache'
import { setImmediate } from 'node:timers/promises'
import { measureJob } from '../../jobs.ts'
import { type Place, placeOf, vectorsOf } from '../../providers/model.ts'
import { type Found, toFound } from './found.ts'

/** Passages of one step of measuring. */
const STEP = 96
/** The newest passages of a community that are compared: 60,000 of 384 numbers take 23 MB, and some 20 ms. */
const MOST = 60_000
/** Passages compared between two breaths of the process. */
const AT_ONCE = 8_000
const NEAREST = 40
/** Milliseconds for which what is held is not looked at anew. */
const FRESH_MS = 60_000
/** Below this likeness (cosine) a passage says something else. */
const LEAST = 0.35

interface Held {
  ids: number[]
  spaces: (number | null)[]
  /** All vectors, one after another, each of length `size`. */
  numbers: Int8Array
  size: number
  until: number
}
const held = new LRUCache<string, Held>({ max: 8 })

/** A vector of length one in whole numbers from -127 to 127. */
export function rounded(vector: readonly number[] | Float32Array): Int8Array {
  let square = 0
  for (const value of vector) square += value * value
  const length = Math.sqrt(square) || 1
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value / length))
  return Int8Array.from(vector, (value) => Math.round((value / length / (most || 1)) * 127))
}
function likeness(one: Int8Array, all: Int8Array, at: number): number {
  let [dot, a, b] = [0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    const [x, y] = [one[i]!, all[at + i]!]
    dot += x * y
    a += x * x
    b += y * y
  }
  return dot / (Math.sqrt(a * b) || 1)
}
async function heldOf(ctx: Ctx, size: number): Promise<Held> {
  const key = `${ctx.community.id}:${size}`
  const known = held.get(key)
  if (known && known.until > performance.now()) return known
  const rows = await ctx.sql<{ id: number; space_id: number | null; vector: Buffer }>(
    'select id, space_id, vector from ai.passage where community_id = $1 and vector is not null and octet_length(vector) = $2 order by id desc limit $3',
    [size, MOST],
  )
  const numbers = new Int8Array(rows.length * size)
  for (const [i, { vector }] of rows.entries()) numbers.set(new Int8Array(vector.buffer, vector.byteOffset, size), i * size)
  const fresh = { ids: rows.map(({ id }) => id), spaces: rows.map(({ space_id }) => space_id), numbers, size, until: performance.now() + FRESH_MS }
  held.set(key, fresh)
  return fresh
}

/** The nearest first, in spaces that the reader sees; `score` is the likeness. */
export async function nearest(ctx: Ctx, vector: Float32Array, spaceIds: readonly number[]): Promise<Found[]> {
  const asked = rounded(vector)
  const { ids, spaces, numbers, size } = await heldOf(ctx, asked.length)
  const within = new Set(spaceIds)
  const near: { id: number; score: number }[] = []
  for (let i = 0; i < ids.length; i++) {
    if (i > 0 && i % AT_ONCE === 0) await setImmediate()
    const space = spaces[i]!
    if (space !== null && !within.has(space)) continue
    const score = likeness(asked, numbers, i * size)
    if (score >= LEAST) near.push({ id: ids[i]!, score })
  }
  const best = new Map(
    near
      .sort((one, other) => other.score - one.score)
      .slice(0, NEAREST)
      .map(({ id, score }) => [id, score]),
  )
  if (best.size === 0) return []
  const rows = await ctx.sql<Parameters<typeof toFound>[0]>(
    'select id, kind, record_id, space_id, author_member_id, title, path, text from ai.passage where community_id = $1 and id = any ($2)',
    [[...best.keys()]],
  )
  return rows.map((row) => toFound(row, { score: best.get(row.id)!, strength: best.get(row.id)!, at: null })).sort((one, other) => other.score - one.score)
}
/** Null where no model gives vectors, or it does not answer: words are enough then. */
export async function measured(ctx: Ctx, place: Place | null, question: string): Promise<Float32Array | null> {
  if (!place?.embeddingModel) return null
  try {
    const { vectors } = await vectorsOf(ctx, place, [question])
    return Float32Array.from(vectors[0]!)
  } catch (error) {
    ctx.log.warn({ err: error }, 'a question has no vector')
    return null
  }
}
/** Vectors of passages that have none yet; adds itself again until all have one. */
export async function measure(ctx: Ctx): Promise<void> {
  const place = placeOf(ctx)
  if (!place?.embeddingModel) return
  const rows = await ctx.sql<{ id: number; title: string; text: string }>(
    'select id, title, text from ai.passage where community_id = $1 and vector is null order by id limit $2',
    [STEP],
  )
  if (rows.length === 0) return
  const { vectors } = await vectorsOf(
    ctx,
    place,
    rows.map(({ title, text }) => `${title}\n${text}`),
  )
  await inWrite(ctx, async (inner) => {
    await inner.sql(
      `update ai.passage p set vector = decode(r.vector, 'hex') from unnest($2::bigint[], $3::text[]) as r (id, vector) where p.community_id = $1 and p.id = r.id`,
      [rows.map(({ id }) => id), vectors.map((vector) => Buffer.from(rounded(vector).buffer).toString('hex'))],
    )
    if (rows.length === STEP) await inner.enqueue(measureJob, {})
  })
}
