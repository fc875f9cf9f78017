/** Addresses that are left alone: looked through, added by hand, taken off, and taken along. */
import { AtriumError, conflict } from '@atrium/sdk'
import { containing, type Ctx, csv, hold, lastId, needEmail, page, type Paging, rowsFor, type RowOf } from '@atrium/sdk/server'
import type { REASONS, Suppression } from '../../contract/deliverability.ts'
import { SuppressionTable, type Tables } from '../entities.ts'

type Row = RowOf<typeof SuppressionTable>
interface Narrowing {
  search_text?: string
  reason?: (typeof REASONS)[number]
}
const present = ({ id, email, reason, detail, created_at }: Row): Suppression => ({ id, email, reason, detail, created_at: created_at as never })

const select = (ctx: Ctx, { search_text, reason }: Narrowing, before: number | null, limit: number): Promise<Row[]> =>
  ctx.em
    .getKysely<Tables>()
    .selectFrom('email.suppression')
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .$if(Boolean(search_text), (some) => some.where('email', 'ilike', containing(search_text!)))
    .$if(reason !== undefined, (some) => some.where('reason', '=', reason!))
    .$if(before !== null, (some) => some.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function listSuppressions(ctx: Ctx, query: Paging & Narrowing) {
  return page(await select(ctx, query, lastId(query), rowsFor(query)), { query, key: ({ id }) => [id] }, present)
}
/** @throws AtriumError 409 `already_suppressed`, 422 */
export async function addSuppression(ctx: Ctx, input: string, detail: string): Promise<Suppression> {
  const address = needEmail(input).toLowerCase()
  const [made] = await ctx.sql<Row>(
    `insert into email.suppression (community_id, email, reason, detail, created_at, updated_at) values ($1, $2, 'manual', $3, $4, $4)
     on conflict (community_id, lower(email)) do nothing returning id, email, reason, detail, created_at`,
    [address, detail || null, ctx.now()],
  )
  if (!made) throw conflict('This address is on the list already.', 'already_suppressed')
  await ctx.audit('suppression.added', `suppression:${made.id}`, { email: address })
  return present(made)
}
/** It is written to again; who called an email spam stays unsubscribed. @throws AtriumError 404 */
export async function removeSuppression(ctx: Ctx, id: number): Promise<void> {
  const { email, reason } = await hold(ctx, SuppressionTable, id, 'Address')
  await ctx.em.nativeDelete(SuppressionTable, { id })
  await ctx.audit('suppression.removed', `suppression:${id}`, { email, reason })
}

const STEP = 5_000
const MOST = 100_000
/** All that match, the latest first; whoever loses the right meanwhile gets none of the rest. @throws AtriumError 422 `too_many` */
export async function exportSuppressions(ctx: Ctx, query: Narrowing): Promise<string> {
  const rows: Row[] = []
  for (let last: number | null = null; ; last = rows.at(-1)!.id) {
    if (!(await ctx.actAs(ctx.me().id)).can('email.manage')) break
    const step = await select(ctx, query, last, STEP)
    rows.push(...step)
    if (step.length < STEP) break
    if (rows.length >= MOST) throw new AtriumError(422, 'too_many', 'This list is too long for one file. Narrow it down with the filter.')
  }
  await ctx.audit('suppressions.exported', 'suppressions', { count: rows.length })
  return csv<Row>(
    [
      ['Email', (row) => row.email],
      ['Reason', (row) => row.reason],
      ['Detail', (row) => row.detail],
      ['Added at', (row) => row.created_at],
    ],
    rows,
  )
}
