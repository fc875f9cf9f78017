/** Routes under strange input: no fault of ours, one shape of errors, a process that lives. */
import { setTimeout as sleep } from 'node:timers/promises'
import fc, { type Arbitrary } from 'fast-check'
import type { Route } from '../../core/contract.ts'
import type { TestApp } from '../app.ts'
import { makeSide, makeTarget } from '../filling.ts'
import type { Input, RouteEntry, Side, Target } from '../records.ts'
import { entriesOf, type Filled, isTaken, keyOf, type Operation, operationsOf, sessionFor } from '../world.ts'
import { anything, bent, fitting, seldom } from './strange.ts'

export const SEED = Number(process.env.ATRIUM_FUZZ_SEED ?? 20_260_131)
/** Requests a route, a quarter of them as visitor. */
export const REQUESTS = Number(process.env.ATRIUM_FUZZ_REQUESTS ?? 40)
const AT_ONCE = 4
/** How long a fault may be tried to be had with less. */
const SHRINK_MS = 10_000

interface Request {
  method: string
  address: string
  headers: Record<string, string>
  body?: string
  isAdmin: boolean
}

const BROKEN_BYTES = ['%ff', '%', '%2e%2e%2f', '%00', '%c0%ae']
const ODD_QUERIES = ['__proto__[x]=1', 'constructor=1', 'fields=password_hash', 'include=sessions', 'sort=email', 'per_page=1e9', 'cursor=%00']
const BROKEN_BODIES = ['{', '', 'null', '"\\ud800"', '[1,', `{"a":${'['.repeat(5_000)}`, '{"a":1,"a":{"__proto__":1}}', '\u0000']
const ODD_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json; charset=utf-7']
const JSON_TYPE = 'application/json'

/** In a path or query; half of a surrogate pair has no place in an address, so its bytes stand there raw. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.isWellFormed() ? encodeURIComponent(text.slice(0, 1_500).toWellFormed()) : '%ed%a0%80'
}
const inAddress = (value: Arbitrary<unknown>) => seldom(0.05, value.map(encoded), fc.constantFrom(...BROKEN_BYTES))

/** @param right what would be right, if the call is to start from it, so that it comes through to the handler */
function calls({ method, address, parameters = [], requestBody }: Operation, right: Input | null, strangeness: number): Arbitrary<Request> {
  const path = fc
    .tuple(
      ...parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name, schema }) => {
          const guess = fitting(schema, strangeness / 2)
          const known = right?.params?.[name]
          return inAddress(known === undefined ? guess : seldom(strangeness / 4, fc.constant<unknown>(known), guess)).map((text) => [name, text] as const)
        }),
    )
    .map((values) => values.reduce((whole, [name, text]) => whole.replace(`{${name}}`, () => text || '0'), address))
  const query = fc.tuple(
    seldom(0.1, fc.constant([]), fc.constantFrom(...ODD_QUERIES.map((text) => [text]))),
    ...parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema }) => {
        const key = seldom(0.05, fc.constant(name), fc.constant(`${name}[a]`))
        const value = inAddress(fitting(schema.type === 'array' ? (schema.items ?? {}) : schema, strangeness))
        const values = schema.type === 'array' ? fc.array(value, { maxLength: 5 }) : fc.tuple(value)
        return seldom(
          0.7,
          fc.constant([]),
          fc.tuple(key, values).map(([key, all]) => all.map((text) => `${key}=${text}`)),
        )
      }),
  )
  const schema = requestBody?.content[JSON_TYPE]?.schema
  const made = right?.body === undefined ? fitting(schema ?? { type: 'object' }, strangeness) : bent(right.body, schema ?? {}, 0.3 + strangeness / 3)
  const body =
    method === 'GET'
      ? fc.constant(undefined)
      : seldom(
          0.04,
          seldom(strangeness / 4, made, anything).map((value) => JSON.stringify(value)),
          fc.constantFrom(...BROKEN_BODIES),
        )
  const takesBytes = requestBody !== undefined && !schema
  const type = seldom(0.03, fc.constant(takesBytes ? 'application/octet-stream' : JSON_TYPE), fc.constantFrom(...ODD_TYPES))
  const offset = takesBytes ? fc.constantFrom('0', '1', '-1', '1e+30', 'x') : fc.constant(null)
  return fc
    .record({ path, query, body, type, offset, isAdmin: fc.constantFrom(false, true, true, true) })
    .map(({ path, query, body, type, offset, isAdmin }) => ({
      method,
      address: [path, query.flat().join('&')].filter(Boolean).join('?'),
      headers: { accept: JSON_TYPE, ...(method === 'GET' ? {} : { 'content-type': type }), ...(offset === null ? {} : { 'upload-offset': offset }) },
      body,
      isAdmin,
    }))
}

/** Half of the calls start from what would be right. A fault shrinks to a calmer call, and to one that nothing is right in. */
function requestsOf(operation: Operation, { input }: RouteEntry, target: Target): Arbitrary<Request> {
  // anew each time: an address of mail can be had once
  const rights = Object.keys(input(target)).length > 0 ? Array.from({ length: 4 }, () => input(target)) : []
  const tempered = (right: Input | null) =>
    fc.oneof({ withCrossShrink: true }, ...[0, 0, 0.05, 0.1, 0.3, 1].map((strangeness) => calls(operation, right, strangeness)))
  return fc.oneof({ weight: 4, arbitrary: tempered(null) }, ...rights.map((right) => ({ weight: 1, arbitrary: tempered(right) })))
}

