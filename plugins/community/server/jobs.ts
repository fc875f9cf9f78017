/** Work of running a community that waits for others, or takes long: its names, and what each carries. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

export const verifyJob = job('verifyDomain', z.object({ domain: z.string(), token: z.string() }))
/** One step of telling every member: those with an id above `after`. */
export const broadcastJob = job('broadcast', z.object({ subject: z.string(), body: z.string(), after: z.number(), byMemberId: z.number() }))
