/** Work of payments that nobody waits for: its names, and what each carries. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Fetches what is in the refresh queue, and hands it out. */
export const drainJob = job('drain', z.object({}))
/** Delivers the webhooks of the test server. */
export const deliverJob = job('deliver', z.object({}))
/** Lets happen what has fallen due on the test server. */
export const passJob = job('pass', z.object({ clock: z.string() }))
/** The community has gone live: what is open on the test server is closed. */
export const closeTestJob = job('close-test', z.object({}))
/** Every few minutes: what has fallen due happens, where no processor lets it happen, and the refresh queue goes on with what has failed. */
export const tickJob = job('tick', z.object({}))
/** Every night: what the provider says has changed is compared with what we know. */
export const compareJob = job('compare', z.object({}))
export const sweepJob = job('sweep', z.object({}))
