/** `ctx.call`: one route called by the handler of another. */
import type { Route } from '@atrium/sdk'

/** Params, query and body, as the routes of the contract take them. */
export type CallInput = Partial<Record<'params' | 'query' | 'body', unknown>>
/** @param ctx of the handler that calls */
export type CallRoute = (ctx: unknown, route: Route, input: CallInput | undefined) => Promise<unknown>

/** Known to every ctx before there are routes; the app says how one is called. */
export interface Calls {
  call: CallRoute
}
export const noCalls = (): Calls => ({
  call: () => Promise.reject(new Error('no route is there yet')),
})
