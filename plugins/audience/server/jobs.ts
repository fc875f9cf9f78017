/** Work of the audience that nobody waits for: its names, and what each carries. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Brings in the members that are there already; adds itself again until all are through. */
export const fillJob = job('fill', z.object({ after: z.number().default(0) }))
/** Adds itself again until nobody is left. */
export const bulkJob = job('bulk', z.object({ bulkId: z.number() }))
/** Gives tags by the rules of their segments, and takes them again. */
export const rulesJob = job('rules', z.object({}))
/** One tag; adds itself again until all that changed is done. */
export const ruleJob = job('rule', z.object({ tagId: z.number() }))
/** Counts segments anew, one at a time; adds itself again until none is old. */
export const countJob = job('count', z.object({}))
export const scoreJob = job('score', z.object({ after: z.number().default(0) }))
/** Deletes the activity log beyond the days it is kept. */
export const purgeJob = job('purge', z.object({}))
