/** Counts of what is new, which every change of a member's notices holds first, and the browsers that show them. */
import type { Ctx } from '@atrium/sdk/server'
import contract from '../../contract.ts'

/** With more, only those are told who have a browser open. */
const FEW = 20

/** Makes them where there are none, and holds them until commit. */
export const lockCounters = (ctx: Ctx, memberIds: number[]) =>
  ctx.sql(
    `insert into notifications.counter (community_id, member_id) select $1, m from unnest($2::bigint[]) m order by m
     on conflict (community_id, member_id) do update set member_id = excluded.member_id`,
    [[...new Set(memberIds)]],
  )

interface Change {
  memberIds: number[]
  make: () => Promise<void>
}
/** By the transaction that they wait in. */
const waiting = new WeakMap<object, Change[]>()
/**
 * Changes many members' notices at the end of the transaction, where the counters of all its changes are held in one order: two
 * transactions that tell the same people of several things each wait for one another in turn, and never in a circle.
 */
export function atEnd(ctx: Ctx, memberIds: number[], make: Change['make']): void {
  const known = waiting.get(ctx.em)
  if (known) return void known.push({ memberIds, make })
  if (memberIds.length === 0) return
  const all: Change[] = [{ memberIds, make }]
  waiting.set(ctx.em, all)
  ctx.beforeCommit(async () => {
    await lockCounters(
      ctx,
      all.flatMap((one) => one.memberIds),
    )
    for (const one of all) await one.make()
  })
}

/** @param rows a CTE with `member_id`, `grouping` and the flag `was` that says whether it counted as new */
export const uncount = (rows: string, was: string) => `update notifications.counter c set
  new_count = greatest(c.new_count - s.news, 0), mentions_count = greatest(c.mentions_count - s.mentions, 0), inbox_count = greatest(c.inbox_count - s.inbox, 0)
  from (select member_id, count(*) filter (where ${was})::int as news, count(*) filter (where ${was} and grouping = 'mentions')::int as mentions,
    count(*) filter (where ${was} and grouping = 'inbox')::int as inbox from ${rows} group by member_id) s
  where c.community_id = $1 and c.member_id = s.member_id`

/** Browsers that are open hear that something came, or was read elsewhere. */
export async function showNews(ctx: Ctx, memberIds: number[], told: boolean): Promise<void> {
  const all = memberIds.length > FEW ? await ctx.presenceOf(memberIds) : null
  for (const id of memberIds) if (all?.get(id) !== 'offline') ctx.push(`member:${id}`, contract.events['notice.changed'].name, { told })
}
