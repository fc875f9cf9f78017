/** What can go wrong with the database, in two kinds: it cannot start, or one piece of work failed. */
import { AtriumError, conflict } from '@atrium/sdk'
import { limitOf } from '@atrium/sdk/server'

/** Atrium cannot start; the message is one sentence for the person who runs it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** 503: the database is busy or away; worth another try after `retryAfter` seconds. */
export const unavailable = (cause?: unknown) => new AtriumError(503, 'unavailable', 'The server is busy. Try again in a moment.', { retryAfter: 2, cause })

/** Did the server itself answer with this error? Otherwise the connection is in doubt. */
export const isServerError = (error: unknown): boolean => typeof (error as { severity?: unknown } | null)?.severity === 'string'

/** Turns failures that a repeat may heal into replies that say so; every other error comes back as it is. */
export function translate(error: unknown): unknown {
  if (error instanceof AtriumError || !(error instanceof Error)) return error
  const { code = '', message, name } = error as Error & { code?: string }
  if (code === '40001' || code === '40P01' || name === 'OptimisticLockError') return conflict('Someone else changed this at the same time. Try again.')
  // a server that only reads, cancelled by a timeout, shut down, idle for too long in a transaction, out of connections, connection lost; or what we said of it, as the ORM wraps it
  if (
    /^(unavailable|25006|57014|57P0\d|25P0[34]|53300|0800\w|ECONN\w+|EPIPE|ETIMEDOUT)$/.test(code) ||
    /^Connection terminated|^Query read timeout|^Client has encountered/.test(message)
  )
    return unavailable(error)
  if (NO_ROOM.test(code))
    return new AtriumError(503, 'no_room', 'The server is out of storage. Contact an admin and try again later.', {
      retryAfter: 60,
      cause: error,
    })
  return limitOf(error) ?? error
}

/** Full disk, no memory, a limit of the configuration, a disk that fails. */
const NO_ROOM = /^(53100|53200|53400|58030)$/
