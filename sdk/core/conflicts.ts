/** Edits that meet: what several people may change at once carries a version, and who saves over a newer one is told of it with both texts. */
import { z } from 'zod'
import { AtriumError } from './errors.ts'
import { date } from './schemas.ts'

/** The version that an edit began with, as an input carries it. Without one the edit is taken as it is. */
export const editedVersion = z.number().int().positive().optional()

/** The `error_details` of 409 `edit_conflict`. */
export const EditConflict = z.object({
  /** What stands there now; an edit sent again with it is taken. */
  version: z.number(),
  saved_at: date.nullable(),
  saved_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The record as its reply shows it. */
  theirs: z.looseObject({}),
  /** The fields that were sent. */
  mine: z.looseObject({}),
})
export type EditConflict = z.output<typeof EditConflict>

/** 409: somebody else has saved since `version` was read. */
export const editConflict = (details: z.input<typeof EditConflict>): AtriumError =>
  new AtriumError(409, 'edit_conflict', 'Someone else saved changes while you were editing.', { details })
