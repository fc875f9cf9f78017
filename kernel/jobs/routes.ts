/** Handlers of the engine room. */
import { notFound } from '@atrium/sdk'
import { decodeCursor, type Paging, page, rowsFor } from '@atrium/sdk/server'
import type { KernelCtx, KernelHandlers } from '../http/kernel-ctx.ts'
import { clean, listAudit } from '../observe/index.ts'
import contract from '@atrium/sdk/kernel/jobs'

/** A community's admin sees the own community; the platform owner sees all, null. */
const reach = (ctx: KernelCtx) => (ctx.account?.isPlatformOwner ? null : ctx.community.id)
const below = (cursor: string | undefined) => decodeCursor(cursor, ['number'])?.[0] as number | undefined
const byId = (query: Paging) => ({ query, key: (row: { id: number }) => [row.id] })

export const handlers: KernelHandlers<typeof contract> = {
  async jobs(ctx, { query }) {
    const { jobs } = ctx.rooms
    const letters = await jobs.deadLetters(reach(ctx), { limit: rowsFor(query), before: below(query.cursor) })
    return {
      counts: await jobs.counts(reach(ctx)),
      dead_letters: page(letters, byId(query), (letter) => clean(letter) as typeof letter),
    }
  },
  async replay(ctx, { body }) {
    const replayed = await ctx.rooms.jobs.replay(body.ids, reach(ctx))
    await ctx.audit('jobs.replayed', 'jobs', { ids: body.ids, replayed })
    return { replayed }
  },
  async remove(ctx, { params }) {
    if (!(await ctx.rooms.jobs.remove(params.id, reach(ctx)))) throw notFound('Job')
    await ctx.audit('job.deleted', `job:${params.id}`)
  },
  async health(ctx) {
    const { status, checks } = await ctx.rooms.health.check()
    return { status, checks: Object.assign({ ...checks }, ...ctx.fill(contract.points.checks).map(({ value }) => value())) }
  },
  async audit(ctx, { query }) {
    const rows = await listAudit(ctx.unit, { limit: rowsFor(query), before: below(query.cursor) })
    return page(rows, byId(query), (row) => row)
  },
}
