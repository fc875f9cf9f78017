/** Work of the help widget that nobody waits for. */
import { job } from '@atrium/sdk/server'
import { z } from 'zod'

/** Every hour: files that were never sent, and browsers that nobody has come with for long. */
export const sweepJob = job('sweep', z.object({}))
