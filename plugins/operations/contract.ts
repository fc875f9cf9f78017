/** What an admin reads and does about the machine behind the community: jobs and their dead letters, kept counters, health, the audit log, the outbox. */
import { defineContract, del, done, get, id, list, paging, post, type RouteReply, z } from '@atrium/sdk'
import { AuditEntry, DeadLetter, Difference, HealthReport, JobCounts, MailRecord, MailStatus, PausedQueue, WholeMail } from '@atrium/sdk/kernel/health'

const contract = defineContract('operations', {
  permissions: { manage: { title: 'View jobs, system health, emails and the audit log', grant: ['admin'] } },
  routes: {
    jobs: get('/internal_api/jobs', {
      can: 'manage',
      query: paging,
      reply: z.object({ counts: JobCounts, paused: z.array(PausedQueue), dead_letters: list(DeadLetter) }),
      summary: 'Counts of jobs and a page of dead letters: the own community, or all for the platform owner, who sees the paused queues too',
    }),
    replay: post('/internal_api/jobs/replay', {
      can: 'manage',
      body: z.object({ ids: z.array(id).min(1).max(100) }),
      reply: z.object({ replayed: z.number() }),
      summary: 'Runs dead letters again, with all their tries',
    }),
    resume: post('/internal_api/jobs/queues/resume', {
      can: 'manage',
      body: z.object({ name: z.string().max(200) }),
      reply: done,
      summary: 'Lets a paused queue go on; for the platform owner',
    }),
    remove: del('/internal_api/jobs/:id', { can: 'manage', params: z.object({ id }), reply: done, summary: 'Deletes a dead letter' }),
    counters: get('/internal_api/counters', {
      can: 'manage',
      reply: z.object({ differences: z.array(Difference) }),
      summary: 'Kept counters that differ from the rows they count, at most 100 records of each; a job looks every night',
    }),
    mendCounters: post('/internal_api/counters/mend', {
      can: 'manage',
      reply: z.object({ mended: z.array(Difference) }),
      summary: 'Counts these anew and keeps what was counted; replies with what was wrong',
    }),
    health: get('/internal_api/system_health', { can: 'manage', reply: HealthReport, summary: 'The checks behind /health' }),
    audit: get('/internal_api/audit_log', {
      can: 'manage',
      query: paging,
      // in the reader's language; null for an action that nobody has words for any more
      reply: list(AuditEntry.extend({ sentence: z.string().nullable() })),
      summary: 'Who did what, newest first',
    }),
    mails: get('/internal_api/email_outbox', {
      can: 'manage',
      query: paging.extend({ status: MailStatus.optional() }),
      reply: list(MailRecord),
      summary: 'Mails of this community, newest first',
    }),
    mail: get('/internal_api/email_outbox/:id', { can: 'manage', params: z.object({ id }), reply: WholeMail, summary: 'One mail with its text' }),
    resend: post('/internal_api/email_outbox/:id/resend', { can: 'manage', params: z.object({ id }), reply: done, summary: 'Sends a mail once more' }),
  },
})
export default contract

export type JobsPage = RouteReply<typeof contract.routes.jobs>
export type AuditRecord = RouteReply<typeof contract.routes.audit>['records'][number]
