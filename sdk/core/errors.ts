/** The one error type that becomes an envelope reply; browser and server share it. */
import { type Sentence, sentence } from './sentences.ts'

/** Codes the kernel itself answers with; plugins add their own (snake_case). */
export type KernelErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'route_not_found'
  | 'plugin_off'
  | 'plan_required'
  | 'plugin_failed'
  | 'invalid_input'
  | 'rate_limited'
  | 'view_only_masquerading'
  | 'otp_required'
  | 'two_fa_required'
  | 'session_required'
  | 'conflict'
  | 'payload_too_large'
  | 'unavailable'
  | 'internal_error'

/** What the error envelope carries beside `success: false`. */
export interface ErrorBody {
  success: false
  message: string
  /** A string, an object of field → messages, an array, or null. */
  error_details: unknown
  code: string
}

/**
 * An expected failure. Thrown anywhere below a route, it becomes the error envelope with `status`;
 * thrown by the browser's client, it carries what the server answered.
 */
export class AtriumError extends Error {
  readonly status: number
  readonly code: string
  /** What `message` says, before its language is known. */
  readonly said: string | Sentence
  /** Sentences in it, as in `invalid`, are translated like `said`. */
  readonly details: unknown
  /** Seconds after which a repeat may succeed (429 and 503). */
  readonly retryAfter?: number
  /** In the browser: the status in the server's words; empty over HTTP/2. */
  readonly statusText?: string
  /** In the browser: what the server answered, parsed where it is JSON. */
  readonly body?: unknown

  constructor(
    status: number,
    code: KernelErrorCode | (string & {}),
    said: string | Sentence,
    options: { details?: unknown; retryAfter?: number; cause?: unknown; statusText?: string; body?: unknown } = {},
  ) {
    super(String(said), { cause: options.cause })
    this.name = 'AtriumError'
    this.status = status
    this.code = code
    this.said = said
    this.details = options.details ?? null
    this.retryAfter = options.retryAfter
    if (options.statusText !== undefined) this.statusText = options.statusText
    if (options.body !== undefined) this.body = options.body
  }
}

/** 401: nobody is signed in. */
export const unauthenticated = (message = 'Sign in to continue.') => new AtriumError(401, 'unauthenticated', message)
/** 403: known, and not allowed. */
export const forbidden = (message: string | Sentence = 'You don’t have permission to do this.', code: string = 'forbidden') =>
  new AtriumError(403, code, message)
/** 404: absent, or hidden from this reader; the two are told apart by nobody. `what` is a word in the sentence, so that languages can bend it. */
export const notFound = (what = 'Record', code: string = 'not_found') =>
  new AtriumError(404, code, [what, 'not found.'].join(' '), { details: { message: sentence('Record not found: {what}', { what }) } })
/** 422: the input cannot be taken. `details` maps each path to its messages. */
export const invalid = (
  details: Record<string, (string | Sentence)[]>,
  message: string | Sentence = 'Some fields need attention.',
  code: string = 'invalid_input',
) => new AtriumError(422, code, message, { details })
/** 409: somebody was faster, or it is done already. */
export const conflict = (message: string | Sentence, code: string = 'conflict') => new AtriumError(409, code, message)
