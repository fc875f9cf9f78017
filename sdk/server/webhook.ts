/** Calls to addresses that an admin has written down, signed as Standard Webhooks has it: `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { AtriumError } from '../core/errors.ts'
import type { Sentence } from '../core/sentences.ts'
import type { Ctx } from './ctx.ts'

const TIMEOUT_MS = 10_000
/** Of an answer: bytes that are read, and characters that are kept. */
const MAX_BYTES = 65_536
const KEPT = 4_000

/** What calls of one receiver are signed with. It is stored sealed (`ctx.seal`). */
export const newWebhookSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/** @param secrets the present one first, and a former one while receivers may still know no other */
export function webhookHeaders(secrets: readonly string[], { id, at, body }: { id: string; at: Date; body: string }): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

export interface WebhookCall {
  url: string
  secrets: readonly string[]
  /** The same at each try: what a receiver tells repetitions by. */
  id: string
  body: string
}
export interface WebhookAnswer {
  /** 200 to 299. */
  ok: boolean
  /** Null where no answer came. */
  status: number | null
  headers: Record<string, string>
  /** The beginning of it, fit to be stored. */
  body: string
  /** Why no answer came, with the code of `ctx.fetch`. */
  error: { code: string; said: string | Sentence; retryAfter: number } | null
  /** Milliseconds that it took. */
  ms: number
}
/** PostgreSQL stores neither NUL nor half of a pair. */
const kept = (text: string) => text.slice(0, KEPT).replaceAll('\0', '').toWellFormed()

/** One call, for jobs with `transaction: false`; whatever comes of it is an answer. @throws what is no failure of the receiver */
export async function callWebhook(ctx: Ctx, { url, secrets, id, body }: WebhookCall): Promise<WebhookAnswer> {
  const began = performance.now()
  const ms = () => Math.round(performance.now() - began)
  try {
    const headers = webhookHeaders(secrets, { id, at: ctx.now(), body })
    const reply = await ctx.fetch(url, { method: 'POST', headers, body, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    return { ok: reply.ok, status: reply.status, headers: reply.headers, body: kept(reply.text()), error: null, ms: ms() }
  } catch (error) {
    if (!(error instanceof AtriumError && error.code.startsWith('outbound_'))) throw error
    const { code, said, retryAfter = 0 } = error
    return { ok: false, status: null, headers: {}, body: '', error: { code, said, retryAfter }, ms: ms() }
  }
}
