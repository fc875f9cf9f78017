/** `ctx.platform.operations`: what the modules for jobs, mail and observation tell admins, each within what this person may see. */
import { compareCounters, type OperationsApi } from '@atrium/sdk/server'
import type { KernelCtx } from '../kernel-ctx.ts'
import { clean, listAudit } from '../observe/index.ts'
import { platformOwnerOnly } from '../policies/index.ts'

/** The kept counters of every plugin that is on. */
export const countersOf = (ctx: KernelCtx) =>
  [...ctx.modules.registry.plugins.values()].flatMap(({ manifest, server }) => (ctx.has(manifest) && server?.counters?.(ctx)) || [])

export function operationsApi(ctx: KernelCtx): OperationsApi {
  const { jobs, mail, health, config } = ctx.modules
  const isOwner = ctx.account?.isPlatformOwner ?? false
  const reach = isOwner ? null : ctx.community.id
  const cleaned = <Row extends object>(rows: Row[]) => rows.map((row) => clean(row) as Row)
  return {
    jobs: async (window) => ({
      counts: await jobs.counts(reach),
      // what others wrote in their community may stand in an error
      paused: isOwner ? cleaned(await jobs.paused()) : [],
      deadLetters: cleaned(await jobs.deadLetters(reach, window)),
    }),
    replay: (ids) => jobs.replay(ids, reach),
    removeJob: (id) => jobs.remove(id, reach),
    async resume(queue) {
      platformOwnerOnly(ctx.account)
      await jobs.resume(queue)
    },
    counters: (options) => compareCounters(ctx, countersOf(ctx), options),
    async health() {
      const { status, checks } = await health.check()
      // a check of its own only here: without a mail server the house is well, and emails wait
      return { status, checks: config.smtpUrl ? checks : { ...checks, mail: { ok: false, detail: 'SMTP_URL' } } }
    },
    auditLog: (window) => listAudit(ctx.unit, window),
    mails: (window) => mail.list(ctx.unit, window),
    async mail(id) {
      const { is_secret, ...found } = await mail.show(ctx.unit, id)
      return is_secret && !isOwner ? { ...found, text: null, html: null } : found
    },
    resendMail: (id) => mail.resend(ctx.community.id, id),
  }
}
