/** Telling expected database errors from the others. */
import { AtriumError, invalid } from '../core/errors.ts'
import { type Limit, limitReached } from '../core/limits.ts'
import { emailOf } from '../core/rules/addresses.ts'

/**
 * Is this an answer, as 404 of what is not there or 409 of what was done already? What failed, as a database that is away, is none.
 * @param statuses these alone; without, all under 500
 */
export const isRefusal = (error: unknown, ...statuses: number[]): error is AtriumError =>
  error instanceof AtriumError && (statuses.length ? statuses.includes(error.status) : error.status < 500)

/**
 * What was answered, or `otherwise` where it was refused: `unlessRefused(hold(ctx, Note, id), null)`. What fails goes on up, as it says nothing of what was asked.
 * @param statuses of the refusals that are meant; without, all of them
 */
export const unlessRefused = <T, O>(answer: Promise<T>, otherwise: O, ...statuses: number[]): Promise<T | O> =>
  answer.catch((error) => {
    if (isRefusal(error, ...statuses)) return otherwise
    throw error
  })

/** Is this a unique violation (of that constraint or index)? Inside a write, catch it only round an `em.transactional`: PostgreSQL gives up the rest otherwise. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = error as { code?: string; constraint?: string } | null | undefined
  return found?.code === '23505' && (constraint === undefined || found.constraint === constraint)
}

/** What the database refused since the community's plan has room for no more (402 `limit_reached`); null for any other error. Inside a write, catch it round an `em.transactional` too. */
export function limitOf(error: unknown): AtriumError | null {
  const { code, message, detail } = (error ?? {}) as { code?: string; message?: string; detail?: string }
  return code === 'AT402' ? limitReached(message as Limit, Number(detail)) : null
}

/** An address as it is kept. @throws AtriumError 422 for what is none */
export function needEmail(text: string): string {
  const email = emailOf(text)
  if (email === null) throw invalid({ email: ['Enter a valid email address.'] })
  return email
}
