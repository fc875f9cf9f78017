/** How the API is used: what the house has counted goes into hours and days, and comes out as figures. */
import { METER_BOUNDS, type Ctx, type MeteredCalls } from '@atrium/sdk/server'
import { sweepJob } from '../jobs.ts'
import { API_TYPES, type ApiType, DAYS_KEPT, type Endpoint, HOURS_KEPT, type Usage } from '../../contract.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DEFAULT_DAYS = 30
/** Up to so long single hours are shown. */
const IN_HOURS = 2 * DAY
/** Rows that a sweep removes at once. */
const SWEPT = 5_000

/** SQL: the kind of a token, as its use is shown. */
const TYPE = `case when kind like 'admin%' then 'admin' when kind = 'data' then 'data' else 'headless' end`

/** Adds the calls of the last seconds. Processes add to the same rows, in one order, so that none waits for another in a circle. */
export async function count(ctx: Ctx, calls: MeteredCalls[], at: Date): Promise<void> {
  const rows = calls.map(({ tokenId, kind, method, path, status, count, buckets }) => ({ token_id: tokenId, kind, method, path, status, count, buckets }))
  for (const [table, unit] of [
    ['hour', 'hour'],
    ['day', 'day'],
  ])
    await ctx.sql(
      `insert into developers.${table} as kept (community_id, at, token_id, kind, method, path, status, count, buckets, updated_at)
       select $1, date_trunc('${unit}', $3::timestamptz, 'UTC'), c.token_id, c.kind, c.method, c.path, c.status, c.count, c.buckets, $3
       from jsonb_to_recordset($2::jsonb) as c (token_id bigint, kind text, method text, path text, status int, count bigint, buckets bigint[])
       order by c.token_id, c.method, c.path, c.status
       on conflict (community_id, at, token_id, method, path, status)
         do update set count = kept.count + excluded.count, buckets = developers.added(kept.buckets, excluded.buckets), updated_at = greatest(kept.updated_at, excluded.updated_at)`,
      [JSON.stringify(rows), at],
    )
  const callers = calls.filter(({ kind }) => !kind.startsWith('admin')).flatMap(({ kind, memberIds }) => memberIds.map((member_id) => ({ kind, member_id })))
  await ctx.sql(
    `insert into developers.caller (community_id, month, kind, member_id)
     select distinct $1::bigint, date_trunc('month', $3::timestamptz, 'UTC')::date, c.kind, m.id from jsonb_to_recordset($2::jsonb) as c (kind text, member_id bigint)
       join kernel.member_card m on m.community_id = $1 and m.id = c.member_id
     order by 3, 4 on conflict do nothing`,
    [JSON.stringify(callers), at],
  )
}

/** Removes what is kept no longer, piece by piece. */
export async function sweep(ctx: Ctx): Promise<void> {
  for (const [table, days] of [
    ['hour', HOURS_KEPT],
    ['day', DAYS_KEPT],
  ] as const) {
    const gone = await ctx.sql(
      `delete from developers.${table} where community_id = $1 and id in (select id from developers.${table} where community_id = $1 and at < $2 order by at limit ${SWEPT}) returning 1`,
      [new Date(ctx.now().getTime() - days * DAY)],
    )
    if (gone.length === SWEPT) await ctx.enqueue(sweepJob, {}, { key: 'more' })
  }
}

/** Milliseconds within which 95 of 100 calls were answered, as the bound of the part in which the 95th lies. */
function p95Of(buckets: number[] | null): number | null {
  const all = (buckets ?? []).reduce((sum, n) => sum + Number(n), 0)
  if (all === 0) return null
  let sum = 0
  for (const [place, n] of buckets!.entries()) {
    sum += Number(n)
    if (sum >= all * 0.95) return METER_BOUNDS[place] ?? METER_BOUNDS.at(-1)!
  }
  return null
}

interface Asked {
  start_date_time?: string
  end_date_time?: string
  api_type?: ApiType
}
const spanOf = (ctx: Ctx, { start_date_time: start, end_date_time: end }: Asked) => {
  // beyond what is kept there is nothing, however far somebody asks
  const now = ctx.now().getTime()
  const within = (at: number) => Math.min(Math.max(at, now - DAYS_KEPT * DAY), now + DAY)
  const to = within(end ? Date.parse(end) : now)
  const from = within(start ? Date.parse(start) : to - DEFAULT_DAYS * DAY)
  return { from: new Date(Math.min(from, to)), to: new Date(to) }
}
const ofType = (place: number) => `($${place}::text is null or ${TYPE} = $${place})`
const byType = (sums: { type: ApiType; count: number }[]) =>
  Object.fromEntries(API_TYPES.map((type) => [type, Number(sums.find((sum) => sum.type === type)?.count ?? 0)])) as Record<ApiType, number>

