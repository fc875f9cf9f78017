/** One request to one route, in this order: plugin switched on, rate limit, parse by the contract, ctx, transaction, permission, handler, reply through the contract. */
import { AtriumError, planRequired, pluginOff, type Can, forbidden, invalid, type Route, unauthenticated, nameOf, reads, sentence } from '@atrium/sdk'
import { fits, issuesOf, networkOf, nulAt, parseErrors, type RawReply } from '@atrium/sdk/server'
import type { Context } from 'koa'
import type { z } from 'zod'
import { type Identity, requireProof } from '../accounts/index.ts'
import type { LoadedPlugin } from '../registry.ts'
import type { CommunityState } from '../communities/index.ts'
import type { RootContainer } from '../container.ts'
import { scopeAllows } from '../policies/index.ts'
import { readBody } from './body.ts'
import { createCtx } from './ctx.ts'
import type { KernelCtx, KernelHandler } from '../kernel-ctx.ts'

/** What the middleware before the router has found out. */
export interface RequestState {
  id: string
  community: CommunityState
  /** A page of another site asks, which the community lets in. */
  isListed?: boolean
  identity: Identity | null
  /** Kept apart from the identity, which a visitor has none of. */
  masquerade?: Identity['masquerade']
  sessionToken: string | null
  locale: string
  setSession: KernelCtx['setSession']
  browser: KernelCtx['browser']
}

/** A route bound to its handler. `plugin` is null for the kernel's own modules. */
export interface BoundRoute {
  route: Route
  plugin: LoadedPlugin | null
  handler: KernelHandler<any>
}

/** @throws AtriumError 404, 402 or 503 unless the plugin answers in this community. */
export function checkSwitch(root: RootContainer, plugin: LoadedPlugin, state: CommunityState): void {
  const status = root.cradle.communities.statusIn(state, plugin.manifest)
  if (status === 'off') throw pluginOff(plugin.manifest)
  if (status === 'plan') throw planRequired(plugin.manifest, root.cradle.communities.tiersOf(plugin.manifest)[0])
  if (plugin.state === 'failed')
    throw new AtriumError(
      503,
      'plugin_failed',
      sentence('{plugin} isn’t working right now. The admins have been notified.', { plugin: nameOf(plugin.manifest) }),
      { retryAfter: 60 },
    )
}

/** Answers whether this person may call, by the route's `can`. */
function permit(can: Can, owner: string, ctx: KernelCtx): void {
  if (typeof can === 'object') return
  if (!ctx.identity) throw unauthenticated()
  if (can === 'account') return
  if (ctx.identity.secondFactorDue) throw new AtriumError(403, 'two_fa_required', 'Your role requires two-factor authentication. Set it up first.')
  if (!ctx.member) throw forbidden('Only members of this community can do this.')
  if (can === 'member') return
  if (can === 'admin' ? !ctx.member.isAdmin : !ctx.can(can.includes('.') ? can : `${owner}.${can}`)) throw forbidden()
}

/** Limits of impersonation: viewing as somebody writes nothing and opens no private messages; acting as somebody changes no account and is noted in the audit log (case A87). */
async function checkImpersonation(ctx: KernelCtx, { plugin, name, method, options: { impersonated, can } }: Route): Promise<void> {
  const { viewOnly, entity } = ctx.masquerade!
  if (impersonated === 'never' && entity.type === 'CommunityMember') throw forbidden('This is private to the member. Exit this view first.', 'masquerading')
  if (reads(method) || impersonated === true) return
  if (viewOnly)
    throw new AtriumError(403, 'view_only_masquerading', 'You’re viewing as another member. Changes are off in this view.', {
      details: { view_only_masquerading: true },
    })
  if (can === 'account' || plugin === 'auth') throw forbidden('You can’t change accounts while acting as another member. Exit that view first.', 'masquerading')
  await ctx.audit('masquerade.acted', `${plugin}.${name}`)
}

function parse(schema: unknown, value: unknown, root: string, locale: string): any {
  if (!schema) return value
  const result = (schema as z.ZodType).safeParse(value, { error: parseErrors(locale) })
  if (result.success) return result.data
  throw new AtriumError(422, 'invalid_input', 'Some fields need attention.', { details: issuesOf(result.error, root) })
}

/** PostgreSQL's error for a text that contains a NUL character; rich text has been cleaned of them before. */
const UNSTORABLE = new Set(['22021', '22P05', '08P01'])
/** The same failure, with the field that caused it where that is a NUL character. */
function named(error: unknown, { params, query, body }: Call['input']): unknown {
  const at = UNSTORABLE.has((error as { code?: string } | null)?.code ?? '') && (nulAt(body, '') ?? nulAt(query, '') ?? nulAt(params, ''))
  return at ? invalid({ [at.slice(1)]: ['NUL characters aren’t allowed.'] }) : error
}

