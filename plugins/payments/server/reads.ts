/** Reads of payments: what waits, what came, what went wrong. */
import { columnsOf, holdsPermission, type RowOf, statement } from '@atrium/sdk/server'
import type { OpenInvoice } from '../contract.ts'
import { IncidentTable, type RefreshTable, SnapshotTable, WebhookEventTable } from './entities.ts'

const SHOWN = ['id', 'event_id', 'type', 'object_id', 'received', 'created_at'] as const
/** $2 last id or null, $3 rows. Walks webhook_event_newest; the queue by its unique key. */
export const webhookEventsRead = statement<RowOf<typeof WebhookEventTable, (typeof SHOWN)[number]> & { waits: boolean }>(
  'payments.webhook_events',
  `select ${columnsOf(WebhookEventTable, SHOWN, 'e')},
     exists (select from payments.refresh r where r.community_id = $1 and r.kind = any ('{checkout,subscription,charge,account,payout}') and r.object_id = e.object_id) as waits
   from payments.webhook_event e where e.community_id = $1 and ($2::bigint is null or e.id < $2) order by e.id desc limit $3`,
)
const INCIDENT = ['id', 'kind', 'text', 'said', 'times', 'first_at', 'last_at', 'resolved_at'] as const
/** $2 rows. Walks incident_newest. */
export const incidentsRead = statement<RowOf<typeof IncidentTable, (typeof INCIDENT)[number]>>(
  'payments.incidents',
  `select ${columnsOf(IncidentTable, INCIDENT, 'i')} from payments.incident i where i.community_id = $1 order by (i.resolved_at is not null), i.id desc limit $2`,
)
/** $2 ids. */
export const incidentsById = statement<RowOf<typeof IncidentTable, (typeof INCIDENT)[number]>>(
  'payments.incidents_by_id',
  `select ${columnsOf(IncidentTable, INCIDENT, 'i')} from payments.incident i where i.community_id = $1 and i.id = any ($2::bigint[])`,
)
/** Active members who may look after payments. $2 last member, $3 rows. */
export const managersRead = statement<{ id: number }>(
  'payments.managers',
  `select m.id from kernel.member_card m where m.community_id = $1 and m.status = 'active' and m.id > $2 and ${holdsPermission('m', 'payments.manage')}
   order by m.id limit $3`,
)
/** $2 kind, $3 ids. Unique key of snapshots. */
export const snapshotsRead = statement<RowOf<typeof SnapshotTable, 'object_id' | 'version' | 'state' | 'provider'>>(
  'payments.snapshots',
  `select ${columnsOf(SnapshotTable, ['object_id', 'version', 'state', 'provider'], 's')} from payments.snapshot s
   where s.community_id = $1 and s.kind = $2 and s.object_id = any ($3::text[])`,
)
/** $2 objects of the test server: pay pages that may be paid, subscriptions that go on. thing_newest. */
export const goingAtTest = `from payments.thing where community_id = $1 and object = any ($2::text[])
  and data ->> 'status' not in ('complete', 'expired', 'canceled', 'incomplete_expired')`
/** $2 ids, $3 references, $4 text, $5 last row, each or null, $6 rows. manual_invoice_open, manual_invoice_reference. */
export const openInvoicesRead = statement<Omit<OpenInvoice, 'created_at' | 'due_at'> & { row: number; created_at: Date; due_at: Date }>(
  'payments.open_invoices',
  `select i.id as row, i.uid as id, i.kind, coalesce(i.number, upper(right(i.uid, 8))) as number, nullif(c.name, '') as name, nullif(c.email, '') as email,
     i.title as description, i.amount, i.currency, i.reference, i.created_at, least(i.due_at, i.expires_at) as due_at
   from payments.manual_invoice i join payments.manual_customer c on c.community_id = $1 and c.uid = i.customer
   where i.community_id = $1 and i.status = 'open' and ($2::text[] is null or i.uid = any ($2)) and ($3::text[] is null or i.reference = any ($3))
     and ($4::text is null or c.email ilike $4 or c.name ilike $4 or i.title ilike $4 or i.number ilike $4 or i.uid ilike $4)
     and ($5::bigint is null or i.id < $5) order by i.id desc limit $6`,
)
export type Refresh = RowOf<typeof RefreshTable, 'id' | 'provider' | 'kind' | 'object_id' | 'asked' | 'tries'>
