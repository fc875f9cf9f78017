/** What admins may know and do about the machine behind their community: `ctx.platform.operations`. */
import type { z } from 'zod'
import type { AuditEntry, DeadLetter, Difference, HealthReport, JobCounts, MailRecord, MailStatus, PausedQueue, WholeMail } from '../kernel/health/contract.ts'

/** Rows of a page: at most `limit`, below the id `before`. */
interface Window {
  limit: number
  before?: number | null
}

/** The owner of the platform sees and changes jobs of all communities, everybody else those of this one. */
export interface OperationsApi {
  /** Counts, dead letters newest first, and for the owner of the platform the paused queues. Secrets in them are hidden. */
  jobs(window: Window): Promise<{
    counts: z.output<typeof JobCounts>
    paused: z.output<typeof PausedQueue>[]
    deadLetters: z.output<typeof DeadLetter>[]
  }>
  /** Gives dead letters all their tries again. Returns how many there were. */
  replay(ids: number[]): Promise<number>
  /** Deletes a dead letter; false when there is none of this id. */
  removeJob(id: number): Promise<boolean>
  /** Lets a paused queue go on. @throws AtriumError 403 for who does not own the platform */
  resume(queue: string): Promise<void>
  /** Kept counters that differ from the rows they count. @param mends puts them right, in a write alone */
  counters(options?: { mends?: boolean }): Promise<z.output<typeof Difference>[]>
  health(): Promise<z.output<typeof HealthReport>>
  /** Entries of this community, newest first. */
  auditLog(window: Window): Promise<z.output<typeof AuditEntry>[]>
  /** Mails of this community, newest first. */
  mails(window: Window & { status?: z.output<typeof MailStatus> }): Promise<z.output<typeof MailRecord>[]>
  /** @throws AtriumError 404 */
  mail(id: number): Promise<z.output<typeof WholeMail>>
  /** Sends a mail once more. @throws AtriumError 404; 409 without a mail server, and for a mail that has been wiped */
  resendMail(id: number): Promise<void>
}
