/** The audit trail: who did what to which subject, written in the transaction of the act itself. */
import type { z } from '@atrium/sdk'
import type { AuditEntry as AuditRow } from '@atrium/sdk/kernel/health'
import type { Unit } from '../data/index.ts'
import { clean } from './log.ts'

export interface AuditEntry {
  memberId: number | null
  /** Past tense, `role.changed`. */
  action: string
  /** What it was done to, `member:12`. */
  subject: string
  data?: Record<string, unknown>
  ip?: string | null
}

/** Writes an entry; secrets in `data` are hidden first. */
export async function audit(unit: Unit, { memberId, action, subject, data = {}, ip = null }: AuditEntry): Promise<void> {
  await unit.raw('insert into kernel.audit (community_id, member_id, action, subject, data, ip) values ($1, $2, $3, $4, $5, $6)', [
    unit.communityId,
    memberId,
    action,
    subject,
    JSON.stringify(clean(data)),
    ip,
  ])
}

/** Entries of the unit's community, newest first, below the id `before`. */
export const listAudit = (unit: Unit, { limit, before }: { limit: number; before?: number | null }) =>
  unit.sql<z.output<typeof AuditRow>>(
    `select a.*, m.name as member_name, coalesce(s.name, a.data->>'name', a.data->>'label') as subject_name from kernel.audit a left join kernel.member m on (m.id, m.community_id) = (a.member_id, a.community_id)
     left join kernel.member s on (s.id, s.community_id) = (substring(a.subject from '^member:(\\d{1,18})$')::bigint, a.community_id) where a.community_id = $1 and ($2::bigint is null or a.id < $2) order by a.id desc limit $3`,
    [before ?? null, limit],
  )