export function sendRaw(ctx: Context, { status = 200, headers = {}, body }: RawReply): void {
  ctx.status = status
  const { Vary: vary, ...others } = headers
  ctx.set(others)
  if (vary) ctx.vary(vary.split(', '))
  ctx.body = body
}

const SHORT = 8 * 1024
function send(ctx: Context, route: Route, result: unknown): void {
  if (result && typeof result === 'object' && (result as RawReply).raw) return void sendRaw(ctx, result as RawReply)
  ctx.status = route.options.status ?? (route.options.reply ? 200 : 204)
  if (!route.options.reply) return
  ctx.type = 'application/json; charset=utf-8'
  const text = JSON.stringify(result)
  // a short text leaves in one piece with its headers; over a long one Koa would go twice, for its length and for its bytes
  ctx.body = text.length < SHORT ? text : Buffer.from(text)
}

/** The reply through its presenter: unknown fields fall away. A reply that does not fit is our fault, so 500. */
function present(route: Route, result: unknown): unknown {
  if (!route.options.reply || (result && typeof result === 'object' && (result as RawReply).raw) || fits(route.options.reply, result)) return result
  const parsed = route.options.reply.safeParse(result)
  if (parsed.success) return parsed.data
  throw new AtriumError(500, 'internal_error', 'Something went wrong on our end. The error was logged. Try again later.', {
    cause: new Error(`${route.plugin}.${route.name} answers what its contract does not promise: ${JSON.stringify(issuesOf(parsed.error, 'reply'))}`),
  })
}

export interface Call {
  root: RootContainer
  bound: BoundRoute
  state: RequestState
  ip: string
  userAgent: string
  input: { params: unknown; query: unknown; body: unknown; stream?: AsyncIterable<Uint8Array>; headers?: Record<string, string | undefined> }
  /** Reads for a page share its ctx, and so what it has looked up. */
  within?: KernelCtx
}

/** Runs a route for somebody, without a socket: the HTTP dispatcher and the pages' prefetch both end here. */
export async function run({ root, bound, state, ip, userAgent, input, within }: Call): Promise<unknown> {
  const { route, plugin, handler } = bound
  const { options } = route
  if (plugin) checkSwitch(root, plugin, state.community)
  if (options.limit)
    await root.cradle.limits.limit(`${route.plugin}.${options.limit.shared ?? route.name}`, `${state.identity?.account.id ?? networkOf(ip)}`, options.limit)
  if (state.identity?.scopes && !scopeAllows(state.identity.scopes, route))
    throw forbidden('This API token doesn’t have access to this route.', 'scope_required')
  const write = !reads(route.method)
  const parsed = {
    params: parse(options.params, input.params, 'params', state.locale),
    query: parse(options.query, input.query, 'query', state.locale),
    body: options.stream ? undefined : parse(options.body, input.body, 'body', state.locale),
    ...(options.stream ? { body: input.stream, headers: input.headers } : {}),
  }
  const answer = async (ctx: KernelCtx) => {
    permit(options.can, route.plugin, ctx)
    if (ctx.masquerade) await checkImpersonation(ctx, route)
    if (options.challenge && ctx.identity) requireProof(ctx.identity, ctx.now())
    return present(route, await handler(ctx, parsed as never))
  }
  if (within) return answer(within.as(route.plugin))
  const mode = write && options.transaction !== false ? 'write' : 'read'
  const unit = root.cradle.data.unit({ communityId: state.community.info.id, mode }, (unit) =>
    answer(
      createCtx({
        root,
        unit,
        state: state.community,
        identity: state.identity,
        masquerade: state.masquerade,
        locale: state.locale,
        plugin: route.plugin,
        request: { id: state.id, ip, userAgent },
        session: { token: state.sessionToken, set: state.setSession, browser: state.browser },
      }),
    ),
  )
  return unit.catch((error) => {
    throw named(error, input)
  })
}

/** The same over HTTP. */
export async function dispatch(root: RootContainer, bound: BoundRoute, ctx: Context): Promise<void> {
  const { options, method } = bound.route
  const stream = options.stream === true
  const result = await run({
    root,
    bound,
    state: ctx.state as RequestState,
    ip: ctx.ip,
    userAgent: ctx.get('user-agent').slice(0, 300),
    input: {
      params: ctx.params,
      query: ctx.query,
      body: stream || method === 'GET' ? undefined : await readBody(ctx as never),
      ...(stream ? { stream: ctx.req, headers: ctx.headers as Record<string, string> } : {}),
    },
  })
  send(ctx, bound.route, result)
}
