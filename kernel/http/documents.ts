/** `/openapi.json` and `/api`: what is on in a community, for programs and for people. */
import { openApi, openApiPage } from '@atrium/sdk/openapi'
import type { Middleware } from 'koa'
import type { RootContainer } from '../container.ts'
import type { BoundRoute, RequestState } from './dispatch.ts'

/** Documents that are kept, the latest asked for: one is half a second's work. */
const KEPT = 20

export function createDocuments(root: RootContainer, bound: BoundRoute[]): Middleware {
  const { communities, registry } = root.cradle
  const kept = new Map<string, string>()
  function written(path: string, { community }: RequestState): string {
    const on = bound.filter(({ plugin }) => plugin === null || communities.isOn(community, plugin))
    const ids = new Set(on.map(({ route }) => route.plugin))
    const { id, name, url } = community.info
    const key = [path, id, name, url, ...ids].join(' ')
    const known = kept.get(key)
    kept.delete(key)
    const named = [...registry.plugins.values()].filter(({ manifest }) => ids.has(manifest.id)).flatMap(({ schemas }) => schemas)
    const make = () =>
      openApi(
        on.map(({ route }) => route),
        community.info,
        named,
      )
    const text = known ?? (path === '/api' ? openApiPage(make()) : JSON.stringify(make()))
    kept.set(key, text)
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
    return text
  }
  return async (ctx, next) => {
    if (ctx.method !== 'GET' || (ctx.path !== '/openapi.json' && ctx.path !== '/api')) return next()
    ctx.type = `${ctx.path === '/api' ? 'text/html' : 'application/json'}; charset=utf-8`
    ctx.body = written(ctx.path, ctx.state as RequestState)
  }
}
