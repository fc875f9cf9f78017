/** Work of the site that nobody waits for: its names, and what each carries. */
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Publishes a page at its time. */
export const publishJob = job('publish', z.object({ pageId: id }))
/** Finds pages whose time has passed: an archive or a backup holds pages, not the jobs that publish them. */
export const lateJob = job('late', z.object({}))
/** Lets go of what editors of yesterday began with, and of pages that were deleted long ago. */
export const purgeJob = job('purge', z.object({}))
