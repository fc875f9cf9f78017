/** Work of packages that nobody waits for: reading an archive in steps, removing the files of one. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Adds itself again until the archive is read. */
export const readJob = job('read', z.object({ packageId: z.number(), fileId: z.number() }))
export const staleJob = job('stale', z.object({}))
export const removeJob = job('remove', z.object({ fileIds: z.array(z.number()) }))
