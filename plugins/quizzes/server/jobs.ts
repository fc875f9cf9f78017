/** Tries whose time is over are handed in as they were left. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

export const lateJob = job('late', z.object({}))
