/** The contract language: what a plugin tells the rest of the house about itself. */
import type { z } from 'zod'
import type { FormField } from './fields.ts'
import { done } from './schemas.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'PROPFIND' | 'REPORT'
/** Methods that change nothing. */
export const reads = (method: Method): boolean => method === 'GET' || method === 'OPTIONS' || method === 'PROPFIND' || method === 'REPORT'
type Schema = z.ZodType
type AnySchema<T> = z.ZodType<T>

/** The `:names` of an address, as a string record. */
export type PathParams<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? { [K in CleanName<Name>]: string } & PathParams<`/${Tail}`>
    : { [K in CleanName<Rest>]: string }
  : unknown
type CleanName<N extends string> = N extends `${infer Bare}.${string}` ? Bare : N

/**
 * Who may call a route.
 * - `'member'`: any active member of the community;
 * - `'account'`: anybody signed in, member of this community or not;
 * - `open('why')`: anybody; the reason is shown in the conformance report;
 * - any other string: a permission key of the same contract (`'manage'` → `posts.manage`), or the full name of another's (`'members.manage'`).
 */
export type Can = string | { open: string }
/** Makes a route public, and says why. */
export const open = (why: string): { open: string } => ({ open: why })

export interface RouteOptions {
  can: Can
  /** Defaults to the path's names as strings. */
  params?: Schema
  query?: Schema
  body?: Schema
  /** The presenter: fields that it does not name fall away. Handlers of a route that replies `done` need not return it. */
  reply?: Schema
  /** Default 200. */
  status?: number
  summary?: string
  /**
   * Asks for a one-time code before it acts: without a fresh proof it answers 403 `otp_required`, at which the browser opens
   * the challenge dialog and repeats the call. A proof holds 10 minutes.
   */
  challenge?: true
  /**
   * At most `points` calls within `seconds` by one account, in whichever community (or address, when signed out). Routes of a plugin whose limits
   * have the same name in `shared` count as one.
   */
  limit?: { points: number; seconds: number; shared?: string }
  /** The body is a form of the settings: browsers get its fields, from which `<SettingsForm>` is made. */
  form?: true
  /** `false` for a write whose handler opens its own transactions. */
  transaction?: boolean
  /** `true` for a body the handler reads as a stream (uploads). */
  stream?: boolean
  /**
   * What somebody who looks as another may do with it. `true`: a write is for them too, even view-only, as it ends that or is about nothing but
   * the session. `'never'`: private messages and the like, which stay closed to everybody who looks as their owner; 403 `masquerading`.
   */
  impersonated?: true | 'never'
  /** It answers by calls of other routes alone (`ctx.call`), which ask the scopes of an API token and the rights of who calls: those of the route itself are open. */
  maps?: true
}

export interface Route<O extends RouteOptions = RouteOptions, P extends string = string> {
  /** Filled in by `defineContract`. */
  plugin: string
  name: string
  method: Method
  path: P
  options: O
  /** The fields of its body, in browsers and of routes that say `form`. */
  form?: readonly FormField[]
}

export type RouteParams<R> = R extends Route<infer O, infer P> ? (O['params'] extends Schema ? z.output<O['params']> : PathParams<P>) : never
type In<S> = S extends Schema ? z.input<S> : undefined
type Out<S> = S extends Schema ? z.output<S> : undefined
/** What a caller hands to a route. */
export type RouteInput<R> =
  R extends Route<infer O, infer P>
    ? (keyof PathParams<P> extends never
        ? unknown
        : { params: O['params'] extends Schema ? z.input<O['params']> : { [K in keyof PathParams<P>]: string | number } }) &
        (O['query'] extends Schema ? (Record<string, never> extends In<O['query']> ? { query?: In<O['query']> } : { query: In<O['query']> }) : unknown) &
        (O['body'] extends Schema ? { body: In<O['body']> } : unknown)
    : never
/** What a handler receives, after parsing. */
export type RouteParsed<R> = R extends Route<infer O> ? { params: RouteParams<R>; query: Out<O['query']>; body: Out<O['body']> } : never
/** What a handler returns (dates allowed where the schema takes them) and a caller gets. */
export type RouteReply<R> = R extends Route<infer O> ? (O['reply'] extends Schema ? z.output<O['reply']> : void) : never
export type RouteReturns<R> =
  R extends Route<infer O> ? (O['reply'] extends Schema ? z.input<O['reply']> | (typeof done extends O['reply'] ? void : never) : void) : never

const route =
  (method: Method) =>
  <const P extends string, O extends RouteOptions>(path: P, options: O): Route<O, P> => {
    const reply = (options.reply as unknown) === done ? done.default({ success: true }) : options.reply
    return { plugin: '', name: '', method, path, options: { ...options, reply } }
  }
