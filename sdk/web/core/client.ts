/** Calls routes: builds the address from the contract and turns every failure into an AtriumError, whose fields are those of the server's error replies. */
import type { Route, RouteInput, RouteReply } from '../../core/contract.ts'
import { AtriumError } from '../../core/errors.ts'
import { passChallenge } from './challenge.ts'
import { sessionsKept } from './framed.ts'
import { markSignedOut, refreshBoot } from './session.ts'
import { translate } from './words.ts'

export { AtriumError as ApiError }

/** What a caller may leave out is optional here too. */
export type CallInput<R> = {} extends RouteInput<R> ? [input?: RouteInput<R>, options?: CallOptions] : [input: RouteInput<R>, options?: CallOptions]
export interface CallOptions {
  signal?: AbortSignal
}
export interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Wait before the one repeat of a read, when the server names no time. */
const REPEAT_AFTER_MS = 3000
/** A longer Retry-After is reported at once instead of waited for. */
const LONGEST_WAIT_MS = 10_000
const EVENTS = 'text/event-stream'
const NETWORK_NAMES = new Set(['NetworkError', 'AbortError', 'TimeoutError'])
const NETWORK_TEXT = /failed to fetch|load failed|network ?error|timeout|cors/i

/** Whether an error means that the server was not reached: as the browser says it, or as `call` throws it, in the reader's language. */
export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof AtriumError ? error.code === 'network' : error instanceof Error && (NETWORK_NAMES.has(error.name) || NETWORK_TEXT.test(error.message))

/** The address of a route with its params and query filled in; lists become repeated keys. @throws TypeError for a missing param. */
export function addressOf(route: Pick<Route, 'path'>, input: AnyInput = {}): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input.params?.[name]
    if (value === undefined || value === null || value === '') throw new TypeError(`${route.path} needs "${name}"`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined && item !== null) query.append(key, String(item))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** A call that needs a one-time code opens the challenge dialog over whatever is there, and is repeated once it is passed. */
async function proven(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof AtriumError) || error.code !== 'otp_required') throw error
    if (await passChallenge()) return send()
    throw new AtriumError(error.status, 'otp_cancelled', translate('sdk', 'otp_challenge_modal.cancelled'), { cause: error })
  }
}

/**
 * Calls a route of a contract.
 * @throws AtriumError with the server's status and code; code `network` and status 0 when it was not reached; `otp_cancelled` when the
 * person closed the challenge dialog.
 */
export async function call<R extends Route<any, any>>(route: R, ...[input, options]: CallInput<R>): Promise<RouteReply<R>> {
  const given = (input ?? {}) as AnyInput
  const send = () => proven(() => attempt(route, given, options?.signal))
  if (route.method !== 'GET') return (await send()) as RouteReply<R>
  try {
    return (await send()) as RouteReply<R>
  } catch (error) {
    if (!(error instanceof AtriumError) || (error.status !== 429 && error.status !== 503)) throw error
    const wait = error.retryAfter === undefined ? REPEAT_AFTER_MS : error.retryAfter * 1000
    if (wait > LONGEST_WAIT_MS) throw error
    await new Promise((done) => setTimeout(done, wait))
    options?.signal?.throwIfAborted()
    return (await send()) as RouteReply<R>
  }
}

/** Whether what was pressed is sent though the page is left at once. Browsers keep 64 KiB alive in all (Fetch, 4.6), hence short bodies alone. */
const outlivesPage = (route: Route, body = ''): boolean => route.method !== 'GET' && body.length <= 2000

/** @throws AtriumError with code `network` where the server was not reached */
async function reached<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (signal?.aborted || !isNetworkFailure(cause)) throw cause
    throw new AtriumError(0, 'network', translate('sdk', 'error.network'), { cause })
  }
}
function sent(route: Route, input: AnyInput, accept: string, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { accept }
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  if (body !== undefined) headers['content-type'] = 'application/json'
  // a session that begins here gets a cookie that this browser keeps
  if (sessionsKept() === 'partitioned') headers['x-atrium-frame'] = 'partitioned'
  const keepalive = accept !== EVENTS && outlivesPage(route, body)
  return fetch(addressOf(route, input), { method: route.method, headers, body, keepalive, signal })
}

async function attempt(route: Route, input: AnyInput, signal?: AbortSignal): Promise<unknown> {
  const [response, text] = await reached(async () => {
    const reply = await sent(route, input, 'application/json', signal)
    return [reply, await reply.text()] as const
  }, signal)
  if (!response.ok) throw failure(response, text)
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AtriumError(response.status, 'unparsable', translate('sdk', 'error.unparsable'), { cause, statusText: response.statusText, body: text })
  }
}

/**
 * Calls a route that answers with an event stream (HTML, 9.2) whose data are JSON, and hands over each piece as it comes.
 * @returns when the stream has ended
 * @throws AtriumError as `call` does, and with code `network` where the stream breaks off; the signal's reason where it was ended by that
 */
export async function callStream<R extends Route<any, any>, Piece>(
  route: R,
  input: RouteInput<R>,
  onPiece: (piece: Piece) => void,
  signal?: AbortSignal,
): Promise<void> {
  const response = (await proven(async () => {
    const reply = await reached(() => sent(route, input as AnyInput, EVENTS, signal), signal)
    if (!reply.ok) throw failure(reply, await reply.text())
    return reply
  })) as Response
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let waiting = ''
  for (;;) {
    const { done, value } = await reached(() => reader.read(), signal)
    if (done) return
    const events = (waiting + value).split('\n\n')
    waiting = events.pop()!
    for (const event of events) if (event.startsWith('data: ')) onPiece(JSON.parse(event.slice(6)))
  }
}

function failure(response: Response, text: string): AtriumError {
  const retry = Number.parseFloat(response.headers.get('retry-after') ?? '')
  const retryAfter = Number.isFinite(retry) ? retry : undefined
  const { statusText } = response
  let body: Record<string, any>
  try {
    body = text ? (JSON.parse(text) ?? {}) : {}
  } catch (cause) {
    return new AtriumError(response.status, 'unparsable', translate('sdk', 'error.unparsable_error'), { cause, retryAfter, statusText, body: text })
  }
  const code = typeof body.code === 'string' ? body.code : 'unknown'
  if (response.status === 401 && code === 'unauthenticated') markSignedOut()
  if (code === 'plugin_off' || code === 'plan_required' || code === 'two_fa_required') void refreshBoot()
  const details = body.error_details ?? body.message
  const message = body.view_only_masquerading
    ? translate('sdk', 'error.view_only')
    : (body.message ?? body.failure_message ?? translate('sdk', 'error.retrieve'))
  return new AtriumError(response.status, body.view_only_masquerading ? 'view_only_masquerading' : code, message, {
    details: Array.isArray(details) ? details[0] : details,
    ...{ retryAfter, statusText, body },
  })
}
