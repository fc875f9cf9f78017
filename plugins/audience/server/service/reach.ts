/** Who may be written to by emails to many. */
import { type Ctx, type RawBuilder, type SqlBool, sql } from '@atrium/sdk/server'
import type { Reachable, ReachAsk } from '../../contract.ts'
import { FROM, segmentCondition, whoMeets } from './narrow.ts'
import { syncMembers } from './people.ts'

/** Active members and contacts, with an address. */
const CAN_BE_REACHED = sql<SqlBool>`p.email is not null and (p.member_id is null or m.status = 'active')`

async function asked(ctx: Ctx, { kind, segmentIds = [], memberIds = [] }: ReachAsk): Promise<RawBuilder<SqlBool>> {
  const within = sql<SqlBool>`p.community_id = ${ctx.community.id} and ${CAN_BE_REACHED}`
  if (kind === 'everybody') return within
  if (kind === 'members') return sql<SqlBool>`${within} and p.member_id is not null`
  if (kind === 'contacts') return sql<SqlBool>`${within} and p.member_id is null`
  if (kind === 'people') return sql<SqlBool>`${within} and p.member_id = any (${memberIds}::bigint[])`
  const some: RawBuilder<SqlBool>[] = [sql<SqlBool>`false`]
  for (const id of segmentIds) some.push(whoMeets(await segmentCondition(ctx, id)))
  return sql<SqlBool>`${within} and (${sql.join(some, sql` or `)})`
}

export async function reachable(ctx: Ctx, ask: ReachAsk, after: number, limit: number): Promise<Reachable[]> {
  const where = await asked(ctx, ask)
  const { rows } = await sql<Reachable>`select p.id as "personId", p.member_id as "memberId", p.email, p.name, m.time_zone as "timeZone"
    from ${FROM(ctx)} where ${where} and p.subscribed and p.id > ${after} order by p.id limit ${Math.min(limit, 1_000)}`.execute(ctx.em.getKysely())
  return rows
}
export async function countReachable(ctx: Ctx, ask: ReachAsk): Promise<{ count: number; unsubscribed: number }> {
  const where = await asked(ctx, ask)
  const { rows } = await sql<{ count: number; unsubscribed: number }>`select count(*) filter (where p.subscribed)::int as count,
    count(*) filter (where not p.subscribed)::int as unsubscribed from ${FROM(ctx)} where ${where}`.execute(ctx.em.getKysely())
  return rows[0]!
}
export async function stillReachable(ctx: Ctx, personIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select p.id from ${FROM(ctx)}
    where p.community_id = ${ctx.community.id} and p.id = any (${personIds}::bigint[]) and p.subscribed and ${CAN_BE_REACHED}`.execute(ctx.em.getKysely())
  return new Set(rows.map(({ id }) => id))
}
export async function setSubscribed(ctx: Ctx, who: { personId: number } | { memberId: number }, subscribed: boolean): Promise<void> {
  if ('memberId' in who) await syncMembers(ctx, [who.memberId])
  await ctx.sql(
    `update audience.person set subscribed = $4, updated_at = $5 where community_id = $1 and (id = $2 or member_id = $3) and subscribed is distinct from $4`,
    ['personId' in who ? who.personId : null, 'memberId' in who ? who.memberId : null, subscribed, ctx.now()],
  )
}
export async function isSubscribed(ctx: Ctx, who: { personId: number } | { memberId: number }): Promise<boolean> {
  const [row] = await ctx.sql<{ subscribed: boolean }>('select subscribed from audience.person where community_id = $1 and (id = $2 or member_id = $3)', [
    'personId' in who ? who.personId : null,
    'memberId' in who ? who.memberId : null,
  ])
  return row?.subscribed ?? true
}
