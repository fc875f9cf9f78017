/** Handlers of the admin's outbox. */
import { lastId, page, rowsFor } from '@atrium/sdk/server'
import type { KernelHandlers } from '../kernel-ctx.ts'
import type contract from '@atrium/sdk/kernel/mail'

export const handlers: KernelHandlers<typeof contract> = {
  async list(ctx, { query }) {
    const mails = await ctx.modules.mail.list(ctx.unit, { status: query.status, limit: rowsFor(query), before: lastId(query) })
    return page(mails, { query, key: ({ id }) => [id] }, (mail) => mail)
  },
  async show(ctx, { params }) {
    const mail = await ctx.modules.mail.show(ctx.unit, params.id)
    return mail.is_secret && !ctx.account?.isPlatformOwner ? { ...mail, text: null, html: null } : mail
  },
  async resend(ctx, { params }) {
    await ctx.modules.mail.resend(ctx.community.id, params.id)
    await ctx.audit('mail.resent', `mail:${params.id}`)
  },
}
