/** How a plugin's server side is put together: one call in `server/index.ts`. */
import type { EntitySchema } from '@mikro-orm/core'
import type { z } from 'zod'
import { AtriumError, forbidden, notFound } from '../core/errors.ts'
import type { Contract, EventDef, Point, RouteParsed, RouteReturns, ServiceOf } from '../core/contract.ts'
import type { MeteredCalls } from './apiTokens.ts'
import type { Counter } from './counting.ts'
import type { Cause, Ctx, JobDef, Statement } from './ctx.ts'
import { unlessRefused } from './errors.ts'
import type { Markup } from './page/markup.ts'

/** The reply of a route that is not JSON: CSV downloads, pictures, redirects. */
export interface RawReply {
  readonly raw: true
  status?: number
  headers?: Record<string, string>
  body: string | Uint8Array | NodeJS.ReadableStream | null
  /** Of a `front`: every visitor is sent the same, until `ctx.invalidate('front')` in this community, for a minute at most. */
  keep?: boolean
}
export const raw = (reply: Omit<RawReply, 'raw'>): RawReply => ({ raw: true, ...reply })

/** What a stream route gets beside the parsed input. */
export interface StreamInput {
  body: AsyncIterable<Uint8Array>
  headers: Record<string, string | undefined>
}
export type Handler<R> = (ctx: Ctx, input: RouteParsed<R> & Partial<StreamInput>) => Promise<RouteReturns<R> | RawReply> | RouteReturns<R> | RawReply
export type Handlers<C extends Contract> = { [K in keyof C['routes']]: Handler<C['routes'][K]> }

/** What is known of an event beside its payload. */
export interface EventMeta {
  /** Its full name: `posts.post.created`. */
  event: string
  eventId: number
  actorMemberId: number | null
  at: Date
  /** How many events led to it, one after another. */
  depth: number
  /** What acted by itself and led to it; null where people did. See `Cause`. */
  origin: string | null
}
/** One use of another's event. Made with `on()`. */
export interface Subscription<T = any> {
  /** Unique in the plugin; part of the delivery's key, so do not rename it lightly. */
  name: string
  event: EventDef<T>
  run: (ctx: Ctx, payload: T, meta: EventMeta) => Promise<void>
  /** `false` for what calls others: no transaction; each write stands for itself, and an event may come again. */
  transaction?: boolean
}
/**
 * Subscribes to an event of a plugin in `needs` or `wants`. Handlers must be idempotent: delivery is at least once.
 * One that takes longer than 10 s has failed; shares and pauses are as those of jobs (`runs`).
 */
export const on = <T>(event: EventDef<T>, name: string, run: Subscription<T>['run'], options: Pick<Subscription, 'transaction'> = {}): Subscription<T> => ({
  event,
  name,
  run,
  ...options,
})

/** Stands for all events that begin automations. */
export const anyAutomation: EventDef<Record<string, unknown>> = { plugin: '', name: '*', payload: undefined as never }
/**
 * Subscribes to every event whose contract says `automation`, of whichever plugin that is on here: for what acts by itself, and for webhooks.
 * `ctx.automations` names them. As `on()` otherwise.
 */
export const onAutomation = (
  name: string,
  run: (ctx: Ctx, event: { name: string; payload: Record<string, unknown> }, meta: EventMeta) => Promise<void>,
  options: Pick<Subscription, 'transaction'> = {},
): Subscription<Record<string, unknown>> => on(anyAutomation, name, (ctx, payload, meta) => run(ctx, { name: meta.event, payload }, meta), options)