interface TokenUse {
  calls: number
  trend: number[]
  lastAt: Date
}
/** Of the last 30 days, by token: how many calls, and day by day. */
export async function useOf(ctx: Ctx, tokenIds: number[]): Promise<Map<number, TokenUse>> {
  const today = Math.floor(ctx.now().getTime() / DAY)
  const rows = await ctx.sql<{ token_id: number; day: number; count: number; last: Date }>(
    `select token_id, (extract(epoch from at) / 86400)::int as day, sum(count)::bigint as count, max(updated_at) as last from developers.day where community_id = $1 and at >= $2 and token_id = any ($3::bigint[]) group by 1, 2`,
    [new Date((today - DEFAULT_DAYS + 1) * DAY), tokenIds],
  )
  const use = new Map<number, TokenUse>()
  for (const { token_id, day, count, last } of rows) {
    const one = use.get(token_id) ?? { calls: 0, trend: new Array<number>(DEFAULT_DAYS).fill(0), lastAt: last }
    one.calls += Number(count)
    if (last > one.lastAt) one.lastAt = last
    one.trend[DEFAULT_DAYS - 1 - (today - day)] = Number(count)
    use.set(token_id, one)
  }
  return use
}

export async function usageCounts(ctx: Ctx, { limit, ...asked }: Asked & { limit: number }): Promise<Usage> {
  const { from, to } = spanOf(ctx, asked)
  const length = to.getTime() - from.getTime()
  const step = length <= IN_HOURS ? 'hour' : 'day'
  const before = new Date(from.getTime() - length)
  const values = [from, to, asked.api_type ?? null]
  const [sums] = await ctx.sql<Record<'count' | 'ok' | 'refused' | 'throttled' | 'broken', number> & { buckets: number[] }>(
    `select coalesce(sum(count), 0)::bigint as count, coalesce(sum(count) filter (where status < 400), 0)::bigint as ok,
       coalesce(sum(count) filter (where status between 400 and 499 and status <> 429), 0)::bigint as refused,
       coalesce(sum(count) filter (where status = 429), 0)::bigint as throttled, coalesce(sum(count) filter (where status >= 500), 0)::bigint as broken,
       developers.sum_of(buckets) as buckets
     from developers.${step} where community_id = $1 and at >= date_trunc('${step}', $2::timestamptz, 'UTC') and at < $3 and ${ofType(4)}`,
    values,
  )
  const [former] = await ctx.sql<{ count: number; failed: number }>(
    `select coalesce(sum(count), 0)::bigint as count, coalesce(sum(count) filter (where status >= 400), 0)::bigint as failed
     from developers.${step} where community_id = $1 and at >= date_trunc('${step}', $2::timestamptz, 'UTC') and at < date_trunc('${step}', $3::timestamptz, 'UTC') and ${ofType(4)}`,
    [before, from, asked.api_type ?? null],
  )
  const steps = await ctx.sql<{ at: Date; type: ApiType; count: number }>(
    `select at, ${TYPE} as type, sum(count)::bigint as count from developers.${step}
     where community_id = $1 and at >= date_trunc('${step}', $2::timestamptz, 'UTC') and at < $3 and ${ofType(4)} group by 1, 2 order by 1`,
    values,
  )
  const counted = Map.groupBy(steps, ({ at }) => at.getTime())
  const unit = step === 'hour' ? HOUR : DAY
  const first = Math.floor(from.getTime() / unit)
  const records = Array.from({ length: Math.max(0, Math.ceil(to.getTime() / unit) - first) }, (_, n) => (first + n) * unit)
  const { ok, refused, throttled, broken } = sums!
  return {
    start_date_time: from.toISOString(),
    end_date_time: to.toISOString(),
    count: Number(sums!.count),
    previous_count: Number(former!.count),
    failed: Number(refused) + Number(throttled) + Number(broken),
    previous_failed: Number(former!.failed),
    p95: p95Of(sums!.buckets),
    statuses: { ok: Number(ok), refused: Number(refused), throttled: Number(throttled), broken: Number(broken) },
    step,
    records: records.slice(-limit).map((at) => ({ at: new Date(at).toISOString(), counts: byType(counted.get(at) ?? []) })),
  }
}