export const get = route('GET')
export const post = route('POST')
export const put = route('PUT')
export const patch = route('PATCH')
export const del = route('DELETE')
/** What may be asked of an address; answered where no browser asks before a call to another origin. */
export const options = route('OPTIONS')
/** Of WebDAV and CalDAV, for calendar programs; their bodies are XML, so they are streams. */
export const propfind = route('PROPFIND')
export const report = route('REPORT')

export interface AutomationOf {
  /** The field of the payload that names the member it is about: who did it, where the event is told as something that members do. Default `memberId`. */
  person?: string
  /** They may be no active member any more, as when they left. */
  gone?: true
}
/** A fact in the past tense. Delivered at least once to every subscriber. */
export interface EventDef<T = unknown> {
  plugin: string
  name: string
  payload: AnySchema<T>
  /**
   * Which open browsers are told `{ name, payload }` after commit:
   * `community` all members; `member` the one in `payload.memberId`; `space` those in the room of
   * `payload.spaceId`; `record` those in the room of `payload.record` (`'post:12'`).
   */
  realtime?: 'community' | 'member' | 'space' | 'record'
  /** Offered as a trigger to workflows, for whom it is about. */
  automation?: boolean | AutomationOf
  title?: string
}
export const event = <T>(payload: AnySchema<T>, options: Pick<EventDef, 'realtime' | 'automation' | 'title'> = {}): EventDef<T> => ({
  plugin: '',
  name: '',
  payload,
  ...options,
})
export type EventPayload<E> = E extends EventDef<infer T> ? T : never

/** A place on the server that other plugins fill, typed by what they bring. */
export interface Point<T = unknown> {
  plugin: string
  name: string
  readonly _type?: T
}
export const point = <T>(): Point<T> => ({ plugin: '', name: '' })

/** A place in a screen that other plugins fill, typed by what it hands to them. In a name a `*` stands for the part that `<Slot part>` says. */
export interface SlotRef<P extends object = any> {
  plugin: string
  name: string
  readonly _props?: P
}
export const slot = <P extends object = Record<never, never>>(): SlotRef<NoInfer<P>> => ({ plugin: '', name: '' })
/** What a slot hands to the component that fills it. */
export type SlotPropsOf<S> = S extends SlotRef<infer P> ? P : never

export interface PermissionDef {
  title: string
  /** Built-in roles that hold it until an admin changes that. */
  grant: ('admin' | 'moderator' | 'member')[]
  /** Told to browsers as `can_<its key>` among the policies of the community. */
  policy?: boolean
  /** Is about records of spaces: a role may be given to a member for one space or group alone, and this right then holds there. Ask `access.can` of spaces. */
  space?: boolean
}

/** A phantom: carries a type through the contract, has no value. */
export interface TypeRef<T> {
  readonly _type?: T
}
export const type = <T>(): TypeRef<T> => ({})

export interface ContractShape {
  permissions?: Record<string, PermissionDef>
  settings?: z.ZodObject
  /**
   * Settings that stand in the community's own record (`/internal_api/community/settings`) and are this plugin's to read; visitors may know
   * them. A switch with a `group` in its `.meta()` stands on the General screen, under the plugin's words `settings.<key>`.
   */
  communitySettings?: z.ZodObject
  routes?: Record<string, Route>
  events?: Record<string, EventDef<any>>
  points?: Record<string, Point<any>>
  /** Places in this plugin's screens, or of its own parts, for others to fill or to show. */
  slots?: Record<string, SlotRef<any>>
  service?: TypeRef<unknown>
}

export type Contract<S extends ContractShape = ContractShape> = S & { id: string }
export type ServiceOf<C> = C extends { service: TypeRef<infer T> } ? T : never
export type SettingsOf<C> = C extends { settings: infer S extends z.ZodObject } ? z.output<S> : Record<string, never>
export type CommunitySettingsOf<C> = C extends { communitySettings: infer S extends z.ZodObject } ? z.output<S> : unknown

/**
 * Declares a plugin's public face. Routes, events and points learn their full names here.
 * @throws TypeError when an event is not named in the past tense form `noun.verbed`.
 */
export function defineContract<const S extends ContractShape>(id: string, shape: S): Contract<S> {
  for (const [name, item] of Object.entries(shape.routes ?? {})) Object.assign(item, { plugin: id, name })
  for (const [name, item] of Object.entries(shape.points ?? {})) Object.assign(item, { plugin: id, name })
  for (const [name, item] of Object.entries(shape.slots ?? {})) Object.assign(item, { plugin: id, name })
  for (const [name, item] of Object.entries(shape.events ?? {})) {
    if (!/^[a-z_]+\.[a-z_]+$/.test(name)) throw new TypeError(`event "${name}" of ${id} is not named like noun.verbed`)
    Object.assign(item, { plugin: id, name })
  }
  return { ...shape, id }
}
