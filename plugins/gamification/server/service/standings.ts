/** Standings: one row for each member with points, level and sums. It is locked while it changes. */
import { addTo, type Ctx, isPerson } from '@atrium/sdk/server'
import { LevelTable, type Standing } from '../entities.ts'
import { fillJob } from '../jobs.ts'
import { ensureLevels, levelsOf } from './levels.ts'

const STEP = 1_000

const COLUMNS = 'id, member_id, total_points, points_7, points_30, level, highest_level, counts, streak, best_streak, streak_at::text as streak_at, listed'

/** The member's standing, locked until the transaction ends; null for who is no active member. */
export async function holdStanding(ctx: Ctx, memberId: number): Promise<Standing | null> {
  const read = () => ctx.sql<Standing>(`select ${COLUMNS} from gamification.standing where community_id = $1 and member_id = $2 for update`, [memberId])
  const [standing] = await read()
  if (standing) return standing
  await syncMembers(ctx, [memberId])
  return (await read())[0] ?? null
}

/** How many of each level came (`+`) or went, in their counters. */
async function countLevels(ctx: Ctx, rows: readonly { level: number; listed: boolean }[]): Promise<void> {
  if (rows.length === 0) return
  let levels: { id: number; number: number }[] = await levelsOf(ctx)
  if (levels.length === 0) {
    // in a new community members may come before its levels exist
    await ensureLevels(ctx)
    levels = await ctx.em.find(LevelTable, {})
  }
  for (const [number, some] of Map.groupBy(rows, ({ level }) => level)) {
    const level = levels.find((one) => one.number === number)
    const sum = some.reduce((all, { listed }) => all + (listed ? 1 : -1), 0)
    if (level && sum !== 0) await addTo(ctx, LevelTable, level.id, { members_count: sum })
  }
}

/** Brings standings in step with who is a member and takes part. Idempotent. */
export async function syncMembers(ctx: Ctx, memberIds: number[]): Promise<void> {
  if (memberIds.length === 0) return
  const made = await ctx.sql<{ level: number; listed: boolean }>(
    `insert into gamification.standing (community_id, member_id, created_at, updated_at)
     select $1, m.id, $3, $3 from kernel.member_card m where m.community_id = $1 and m.id = any ($2::bigint[]) and m.status = 'active' and ${isPerson('m')} order by m.id
     on conflict (community_id, member_id) do nothing returning level, listed`,
    [memberIds, ctx.now()],
  )
  const changed = await ctx.sql<{ level: number; listed: boolean }>(
    `with wanted as (
       select s.id, s.takes_part and coalesce(m.status = 'active', false) as listed from gamification.standing s
       left join kernel.member_card m on m.community_id = $1 and m.id = s.member_id
       where s.community_id = $1 and s.member_id = any ($2::bigint[]) order by s.member_id for update of s)
     update gamification.standing s set listed = w.listed, updated_at = $3 from wanted w
     where s.community_id = $1 and s.id = w.id and s.listed <> w.listed returning s.level, s.listed`,
    [memberIds, ctx.now()],
  )
  await countLevels(ctx, [...made, ...changed])
}

/** Members from this id on; adds itself again until all are through. */
export async function fill(ctx: Ctx, after: number): Promise<void> {
  const rows = await ctx.sql<{ id: number }>(
    `select id from kernel.member_card where community_id = $1 and status = 'active' and id > $2 order by id limit ${STEP}`,
    [after],
  )
  await syncMembers(
    ctx,
    rows.map(({ id }) => id),
  )
  if (rows.length === STEP) await ctx.enqueue(fillJob, { after: rows.at(-1)!.id })
}

export async function takesPart(ctx: Ctx, memberId: number): Promise<boolean> {
  const [row] = await ctx.sql<{ takes_part: boolean }>('select takes_part from gamification.standing where community_id = $1 and member_id = $2', [memberId])
  return row?.takes_part ?? true
}
export async function setTakesPart(ctx: Ctx, memberId: number, takes: boolean): Promise<void> {
  await holdStanding(ctx, memberId)
  await ctx.sql('update gamification.standing set takes_part = $3, updated_at = $4 where community_id = $1 and member_id = $2', [memberId, takes, ctx.now()])
  await syncMembers(ctx, [memberId])
}

/** Whoever deletes their account takes all of it along. */
export async function erase(ctx: Ctx, { memberId }: { memberId: number }): Promise<void> {
  const gone = await ctx.sql<{ level: number; listed: boolean }>(
    'delete from gamification.standing where community_id = $1 and member_id = $2 returning level, listed',
    [memberId],
  )
  await countLevels(
    ctx,
    gone.filter(({ listed }) => listed).map(({ level }) => ({ level, listed: false })),
  )
  await ctx.sql(
    `with gone as (delete from gamification.badge_member where community_id = $1 and member_id = $2 returning badge_id)
     update gamification.badge b set members_count = members_count - 1 from gone g where b.community_id = $1 and b.id = g.badge_id`,
    [memberId],
  )
  for (const table of ['entry', 'day', 'award']) await ctx.sql(`delete from gamification.${table} where community_id = $1 and member_id = $2`, [memberId])
}
