/**
 * How fast emails go out. A domain that nobody knows yet begins with few a day and grows, by the schedule that Twilio SendGrid recommends to new senders
 * ("Warming up an IP address"): 50 on the first day on which it sends, a million on the fifteenth, then as many as there are. And one receiving domain,
 * such as gmail.com, gets so many a minute from a community. What must wait is due later.
 */
import type { Ctx } from '@atrium/sdk/server'

const WARM_UP = [50, 100, 500, 1_000, 5_000, 10_000, 20_000, 40_000, 70_000, 100_000, 150_000, 250_000, 400_000, 600_000, 1_000_000]
const MINUTE = 60_000
const DAY = 86_400_000
const PER_MINUTE = 600

/** Emails a minute to one receiving domain; 0: as many as there are. */
const perMinute = (ctx: Ctx) => Number(ctx.options['perDomainPerMinute'] ?? PER_MINUTE)
const beginOf = (at: Date, span: number) => new Date(Math.floor(at.getTime() / span) * span)
const hostOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
const keyOf = (domainId: number) => `from:${domainId}`

/** By id: how many emails a domain may send today (null: no bound), how many it did, and on how many days before. */
export async function warmthOf(
  ctx: Ctx,
  domains: readonly { id: number; isWarming: boolean }[],
): Promise<Map<number, { limit: number | null; sent: number; days: number }>> {
  const rows = await ctx.sql<{ key: string; days: number; sent: number }>(
    `select key, count(*) filter (where since < $3)::int as days, coalesce(max(used) filter (where since = $3), 0)::int as sent
     from email.pace where community_id = $1 and key = any ($2::text[]) and used > 0 group by key`,
    [domains.map(({ id }) => keyOf(id)), beginOf(ctx.now(), DAY)],
  )
  return new Map(
    domains.map(({ id, isWarming }) => {
      const { days, sent } = rows.find(({ key }) => key === keyOf(id)) ?? { days: 0, sent: 0 }
      return [id, { limit: isWarming ? (WARM_UP[days] ?? null) : null, sent, days }]
    }),
  )
}

/** Takes from what is left of each. @returns by key how many of these are too many */
async function use(ctx: Ctx, since: Date, wanted: Map<string, number>, limit: number): Promise<Map<string, number>> {
  const rows = await ctx.sql<{ key: string; used: number }>(
    `insert into email.pace as p (community_id, key, since, used) select $1, w.key, $2, w.n from jsonb_to_recordset($3::jsonb) as w (key text, n int) order by w.key
     on conflict (community_id, key, since) do update set used = p.used + excluded.used, updated_at = now() returning key, used`,
    [since, JSON.stringify([...wanted].map(([key, n]) => ({ key, n })))],
  )
  const over = new Map(rows.flatMap(({ key, used }) => (used > limit ? [[key, Math.min(wanted.get(key)!, used - limit)] as const] : [])))
  if (over.size)
    await ctx.sql(
      `update email.pace p set used = p.used - w.n from jsonb_to_recordset($3::jsonb) as w (key text, n int) where p.community_id = $1 and p.since = $2 and p.key = w.key`,
      [since, JSON.stringify([...over].map(([key, n]) => ({ key, n })))],
    )
  return over
}

/**
 * Of emails that are claimed those that may go now. The others go back, and with them whatever of the broadcast is due and would be too many too: spread
 * over the days or minutes to come, so that it is known when it is through.
 */
export async function admit<T extends { id: number; email: string }>(ctx: Ctx, broadcastId: number, domainId: number | null, claimed: T[]): Promise<T[]> {
  const warm = domainId === null ? [] : await warmed(ctx, broadcastId, domainId, claimed)
  const going = domainId === null ? claimed : warm
  const rate = perMinute(ctx)
  if (rate <= 0 || going.length === 0) return going
  const minute = beginOf(ctx.now(), MINUTE)
  const hosts = Map.groupBy(going, ({ email }) => hostOf(email))
  const over = await use(ctx, minute, new Map([...hosts].map(([host, some]) => [`to:${host}`, some.length])), rate)
  const back = new Set<number>()
  for (const [host, some] of hosts) {
    const ids = some.slice(some.length - (over.get(`to:${host}`) ?? 0)).map(({ id }) => id)
    if (ids.length === 0) continue
    for (const id of ids) back.add(id)
    await spread(ctx, broadcastId, ids, 'pace', `$5::timestamptz + interval '1 minute' * ((s.n - 1) / $6::int)`, [minute.getTime() + MINUTE, rate], host)
  }
  return going.filter(({ id }) => !back.has(id))
}
async function warmed<T extends { id: number }>(ctx: Ctx, broadcastId: number, domainId: number, claimed: T[]): Promise<T[]> {
  const [domain] = await ctx.sql<{ is_warming: boolean }>('select is_warming from email.domain where community_id = $1 and id = $2', [domainId])
  const { limit, days } = (await warmthOf(ctx, [{ id: domainId, isWarming: domain?.is_warming ?? false }])).get(domainId)!
  const key = keyOf(domainId)
  const over = await use(ctx, beginOf(ctx.now(), DAY), new Map([[key, claimed.length]]), limit ?? Number.POSITIVE_INFINITY)
  const many = over.get(key) ?? 0
  if (many === 0) return claimed
  const ids = claimed.slice(claimed.length - many).map(({ id }) => id)
  // ends of the days to come, counted in emails; at the same time of day as now, which is when somebody wanted it to go out
  const ends: number[] = []
  for (const many of WARM_UP.slice(days + 1)) ends.push((ends.at(-1) ?? 0) + many)
  const at = `$5::timestamptz + interval '1 day' * (select count(*) from unnest($6::bigint[]) as e where e < s.n)`
  await spread(ctx, broadcastId, ids, 'warm_up', at, [ctx.now().getTime() + DAY, ends])
  return claimed.slice(0, claimed.length - many)
}
/** @param at when the email in place `s.n` of these is due, with two values of its own */
async function spread(ctx: Ctx, broadcastId: number, ids: number[], held: 'warm_up' | 'pace', at: string, [from, by]: [number, unknown], host?: string) {
  await ctx.sql(
    `update email.recipient r set status = 'waiting', claimed_at = null, attempts = r.attempts - (r.status = 'claimed')::int, held = $4, due_at = ${at}, updated_at = $7
     from (
       select w.id, row_number() over (order by w.due_at, w.id) as n from email.recipient w
       where w.community_id = $1 and w.broadcast_id = $2 and (w.id = any ($3::bigint[]) or (w.status = 'waiting' and w.due_at <= $7
         and ($8::text is null or substring(lower(w.email) from '[^@]*$') = $8)))
     ) s
     where r.community_id = $1 and r.id = s.id and (r.status = 'waiting' or r.id = any ($3::bigint[]))`,
    [broadcastId, ids, held, new Date(from), by, ctx.now(), host ?? null],
  )
}
/** Minutes that are over are of no use; days are, as a domain grows by them. */
export const forget = (ctx: Ctx): Promise<unknown> =>
  ctx.sql(`delete from email.pace where community_id = $1 and key like 'to:%' and since < $2`, [new Date(ctx.now().getTime() - 10 * MINUTE)])
