/** Work of notifications that nobody waits for: its names, and what each carries. */
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'
import { CHANNELS } from '../contract.ts'

const News = z.object({
  kind: z.string(),
  subjectId: id,
  key: z.string(),
  actorMemberId: id.nullable(),
  spaceId: id.nullish(),
  values: z
    .record(z.string(), z.union([z.string(), z.number(), z.object({ amount: z.number(), currency: z.string() }), z.object({ day: z.string() })]))
    .optional(),
  channels: z.array(z.enum(CHANNELS)).optional(),
  at: z.coerce.date().optional(),
})
export const Recipient = z.object({ memberId: id, reason: z.string() })

export const tellJob = job('tell', z.object({ news: News, to: z.array(Recipient) }))
/** Adds itself again until nobody is left. */
export const tellManyJob = job('tell-many', z.object({ news: News, after: z.number() }))
export const withdrawJob = job('withdraw', z.object({ kind: z.string(), subjectId: id }))
export const pushJob = job('push', z.object({ subscriptionId: id, noticeId: id }))
/** Runs every minute. */
export const mailDueJob = job('mail-due', z.object({}))
export const mailJob = job('mail', z.object({ memberIds: z.array(id) }))
/** Runs every hour. */
export const digestDueJob = job('digest-due', z.object({}))
/** Adds itself again until nobody is left. */
export const digestJob = job('digest', z.object({ often: z.enum(['daily', 'weekly']), after: z.number(), at: z.coerce.date() }))
/** Runs every night. */
export const sweepJob = job('sweep', z.object({}))
