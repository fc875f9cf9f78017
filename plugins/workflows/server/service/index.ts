/** Workflows for other plugins, and what stands beside single ones: limits, things to choose, webhooks on trial. */
import { notFound } from '@atrium/sdk'
import { callWebhook, type Ctx, inWrite } from '@atrium/sdk/server'
import contract, { type WorkflowsService } from '../../contract.ts'
import { saidOf, secretOf } from './calls.ts'
import { daysOf } from './days.ts'
import { createFrom } from './templates.ts'
import { record } from './record.ts'
import { resourcesOf } from './triggers.ts'
import { activate, inactivate } from './workflows.ts'

export const service = (ctx: Ctx): WorkflowsService => ({
  async create({ name, template, isActive = false }) {
    const id = await createFrom(ctx, template, name)
    if (isActive) await activate(ctx, id)
    return id
  },
  record: (input) => record(ctx, input),
  inactivate: (workflowId) => inactivate(ctx, workflowId, false),
})
export async function usage(ctx: Ctx) {
  const { active_limit, runs_per_day } = ctx.settings(contract)
  const [now] = await ctx.sql<{ active: number; waiting: number }>(
    "select count(*) filter (where status = 'active')::int as active, coalesce(sum(waiting_count), 0)::int as waiting from workflows.workflow where community_id = $1",
  )
  const [held] = await ctx.sql<{ count: number }>('select coalesce(sum(held_back), 0)::int as count from workflows.day where community_id = $1 and day = $2', [
    ctx.now().toISOString().slice(0, 10),
  ])
  const days = (await daysOf(ctx, null, 30)).get(null)!
  const today = days.at(-1)!
  return {
    ...{ active_count: now!.active, active_limit, runs_today: today.runs, runs_limit: runs_per_day, failed_today: today.failed },
    ...{ waiting_count: now!.waiting, held_back_today: held!.count, days },
  }
}
/** @throws AtriumError 404 for what nobody brings */
export async function choices(
  ctx: Ctx,
  key: string,
  { query, limit, ids }: { query?: string | undefined; limit: number; ids?: number[] | undefined },
  isNeeded = true,
) {
  const resource = resourcesOf(ctx).get(key)
  if (!resource && isNeeded) throw notFound('Resource', 'resource_not_found')
  const found = (await resource?.choices(ctx, { ...(query && { text: query }), ...(ids && { ids }), limit: ids?.length || limit })) ?? []
  return { records: found.map(({ id, name, note = null }) => ({ id, name, note })) }
}
export async function testWebhook(ctx: Ctx, url: string) {
  const body = JSON.stringify({
    type: 'workflow.test',
    member: { id: 0, public_uid: 'test', name: 'Ana Lima', email: 'ana@example.com' },
    event: {},
    data: '',
    created_at: ctx.now().toISOString(),
  })
  const secret = await inWrite(ctx, secretOf)
  const answer = await callWebhook(ctx, { url, secrets: [secret], id: `wf_test_${ctx.now().getTime()}`, body })
  const message = saidOf(answer)
  return { ok: answer.ok, status: answer.status, message: message && ctx.say(message), body: answer.body, took_ms: answer.ms }
}
