/** Background work of plans, by its names. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** New limits of a plan or an add-on reach those who have it, some at a time. */
export const applyJob = job('apply', z.object({ planId: z.number().nullable(), addonId: z.number().nullable(), after: z.number() }))
/** A downgrade whose day has come. */
export const dueJob = job('due', z.object({}))
/** Admins are told before a limit is reached. */
export const watchJob = job('watch', z.object({}))
