/** Communities that are filled from every plugin's records, and what is written of them. */
import { createHash, randomBytes } from 'node:crypto'
import type { Route } from '../core/contract.ts'
import { type CallResult, type TestApp, type TestMember, toCall } from './app.ts'
import { type Change, describeChange, netChanges, watchChanges } from './changes.ts'
import { makeSide, makeTarget, recordsOf } from './filling.ts'
import { entryOf, type Input, type RouteEntry, type Side, type SpaceKind, type Target } from './records.ts'

export const SPACE_KINDS: SpaceKind[] = ['open', 'closed', 'secret']
/** A community's people, and one target of each kind of space. */
export interface Filled<T extends Target = Target> extends Side {
  open: T
  closed: T
  secret: T
}
/**
 * @param name stands in its texts; letters only
 * @param only the id of a plugin: nothing is filled but that plugin and what it needs
 */
export async function fillSide<T extends Target = Target>(app: TestApp, name: string, communityId: number, only?: string): Promise<Filled<T>> {
  const side = (await makeSide(app, name, communityId, only)) as Filled<T>
  for (const kind of SPACE_KINDS) side[kind] = (await makeTarget(app, side, kind, only)) as unknown as T
  return side
}

/** `plugin.route`, as `/openapi.json` calls it too. */
export const keyOf = (route: Route) => `${route.plugin}.${route.name}`
/** Every route that is on, the kernel's own among them. @param owners ids of plugins or kernel parts whose routes are wanted */
export function routesOf(app: TestApp, owners?: Set<string>): Route[] {
  const routes = (app.kernel.http.bound as { route: Route }[]).map(({ route }) => route)
  return owners ? routes.filter(({ plugin }) => owners.has(plugin)) : routes
}
/** How each of these routes is called, by `plugin.route`. @throws Error that names every route without an input */
export async function entriesOf(app: TestApp, routes: Route[] = routesOf(app)): Promise<Record<string, RouteEntry>> {
  const records = await recordsOf(app)
  const missing: string[] = []
  const entries = routes.map((route) => {
    try {
      return [keyOf(route), entryOf(records.get(route.plugin), route)] as const
    } catch (error) {
      missing.push((error as Error).message)
      return null!
    }
  })
  if (missing.length) throw new Error(missing.join('\n'))
  return Object.fromEntries(entries)
}

/** Whether the admin's right call is taken, as the records say; some can only be refused in a test. */
export const isTaken = ({ own }: RouteEntry) => !own || own.some((status) => status < 300)

/** What `/openapi.json` describes, a route each. */
export interface Operation {
  method: string
  address: string
  operationId: string
  parameters?: { name: string; in: 'path' | 'query'; schema: Record<string, any> }[]
  requestBody?: { content: Record<string, { schema: Record<string, any> }> }
}
export async function operationsOf(app: TestApp): Promise<Operation[]> {
  const { body } = await app.as(null).send('GET', '/openapi.json')
  /** With what it refers to in its place; nothing refers to itself. */
  const whole = (value: any): any => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(whole)
    if (typeof value.$ref !== 'string') return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, whole(part)]))
    const [, , section, name] = value.$ref.split('/')
    return whole(body.components[section][name])
  }
  return Object.entries<Record<string, any>>(body.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...whole(operation), method: method.toUpperCase(), address })),
  )
}

/** A session for anybody, in any community's place: `communityId` is what the bare host shows to it. */
export async function sessionFor(app: TestApp, accountId: number, communityId: number): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await app.sql<{ id: number }>(
    `insert into kernel.session (token_hash, account_id, community_id, ip, user_agent, proved_at, expires_at) values ($1, $2, $3, '127.0.0.1', 'test', now(), now() + interval '1 day') returning id`,
    [createHash('sha256').update(token).digest(), accountId, communityId],
  )
  return { id: row!.id, token }
}

/** Calls a route past the limits and says what came, a refusal too; a write without a body sends an empty one, bytes go as they are. */
export async function press(app: TestApp, member: TestMember | null, route: Route, input: Input = {}): Promise<CallResult> {
  app.resetLimits()
  const as = app.as(member)
  let result: CallResult | undefined
  await toCall(route, input, async (method, address, body) => {
    const bytes: Record<string, string> = body instanceof Uint8Array ? { 'content-type': 'application/octet-stream' } : {}
    const sent = body === undefined && route.method !== 'GET' ? {} : body
    return (result = await as.send(method, address, sent, { ...bytes, ...input.headers }))
  }).catch((error) => {
    // a refusal is an answer; what never got one is a failure
    if (!result) throw error
  })
  return result!
}

/** Notes every write of the app from now on. */
export async function watchCommunities(app: TestApp) {
  const watch = await watchChanges(app)
  const records = [...(await recordsOf(app)).values()]
  const accountsOf = async (communityId: number) =>
    new Set((await app.sql<{ account_id: number }>('select account_id from kernel.member where community_id = $1', [communityId])).map((row) => row.account_id))
  return {
    /** What was written of a community since the last call, for people to read. @param inside only what belongs to the inside of these targets */
    async changes(communityId: number, inside?: Target[]): Promise<string[]> {
      const all = netChanges(await watch.changes()).filter(({ table }) => table !== 'kernel.session')
      const accounts = all.some(({ table }) => table === 'kernel.account') ? await accountsOf(communityId) : new Set()
      const isOf = ({ table, before, after }: Change) =>
        [before, after].some((row) => {
          if (!row) return false
          if (table === 'kernel.community') return row.id === communityId
          if (table === 'kernel.account') return accounts.has(row.id as number)
          if (table === 'graphile_worker._private_jobs') return (row.payload as { communityId?: number })?.communityId === communityId
          return row.community_id === communityId
        })
      const isInside = ({ before, after }: Change) =>
        [before, after].some((row) => {
          if (!row) return false
          const text = JSON.stringify(row)
          return inside!.some((target) => text.includes(target.word) || records.some((one) => one.isInside?.(row, target)))
        })
      return all.filter((change) => isOf(change) && (!inside || isInside(change))).map(describeChange)
    },
  }
}

/** Waits for the app's work, and for what plugins put off while the process is busy. */
export async function settleAll(app: TestApp): Promise<void> {
  await app.settle()
  for (const records of (await recordsOf(app)).values()) await records.settle?.(app)
}
