/** Refuses calls to a provider while a transaction is open. */
import type { AtriumError } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

/** `ctx.fetch` refuses calls while a transaction is open; here the same for providers that are part of this process, so that all behave alike. */
export async function refuseInTransaction(ctx: Ctx): Promise<void> {
  await ctx.fetch('atrium:').catch((error: AtriumError) => {
    if (error.status === 500) throw error
  })
}
