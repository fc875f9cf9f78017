/** Telling one expected database error from the others. */

/** Is this a unique violation (of that constraint or index)? Inside a write, catch it only round an `em.transactional`: PostgreSQL gives up the rest otherwise. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = error as { code?: string; constraint?: string } | null | undefined
  return found?.code === '23505' && (constraint === undefined || found.constraint === constraint)
}
