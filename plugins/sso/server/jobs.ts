/** Work of single sign-on that waits: its names, and what each carries. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

export const forgetJob = job('forget', z.object({}))
