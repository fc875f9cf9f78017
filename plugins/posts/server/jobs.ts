/** Work of posts that nobody waits for: its names, and what each carries. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

export const publishJob = job('publish', z.object({ postId: z.number() }))
/** Looks for scheduled posts that are due and whose own job is lost, as after a restore. */
export const lateJob = job('late', z.object({}))
export const purgeJob = job('purge', z.object({}))
/** Adds itself again until no post is left. */
export const bulkJob = job('bulk', z.object({ bulkId: z.number() }))
