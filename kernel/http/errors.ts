/** Turns whatever was thrown into the error envelope of the specification, section 8. */
import { AtriumError, type ErrorBody } from '@atrium/sdk'
import { issuesOf, type Said } from '@atrium/sdk/server'
import { z } from 'zod'

/** PostgreSQL's classes of errors that a client can cause or should simply try again. */
function fromDatabase(error: { code?: string }): AtriumError | null {
  const code = error.code ?? ''
  if (code === '40001' || code === '40P01') return new AtriumError(409, 'conflict', 'Somebody changed this at the same moment. Try again.')
  if (code === '23505') return new AtriumError(409, 'conflict', 'This exists already.')
  if (code === '23503') return new AtriumError(422, 'invalid_input', 'Something this refers to does not exist.')
  if (code === '22P02' || code === '22003' || code === '22021' || code === '22P05')
    return new AtriumError(422, 'invalid_input', 'A value has a form that cannot be stored.')
  if (code === '57014') return new AtriumError(503, 'unavailable', 'This took too long. Try again in a moment.', { retryAfter: 5 })
  const connection = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '08006', '08001', '08003', '53300']
  if (connection.includes(code)) return new AtriumError(503, 'unavailable', 'The database does not answer just now. Try again in a moment.', { retryAfter: 2 })
  return null
}

/** An expected error as it is; the known faults of parts below by their meaning; anything else is 500. */
export function toAtriumError(thrown: unknown): AtriumError {
  if (thrown instanceof AtriumError) return thrown
  if (thrown instanceof z.ZodError) return new AtriumError(422, 'invalid_input', 'Some fields need your attention.', { details: issuesOf(thrown, 'body') })
  if (thrown && typeof thrown === 'object') {
    let error: any = thrown
    for (let depth = 0; error && depth < 4; depth++, error = error.cause ?? error.previous) {
      const known = fromDatabase(error)
      if (known) return known
    }
    const { status, message } = thrown as { status?: number; message?: string }
    if (/Connection terminated|Client has encountered a connection error|Query read timeout/.test(message ?? ''))
      return new AtriumError(503, 'unavailable', 'The database does not answer just now. Try again in a moment.', { retryAfter: 2 })
    if (status === 413) return new AtriumError(413, 'payload_too_large', 'This is larger than the server takes.')
    if (status === 415) return new AtriumError(415, 'unsupported_media_type', 'Send JSON with the header Content-Type: application/json.')
    if (status && status >= 400 && status < 500) return new AtriumError(status, 'invalid_input', 'The request could not be read.')
  }
  return new AtriumError(500, 'internal_error', 'Something went wrong on our side. It has been written down.', { cause: thrown })
}

/** `say` puts what people read into their language. */
export const envelope = ({ said, details, code }: AtriumError, say: <T>(value: T) => Said<T>): ErrorBody => ({
  success: false,
  message: say(said),
  error_details: say(details),
  code,
})
