/** Work of selling that waits: named apart from what runs it. */
import { job } from '@atrium/sdk/server'
import { z } from 'zod'

/** Mails how an order is to be paid. */
export const orderJob = job('order', z.object({ uid: z.uuid(), locale: z.string() }))
/** What a paywall opens has changed: whoever holds it gets and loses accordingly. */
export const spreadJob = job('spread', z.object({ paywallId: z.number(), after: z.number() }))
/** Ends, grace, reminders, checkouts that nobody came back from. */
export const dueJob = job('due', z.object({}))
/** Pauses that are over, by the provider. */
export const resumeJob = job('resume', z.object({}))
/** One step of a bulk act. */
export const bulkJob = job('bulk', z.object({ bulkId: z.number() }))
/** The books beside the provider, every night. */
export const compareJob = job('compare', z.object({}))
/** Who has left, or was given the money back, is charged no more. */
export const endJob = job('end', z.object({ purchaseIds: z.array(z.number()), how: z.string() }))
/** A member has left, is banned or is back: their subscriptions follow. */
export const standingJob = job('standing', z.object({ memberId: z.number() }))
/** Pages on which somebody may pay for what is not to be had any more. */
export const expireJob = job('expire', z.object({ uids: z.array(z.uuid()) }))
/** A refund whose answer never came. */
export const refundJob = job('refund', z.object({ uid: z.uuid() }))
/** What was bought from the test provider, once the community has gone live. */
export const endTestJob = job('end-test', z.object({}))
/** Tax ids that the EU's register is asked of. */
export const taxIdsJob = job('tax-ids', z.object({}))
/** A gift that was paid is sent, if its day has come. */
export const giftJob = job('gift', z.object({ purchaseId: z.number() }))
