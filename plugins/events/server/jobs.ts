/** Work of events that nobody waits for: its names, and what each carries. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Looks for dates whose next reminder is near; each has its own job then. */
export const dueJob = job('due', z.object({}))
export const remindJob = job('remind', z.object({ occurrenceId: z.number() }))
export const purgeJob = job('purge', z.object({}))
/** Adds itself again until nobody is left. */
export const bulkJob = job('bulk_rsvp', z.object({ bulkId: z.number() }))
