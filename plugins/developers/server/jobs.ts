/** Work of the developers' pages that nobody waits for. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Removes what is kept no longer. */
export const sweepJob = job('sweep', z.object({}))
