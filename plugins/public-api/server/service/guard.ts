/** How every call is made: a token of the right kind, then what it does, and refusals in the published words. */
import { AtriumError, reads, type Route } from '@atrium/sdk'
import type { Ctx, Handler } from '@atrium/sdk/server'
import { published } from './errors.ts'

const KINDS: readonly string[] = ['admin_v2', 'admin_v1']

/** @throws AtriumError 401 unless a token asks that may: of the Data API for what reads alone */
function demandToken(ctx: Ctx, { method }: Route): void {
  if (!ctx.token) throw new AtriumError(401, 'missing_token_error', 'Send an API token in the Authorization header.')
  if (!KINDS.includes(ctx.token.kind) && !(ctx.token.kind === 'data' && reads(method)))
    throw new AtriumError(401, 'invalid_access_token_type', 'API tokens of this type can’t make this request.')
  if (!ctx.member) throw new AtriumError(401, 'community_member_not_found_error', 'The member who made this API token has left this community.')
}

/** What a reply says beside its record, in the language of who made the token. */
const said = <T>(ctx: Ctx, reply: T): T =>
  typeof (reply as { message?: unknown } | null)?.message === 'string' ? { ...reply, message: ctx.say((reply as { message: string }).message) } : reply

export type Serving<R> = { [K in keyof R]: Handler<R[K]> }
/** The same of the Auth API: servers with a headless token, in whoever’s name it was made. @throws AtriumError 401 */
function demandHeadless(ctx: Ctx): void {
  if (!ctx.token) throw new AtriumError(401, 'missing_token_error', 'Send an API token in the Authorization header.')
  if (ctx.token.kind !== 'headless_auth') throw new AtriumError(401, 'invalid_access_token_type', 'API tokens of this type can’t make this request.')
}
/** The handlers of some calls. */
export const serve = <R extends Record<string, Route<any, any>>>(routes: R, handlers: Serving<R>): Serving<R> => served(demandToken, routes, handlers)
export const serveHeadless = <R extends Record<string, Route<any, any>>>(routes: R, handlers: Serving<R>): Serving<R> =>
  served(demandHeadless, routes, handlers)

const served = <R extends Record<string, Route<any, any>>>(demand: (ctx: Ctx, route: Route) => void, routes: R, handlers: Serving<R>): Serving<R> =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [
      name,
      async (ctx: Ctx, input: never) => {
        demand(ctx, route)
        try {
          return said(ctx, await (handlers[name] as Handler<Route>)(ctx, input))
        } catch (error) {
          throw published(error)
        }
      },
    ]),
  ) as Serving<R>

/** What a call answers that has no record to show. */
export const ok = (message: string) => ({ success: true as const, message })