/** What runs a job. Made with `runs()`. */
export interface JobRunner<T = any> extends JobDef<T> {
  run: (ctx: Ctx, payload: T) => Promise<void>
  /** Cron expression in UTC; then it runs once for each community where the plugin is on. */
  schedule?: string
  /** `false` for work that calls others: no transaction; each write stands for itself. */
  transaction?: boolean
  /** Milliseconds one run may take before it is ended and counts as failed. Default 10,000. */
  deadlineMs?: number
}
/** Names background work and what it carries: for those who enqueue it, apart from what runs it. */
export const job = <T>(name: string, payload: z.ZodType<T>): JobDef<T> => ({ name, payload })
/**
 * Says what runs a job, in `defineServer`'s `jobs`. Eight tries with backoff, then a dead letter. Two of a name run at once in a process;
 * when ten different ones fail in a row (five that miss their deadline), the name is paused until an admin of the platform resumes it.
 */
export const runs = <T>(job: JobDef<T>, run: JobRunner<T>['run'], options: Pick<JobRunner, 'schedule' | 'transaction' | 'deadlineMs'> = {}): JobRunner<T> => ({
  ...job,
  run,
  ...options,
})

/** The work in the name of a member, with their rights of this moment, as `ctx.actAs`; null for whoever is no member any more, whose work is left undone. */
export const actingAs = (ctx: Ctx, memberId: number, cause?: Cause): Promise<Ctx | null> => unlessRefused(ctx.actAs(memberId, cause), null)

export interface Contribution<T = any> {
  point: Point<T>
  value: T
}
/** Puts something at another plugin's point. */
export const contribute = <T>(point: Point<T>, value: T): Contribution<T> => ({ point, value })

/** A public address that is answered with HTML before any script runs. */
export interface PageHead {
  title: string
  description?: string
  /** Absolute address of the preview picture. */
  image?: string
  /** What link previews say instead of title and description. */
  preview?: { title?: string; description?: string }
  /**
   * All that a visitor would see of the page's own matter, of `html` and `parts`. For visitors it stands in the frame, readable
   * before any script; the shell comes when they do more than read, or three seconds after the page has loaded, and takes its
   * place. Its words are those of the screen: a test compares them.
   */
  body?: Markup
  /** What stands beside the column on wide windows. */
  aside?: Markup
  /** Whose screen will take its place, where the address's own screen shows another's: `events/Event`. */
  screen?: string
  /** Search engines are asked to leave it out. */
  noindex?: boolean
  /** 404 when there is nothing for this visitor. Default 200. */
  status?: number
}
export type PageRenderer = (ctx: Ctx, params: Record<string, string>) => Promise<PageHead | null>

/**
 * What a screen will read first. The kernel runs these reads for the reader and inlines the answers,
 * so that the first paint needs no call. Keys are addresses of screens, one's own or those in whose slots one stands;
 * `*` is for what stands in every page of a member, in the frame: it must be cheap.
 */
export type Prefetcher = (
  ctx: Ctx,
  params: Record<string, string>,
  query: Record<string, string>,
) => Promise<{ route: { plugin: string; name: string }; input?: unknown }[]>

/** An address that no screen has; the home page too where it is a visitor's. */
export interface FrontRequest {
  /** As it was asked for, with its percent signs. */
  path: string
  query: Record<string, string>
  cookie(name: string): string | undefined
}
/**
 * What a plugin has at such addresses: pages without the shell, redirects. Null where it has none, and the shell says so.
 * Each request that finds nothing else comes by here: one read by key.
 */
export type Front = (ctx: Ctx, request: FrontRequest) => Promise<RawReply | null>

/** What a start hook keeps, for what reaches the plugin by other ways than calls and jobs. */
export interface PluginHost {
  /** From plugins.config.ts. */
  readonly options: Record<string, unknown>
  readonly log: Ctx['log']
  /** Work in a write transaction of a community; undefined where the plugin is off in it. */
  run<T>(communityId: number, work: (ctx: Ctx) => Promise<T>): Promise<T | undefined>
}

/** Who deleted their account, as a member of one community. */
export interface ErasedMember {
  memberId: number
  /** What is to stand where their name stood: "Former member" in the community's language. Their member's row bears it already. */
  formerName: string
  /** The names that they had here, to be found in texts that repeat one, as a title or an email's subject. */
  names: string[]
  /** Every address that was theirs, in small letters. */
  emails: string[]
}

