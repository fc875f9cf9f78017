/** Nobody calls a provider with a transaction open. */
import type { AtriumError } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

/** The rule of `ctx.fetch` for what is answered by this process: nobody calls a provider with a transaction open, whichever it is. */
export async function refuseInTransaction(ctx: Ctx): Promise<void> {
  await ctx.fetch('atrium:').catch((error: AtriumError) => {
    if (error.status === 500) throw error
  })
}
