/** Writes of a transaction of their own, for code that calls others and so holds none meanwhile: routes and jobs with `transaction: false`. */
import { AtriumError } from '../core/errors.ts'
import type { Ctx } from './ctx.ts'
import type { PluginHost } from './define.ts'

/** By the options of the plugin, which a kernel hands to the start hook and to every ctx alike: tests run several kernels in one process. */
const hosts = new WeakMap<object, PluginHost>()
/** The start hook of a plugin that writes so: `hooks: { start: keepHost }`. */
export const keepHost = async (host: PluginHost): Promise<void> => void hosts.set(host.options, host)

/** @throws AtriumError 503 before the plugin has started */
export function hostOf(ctx: Ctx): PluginHost {
  const host = hosts.get(ctx.options)
  if (!host) throw new AtriumError(503, 'unavailable', 'This feature isn’t available right now. Try again in a moment.')
  return host
}
/**
 * One transaction of the plugin in this community, committed when `work` ends well. `work` gets a ctx of its own, which knows no account and no member.
 * @throws AtriumError 503 where the plugin is switched off
 */
export async function inWrite<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  let done: { value: T } | undefined
  await hostOf(ctx).run(ctx.community.id, async (inner) => void (done = { value: await work(inner) }))
  if (!done) throw new AtriumError(503, 'unavailable', 'This feature isn’t available right now. Try again in a moment.')
  return done.value
}
/**
 * The same in the name of a member, with the rights that they have at that moment.
 * @throws AtriumError 403 `member_inactive` for who is no member here (any more), 503
 */
export const inWriteAs = <T>(ctx: Ctx, memberId: number, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inWrite(ctx, async (inner) => work(await inner.actAs(memberId)))