export interface ServerParts<C extends Contract> {
  entities?: EntitySchema<any>[]
  /** Makes the plugin's service, once a request. */
  service?: (ctx: Ctx) => ServiceOf<C>
  routes?: Handlers<C>
  on?: Subscription[]
  jobs?: JobRunner[]
  contributes?: Contribution[]
  /** Numbers that are kept instead of counted, of its own rows: every night they are compared with them. */
  counters?: (ctx: Ctx) => Counter[]
  /** Keys are screen addresses of the manifest. */
  pages?: Record<string, PageRenderer>
  prefetch?: Record<string, Prefetcher>
  front?: Front
  /** May this reader join the room `name:id`? `space:3`, `record:post:12` (then id is `post:12`). One owner a name. */
  rooms?: Record<string, (ctx: Ctx, id: string) => Promise<boolean>>
  hooks?: {
    /** Once a process, before the first request; 10 s. No community is bound: what comes in later from elsewhere, as an email, does its work by `host.run`. */
    start?: (host: PluginHost) => Promise<void>
    stop?: () => Promise<void>
    /** Each time it is switched on in a community, and when a community is made. */
    enable?: (ctx: Ctx) => Promise<void>
    disable?: (ctx: Ctx) => Promise<void>
    /** Calls with API tokens of the last seconds, of this process. Not told of what a process did not hand over before it was killed. */
    metered?: (ctx: Ctx, calls: MeteredCalls[]) => Promise<void>
    /**
     * A member deleted their account: removes what was theirs alone (drafts, notes, marks) and their name from texts of others.
     * What they said where others read it stays under no name. Runs as a job, also where the plugin is off; must be idempotent.
     */
    erase?: (ctx: Ctx, person: ErasedMember) => Promise<void>
  }
}
export interface ServerDef<C extends Contract = Contract> extends ServerParts<C> {
  contract: C
}
export const defineServer = <C extends Contract>(contract: C, parts: ServerParts<C>): ServerDef<C> => ({ contract, ...parts })

/**
 * A named prepared statement for a hot read. Its text takes the community's id as `$1`.
 * Text search and filters with skewed values belong in `ctx.sql`: a generic plan there is bad for a huge community.
 */
export const statement = <Row = Record<string, any>>(name: string, text: string): Statement<Row> => ({ name, text })

/** Who may do what with one record. `view` decides between 404 and 403. */
export type Policy<T> = { view: (ctx: Ctx, record: T) => boolean | Promise<boolean> } & Record<string, (ctx: Ctx, record: T) => boolean | Promise<boolean>>
/** `definePolicy<Post>()({ view, update })`: checked against the record, and its rules keep their names. */
export const definePolicy =
  <T>() =>
  <P extends Policy<T>>(policy: P): P =>
    policy

/**
 * Stops the request unless the policy allows the act.
 * @throws AtriumError 404 when the reader may not even see the record, else 403.
 */
export async function authorize<T>(ctx: Ctx, policy: Policy<T>, act: string, record: T | null | undefined, what = 'Record', code?: string): Promise<T> {
  if (record == null || !(await policy.view(ctx, record))) throw notFound(what, code)
  const rule = policy[act]
  if (!rule) throw new AtriumError(500, 'internal_error', `no rule "${act}" in the policy of ${what}`)
  if (!(await rule(ctx, record))) throw forbidden()
  return record
}
/** The policy's answers for one record as flags: `abilities(ctx, postPolicy, post, { update: 'can_update_post' })`. */
export async function abilities<T, K extends string>(ctx: Ctx, policy: Policy<T>, record: T, names: Record<string, K>): Promise<Record<K, boolean>> {
  const flags = {} as Record<K, boolean>
  for (const [act, flag] of Object.entries(names)) flags[flag as K] = ctx.member !== null && !ctx.viewOnly && (await policy[act]!(ctx, record))
  return flags
}
