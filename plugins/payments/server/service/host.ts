/** Writes of a transaction of their own, whatever asks for them: for our own server, and for what follows a call to a provider. */
import { AtriumError } from '@atrium/sdk'
import type { Ctx, PluginHost } from '@atrium/sdk/server'

/** By the options of the plugin, which a kernel hands to the start hook and to every ctx alike: tests run several kernels in one process. */
const hosts = new WeakMap<object, PluginHost>()
export const openHost = async (host: PluginHost): Promise<void> => void hosts.set(host.options, host)

const gone = () => new AtriumError(503, 'unavailable', 'Payments are unavailable right now. Try again later.')
export const hostOf = (ctx: Ctx): PluginHost => {
  const host = hosts.get(ctx.options)
  if (!host) throw gone()
  return host
}
/** @throws AtriumError 503 where payments are switched off */
export async function inWrite<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  let done: { value: T } | undefined
  await hostOf(ctx).run(ctx.community.id, async (inner) => void (done = { value: await work(inner) }))
  if (!done) throw gone()
  return done.value
}

/** The rule of `ctx.fetch` for what is answered by this process: nobody calls a provider with a transaction open, whichever it is. */
export async function refuseInTransaction(ctx: Ctx): Promise<void> {
  await ctx.fetch('atrium:').catch((error: AtriumError) => {
    if (error.status === 500) throw error
  })
}
