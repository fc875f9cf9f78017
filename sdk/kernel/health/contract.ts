/** What the house tells of itself to whoever runs it: health, background work, mails and the audit log. The plugin `operations` shows it to admins. */
import { date, defineContract, point, z } from '../../index.ts'

export const DeadLetter = z.object({
  id: z.number(),
  name: z.string(),
  // null: work of the whole platform
  community_id: z.number().nullable(),
  payload: z.record(z.string(), z.unknown()),
  error: z.string().nullable(),
  attempts: z.number(),
  failed_at: date,
})
export const JobCounts = z.object({ waiting: z.number(), running: z.number(), dead: z.number() })

/** A queue of a plugin whose jobs wait until it is resumed: they failed, or hung, again and again. */
export const PausedQueue = z.object({
  // job:posts.publish, or on:search.index of a subscriber
  name: z.string(),
  // of the last failure
  error: z.string(),
  paused_at: date,
  waiting: z.number(),
})

/** A kept counter that is not what its rows come to. */
export const Difference = z.object({
  // schema.table.column
  counter: z.string(),
  id: z.number(),
  kept: z.number(),
  counted: z.number(),
})

/** One thing that is well or not; `detail` says what is missing and what that means. */
export const Check = z.object({ ok: z.boolean(), detail: z.string().optional() })
export const HealthReport = z.object({ status: z.enum(['ok', 'degraded']), checks: z.record(z.string(), Check) })

/** An entry of the audit log as it is stored. */
export const AuditEntry = z.object({
  id: z.number(),
  member_id: z.number().nullable(),
  member_name: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** What it was done to is called, where the entry or a member says so. */
  subject_name: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  created_at: date,
})

export const MailStatus = z.enum(['queued', 'waiting', 'held', 'sent', 'failed'])
export const MailRecord = z.object({
  id: z.number(),
  recipient: z.string(),
  subject: z.string(),
  status: MailStatus,
  error: z.string().nullable(),
  created_at: date,
  sent_at: date.nullable(),
  /** Of one that is waiting, because a try has failed. */
  next_try_at: date.nullable(),
})
/** Text and HTML are null where a mail signs somebody in and the reader is not the platform owner. */
export const WholeMail = MailRecord.extend({ reply_to: z.string().nullable(), text: z.string().nullable(), html: z.string().nullable() })

export default defineContract('health', {
  points: {
    /** What a plugin needs of the machine it runs on, by name. Shown to admins; the state of the house does not hang on it. */
    checks: point<() => Record<string, z.output<typeof Check>>>(),
  },
})
