/** The admin's view of the background: jobs and their dead letters, health, the audit log. */
import { date, defineContract, del, done, get, id, list, paging, point, post, z } from '../../index.ts'

const DeadLetter = z.object({
  id: z.number(),
  name: z.string(),
  // null: work of the whole platform
  community_id: z.number().nullable(),
  payload: z.record(z.string(), z.unknown()),
  error: z.string().nullable(),
  attempts: z.number(),
  failed_at: date,
})
const AuditRecord = z.object({
  id: z.number(),
  member_id: z.number().nullable(),
  member_name: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** What it was done to is called, where the entry or a member says so. */
  subject_name: z.string().nullable(),
  /** In the reader's language; null for an action that nobody has words for any more. */
  sentence: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  created_at: date,
})

/** A queue of a plugin whose jobs wait until it is resumed: they failed, or hung, again and again. */
const PausedQueue = z.object({
  // job:posts.publish, or on:search.index of a subscriber
  name: z.string(),
  // of the last failure
  error: z.string(),
  paused_at: date,
  waiting: z.number(),
})

/** A kept counter that is not what its rows come to. */
const Difference = z.object({
  // schema.table.column
  counter: z.string(),
  id: z.number(),
  kept: z.number(),
  counted: z.number(),
})

/** One thing that is well or not; `detail` says what is missing and what that means. */
const Check = z.object({ ok: z.boolean(), detail: z.string().optional() })

export default defineContract('jobs', {
  points: {
    /** What a plugin needs of the machine it runs on, by name. Shown to admins; the state of the house does not hang on it. */
    checks: point<() => Record<string, z.output<typeof Check>>>(),
  },
  routes: {
    jobs: get('/internal_api/jobs', {
      can: 'admin',
      query: paging,
      reply: z.object({
        counts: z.object({ waiting: z.number(), running: z.number(), dead: z.number() }),
        paused: z.array(PausedQueue),
        dead_letters: list(DeadLetter),
      }),
      summary: 'Counts of jobs and a page of dead letters: the own community, or all for the platform owner, who sees the paused queues too',
    }),
    replay: post('/internal_api/jobs/replay', {
      can: 'admin',
      body: z.object({ ids: z.array(id).min(1).max(100) }),
      reply: z.object({ replayed: z.number() }),
      summary: 'Runs dead letters again, with all their tries',
    }),
    resume: post('/internal_api/jobs/queues/resume', {
      can: 'admin',
      body: z.object({ name: z.string().max(200) }),
      reply: done,
      summary: 'Lets a paused queue go on; for the platform owner',
    }),
    remove: del('/internal_api/jobs/:id', { can: 'admin', params: z.object({ id }), reply: done, summary: 'Deletes a dead letter' }),
    counters: get('/internal_api/counters', {
      can: 'admin',
      reply: z.object({ differences: z.array(Difference) }),
      summary: 'Kept counters that differ from the rows they count, at most 100 records of each; a job looks every night',
    }),
    mendCounters: post('/internal_api/counters/mend', {
      can: 'admin',
      reply: z.object({ mended: z.array(Difference) }),
      summary: 'Counts these anew and keeps what was counted; replies with what was wrong',
    }),
    health: get('/internal_api/system_health', {
      can: 'admin',
      reply: z.object({ status: z.enum(['ok', 'degraded']), checks: z.record(z.string(), Check) }),
      summary: 'The checks behind /health',
    }),
    audit: get('/internal_api/audit_log', { can: 'admin', query: paging, reply: list(AuditRecord), summary: 'Who did what, newest first' }),
  },
})
