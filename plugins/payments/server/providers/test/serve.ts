/** One call to the test server: key, path, parameters, idempotency, answer; in the form of Stripe's wire. */
import { createHash } from 'node:crypto'
import type { Ctx } from '@atrium/sdk/server'
import type { Endpoint } from './endpoints/common.ts'
import { endpoints } from './endpoints/index.ts'
import { expanded } from './expanding.ts'
import { parseForm, WireError } from './forms.ts'
import { parse } from './params.ts'
import { Store } from './store.ts'

export interface WireRequest {
  method: string
  /** With its query, `/v1/customers?limit=3`. */
  path: string
  headers: Record<string, string>
  body: string
}
export interface WireAnswer {
  status: number
  body: object
}

const patterns = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^/v1${endpoint[1].replace(/:\w+/g, '([^/]+)')}$`),
}))
function route(method: string, path: string): { endpoint: Endpoint; ids: string[] } {
  for (const { endpoint, pattern } of patterns) {
    const found = endpoint[0] === method && pattern.exec(path)
    if (found) return { endpoint, ids: found.slice(1).map(decodeURIComponent) }
  }
  throw new WireError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  })
}

/** The key that the test server takes from itself, and from whoever drives it. */
export const TEST_KEY = 'sk_test_atrium'

/**
 * Answers one call. Runs in a transaction of its own, as a server elsewhere would; a declined card is written down and refused all the same.
 * @param ended told in the same transaction whether events wait for their webhook
 */
export async function serve(ctx: Ctx, { method, path, headers, body }: WireRequest, ended: (store: Store) => Promise<void>): Promise<WireAnswer> {
  const store = new Store(ctx)
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  let answer: WireAnswer
  try {
    const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    if (!token) throw new WireError(401, { type: 'invalid_request_error', message: 'You did not provide an API key.' })
    if (!token.startsWith('sk_test_'))
      throw new WireError(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${token.slice(0, 7)}****` })
    if (/\0|%00/.test(path + body)) throw new WireError(400, { type: 'invalid_request_error', message: 'Invalid string: it holds a NUL character.' })
    const url = new URL(path, 'http://server')
    const { endpoint, ids } = route(method, url.pathname)
    if (method !== 'GET') await store.lock()
    const request = createHash('sha256').update(`${method} ${path} ${body}`).digest('hex')
    if (key) {
      const [known] = await ctx.sql<{ request: string; status: number; body: object }>(
        'select request, status, body from payments.answer where community_id = $1 and key = $2',
        [key],
      )
      if (known && known.request !== request)
        throw new WireError(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        })
      if (known) return { status: known.status, body: known.body }
    }
    const input = parse(endpoint[2], parseForm(method === 'GET' ? url.search.slice(1) : body))
    answer = { status: 200, body: await expanded(store, await endpoint[3](store, { ids, input, at: await store.now() }), input.expand) }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    answer = { status: error.status, body: error.body }
  }
  // what was refused before anything happened may be asked again with the same key
  if (key && (answer.status === 200 || answer.status === 402))
    await ctx.sql('insert into payments.answer (community_id, key, request, status, body) values ($1, $2, $3, $4, $5)', [
      key,
      createHash('sha256').update(`${method} ${path} ${body}`).digest('hex'),
      answer.status,
      JSON.stringify(answer.body),
    ])
  // what a refusal has left half done is not kept
  if (answer.status === 200 || answer.status === 402) {
    await store.flush()
    await ended(store)
  }
  return answer
}
