/** Work that waits for its moment. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

export const rankJob = job('rank', z.object({}))
