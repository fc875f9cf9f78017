/** Work of chat that waits for its moment, or that nobody waits for: its names, and what each carries. */
import { job } from '@atrium/sdk/server'
import { z } from 'zod'

export const purgeJob = job('purge', z.object({ roomId: z.number() }))
export const sendJob = job('send', z.object({ scheduledId: z.number() }))
export const remindJob = job('remind', z.object({ reminderId: z.number() }))
