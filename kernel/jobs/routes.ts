/** Handlers of jobs, counters, health and the audit log. */
import { notFound } from '@atrium/sdk'
import { compareCounters, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import type { KernelCtx, KernelHandlers } from '../kernel-ctx.ts'
import { platformOwnerOnly } from '../policies/index.ts'
import { clean, listAudit } from '../observe/index.ts'
import contract from '@atrium/sdk/kernel/jobs'

/** A community's admin sees the own community; the platform owner sees all, null. */
const reach = (ctx: KernelCtx) => (ctx.account?.isPlatformOwner ? null : ctx.community.id)
const byId = (query: Paging) => ({ query, key: (row: { id: number }) => [row.id] })

/** The kept counters of every plugin that is on. */
export const countersOf = (ctx: KernelCtx) =>
  [...ctx.modules.registry.plugins.values()].flatMap(({ manifest, server }) => (ctx.has(manifest) && server?.counters?.(ctx)) || [])

export const handlers: KernelHandlers<typeof contract> = {
  async jobs(ctx, { query }) {
    const { jobs } = ctx.modules
    const letters = await jobs.deadLetters(reach(ctx), { limit: rowsFor(query), before: lastId(query) })
    return {
      counts: await jobs.counts(reach(ctx)),
      // what others wrote in their community may stand in an error
      paused: ctx.account?.isPlatformOwner ? (await jobs.paused()).map((queue) => clean(queue) as typeof queue) : [],
      dead_letters: page(letters, byId(query), (letter) => clean(letter) as typeof letter),
    }
  },
  async replay(ctx, { body }) {
    const replayed = await ctx.modules.jobs.replay(body.ids, reach(ctx))
    await ctx.audit('jobs.replayed', 'jobs', { ids: body.ids, replayed })
    return { replayed }
  },
  async resume(ctx, { body: { name } }) {
    platformOwnerOnly(ctx.account)
    await ctx.modules.jobs.resume(name)
    await ctx.audit('queue.resumed', `queue:${name}`)
    return { success: true as const }
  },
  async remove(ctx, { params }) {
    if (!(await ctx.modules.jobs.remove(params.id, reach(ctx)))) throw notFound('Job')
    await ctx.audit('job.deleted', `job:${params.id}`)
  },
  counters: async (ctx) => ({ differences: await compareCounters(ctx, countersOf(ctx)) }),
  async mendCounters(ctx) {
    const mended = await compareCounters(ctx, countersOf(ctx), { mends: true })
    if (mended.length) await ctx.audit('counters.mended', 'counters', { mended })
    return { mended }
  },
  async health(ctx) {
    const { status, checks } = await ctx.modules.health.check()
    const lacks = ctx.modules.config.smtpUrl ? {} : { mail: { ok: false, detail: 'SMTP_URL' } }
    return { status, checks: Object.assign({ ...checks, ...lacks }, ...ctx.fill(contract.points.checks).map(({ value }) => value())) }
  },
  async audit(ctx, { query }) {
    const rows = await listAudit(ctx.unit, { limit: rowsFor(query), before: lastId(query) })
    return page(rows, byId(query), (row) => ({ ...row, sentence: ctx.auditSentence({ ...row, who: row.member_name, name: row.subject_name }) }))
  },
}
