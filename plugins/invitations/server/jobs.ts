/** Work of coming in that nobody waits for: its names, and what each carries. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Mails of one sending; adds itself again until all are sent, or when the budget has room again. */
export const sendJob = job('send', z.object({ bulkId: z.number() }))
export const remindJob = job('remind', z.object({}))
/** One step of reading, applying or undoing an import; adds itself again until nothing is left. */
export const importJob = job('import', z.object({ importId: z.number() }))
/** Reports of imports that can no longer be undone are forgotten. */
export const tidyJob = job('tidy', z.object({}))
