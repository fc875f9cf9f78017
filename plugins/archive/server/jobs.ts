/** Background work by its names: what was written goes or comes back, archives are made step by step, and what is due happens. */
import { id } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'
import { z } from 'zod'

export const withdrawJob = job('withdraw', z.object({ memberId: id, how: z.enum(['hide', 'show', 'remove']) }))
export const exportStep = job('export-step', z.object({ exportId: id }))
export const dueJob = job('due', z.object({}))
export const expireJob = job('expire', z.object({}))
