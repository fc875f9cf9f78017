/** Handlers of jobs, counters, health, the audit log and the outbox: the kernel keeps all of these, and says through `ctx.platform.operations` who may see which. */
import { notFound } from '@atrium/sdk'
import health from '@atrium/sdk/kernel/health'
import { type Handlers, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import type contract from '../contract.ts'

const byId = (query: Paging) => ({ query, key: (row: { id: number }) => [row.id] })
const windowOf = (query: Paging) => ({ limit: rowsFor(query), before: lastId(query) })

export const handlers: Handlers<typeof contract> = {
  async jobs(ctx, { query }) {
    const { counts, paused, deadLetters } = await ctx.platform.operations.jobs(windowOf(query))
    return { counts, paused, dead_letters: page(deadLetters, byId(query), (letter) => letter) }
  },
  async replay(ctx, { body: { ids } }) {
    const replayed = await ctx.platform.operations.replay(ids)
    await ctx.audit('jobs.replayed', 'jobs', { ids, replayed })
    return { replayed }
  },
  async resume(ctx, { body: { name } }) {
    await ctx.platform.operations.resume(name)
    await ctx.audit('queue.resumed', `queue:${name}`)
    return { success: true as const }
  },
  async remove(ctx, { params }) {
    if (!(await ctx.platform.operations.removeJob(params.id))) throw notFound('Job')
    await ctx.audit('job.deleted', `job:${params.id}`)
  },
  counters: async (ctx) => ({ differences: await ctx.platform.operations.counters() }),
  async mendCounters(ctx) {
    const mended = await ctx.platform.operations.counters({ mends: true })
    if (mended.length) await ctx.audit('counters.mended', 'counters', { mended })
    return { mended }
  },
  async health(ctx) {
    const { status, checks } = await ctx.platform.operations.health()
    return { status, checks: Object.assign({ ...checks }, ...ctx.fill(health.points.checks).map(({ value }) => value())) }
  },
  async audit(ctx, { query }) {
    const rows = await ctx.platform.operations.auditLog(windowOf(query))
    return page(rows, byId(query), (row) => ({ ...row, sentence: ctx.auditSentence({ ...row, who: row.member_name, name: row.subject_name }) }))
  },
  async mails(ctx, { query }) {
    return page(await ctx.platform.operations.mails({ ...windowOf(query), status: query.status }), byId(query), (mail) => mail)
  },
  mail: (ctx, { params }) => ctx.platform.operations.mail(params.id),
  async resend(ctx, { params }) {
    await ctx.platform.operations.resendMail(params.id)
    await ctx.audit('mail.resent', `mail:${params.id}`)
  },
}
