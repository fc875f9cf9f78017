/** What became of a broadcast: in figures, hours and links, and by person. */
import { notFound } from '@atrium/sdk'
import { containing, type Ctx, lastId, page, type Paging, rowsFor, type RawBuilder, type RowOf, type SqlBool, sql } from '@atrium/sdk/server'
import type { OUTCOMES, Recipient, Report } from '../../contract.ts'
import { BroadcastTable, type RecipientTable, type Tables } from '../entities.ts'
import { figuresOf } from './figures.ts'
import { editionOf } from './tokens.ts'
import { unlessRefused } from '@atrium/sdk/server'

export type Outcome = (typeof OUTCOMES)[number]
const HOURS = 48
/** What stands latest in the life of an email is what became of it. */
const OUTCOME: Record<Outcome, RawBuilder<SqlBool>> = {
  waiting: sql<SqlBool>`status in ('waiting', 'claimed')`,
  sent: sql<SqlBool>`status = 'sent' and opened_at is null and bounced_at is null and complained_at is null and unsubscribed_at is null`,
  opened: sql<SqlBool>`opened_at is not null and clicked_at is null and complained_at is null and unsubscribed_at is null`,
  clicked: sql<SqlBool>`clicked_at is not null and complained_at is null and unsubscribed_at is null`,
  bounced: sql<SqlBool>`bounced_at is not null`,
  complained: sql<SqlBool>`complained_at is not null`,
  unsubscribed: sql<SqlBool>`unsubscribed_at is not null and complained_at is null`,
  failed: sql<SqlBool>`status = 'failed' and bounced_at is null`,
  skipped: sql<SqlBool>`status = 'skipped'`,
}
const outcomeOf = (row: {
  status: string
  opened_at: Date | null
  clicked_at: Date | null
  bounced_at: Date | null
  complained_at: Date | null
  unsubscribed_at: Date | null
}): Outcome => {
  if (row.complained_at) return 'complained'
  if (row.unsubscribed_at) return 'unsubscribed'
  if (row.bounced_at) return 'bounced'
  if (row.clicked_at) return 'clicked'
  if (row.opened_at) return 'opened'
  return row.status === 'claimed' ? 'waiting' : (row.status as Outcome)
}

const EXPORTED = 100_000
/** For a file. @throws AtriumError 404 */
export async function allRecipients(ctx: Ctx, broadcastId: number, outcome?: Outcome): Promise<Recipient[]> {
  if (!(await ctx.em.count(BroadcastTable, { id: broadcastId }))) throw notFound('Email')
  const rows = await recipientsOf(ctx, broadcastId, outcome).orderBy('id').limit(EXPORTED).execute()
  return rows.map(present)
}
const recipientsOf = (ctx: Ctx, broadcastId: number, outcome?: Outcome) =>
  ctx.em
    .getKysely<Tables>()
    .selectFrom('email.recipient')
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .where('broadcast_id', '=', broadcastId)
    .$if(outcome !== undefined, (some) => some.where(OUTCOME[outcome!]))
const present = (row: RowOf<typeof RecipientTable>): Recipient => ({
  id: row.id,
  person_id: row.person_id,
  member_id: row.member_id,
  name: row.name,
  email: row.email,
  outcome: outcomeOf(row),
  variant: row.variant,
  error: row.error,
  sent_at: row.sent_at as never,
  opened_at: row.opened_at as never,
  clicked_at: row.clicked_at as never,
})
export async function listRecipients(ctx: Ctx, broadcastId: number, query: Paging & { outcome?: Outcome; search_text?: string }) {
  if (!(await ctx.em.count(BroadcastTable, { id: broadcastId }))) throw notFound('Email')
  const last = lastId(query)
  const rows = await recipientsOf(ctx, broadcastId, query.outcome)
    .$if(Boolean(query.search_text), (some) =>
      some.where((is) => is.or([is('name', 'ilike', containing(query.search_text!)), is('email', 'ilike', containing(query.search_text!))])),
    )
    .$if(last !== null, (some) => some.where('id', '>', last!))
    .orderBy('id')
    .limit(rowsFor(query))
    .execute()
  return page(rows, { query, key: (row) => [row.id] }, present)
}

/** @throws AtriumError 404 */
export async function reportOf(ctx: Ctx, broadcastId: number): Promise<Report> {
  const broadcast = await ctx.em.findOne(BroadcastTable, { id: broadcastId })
  if (!broadcast) throw notFound('Email')
  const figures = (await figuresOf(ctx, [{ id: broadcastId, recipients_count: broadcast.recipientsCount }])).get(broadcastId)!
  const hours = await ctx.sql<{ hour: Date; sent: number; opened: number; clicked: number }>(
    `select hour, sum(sent)::int as sent, sum(opened)::int as opened, sum(clicked)::int as clicked from email.hour where community_id = $1 and broadcast_id = $2 group by hour order by hour limit ${HOURS}`,
    [broadcastId],
  )
  const halves = await ctx.sql<{ variant: 'a' | 'b'; sent: number; opened: number; clicked: number }>(
    `select variant, sum(sent)::int as sent, sum(opened)::int as opened, sum(clicked)::int as clicked from email.hour where community_id = $1 and broadcast_id = $2 group by variant order by variant`,
    [broadcastId],
  )
  const clicks = await ctx.sql<{ link: number; people: number; clicks: number }>(
    'select link, people, clicks from email.link where community_id = $1 and broadcast_id = $2',
    [broadcastId],
  )
  const [last] =
    broadcast.status === 'sending'
      ? await ctx.sql<{ due_at: Date; held: 'warm_up' | 'pace' | null }>(
          `select due_at, held from email.recipient where community_id = $1 and broadcast_id = $2 and status = 'waiting' order by due_at desc, id desc limit 1`,
          [broadcastId],
        )
      : []
  const edition = await unlessRefused(editionOf(ctx, broadcastId), null, 404)
  const { experiment } = broadcast
  const rate = (half: { sent: number; opened: number; clicked: number }) =>
    half.sent ? half[experiment?.metric === 'clicks' ? 'clicked' : 'opened'] / half.sent : 0
  const best = Math.max(0, ...halves.map(rate))
  return {
    figures,
    waits: last && last.due_at > ctx.now() ? { until: last.due_at as never, held: last.held ?? 'time' } : null,
    hours: hours.map(({ hour, ...sums }) => ({ hour: hour as never, ...sums })),
    links: (edition?.links ?? [])
      .map((href, n) => ({ href, people: 0, clicks: 0, ...clicks.find(({ link }) => link === n) }))
      .map(({ href, people, clicks: all }) => ({ href, people, clicks: all }))
      .sort((a, b) => b.people - a.people),
    halves: experiment
      ? halves.map((half) => ({ ...half, subject: half.variant === 'a' ? broadcast.subject : experiment.subject, is_winner: best > 0 && rate(half) === best }))
      : [],
  }
}
