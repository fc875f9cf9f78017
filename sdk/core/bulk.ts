/** What replies say of one act on many things: how far it is, and why it could not be done to some. */
import { z } from 'zod'
import { date } from './schemas.ts'

export const BulkTask = z.object({
  id: z.number(),
  status: z.enum(['running', 'done', 'cancelled']),
  total: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  /** Who asked for it. */
  author: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }).nullable(),
  created_at: date,
  finished_at: date.nullable(),
})
export type BulkTask = z.output<typeof BulkTask>
/** What it failed for and why, the first hundred. */
export const bulkErrors = z.array(z.object({ name: z.string(), message: z.string() }))
/** Errors that a report shows. */
export const BULK_ERRORS = 100
