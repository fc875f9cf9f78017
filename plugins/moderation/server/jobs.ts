/** Background work of moderation by its name, and what it carries. */
import { CONTENT } from '../../archive/contract.ts'
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Once a decision cannot be taken back any more: who is banned goes, author and reporters hear. */
export const settleJob = job(
  'settle',
  z.object({
    caseId: id,
    decision: z.number().int(),
    /** How long a ban is, and what becomes of what its member wrote. */
    ban: z.object({ endsAt: z.string().nullable(), content: z.enum(CONTENT) }).optional(),
  }),
)
/** Brings a record back, in the name of its author. */
export const showJob = job('show', z.object({ caseId: id }))
export const finishJob = job('finish', z.object({}))
