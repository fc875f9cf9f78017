/** The Koa app: one list of middleware, in the order in which a request passes it. */
import { AtriumError, type Contract, localeOfReader, type Method, sentence } from '@atrium/sdk'
import { Router, type RouterContext } from '@koa/router'
import Koa, { type Context, type Middleware } from 'koa'
import { busyPage, networkOf, onceAMinute } from '@atrium/sdk/server'
import { hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { WebFiles } from '@atrium/sdk/build'
import { hostName, REACH_PATH } from '../communities/index.ts'
import type { RootContainer } from '../container.ts'
import { callsOf } from './calls.ts'
import { compressed } from './compress.ts'
import { type BoundRoute, dispatch, type RequestState } from './dispatch.ts'
import { envelope, toAtriumError } from './errors.ts'
import { identify, looksSignedIn, requestId, SESSION_COOKIE } from './identify.ts'
import { createDocuments } from './documents.ts'
import { createKept } from './kept.ts'
import type { Meter } from './meter.ts'
import type { KernelHandler, KernelHandlers } from '../kernel-ctx.ts'
import { createShares, Shedder } from '../limits.ts'
import { Pages } from './pages.ts'
import { asBuilt, bearerOf, checkOrigin, securityHeaders } from './security.ts'
import { sendStatic } from './static.ts'

export interface KernelRoutes {
  contract: Contract
  handlers: KernelHandlers<any>
}

/** Prefixes under which an unknown address is an unknown call, not a page. */
const API = /^\/(internal_api|api|public|workflows\/api)(\/|$)/
const digest = (text: string) => hash('sha256', text, 'buffer')
/** Takes the same time wherever they differ. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
/** Whose connection comes from this machine; behind a proxy that is everybody's. */
const isLoopback = (ctx: Pick<Context, 'req'>) => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ctx.req.socket.remoteAddress ?? '')

const UNTOLD = 'the proxy does not pass on how Atrium was reached; see Host and X-Forwarded-Proto, and ATRIUM_TRUST_PROXY'

/** Every route of the house bound to its handler; a plugin that lacks one has failed to load. */
function bindRoutes(root: RootContainer, kernel: KernelRoutes[]): BoundRoute[] {
  const bound: BoundRoute[] = []
  for (const { contract, handlers } of kernel)
    for (const route of Object.values(contract.routes ?? {}))
      bound.push({ route, plugin: null, handler: (handlers as Record<string, KernelHandler<any>>)[route.name]! })
  for (const plugin of root.cradle.registry.plugins.values())
    for (const route of Object.values(plugin.contract.routes ?? {})) {
      const handler = (plugin.server?.routes as Record<string, unknown> | undefined)?.[route.name]
      bound.push({ route, plugin, handler: handler as BoundRoute['handler'] })
    }
  return bound
}

function errors(root: RootContainer): Middleware {
  const tell = onceAMinute(root.cradle.log)
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      const error = toAtriumError(thrown)
      if (error.status >= 500 && error.status !== 503)
        root.cradle.log.error({ err: error.cause ?? error, id: ctx.state.id, method: ctx.method, path: ctx.path }, 'request failed')
      if (error.status === 503) {
        const { code = error.code, message: cause } = (error.cause ?? error) as Error & { code?: string }
        tell(`${code} ${cause}`, { id: ctx.state.id, route: ctx.state.route ?? ctx.path, code, cause }, 'requests are turned away')
      }
      ctx.status = error.status
      ctx.type = 'application/json; charset=utf-8'
      if (error.retryAfter) ctx.set('Retry-After', String(error.retryAfter))
      if (error.status === 401 && ctx.cookies.get(SESSION_COOKIE) && !ctx.state.identity && !ctx.state.masquerade) ctx.state.setSession?.(null)
      const locale = ctx.state.locale ?? localeOfReader(undefined, ctx.get('accept-language'))
      const body = envelope(error, (value) => root.cradle.refusals.say(value, locale, ctx.state.plugin))
      ctx.body = JSON.stringify({ ...body, ...(error.code === 'view_only_masquerading' ? { view_only_masquerading: true } : {}) })
      // a browser that opened a page has nobody who would ask again for it
      if (error.status !== 503 || !error.retryAfter || ctx.method !== 'GET' || API.test(ctx.path) || ctx.accepts('json', 'html') !== 'html') return
      ctx.set({ Refresh: String(error.retryAfter), 'Content-Type': 'text/html; charset=utf-8' })
      ctx.body = busyPage(body.message, locale)
    }
  }
}

