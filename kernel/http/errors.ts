/** Turns whatever was thrown into the one shape of error replies: `{ success: false, message, error_details, code }` with its status. */
import { AtriumError, type ErrorBody } from '@atrium/sdk'
import { issuesOf, type Said } from '@atrium/sdk/server'
import { z } from 'zod'
import { translate } from '../data/index.ts'

/** PostgreSQL's classes of errors that a client can cause; those that a repeat may heal are told by `translate`. */
function fromDatabase({ code = '' }: { code?: string }): AtriumError | null {
  if (code === '23505') return new AtriumError(409, 'conflict', 'This already exists.')
  if (code === '23503') return new AtriumError(422, 'invalid_input', 'A linked record doesn’t exist.')
  // class 22, data exceptions: PostgreSQL's manual, appendix A
  if (code.startsWith('22')) return new AtriumError(422, 'invalid_input', 'A value has an invalid format.')
  return null
}

/** An expected error as it is; the known faults of parts below by their meaning; anything else is 500. */
export function toAtriumError(thrown: unknown): AtriumError {
  if (thrown instanceof AtriumError) return thrown
  if (thrown instanceof z.ZodError) return new AtriumError(422, 'invalid_input', 'Some fields need attention.', { details: issuesOf(thrown, 'body') })
  if (thrown && typeof thrown === 'object') {
    let error: any = thrown
    for (let depth = 0; error && depth < 4; depth++, error = error.cause ?? error.previous) {
      const known = fromDatabase(error) ?? translate(error)
      if (known instanceof AtriumError) return known
    }
    const { status } = thrown as { status?: number }
    if (status && status >= 400 && status < 500) return new AtriumError(status, 'invalid_input', 'Couldn’t read the request.')
  }
  return new AtriumError(500, 'internal_error', 'Something went wrong on our end. The error was logged. Try again later.', { cause: thrown })
}

/** `say` puts what people read into their language. */
export const envelope = ({ said, details, code }: AtriumError, say: <T>(value: T) => Said<T>): ErrorBody => ({
  success: false,
  message: say(said),
  error_details: say(details),
  code,
})
