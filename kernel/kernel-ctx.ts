/** What handlers of the kernel's own routes get: a plugin's ctx and the modules behind it. */
import type { Contract, RouteParsed, RouteReturns } from '@atrium/sdk'
import type { Ctx, RawReply, StreamInput } from '@atrium/sdk/server'
import type { Identity } from './accounts/index.ts'
import type { Modules } from './container.ts'
import type { Unit } from './data/index.ts'

/** What the server may know of the browser and leave in it, beside the session. */
export interface BrowserApi {
  /** Scheme and host by which it reached us, among those that are ours. */
  origin(): string
  /** The host name that it asked for, as it holds our cookies for that alone. */
  host(): string
  /** The mark of a browser in which somebody has signed in before. */
  device(): string | null
  setDevice(mark: string): void
  /** What a plugin keeps there. */
  mark(plugin: string): string | null
  setMark(plugin: string, mark: string | null): void
  /** Token of a sign-in that is not complete yet. */
  step(): string | null
  setStep(token: string | null): void
  /** Shows a message on the next page, once; `key` is that of its words. */
  flash(tone: 'success' | 'error', key: string): void
}

export interface KernelCtx extends Ctx {
  readonly modules: Modules
  readonly unit: Unit
  readonly identity: Identity | null
  readonly sessionToken: string | null
  /** Null for work without a browser. */
  readonly browser: BrowserApi | null
  /** Sets the session cookie, or clears it with null. `remember` keeps it beyond the browser's session. */
  setSession(token: string | null, options?: { remember: boolean }): void
  as(plugin: string): KernelCtx
  /** What was looked up before a write of another is asked for once more: by `once`, of settings, of the community. */
  readAnew(): Promise<void>
  /** The same request as a visitor of another community makes it, in a unit of work of its own. */
  visit<T>(communityId: number, mode: 'read' | 'write', work: (ctx: KernelCtx) => Promise<T>): Promise<T>
}

export type KernelHandler<R> = (
  ctx: KernelCtx,
  input: RouteParsed<R> & Partial<StreamInput>,
) => Promise<RouteReturns<R> | RawReply> | RouteReturns<R> | RawReply
export type KernelHandlers<C extends Contract> = { [K in keyof C['routes']]: KernelHandler<C['routes'][K]> }