export async function mauCount(ctx: Ctx, asked: Asked) {
  const { from, to } = spanOf(ctx, asked)
  const months = await ctx.sql<{ month: string; count: number }>(
    `select to_char(month, 'YYYY-MM') as month, count(distinct member_id)::int as count from developers.caller
     where community_id = $1 and month >= date_trunc('month', $2::timestamptz, 'UTC')::date - interval '1 month' and month <= $3::date and ${ofType(4)} group by 1 order by 1`,
    [from, to, asked.api_type ?? null],
  )
  const of = (date: Date) => months.find(({ month }) => month === date.toISOString().slice(0, 7))?.count ?? 0
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() - 1, 1))
  return { count: of(to), previous_count: of(last), months }
}

export async function endpointMetrics(ctx: Ctx, { limit, ...asked }: Asked & { limit: number }): Promise<{ records: Endpoint[] }> {
  const { from, to } = spanOf(ctx, asked)
  const first = Math.floor(from.getTime() / DAY)
  const rows = await ctx.sql<Omit<Endpoint, 'p95' | 'trend' | 'token'> & { buckets: number[]; days: Record<string, number>; token_id: number }>(
    `with asked as (
       select at, token_id, method, path, status, count, buckets from developers.day
       where community_id = $1 and at >= date_trunc('day', $2::timestamptz, 'UTC') and at < $3 and ${ofType(4)}
     ), most as (
       select method, path, sum(count)::bigint as count, coalesce(sum(count) filter (where status >= 400), 0)::bigint as failed, developers.sum_of(buckets) as buckets
       from asked group by 1, 2 order by 3 desc, 1, 2 limit $5
     )
     select most.*, (select json_object_agg(day, sum) from (select (extract(epoch from at) / 86400)::int as day, sum(count) from asked a
         where a.method = most.method and a.path = most.path group by 1) by_day) as days,
       (select token_id from asked a where a.method = most.method and a.path = most.path group by 1 order by sum(count) desc, 1 limit 1) as token_id
     from most order by count desc, method, path`,
    [from, to, asked.api_type ?? null, limit],
  )
  const tokens = new Map((await ctx.platform.tokens.list()).map((token) => [token.id, token]))
  const days = Math.ceil(to.getTime() / DAY) - first
  return {
    records: rows.map(({ buckets, days: counted, token_id, count, failed, ...row }) => ({
      ...row,
      count: Number(count),
      failed: Number(failed),
      p95: p95Of(buckets),
      trend: Array.from({ length: days }, (_, n) => Number(counted[first + n] ?? 0)),
      token: tokens.has(token_id) ? { id: token_id, name: tokens.get(token_id)!.name } : null,
    })),
  }
}

export async function billingCycles(ctx: Ctx, { limit, ...asked }: Asked & { limit: number }) {
  const { to: now } = spanOf(ctx, asked)
  const starts = Array.from({ length: limit }, (_, n) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1)))
  const counted = await ctx.sql<{ month: string; type: ApiType; count: number }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM') as month, ${TYPE} as type, sum(count)::bigint as count from developers.day
     where community_id = $1 and at >= $2 and ${ofType(3)} group by 1, 2`,
    [starts.at(-1)!, asked.api_type ?? null],
  )
  const members = await ctx.sql<{ month: string; count: number }>(
    `select to_char(month, 'YYYY-MM') as month, count(distinct member_id)::int as count from developers.caller
     where community_id = $1 and month >= $2::date and ${ofType(3)} group by 1`,
    [starts.at(-1)!, asked.api_type ?? null],
  )
  const current = ctx.now().toISOString().slice(0, 7)
  return {
    records: starts.map((start) => {
      const month = start.toISOString().slice(0, 7)
      const counts = byType(counted.filter((one) => one.month === month))
      return {
        start_date_time: start.toISOString(),
        end_date_time: new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)).toISOString(),
        is_current: month === current,
        count: counts.admin + counts.headless + counts.data,
        counts,
        members: members.find((one) => one.month === month)?.count ?? 0,
      }
    }),
  }
}
