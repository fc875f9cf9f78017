/** What a plugin's `tests/records.ts` says: how its tables are filled, and how each of its routes is called with what was made. */
import { z } from 'zod'
import type { Contract, Route } from '../core/contract.ts'
import type { TestApp, TestMember, UploadedFile } from './app.ts'

/** One community of a test, and three people of it. */
export interface Side {
  communityId: number
  /** Stands in all of its words. */
  name: string
  slug: string
  admin: TestMember & { email: string }
  moderator: TestMember
  member: TestMember
}
/** Who sees the space that a target is made in: everybody, those who belong to it, or only they and not even its name. */
export type SpaceKind = 'open' | 'closed' | 'secret'

/** What records are made for: the admin of a side makes one of everything there. Plugins add what they have made. */
export interface Target {
  app: TestApp
  side: Side
  kind: SpaceKind
  /** Stands in every text of this target. */
  word: string
  /** Another one in each target, for slugs and names that must differ. */
  mark: number
  /** A member for the admin to add where they have made something. */
  guest: TestMember
  /** A picture and a sound of the admin's, to put into what they write. */
  file: UploadedFile
  sound: UploadedFile
}
/** What is sent to a route. */
export interface Input {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean>
  body?: unknown
  headers?: Record<string, string>
}
/** What a walk over all routes must know of one. */
export interface Entry<T = any> {
  input: (target: T) => Input
  /** Answers to an admin of another community who holds the permission. Default 404; `any`: the input names no record of the target. */
  foreign?: number[] | 'any'
  /** Answers to the community's own admin. Default 2xx, which proves that the input is right. */
  own?: number[]
  /** Uses up what it names, so each call gets records of its own. */
  uses?: true
  /** Names what nobody of the community is kept from, as a group or a topic. */
  shared?: true
  /** A moderator's act on the whole community, private spaces included. */
  wide?: true
  /** A table in which those outside of a private space have rows of their own about it, which this call changes for them. */
  ownOutside?: string
  /** Makes whoever asks a member of the community. */
  joins?: true
  /** Is open before one has joined a private community, as the checkout that leads into it. */
  outside?: true
}
/** A fixed input names no record; a function names records of the target. */
export type GivenInput<T> = Input | ((target: T) => Input) | Entry<T>

export interface Records<T = any, Made = any> {
  contract: Contract
  /** Ids of further plugins without which there is nothing to fill, as one that brings a content kind. */
  with?: readonly string[]
  /** Fills what a community has once. Every text holds `word`. */
  fillCommunity?(side: Side, word: string, app: TestApp): Promise<unknown>
  /** Makes one of everything; what it returns is added to the target, for its own inputs and for plugins that need this one. */
  fill?(target: T): Promise<Made>
  /** Comes after every plugin's `fill`: makes what hangs on the content of others. */
  fillLater?(target: any): Promise<object>
  /** The input of each route that cannot be called from its schema alone. */
  inputs?: Record<string, GivenInput<any>>
  /** Addresses of screens with parameters, by their pattern; of a kind's, by the kind. */
  screens?: Record<string, (target: any) => string | string[]>
  /** Whether a row belongs to the inside of the target's space though it holds neither `space_id` nor the word. */
  isInside?(row: Record<string, unknown>, target: any): boolean
  /** No reading call shows words of its own from inside a space: there is nothing that those outside could be kept from. */
  wordless?: true
  /** Names of statements whose answers the process keeps between requests. */
  cached?: readonly string[]
  /**
   * Its tables in which a member and words stand side by side, `sample.note`: those whose words stay when the member's account is deleted, as what
   * was said to others does under no name; and those that go with `hooks.erase`, as what was the member's alone.
   */
  leaving?: { stays?: readonly string[]; goes?: readonly string[] }
  /** Waits for what its jobs put off, which `app.settle` takes for done. */
  settle?(app: TestApp): Promise<void>
  /** Its calls are open before one has joined a private community: its name, terms, joining. */
  beforeTheRoute?: true
}
/** What a plugin's records add to a target. */
export type MadeBy<R> = R extends { readonly made?: infer Made } ? NonNullable<Made> : never

/**
 * Records of a plugin, the default export of its `tests/records.ts`.
 * `fill` names in its parameter what it builds on: `fill(target: Target & MadeBy<typeof spaces>)`.
 */
export function defineRecords<C extends Contract, T extends Target, Made extends object = {}, Later extends object = {}>(
  contract: C,
  records: Omit<Records<T, Made>, 'contract' | 'fill' | 'fillLater' | 'inputs' | 'screens' | 'isInside'> & {
    fill?: (target: T) => Promise<Made>
    fillLater?: (target: T & Made) => Promise<Later>
    inputs?: { [Name in keyof C['routes']]?: GivenInput<T & Made & Later> }
    screens?: Record<string, (target: T & Made & Later) => string | string[]>
    isInside?: (row: Record<string, unknown>, target: T & Made & Later) => boolean
  },
): Records<T, Made> & { readonly made?: Made & Later } {
  return { contract, ...records } as Records<T, Made>
}

/** The least that a schema takes, or undefined where only somebody who knows what it means can say. */
function least(schema: any): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(least).find((value: unknown) => value !== undefined)
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return schema.minItems ? undefined : []
  if (schema.type === 'string')
    return schema.format || schema.pattern || (schema.minLength ?? 0) > 40
      ? undefined
      : 'A word of the test, or two of them. It is long'.slice(0, Math.max(schema.minLength ?? 1, Math.min(schema.maxLength ?? 20, 20)))
  if (schema.type !== 'object') return undefined
  const fields = (schema.required ?? []).map((name: string) => [name, least(schema.properties?.[name] ?? {})] as const)
  return fields.some(([, value]: [string, unknown]) => value === undefined) ? undefined : Object.fromEntries(fields)
}
const leastOf = (schema: z.ZodType) => (schema.safeParse({}).success ? {} : least(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))

/** The input of a route that its schema alone gives, null where it names a record or needs a value with a meaning. */
export function generatedInput(route: Route): Input | null {
  if (route.path.includes(':') || (route.options.stream && route.method !== 'GET')) return null
  const query = route.options.query ? leastOf(route.options.query as z.ZodType) : {}
  const body = route.options.body ? leastOf(route.options.body as z.ZodType) : undefined
  if (query === undefined || (route.options.body && body === undefined)) return null
  return { ...(Object.keys(query as object).length ? { query: query as Input['query'] } : {}), ...(route.options.body ? { body } : {}) }
}

/** As `Entry`; `foreign` is null where the input names no record, so that any answer but a fault will do. */
export interface RouteEntry extends Omit<Entry, 'foreign'> {
  foreign: number[] | null
}
/** How a route is called, from its plugin's records or its schema. @throws Error that names the route when neither says it */
export function entryOf(records: Records | undefined, route: Route): RouteEntry {
  const given = records?.inputs?.[route.name]
  if (typeof given === 'function') return { input: given, foreign: [404] }
  if (given && 'input' in given) return { ...given, foreign: given.foreign === 'any' ? null : (given.foreign ?? [404]) }
  const input = given ?? generatedInput(route)
  if (!input) throw new Error(`${route.plugin}.${route.name} has no input: its schema alone gives none, so tests/records.ts of ${route.plugin} must`)
  return { input: () => input, foreign: null }
}
