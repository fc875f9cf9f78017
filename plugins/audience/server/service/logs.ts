/** The activity log: who did what to whom, in words; as CSV; and how long it is kept. */
import { csv, type CsvColumns, type AuditCard, type Ctx, lastId, type Paging, page, rowsFor, sql } from '@atrium/sdk/server'
import contract, { type ActivityLog } from '../../contract.ts'
import { purgeJob } from '../jobs.ts'

export interface LogFilter {
  actor_id?: number
  /** A member. */
  subject_id?: number
  action?: string
  /** Days, both of them included. */
  from?: string
  to?: string
}
export type LogRow = Omit<AuditCard, 'community_id'>
const DAY = 86_400_000
const MEMBER = /^member:(\d{1,15})$/
const PERSON = /^person:(\d{1,15})$/

async function read(ctx: Ctx, { actor_id, subject_id, action, from, to }: LogFilter, before: number | null, limit: number): Promise<LogRow[]> {
  const parts = [sql`a.community_id = ${ctx.community.id}`]
  if (before !== null) parts.push(sql`a.id < ${before}`)
  if (actor_id) parts.push(sql`a.member_id = ${actor_id}`)
  if (subject_id) parts.push(sql`a.subject = ${`member:${subject_id}`}`)
  if (action) parts.push(sql`starts_with(a.action, ${action})`)
  if (from) parts.push(sql`a.created_at >= ${new Date(from)}`)
  if (to) parts.push(sql`a.created_at < ${new Date(new Date(to).getTime() + DAY)}`)
  const { rows } = await sql<LogRow>`select a.id, a.member_id, a.action, a.subject, a.data, a.ip, a.created_at from kernel.audit_card a
    where ${sql.join(parts, sql` and `)} order by a.id desc limit ${limit}`.execute(ctx.em.getKysely())
  return rows
}

/** Entries with names and a sentence; names of contacts in one query. */
export async function presentLogs(ctx: Ctx, rows: LogRow[]): Promise<ActivityLog[]> {
  const ids = rows.flatMap(({ member_id, subject }) => [member_id ?? [], Number(MEMBER.exec(subject)?.[1] ?? 0) || []].flat())
  const personIds = rows.flatMap(({ subject }) => Number(PERSON.exec(subject)?.[1] ?? 0) || [])
  const [members, people] = await Promise.all([
    ctx.members.byIds([...new Set(ids)]),
    personIds.length
      ? ctx.sql<{ id: number; name: string; email: string | null }>(
          'select id, name, email from audience.person where community_id = $1 and id = any ($2::bigint[])',
          [personIds],
        )
      : [],
  ])
  const contacts = new Map(people.map(({ id, name, email }) => [id, name || email || '']))
  return rows.map((row) => {
    const actor = row.member_id === null ? undefined : members.get(row.member_id)
    const said = row.data.name ?? row.data.label
    const member = MEMBER.exec(row.subject)
    const person = PERSON.exec(row.subject)
    const name =
      (member ? members.get(Number(member[1]))?.name : person ? contacts.get(Number(person[1])) : undefined) ?? (typeof said === 'string' ? said : null)
    return {
      id: row.id,
      action: row.action,
      sentence:
        ctx.auditSentence({ ...row, who: actor?.name ?? null, name }) ?? ctx.t('logs.other', { who: actor?.name ?? ctx.t('somebody'), action: row.action }),
      actor: actor ? { id: actor.id, name: actor.name, avatar_url: actor.avatarUrl, public_uid: actor.publicUid } : null,
      subject: row.subject,
      subject_name: name,
      ip: row.ip,
      created_at: row.created_at.toISOString(),
    }
  })
}
export async function listLogs(ctx: Ctx, query: Paging & LogFilter) {
  const last = lastId(query)
  const rows = await read(ctx, query, last as number | null, rowsFor(query))
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await presentLogs(ctx, envelope.records) }
}

const COLUMNS: CsvColumns<ActivityLog> = [
  ['Moment', (row) => row.created_at],
  ['Actor', (row) => row.actor?.name],
  ['Action', (row) => row.action],
  ['Subject', (row) => row.subject],
  ['Name of the subject', (row) => row.subject_name],
  ['What', (row) => row.sentence],
  ['Address', (row) => row.ip],
]
const EXPORT_STEP = 1_000
const EXPORT_MOST = 50_000
export async function exportLogs(ctx: Ctx, filter: LogFilter): Promise<string> {
  const rows: ActivityLog[] = []
  for (let last: number | null = null; rows.length < EXPORT_MOST; ) {
    const step: LogRow[] = await read(ctx, filter, last, EXPORT_STEP)
    rows.push(...(await presentLogs(ctx, step)))
    if (step.length < EXPORT_STEP) break
    last = step.at(-1)!.id
  }
  await ctx.audit('activity_log.exported', 'activity_log', { count: rows.length })
  return csv(COLUMNS, rows)
}

/** Deletes what is older than the community keeps; adds itself again while there is more. */
export async function purgeLogs(ctx: Ctx): Promise<void> {
  const { activity_log_days } = ctx.settings(contract)
  if (activity_log_days === 0) return
  const before = new Date(ctx.now().getTime() - activity_log_days * DAY)
  const [row] = await ctx.sql<{ gone: number }>('select kernel.forget_audit($1, $2) as gone', [before])
  if (row!.gone === 1_000) await ctx.enqueue(purgeJob, {})
}
