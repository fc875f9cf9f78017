/** `ctx.call`: a route called in process, as whoever asks, through all that a request passes. */
import { pluginOff, reads, type Route } from '@atrium/sdk'
import type { CallRoute } from '../calls.ts'
import type { RootContainer } from '../container.ts'
import type { KernelCtx } from '../kernel-ctx.ts'
import { type BoundRoute, run } from './dispatch.ts'

/** Not the route itself: those of the community’s settings are made anew with what plugins bring. */
const nameOf = ({ plugin, name }: Route) => `${plugin}.${name}`

/** @param bound every route of the house */
export function callsOf(root: RootContainer, bound: BoundRoute[]): CallRoute {
  const byName = new Map(bound.map((item) => [nameOf(item.route), item]))
  return async (asking, route, { params, query, body } = {}) => {
    const ctx = asking as KernelCtx
    const item = byName.get(nameOf(route))
    const { stream, transaction } = route.options
    if (!item) throw pluginOff({ id: route.plugin, title: route.plugin })
    if (stream) throw new Error(`${route.plugin}.${route.name} takes a stream, and nothing that calls it has one`)
    const isApart = !reads(route.method) && (transaction === false || ctx.unit.mode === 'read')
    if (isApart && ctx.unit.mode === 'write') throw new Error(`${route.plugin}.${route.name} opens its own transactions, and is called inside another`)
    const { identity, masquerade, sessionToken, locale, setSession, request } = ctx
    const { ip = '', userAgent = '', id = '' } = request ?? {}
    const asker = { identity, masquerade, sessionToken, locale, setSession, browser: ctx.browser! }
    const reply = await run({
      root,
      bound: item,
      state: { id, community: await root.cradle.communities.state(ctx.community.id), ...asker },
      ip,
      userAgent,
      // as query and path bring them
      input: { params: texts(params), query: texts(query), body: body ?? (route.options.body ? {} : undefined) },
      within: isApart ? undefined : ctx,
    })
    if (!reads(route.method)) await ctx.readAnew()
    return reply
  }
}

const texts = (values: unknown) =>
  Object.fromEntries(
    Object.entries((values ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
