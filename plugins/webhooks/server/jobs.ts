/** Work of webhooks that nobody waits for: its names, and what each carries. */
import { id, z } from '@atrium/sdk'
import { type Ctx, job } from '@atrium/sdk/server'

/** Hands out what is due at endpoints that answer; adds itself again while there is more. */
export const deliverJob = job('deliver', z.object({}))
/** The same at those whose last tries failed: they may hang, and hold up each other alone. */
export const retryJob = job('retry', z.object({}))
/** Every minute: what a process that died has left. */
export const lookJob = job('look', z.object({}))
/** Sends a span once more, step by step. */
export const replayJob = job('replay', z.object({ endpointId: id, from: z.string(), to: z.string(), only: z.enum(['failed', 'all']), after: z.number().int() }))
/** Cancels what waits for an endpoint that was turned off, or deletes what one had that was deleted, step by step. */
export const clearJob = job('clear', z.object({ endpointId: id }))
/** By the hour: what is older than it is kept. */
export const purgeJob = job('purge', z.object({}))

/** Rows of a step. */
export const STEP = 2_000

export const LANES = ['deliver', 'retry'] as const
export type Lane = (typeof LANES)[number]
const JOBS = { deliver: deliverJob, retry: retryJob }
/** @param at later; it does not put off what is asked for now */
export const ask = (ctx: Ctx, lane: Lane, at?: Date): Promise<void> =>
  at ? ctx.enqueue(JOBS[lane], {}, { key: 'later', runAt: at }) : ctx.enqueue(JOBS[lane], {}, { key: 'now' })
