/** Emails to many for other plugins. */
import { forbidden } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { EmailService } from '../../contract.ts'
import { createBroadcast, plan, saveTemplate, sendNow } from './broadcasts.ts'
import { record } from './recorded.ts'
import { saveTheme } from './themes.ts'

const allowed = (ctx: Ctx) => {
  if (!ctx.can('email.manage')) throw forbidden()
}
export const service = (ctx: Ctx): EmailService => ({
  async draft(input) {
    allowed(ctx)
    return createBroadcast(ctx, input)
  },
  async sendNow(id) {
    allowed(ctx)
    await sendNow(ctx, id)
  },
  async plan(id, at) {
    allowed(ctx)
    await plan(ctx, id, at)
  },
  async record(input, at, recipients) {
    allowed(ctx)
    return record(ctx, input, at, recipients)
  },
  async saveTheme(look, isDefault = false) {
    allowed(ctx)
    return saveTheme(ctx, undefined, look, isDefault)
  },
  async saveTemplate(input) {
    allowed(ctx)
    return saveTemplate(ctx, null, input)
  },
})
