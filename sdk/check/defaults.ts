/** Defaults in the body of a change: they would undo what the change does not name. */
import { z } from 'zod'

const hasDefault = (field: unknown) => field instanceof z.ZodDefault || field instanceof z.ZodPrefault

/** Fields that may be left out and are then filled in, each by its path in the body. */
export function filledIn(schema: z.core.$ZodType, at = ''): string[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  if (def.type === 'object') return Object.entries(def.shape).flatMap(([key, field]) => filledIn(field, at ? `${at}.${key}` : key))
  if (def.type === 'pipe') return filledIn(def.in, at)
  if (def.type !== 'optional' && def.type !== 'nullable') return []
  return hasDefault(def.innerType) ? [at] : filledIn(def.innerType, at)
}
