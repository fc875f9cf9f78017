/** Background work of affiliates, by its names. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** What nobody may give back any more is due; clicks that lead nowhere any more go. */
export const ripenJob = job('ripen', z.object({}))
/** Passes one payout on to the affiliate's account. */
export const transferJob = job('transfer', z.object({ payoutId: z.number() }))
