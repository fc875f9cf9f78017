/** `testApp()`: your plugin inside a real kernel, on a real PostgreSQL database of its own. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Contract, Route, RouteInput, RouteReply } from '../core/contract.ts'
import { AtriumError } from '../core/errors.ts'
import type { Manifest } from '../core/manifest.ts'
import type { PluginEntry } from '../core/config.ts'
import type { Ctx } from '../server/ctx.ts'

export interface UploadedFile {
  id: number
  signedId: string
  url: string
}
export interface TestMember {
  id: number
  accountId: number
  name: string
  communityId: number
  /** Of the session; sent as the cookie. */
  token: string
}
export interface CallResult {
  status: number
  body: any
  headers: Record<string, string>
}
export interface Caller {
  /** Calls a route; the reply is typed. @throws AtriumError with what the server answered */
  call<R extends Route<any, any>>(route: R, ...input: {} extends RouteInput<R> ? [input?: RouteInput<R>] : [input: RouteInput<R>]): Promise<RouteReply<R>>
  /** The bare request, for bad input. Does not throw. */
  send(method: string, address: string, body?: unknown, headers?: Record<string, string>): Promise<CallResult>
}
/** Work without a request, which can be seen as any plugin would. */
export interface SeenCtx extends Ctx {
  as(plugin: string): SeenCtx
}

export interface TestAppOptions {
  /** Environment of the kernel: `{ SMTP_URL: … }`. */
  env?: Record<string, string>
  /** The built web side; without it every page is an empty frame. */
  web?: any
  /** All addresses of a name that the kernel calls; default the system's. */
  lookup?: (host: string) => Promise<{ address: string; family: number }[]>
}
export interface TestApp {
  url: string
  /** A further community; the first one is there from the start. */
  community(name?: string): Promise<{ id: number }>
  /** A member with a session. `role`: admin, moderator, member or an own one. */
  member(role?: string, options?: { community?: { id: number }; name?: string }): Promise<TestMember>
  /** Gives a member a new session; callers made before use it too. */
  renew(member: TestMember): Promise<void>
  /** Stores a file as this member's upload; without bytes it is a small picture. `url` is for this member's eyes. */
  upload(member: TestMember, filename: string, bytes?: Uint8Array): Promise<UploadedFile>
  /** Null is a visitor. */
  as(member: TestMember | null): Caller
  /** Waits until every event is delivered and every job that is due has run. */
  settle(): Promise<void>
  /** Delivers every event once more, to prove that handlers are idempotent. */
  redeliver(): Promise<void>
  /** Turns the clock of the kernel and of its database: `ctx.now()`, `now()` in SQL, column defaults, sessions, and when jobs are due. */
  clock: { advance(ms: number): Promise<void> }
  /** Runs a job of the last plugin that has a schedule, as if its moment had come, in every community, and waits for it. */
  runSchedule(job: string): Promise<void>
  /** What the browser of a member is told from now on: events with `realtime`, and what is pushed to them. @param rooms further rooms to join, `space:7` */
  hear(member: TestMember, ...rooms: string[]): Promise<{ name: string; payload: any }[]>
  /** Mails queued so far. */
  sent(): Promise<{ recipient: string; subject: string; text: string; html: string }[]>
  /** Work in a write transaction of a community (null: the first one), as a job of the last plugin would do it. */
  run<T>(communityId: number | null, fn: (ctx: SeenCtx) => Promise<T>): Promise<T>
  /** The same without a transaction, as a job with `transaction: false`: for what calls others. */
  outside<T>(communityId: number | null, fn: (ctx: SeenCtx) => Promise<T>): Promise<T>
  switch(pluginId: string, enabled: boolean, communityId?: number): Promise<void>
  /** As the owner of the database, past every wall. */
  sql<Row = any>(text: string, params?: unknown[]): Promise<Row[]>
  /** Names of the prepared statements of plugins that are sent while `run` is under way, whoever sends them: what tells a call's time but for the noise. */
  statements<T>(run: () => Promise<T>): Promise<[result: T, names: string[]]>
  resetLimits(): void
  plugins: {
    manifest: Manifest
    contract: Contract
    dir: string
    error: string | undefined
    jobs: string[]
    tables: { meta: any }[]
    contributes: { value: any }[]
  }[]
  primaryId(): Promise<number>
  /** The kernel itself, for the house's own tests. */
  kernel: any
  close(): Promise<void>
}

/** Where Atrium is installed: ATRIUM_HOME, else the folder this SDK lies in. */
export function atriumHome(): string {
  const home = process.env.ATRIUM_HOME ?? path.resolve(import.meta.dirname, '../..')
  if (!existsSync(path.join(home, 'launch/main.ts')))
    throw new Error('Set ATRIUM_HOME to the folder of Atrium: the testing kit runs your plugin in a real kernel.')
  return home
}

/**
 * Starts a kernel with these plugins (folders, absolute or relative to Atrium's) on a database cloned from a template, about 0.2 s.
 * Close it in `after`.
 */
export async function testApp(plugins: (string | PluginEntry)[], options?: TestAppOptions): Promise<TestApp> {
  const { openApp } = await import(pathToFileURL(path.join(atriumHome(), 'tests/support/harness.ts')).href)
  return openApp(plugins, options)
}

/** Builds a call's address and body from a route and its input. @throws AtriumError when the answer is no 2xx */
export async function toCall(route: Route, input: any, send: (method: string, address: string, body?: unknown) => Promise<CallResult>): Promise<unknown> {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input?.query ?? {})) if (value !== undefined) query.set(key, String(value))
  const address = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input?.params?.[name])))
  const { status, body } = await send(route.method, query.size ? `${address}?${query}` : address, input?.body)
  if (status >= 200 && status < 300) return body
  throw new AtriumError(status, body?.code ?? 'unknown', body?.message ?? `answered ${status}`, { details: body?.error_details })
}

/** How a call was refused. @throws when it was not */
export const refusal = (call: Promise<unknown>): Promise<AtriumError> =>
  call.then(
    () => {
      throw new Error('it was not refused')
    },
    (error) => error,
  )
