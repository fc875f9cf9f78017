/** Pages that may call from browsers: their rows, and what the house knows of them. */
import { conflict, notFound } from '@atrium/sdk'
import { type Ctx, inWrite, isUniqueViolation } from '@atrium/sdk/server'
import { MAX_ORIGINS, type Origin } from '../../contract.ts'
import { OriginTable } from '../entities.ts'

type Row = { id: number; origin: string; note: string; createdAt: Date; updatedAt: Date }
const present = ({ id, origin, note, createdAt, updatedAt }: Row): Origin => ({
  id,
  origin,
  note,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
})

const all = (ctx: Ctx) => ctx.em.find(OriginTable, {}, { orderBy: { id: 'asc' }, limit: MAX_ORIGINS })
export const listOrigins = async (ctx: Ctx) => ({ records: (await all(ctx)).map(present) })
export async function showOrigin(ctx: Ctx, id: number): Promise<Origin> {
  const row = await ctx.em.findOne(OriginTable, { id })
  if (!row) throw notFound('Origin')
  return present(row)
}
export const listed = async (ctx: Ctx) =>
  (await ctx.sql<{ origin: string }>('select origin from developers.origin where community_id = $1 order by id')).map(({ origin }) => origin)
/** Tells the house which there are, for it asks at each call from another page. Of two who change the list at once, the last to tell tells of both. */
export async function tell(ctx: Ctx): Promise<void> {
  for (let told: string[] | null = null, now = await listed(ctx); `${told}` !== `${now}`; now = await listed(ctx)) await ctx.platform.setOrigins((told = now))
}

/** One change of the rows, then of what the house knows. @throws AtriumError 409 for one that is there */
async function change<T>(ctx: Ctx, work: (inner: Ctx) => Promise<T>): Promise<T> {
  const result = await inWrite(ctx, work).catch((error) => {
    throw isUniqueViolation(error) ? conflict('This origin is already on the list.', 'origin_taken') : error
  })
  await tell(ctx)
  return result
}
export const createOrigin = (ctx: Ctx, { origin, note }: { origin: string; note: string }) =>
  change(ctx, async (inner) => {
    if ((await inner.em.count(OriginTable, {})) >= MAX_ORIGINS) throw conflict('The list is full. Remove an origin you no longer need.', 'too_many_origins')
    const row = inner.em.create(OriginTable, { origin, note })
    await inner.em.flush()
    return present(row)
  })
export const updateOrigin = (ctx: Ctx, id: number, changes: { origin?: string; note?: string }) =>
  change(ctx, async (inner) => {
    const row = await inner.em.findOne(OriginTable, { id })
    if (!row) throw notFound('Origin')
    Object.assign(row, changes)
    await inner.em.flush()
    return present(row)
  })
export const destroyOrigin = (ctx: Ctx, id: number) =>
  change(ctx, async (inner) => {
    if ((await inner.em.nativeDelete(OriginTable, { id })) === 0) throw notFound('Origin')
  })
/** Within the transaction of a set-up. */
export async function addOrigins(ctx: Ctx, origins: { origin: string; note: string }[]): Promise<void> {
  await ctx.sql(
    `insert into developers.origin (community_id, origin, note, created_at, updated_at)
     select $1, o.origin, o.note, $3, $3 from jsonb_to_recordset($2::jsonb) as o (origin text, note text) on conflict do nothing`,
    [JSON.stringify(origins), ctx.now()],
  )
  await tell(ctx)
}
