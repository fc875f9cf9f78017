/** One act on many subscriptions: each by itself, with what went wrong written down beside it. */
import { type Ctx, isRefusal, rowsFor } from '@atrium/sdk/server'
import type { BulkInput } from '../../../contract/inputs.ts'
import type { BulkLog } from '../../../contract/records.ts'
import { BulkTable } from '../../entities.ts'
import { bulkJob } from '../../jobs.ts'
import { cancel, changePrice, giveTime, needPurchase } from './acts.ts'

const A_STEP = 20
interface BulkRow {
  id: number
  action: string
  input: BulkInput
  status: BulkLog['status']
  subscription_ids: number[]
  done: number
  failed: number
  errors: BulkLog['errors']
  created_by_name: string | null
  created_by: number | null
  created_at: Date
  finished_at: Date | null
}
const rows = (ctx: Ctx, where: string, params: unknown[]) =>
  ctx.sql<BulkRow>(
    `select b.*, m.name as created_by_name from paywalls.bulk_log b left join kernel.member_card m on m.community_id = $1 and m.id = b.created_by
     where b.community_id = $1 and ${where}`,
    params,
  )
export const presentBulk = (row: BulkRow): BulkLog => ({
  id: row.id,
  action: row.action,
  status: row.status,
  total: row.subscription_ids.length,
  done: row.done,
  failed: row.failed,
  errors: row.errors,
  created_by: row.created_by_name,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})
export const bulkLogs = (ctx: Ctx, before: number | null, query: Parameters<typeof rowsFor>[0]): Promise<BulkRow[]> =>
  rows(ctx, '($2::bigint is null or b.id < $2) order by b.id desc limit $3', [before, rowsFor(query)])

export async function startBulk(ctx: Ctx, input: BulkInput): Promise<BulkLog> {
  const bulk = ctx.em.create(BulkTable, {
    action: input.action,
    input: { ...input },
    subscriptionIds: [...new Set(input.subscription_ids)],
    createdBy: ctx.me().id,
  })
  await ctx.em.flush()
  await ctx.enqueue(bulkJob, { bulkId: bulk.id }, { key: `paywalls.bulk:${bulk.id}` })
  const [row] = await rows(ctx, 'b.id = $2', [bulk.id])
  return presentBulk(row!)
}
/** A step; it calls the provider, so each subscription stands for itself. One that was done before answers to the same key. */
export async function bulkStep(ctx: Ctx, bulkId: number): Promise<void> {
  const [row] = await rows(ctx, 'b.id = $2', [bulkId])
  if (!row || row.status === 'done') return
  const { input, errors } = row
  let { done, failed } = row
  for (const id of row.subscription_ids.slice(done + failed, done + failed + A_STEP)) {
    try {
      const purchase = await needPurchase(ctx, id)
      if (input.action === 'cancel') await cancel(ctx, purchase, input.ends_at, 'bulk')
      else if (input.action === 'move_price') await changePrice(ctx, purchase, input.price_id ?? 0)
      else await giveTime(ctx, purchase, input.days ?? 1)
      done++
    } catch (error) {
      if (!isRefusal(error)) throw error
      failed++
      const [who] = await ctx.sql<{ name: string | null }>(
        'select m.name from paywalls.purchase u left join kernel.member_card m on m.community_id = $1 and m.id = u.member_id where u.community_id = $1 and u.id = $2',
        [id],
      )
      errors.push({ id, name: who?.name ?? '', reason: ctx.say(error.said) })
    }
    await ctx.sql(`update paywalls.bulk_log set status = 'running', done = $3, failed = $4, errors = $5 where community_id = $1 and id = $2`, [
      bulkId,
      done,
      failed,
      JSON.stringify(errors),
    ])
  }
  if (done + failed < row.subscription_ids.length) return ctx.enqueue(bulkJob, { bulkId }, { key: `paywalls.bulk:${bulkId}` })
  await ctx.sql(`update paywalls.bulk_log set status = 'done', finished_at = $3 where community_id = $1 and id = $2`, [bulkId, ctx.now()])
}