/** Milliseconds after which a request is told of. */
const SLOW = 1_000
function observe(root: RootContainer, meter: Meter): Middleware {
  const { log, metrics } = root.cradle
  const tell = onceAMinute(log)
  return async (ctx, next) => {
    const started = performance.now()
    ctx.state.id = requestId(ctx)
    // a socket for both protocols reports IPv4 addresses in their IPv6 form, ::ffff:192.0.2.1; limits and logs use the plain one
    ctx.request.ip = ctx.ip.replace(/^::ffff:(?=[\d.]+$)/, '')
    ctx.set('X-Request-Id', ctx.state.id)
    await next()
    const ms = performance.now() - started
    const route = ctx.state.route ?? 'page'
    meter.count(ctx as unknown as Context, ms)
    metrics.httpDuration.observe({ route, method: ctx.method, status: String(ctx.status) }, ms / 1000)
    // a large body takes as long as its sender
    if (ms > SLOW && Number(ctx.get('content-length')) < 100_000)
      tell(`${route} ${ctx.method}`, { id: ctx.state.id, route, method: ctx.method, status: ctx.status, ms: Math.round(ms) }, 'a slow request')
    log.debug({ id: ctx.state.id, method: ctx.method, path: ctx.path, status: ctx.status, ms: Math.round(ms * 10) / 10 }, 'request')
  }
}

/** Weak validators for JSON replies, and those that a handler has made itself: what is unchanged costs nobody its bytes. */
const conditional: Middleware = async (ctx, next) => {
  await next()
  const { body } = ctx
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  const made = ctx.response.get('etag')
  if (ctx.method !== 'GET' || ctx.status !== 200 || !isText || !(made || ctx.response.is('json'))) return
  if (!made) ctx.set('ETag', `W/"${body.length.toString(36)}-${crc32(body).toString(36)}"`)
  if (!ctx.response.get('cache-control')) ctx.set('Cache-Control', 'private, no-cache')
  ctx.vary('Accept-Encoding')
  if (ctx.fresh) {
    ctx.status = 304
    ctx.body = null
  }
}

