/** Work of search that nobody waits for. */
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Writes some documents and adds itself again until every kind is written. */
export const rebuildJob = job('rebuild', z.object({ rebuildId: id }))
/** Goes on with a rebuild that nobody works on. */
export const resumeJob = job('resume', z.object({}))
