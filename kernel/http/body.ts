/** Reads JSON bodies within bounds of size, time and shape. */
import { AtriumError } from '@atrium/sdk'
import { normalizeBody } from '@atrium/sdk/server'
import { bodyParser } from '@koa/bodyparser'
import type { Middleware } from 'koa'

const READ_WITHIN = 30_000
/** Bytes of a body that is too large which are taken all the same, as a browser reads the answer only once its form is sent. */
const MOST_DROPPED = 8_000_000
/** Milliseconds in which a client may read why its body was refused, while no more of it is taken. */
const LINGER = 2_000

const json = bodyParser({
  enableTypes: ['json'],
  jsonLimit: '1mb',
  parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  onError: (error: any) => {
    if (error?.type === 'entity.too.large' || error?.status === 413)
      throw new AtriumError(413, 'payload_too_large', 'The request is larger than 1 MB, the maximum size.')
    throw new AtriumError(400, 'invalid_input', 'The request body isn’t valid JSON.')
  },
})

function takeNoMore({ req, res }: Parameters<Middleware>[0]): void {
  res.once('finish', () => {
    if (req.complete) return
    // after Node has begun to read the rest into nothing
    setImmediate(() => req.socket.pause())
    setTimeout(() => req.socket.destroy(), LINGER).unref()
  })
}

/** The parsed JSON body of a request that has one, checked; `{}` for none. */
export async function readBody(ctx: Parameters<Middleware>[0]): Promise<unknown> {
  const length = Number(ctx.get('content-length') || 0)
  if (length === 0 && !ctx.get('transfer-encoding')) return {}
  if (!ctx.is('application/json')) throw new AtriumError(415, 'unsupported_media_type', 'Send JSON with the Content-Type: application/json header.')
  // who sends a byte at a time keeps nothing open for long (case A71); the rest of the body is not waited for
  const late = setTimeout(() => ctx.req.destroy(), READ_WITHIN)
  await json(ctx as never, async () => {})
    .catch((error) => {
      if (error.status === 413 && !(length <= MOST_DROPPED && length > 0)) takeNoMore(ctx)
      throw error
    })
    .finally(() => clearTimeout(late))
  const body = ctx.request.body ?? {}
  normalizeBody(body)
  return body
}
