/** The official SDK with a transport of ours: to Stripe's servers through `ctx.fetch`, or to the test server in this process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { AtriumError, notFound, sentence, cut } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type Stripe from 'stripe'
import payments, { type ProviderKey } from '../../contract.ts'

export interface Connection {
  key: ProviderKey
  stripe: Stripe
  /** Whose account the calls are for, where the keys are the house's. */
  account: string | null
  /** Seconds since 1970 there, where that is not our own time. */
  now?: () => Promise<number>
}
/** What answers a request; bodies are forms. */
export type Wire = (
  url: string,
  request: { method: string; headers: Record<string, string>; body: string },
) => Promise<{ status: number; body: Uint8Array | string }>

const TIMEOUT_MS = 20_000
/** How long a job waits when the limit of calls to one host is reached, as on the first of a month or in the nightly comparison. */
const PATIENCE_MS = 70_000
const MAX_BYTES = 8_000_000
let library: Promise<typeof import('stripe')> | undefined
/** Loaded with the first call to a provider, as many processes make none. */
export const stripeLibrary = async () => (await (library ??= import('stripe'))).default

interface Where {
  host?: string
  port?: number
  protocol?: 'http' | 'https'
}
export async function connect(wire: Wire, secretKey: string, where: Where = {}): Promise<Stripe> {
  const Library = await stripeLibrary()
  const carry = async (url: string | URL | Request, init?: RequestInit) => {
    const { status, body } = await wire(String(url), {
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: String(init?.body ?? ''),
    })
    return new Response(body as BodyInit, { status, headers: { 'content-type': 'application/json' } })
  }
  return new Library(secretKey, {
    httpClient: Library.createFetchHttpClient(carry),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: TIMEOUT_MS + PATIENCE_MS,
    ...where,
  })
}

/** Options of plugins.config.ts: the house's own keys, and where Stripe is, which no member chooses. */
export interface HouseOptions extends Where {
  secretKey?: string | null
  webhookSecret?: string | null
}
export const houseOf = (ctx: Ctx): HouseOptions => (ctx.options['stripe'] as HouseOptions | undefined) ?? {}

/** Stripe itself, with the community's keys or with the house's and the community's account. @throws AtriumError 409 `payments_not_ready` */
export async function connectStripe(ctx: Ctx, secretKey?: string): Promise<Connection> {
  const settings = ctx.settings(payments)
  const house = houseOf(ctx)
  const own = secretKey ?? (settings.secret_key && ctx.unseal(settings.secret_key))
  const key = own ?? house.secretKey
  const account = own ? null : settings.account_id
  if (!key || (!own && !account)) throw new AtriumError(409, 'payments_not_ready', 'Connect a payment processor first.')
  const wire: Wire = async (url, { method, headers, body }) => {
    const until = performance.now() + PATIENCE_MS
    for (;;)
      try {
        // the host is Stripe's, or stands in the operator's environment
        return await ctx.fetch(url, {
          method: method as 'GET',
          headers,
          body: method === 'GET' ? undefined : body,
          redirects: 0,
          timeoutMs: TIMEOUT_MS,
          maxBytes: MAX_BYTES,
          operator: Boolean(house.host),
        })
      } catch (error) {
        const isBusy = error instanceof AtriumError && error.code === 'outbound_busy'
        // a person is told at once
        if (!isBusy || ctx.request || performance.now() > until) throw error
        await sleep(1_000)
      }
  }
  const { host, port, protocol } = house
  return { key: 'stripe', stripe: await connect(wire, key, host ? { host, port, protocol } : {}), account }
}
/** The house's keys without anybody's account: for making one. @throws AtriumError 409 `payments_not_ready` */
export async function connectHouse(ctx: Ctx): Promise<Connection> {
  const house = houseOf(ctx)
  if (!house.secretKey) throw new AtriumError(409, 'payments_not_ready', 'Connect a payment processor first.')
  return connectStripe(ctx, house.secretKey)
}

/** Errors of the SDK in the house's words. */
export function told(error: unknown): unknown {
  const { type, code, message, decline_code: decline, statusCode } = (error ?? {}) as Record<string, any>
  if (error instanceof AtriumError || typeof type !== 'string' || !type.startsWith('Stripe')) return error
  const cause = { cause: error }
  if (type === 'StripeCardError')
    return new AtriumError(402, 'payment_failed', 'Your payment didn’t go through. Try again or use another card.', {
      ...cause,
      details: { code, decline_code: decline },
    })
  if (code === 'resource_missing') return notFound('Payment')
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError')
    return new AtriumError(409, 'payments_not_ready', 'The payment processor rejected this key. Check it and try again.', cause)
  // Stripe's message is about idempotency keys, which means nothing to the person who reads it
  if (type === 'StripeIdempotencyError' || code === 'idempotency_key_in_use')
    return new AtriumError(409, 'payment_in_progress', 'This payment is already being processed. Reload the page to see its status.', cause)
  if (type === 'StripeInvalidRequestError' || (statusCode >= 400 && statusCode < 429))
    return new AtriumError(422, 'payment_refused', sentence('Payment processor error: {message}', { message: cut(String(message), 300) }), cause)
  return new AtriumError(502, 'provider_down', 'The payment processor isn’t responding. Try again in a few minutes.', cause)
}
export const isDown = (error: unknown): boolean => error instanceof AtriumError && (error.status >= 502 || error.code === 'outbound_busy')
