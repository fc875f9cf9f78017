/**
 * Emails that came back, and readers who called them spam. Whom it concerns is told by the signed address to which they come back, or by a provider that
 * knows the community's key, never by what a report says of itself: anybody can write one.
 */
import { type Ctx, isolated } from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'
import type { Told } from '../../contract/deliverability.ts'
import { countIn } from './figures.ts'
import type { readReturned } from './returned.ts'
import { readReturnToken } from './tokens.ts'

/** So many for-now bounces of one address within half a year are one for good. */
const SOFT_MOST = 3
const SOFT_DAYS = 180
const DAY = 86_400_000
/** Of a report that is read; below it is the email itself. */
const MAX_READ = 512 * 1024

const read = isolated<typeof readReturned>(new URL('./returned.ts', import.meta.url), 'readReturned')

/** For good, where the address is wrong or gone; for now, where it is full, busy, or does not want this email. By the enhanced status of RFC 3463, else by the reply code. */
export function hardness(said: string): 'hard' | 'soft' {
  const [, kind, subject, detail] = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/.exec(said) ?? []
  if (kind === '4') return 'soft'
  if (kind === '5') {
    const code = `${subject}.${detail}`
    // 5.4.1 is how Exchange says that there is no such mailbox, 5.4.4 that the domain takes no mail, 5.0.0 and 5.5.0 tell nothing but "no"
    return subject === '1' || ['2.1', '4.1', '4.4', '0.0', '5.0'].includes(code) ? 'hard' : 'soft'
  }
  const code = /\b([45]\d\d)\b/.exec(said)?.[1] ?? '400'
  return code.startsWith('5') && code !== '552' ? 'hard' : 'soft'
}

interface Row {
  id: number
  broadcast_id: number
  person_id: number | null
  email: string
  variant: 'a' | 'b' | null
}
/** Never written to again. A complaint says more than a bounce. */
export async function suppress(ctx: Ctx, address: string, reason: 'bounce' | 'complaint' | 'manual', detail: string | null): Promise<void> {
  await ctx.sql(
    `insert into email.suppression as s (community_id, email, reason, detail, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (community_id, lower(email)) do update set reason = excluded.reason, detail = excluded.detail, updated_at = excluded.updated_at
       where excluded.reason = 'complaint' and s.reason <> 'complaint'`,
    [address, reason, detail, ctx.now()],
  )
}
/** After a bounce that is noted: for good at once, for now after some. */
export async function weigh(ctx: Ctx, address: string, bounce: 'hard' | 'soft', said: string | null): Promise<void> {
  if (bounce === 'soft') {
    const [soft] = await ctx.sql<{ n: number }>(
      `select count(*)::int as n from email.recipient where community_id = $1 and lower(email) = lower($2) and bounce = 'soft' and bounced_at > $3`,
      [address, new Date(ctx.now().getTime() - SOFT_DAYS * DAY)],
    )
    if (soft!.n < SOFT_MOST) return
  }
  await suppress(ctx, address, 'bounce', said)
}
/** Counts a person once, and takes them from those whom it reached. */
async function bounced(ctx: Ctx, recipientId: number, bounce: 'hard' | 'soft', said: string | null): Promise<void> {
  const [row] = await ctx.sql<Row & { was: string; sent_at: Date | null; is_first: boolean }>(
    `update email.recipient r set bounced_at = coalesce(r.bounced_at, $3), bounce = case when r.bounce = 'hard' then 'hard' else $4 end, error = $5, status = 'failed', updated_at = $3
     from (select id, status, bounced_at from email.recipient where community_id = $1 and id = $2 for update) before
     where r.community_id = $1 and r.id = before.id and before.status <> 'skipped'
     returning r.id, r.broadcast_id, r.person_id, r.email, r.variant, r.sent_at, before.status as was, before.bounced_at is null as is_first`,
    [recipientId, ctx.now(), bounce, said],
  )
  if (!row) return
  await weigh(ctx, row.email, bounce, said)
  if (!row.is_first) return
  if (row.was === 'sent') await countIn(ctx, row.broadcast_id, row.variant ?? 'a', { sent: -1 }, row.sent_at ?? ctx.now())
  await countIn(ctx, row.broadcast_id, row.variant ?? 'a', { bounced: 1 })
}
/** Called spam: they want no more of it, whatever becomes of the list of addresses. */
async function complained(ctx: Ctx, recipientId: number): Promise<void> {
  const [row] = await ctx.sql<Row>(
    `update email.recipient set complained_at = $3, updated_at = $3 where community_id = $1 and id = $2 and complained_at is null and status <> 'skipped'
     returning id, broadcast_id, person_id, email, variant`,
    [recipientId, ctx.now()],
  )
  if (!row) return
  await suppress(ctx, row.email, 'complaint', null)
  if (row.person_id !== null) await ctx.use(audience).setSubscribed({ personId: row.person_id }, false)
  await countIn(ctx, row.broadcast_id, row.variant ?? 'a', { complained: 1 })
}

/** A report to an address of ours, as it came. One that says nothing of that kind, such as "I am on holiday", changes nothing. @returns whether the address is ours */
export async function takeReturned(ctx: Ctx, token: string, raw: Uint8Array): Promise<boolean> {
  const recipientId = await readReturnToken(ctx, token)
  if (recipientId === null) return false
  const { what, said } = await read(raw.subarray(0, MAX_READ))
  if (what === 'complaint') await complained(ctx, recipientId)
  if (what === 'bounce') await bounced(ctx, recipientId, hardness(said), said.slice(0, 500))
  return true
}
export const isReturnToken = async (ctx: Ctx, token: string): Promise<boolean> => (await readReturnToken(ctx, token)) !== null

const OURS = /broadcast\.(\d{1,15})\.(\d{1,15})@/
/** What a mail provider told, one after another: of emails of this community alone, the latest to an address where it names no other. */
export async function takeTold(ctx: Ctx, told: Told[]): Promise<void> {
  for (const { what, bounce, messageId, email: address, said } of told) {
    const [, broadcastId, recipientId] = OURS.exec(messageId ?? '') ?? []
    const [row] = await ctx.sql<{ id: number }>(
      `select id from email.recipient where community_id = $1 and status in ('claimed', 'sent', 'failed')
         and case when $2::bigint is null then lower(email) = lower($4) else broadcast_id = $2 and id = $3 end
       order by id desc limit 1`,
      [broadcastId ?? null, recipientId ?? null, address],
    )
    if (!row) continue
    if (what === 'complaint') await complained(ctx, row.id)
    else await bounced(ctx, row.id, bounce ?? hardness(said ?? ''), said)
  }
}
