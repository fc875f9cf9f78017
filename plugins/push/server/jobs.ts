/** Work of push broadcasts that nobody waits for: its names, and what each carries. */
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

const one = z.object({ broadcastId: id })
/** Begins one that was scheduled. */
export const beginJob = job('begin', one)
/** Gathers recipients page by page; adds itself again until all are there. */
export const fillJob = job('fill', one)
/** Hands out what is due; adds itself again until nothing is left. */
export const deliverJob = job('deliver', one)
/** Runs every minute: what a process that died has left. */
export const lookJob = job('look', z.object({}))
export const testJob = job('test', z.object({ broadcastId: id, memberId: id, deviceIds: z.array(id) }))

/** Milliseconds that devices are in the hand of one run. */
export const CLAIM_MS = 120_000
