/** What a plugin brings to a point of another speaks as that plugin, whoever calls it. */
import type { Ctx } from './ctx.ts'

/** A request that knows how other plugins see it; the kernel's are all such. */
interface Seen extends Ctx {
  as(plugin: string): Ctx
}
const isSeen = (value: unknown): value is Seen => typeof (value as Seen | undefined)?.as === 'function' && typeof (value as Seen).emit === 'function'
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * The same value, whose functions get the request as `plugin` sees it: its words, settings, options and jobs.
 * @param value a function, or plain objects and lists with functions that take a `ctx` first; anything else stays what it is
 */
export function boundTo<T>(plugin: string, value: T): T {
  if (typeof value === 'function') {
    const call = value as unknown as (...args: unknown[]) => unknown
    return function (this: unknown, first: unknown, ...rest: unknown[]) {
      return call.call(this, isSeen(first) ? first.as(plugin) : first, ...rest)
    } as T
  }
  if (Array.isArray(value)) return value.map((item) => boundTo(plugin, item)) as T
  if (isPlain(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, boundTo(plugin, item)])) as T
  return value
}