/**
 * Sends REQUESTS to each route, and says of each fault the least that brings it about.
 * @returns what is wrong, a line for each, and the routes that took nothing, so that nothing behind their schemas was tried
 */
export async function fuzz(app: TestApp, side: Filled, routes: Route[]): Promise<{ wrong: string[]; silent: string[] }> {
  const keys = new Set(routes.map(keyOf))
  const operations = (await operationsOf(app)).filter(({ operationId }) => keys.has(operationId))
  const entries = await entriesOf(app, routes)
  const answered = new Set<string>()

  /** A session of the admin's, whose roles and status are among what is fuzzed. */
  async function freshToken({ admin: { id, communityId, accountId } }: Side) {
    await app.sql(`update kernel.member set roles = '{member,admin}', status = 'active' where id = $1`, [id])
    await app.kernel.modules.data.signal('member.changed', { communityId, memberId: id })
    return (await sessionFor(app, accountId, communityId)).token
  }
  /** What is wrong with the answer, or null. */
  async function faultOf(operation: Operation, { method, address, headers, body, isAdmin }: Request, token: string): Promise<string | null> {
    const send = () => {
      app.resetLimits()
      return fetch(app.url + address, { method, headers: { ...headers, ...(isAdmin ? { cookie: `atrium_session=${token}` } : {}) }, body, redirect: 'manual' })
    }
    let response = await send()
    // a machine that is busy with other things sends visitors away for a moment
    for (let tries = 0; response.status === 503 && response.headers.has('retry-after') && tries < 10; tries++) {
      await response.body?.cancel()
      await sleep(1_000)
      response = await send()
    }
    const text = await response.text()
    if (response.status < 300) answered.add(operation.operationId)
    const isEnvelope = () => {
      const { success, message, code, ...other } = JSON.parse(text)
      return success === false && typeof message === 'string' && message !== '' && /^[a-z_]+$/.test(code) && 'error_details' in other
    }
    const isRefusal = response.status >= 400 && operation.address.startsWith('/internal_api')
    const isWrong = response.status >= 500 || (isRefusal && !(response.headers.get('content-type')?.includes(JSON_TYPE) && isEnvelope()))
    return isWrong
      ? `${method} ${address.slice(0, 300)} ${headers['content-type'] ?? ''} ${body?.slice(0, 500) ?? ''} (${body?.length ?? 0} characters) as ${isAdmin ? 'admin' : 'visitor'}: ${response.status} ${text.slice(0, 200)}`
      : null
  }
  /** The least that brings the fault about, as far as it comes again when tried alone. */
  async function shrunk(operation: Operation, side: Side, arbitrary: Arbitrary<Request>, seed: number, path: string): Promise<string> {
    const property = fc.asyncProperty(arbitrary, async (request) => {
      const fault = await faultOf(operation, request, await freshToken(side))
      if (fault) throw new Error(fault)
    })
    const { failed, errorInstance, numShrinks } = await fc.check(property, { seed, path, numRuns: 1, interruptAfterTimeLimit: SHRINK_MS })
    return failed ? `after ${numShrinks} shrinks ${(errorInstance as Error).message}` : 'not again when tried alone'
  }

  const wrong: string[] = []
  /** All requests of one route, for what the target holds. */
  async function walk(operation: Operation, seed: number, target: Target) {
    const token = await freshToken(target.side)
    const arbitrary = requestsOf(operation, entries[operation.operationId]!, target)
    const requests = fc.sample(arbitrary, { seed, numRuns: REQUESTS })
    const faults: { index: number; fault: string }[] = []
    let next = 0
    const one = async () => {
      for (let index = next++; index < requests.length; index = next++) {
        const fault = await faultOf(operation, requests[index]!, token)
        if (fault) faults.push({ index, fault })
      }
    }
    // of two that send the same upload, the later one cuts the earlier off
    const isUpload = operation.requestBody?.content['application/octet-stream'] !== undefined
    await Promise.all(Array.from({ length: isUpload ? 1 : AT_ONCE }, one))
    const [first] = faults
    if (first)
      wrong.push(
        `${operation.operationId}, ${faults.length} of ${REQUESTS}: ${first.fault}\n  ${await shrunk(operation, target.side, arbitrary, seed, String(first.index))}`,
      )
  }
  // what takes things away comes last
  const ordered = [...operations].sort((x, y) => Number(x.method === 'DELETE') - Number(y.method === 'DELETE'))
  for (const round of [1, 2]) {
    const targets = new Map<string, Target>()
    let people = side as Side
    for (const [n, operation] of ordered.entries()) {
      const plugin = operation.operationId.split('.')[0]!
      if (round === 2) {
        // what one route needs others may have taken away or switched, so those that took nothing are tried in a community of their own
        if (answered.has(operation.operationId) || !isTaken(entries[operation.operationId]!)) continue
        if (people === side) people = await makeSide(app, 'anew', (await app.community()).id, plugin)
      }
      if (!targets.has(plugin)) targets.set(plugin, await makeTarget(app, people, 'open', plugin))
      await walk(operation, SEED + n, targets.get(plugin)!)
    }
  }
  return {
    wrong,
    silent: routes
      .filter((route) => isTaken(entries[keyOf(route)]!))
      .map(keyOf)
      .filter((name) => !answered.has(name)),
  }
}