export async function createApp(root: RootContainer, kernel: KernelRoutes[], build: WebFiles, development: Middleware | null, meter: Meter) {
  const { config, data, metrics, health, files, communities } = root.cradle
  const bound = bindRoutes(root, kernel)
  root.cradle.calls.call = callsOf(root, bound)
  const kept = createKept(data)
  const pages = new Pages(root, build, bound, kept)
  const shedder = new Shedder(data.app)
  const routers = new Map<string, Router>()
  const screens = new Set([...root.cradle.registry.plugins.values()].flatMap((plugin) => Object.keys(plugin.manifest.screens ?? {})))
  const answer = async (item: BoundRoute, ctx: RouterContext) => {
    ctx.state.plugin = item.route.plugin
    ctx.state.route = `${item.route.plugin}.${item.route.name}`
    ctx.state.path = item.route.path
    await dispatch(root, item, ctx as unknown as Context)
  }
  const register = (item: BoundRoute, method: Method, run: (ctx: RouterContext, next: () => Promise<unknown>) => Promise<unknown>) => {
    const beginning = beginningOf(item.route.path)
    const router = routers.get(beginning) ?? new Router()
    routers.set(beginning, router)
    router.register(item.route.path, [method], [run])
  }
  for (const item of bound) {
    const alsoScreen = item.route.method === 'GET' && screens.has(item.route.path)
    register(item, item.route.method, async (ctx, next) => {
      // `/space_groups` is a call and a screen: a browser that opens it wants the screen.
      if (alsoScreen && ctx.accepts('json', 'html') === 'html') return next()
      await answer(item, ctx)
    })
  }
  // what is changed by PATCH is changed by PUT as well, where that means nothing else
  for (const item of bound) if (item.route.method === 'PATCH') register(item, 'PUT', (ctx) => answer(item, ctx))

  const byBeginning = new Map([...routers].map(([beginning, router]) => [beginning, router.routes() as unknown as Middleware]))
  const routed: Middleware = (ctx, next) => {
    const beginning = beginningOf(ctx.path)
    const [first] = beginning.split('/')
    const onwards = () => (first === beginning ? next() : (byBeginning.get(first!)?.(ctx, next) ?? next()))
    return byBeginning.get(beginning)?.(ctx, onwards) ?? onwards()
  }

  const vitals: Middleware = async (ctx, next) => {
    if (ctx.path === '/health') {
      const { status, checks } = await health.check()
      ctx.status = status === 'ok' ? 200 : 503
      // Why a check fails is for admins (`/settings/health`); anybody may know which does.
      ctx.body = { status, checks: Object.fromEntries(Object.entries(checks).map(([name, { ok }]) => [name, ok ? 'ok' : 'failed'])) }
    } else if (ctx.path.startsWith(REACH_PATH)) {
      ctx.body = communities.reach.answer(hostName(ctx.host), ctx.path.slice(REACH_PATH.length, REACH_PATH.length + 100))
    } else if (ctx.path === '/ready') {
      ctx.status = health.ready() ? 200 : 503
      ctx.body = { ready: health.ready() }
    } else if (ctx.path === '/metrics') {
      // Figures are for the machine's own collectors, and for whoever has their token.
      const isOwn = isLoopback(ctx) && !ctx.get('x-forwarded-for')
      const given = config.metricsToken && bearerOf(ctx.get('authorization'))
      if (!isOwn && !(given && isSame(given, config.metricsToken!))) throw new AtriumError(404, 'not_found', 'Not found.')
      ctx.type = metrics.contentType
      ctx.body = await metrics.text()
    } else await next()
  }
  const builtFiles: Middleware = async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    const { path } = ctx
    if (path.startsWith('/assets/') && build.assets && (await sendStatic(ctx, build.assets, path.slice(8)))) return
    const plugin = /^\/plugins\/([\w-]+)\/(.+)$/.exec(path)
    const dir = plugin && build.remotes.get(plugin[1]!)
    if (dir && (await sendStatic(ctx, dir, plugin[2]!))) return
    const spoken = path.startsWith('/words/') ? root.cradle.words.body(path) : undefined
    if (spoken) {
      asBuilt(ctx as unknown as Context)
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
      ctx.type = 'application/json; charset=utf-8'
      ctx.body = spoken
      return
    }
    if (!development && (path.startsWith('/assets/') || plugin || path.startsWith('/words/'))) throw new AtriumError(404, 'not_found', 'File not found.')
    await next()
  }
  const shed: Middleware = async (ctx, next) => {
    const leave = shedder.enter(looksSignedIn(ctx as unknown as Context))
    try {
      await shedder.turn()
      await next()
    } finally {
      leave()
    }
  }
  const tellAddress = onceAMinute(root.cradle.log)
  const origins: Middleware = async (ctx, next) => {
    const {
      isListed = false,
      community: { info },
    } = ctx.state as RequestState
    checkOrigin(ctx, isListed, config.baseUrl && info.url)
    const reached = `${ctx.protocol}://${ctx.host}`
    if (config.baseUrl && ctx.get('origin') === info.url && reached !== info.url) {
      tellAddress(reached, { reached, meant: info.url }, UNTOLD)
      health.tell('address', `requests for ${info.url} come as ${reached}: ${UNTOLD}`)
    }
    if (ctx.method === 'OPTIONS' && ctx.get('access-control-request-method')) {
      ctx.set({
        'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE',
        'Access-Control-Allow-Headers': 'content-type,authorization',
        'Access-Control-Max-Age': '600',
      })
      ctx.status = 204
      return
    }
    if (ctx.ips.length > 0 || !isLoopback(ctx)) await root.cradle.limits.limit('general', networkOf(ctx.ip))
    await next()
  }
  const shares = createShares()
  const share: Middleware = async (ctx, next) => {
    const { identity } = ctx.state as RequestState
    if (!identity && ctx.ips.length === 0 && isLoopback(ctx)) return next()
    await shares.run(identity ? `account ${identity.account.id}` : networkOf(ctx.ip), next)
  }
  const boot: Middleware = async (ctx, next) => (ctx.method === 'GET' && ctx.path === '/boot' ? pages.boot(ctx as unknown as Context) : next())
  const storedFiles: Middleware = async (ctx, next) => {
    if (!ctx.path.startsWith('/files/') || ctx.method === 'POST') return next()
    if (await files.serve(ctx as unknown as Context, (ctx.state as RequestState).identity)) return
    // somebody who follows an old address is told in words
    if (ctx.accepts('json', 'html') !== 'html') throw new AtriumError(404, 'not_found', 'File not found.')
    await next()
    ctx.status = 404
  }
  const unknownCalls: Middleware = async (ctx, next) => {
    if (API.test(ctx.path) || (ctx.method !== 'GET' && ctx.method !== 'HEAD'))
      throw new AtriumError(404, 'route_not_found', sentence('{method} {path} doesn’t exist.', { method: ctx.method, path: ctx.path.slice(0, 200) }))
    if (/\.\w{1,8}$/.test(ctx.path) && !ctx.accepts('html')) throw new AtriumError(404, 'not_found', 'File not found.')
    await next()
  }

  const app = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy })
  app.on('error', (error) => root.cradle.log.warn({ err: error }, 'response failed'))
  app.use(observe(root, meter))
  app.use(securityHeaders(development !== null))
  app.use(errors(root))
  app.use(vitals)
  app.use(kept.answer)
  app.use(compressed)
  app.use(builtFiles)
  if (development) app.use(development)
  app.use(shed)
  app.use(identify(root))
  app.use(origins)
  app.use(share)
  app.use(boot)
  app.use(createDocuments(root, bound))
  app.use(storedFiles)
  app.use(conditional)
  app.use(routed)
  app.use(unknownCalls)
  app.use((ctx) => pages.answer(ctx as unknown as Context))
  return { app, bound, shedder }
}

/** The words of an address before its first parameter, two at most: a call is compared with the few routes that begin alike. */
const beginningOf = (path: string) =>
  path
    .toLowerCase()
    .split('/', 3)
    .slice(1)
    .filter((part) => !part.includes(':'))
    .join('/')
