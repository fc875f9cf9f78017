/** Emails to many for other plugins. */
import { forbidden } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { EmailService } from '../../contract.ts'
import { createBroadcast, sendNow } from './broadcasts.ts'

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
})
