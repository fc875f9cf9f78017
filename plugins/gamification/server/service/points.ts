/** Points that rules give: once for each thing, within the limits of a day, and taken back when the thing is undone. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type Earned, type Rule } from '../../contract.ts'
import type { Standing } from '../entities.ts'
import { earnBadges } from './badges.ts'
import { levelFor, levelsOf, moveLevel } from './levels.ts'
import { rulesOf } from './rules.ts'
import { holdStanding } from './standings.ts'

interface Entry {
  id: number
  member_id: number
  day: string
  points: number
  given: boolean
  down: boolean
  order: number
}
const DAY = 86_400_000
const NEWS_MS = 2 * DAY
/** Days are those of UTC, the same for the whole community. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export interface Change {
  day: string
  points: number
  /** Null for points that an admin gives by hand, to which no daily limit applies. */
  rule: string | null
  /** By how much the number of things of this rule changes: 1 or more when given, below 0 when taken back. */
  count: number
}
/** The day up to which the sums of 7 and 30 days are computed. The row is locked for share, so that the nightly job cannot go on to a new day meanwhile. */
export const rolledTo = (ctx: Ctx): Promise<string> => ctx.once('gamification.rolled', () => readRolled(ctx))
async function readRolled(ctx: Ctx): Promise<string> {
  const read = () => ctx.sql<{ day: string }>('select counted_on::text as day from gamification.roll where community_id = $1 for share')
  const [row] = await read()
  if (row) return row.day
  await ctx.sql('insert into gamification.roll (community_id, counted_on) values ($1, $2::date) on conflict (community_id) do nothing', [dayOf(ctx.now())])
  return (await read())[0]!.day
}

interface Day {
  points: number
  /** The part that rules gave; daily limits count this alone. */
  earned: number
  by_rule: Record<string, number>
}
/** The member's sums of these days. Only to be read with the member's standing locked, else another transaction may change them. */
async function daysOf(ctx: Ctx, memberId: number, days: readonly string[]): Promise<Map<string, Day>> {
  const rows = await ctx.sql<Day & { day: string }>(
    'select day::text as day, points, earned, by_rule from gamification.day where community_id = $1 and member_id = $2 and day = any ($3::date[])',
    [memberId, days],
  )
  const kept = new Map(rows.map(({ day, points, earned, by_rule }) => [day, { points, earned, by_rule }]))
  return new Map(days.map((day) => [day, kept.get(day) ?? { points: 0, earned: 0, by_rule: {} }]))
}
function add(day: Day, { points, rule }: Pick<Change, 'points' | 'rule'>): void {
  day.points += points
  if (rule === null) return
  day.earned += points
  day.by_rule[rule] = (day.by_rule[rule] ?? 0) + points
}

/** Stores changes: sums of days, totals, counts, level and badges. The standing is locked. @param days the sums of days, with the changes added */
async function keep(ctx: Ctx, standing: Standing, changes: readonly Change[], days: Map<string, Day>): Promise<void> {
  const rolled = await rolledTo(ctx)
  const moved = changes.filter(({ points }) => points !== 0)
  const sumSince = (span: number) => moved.reduce((sum, { day, points }) => sum + (Date.parse(rolled) - Date.parse(day) < span * DAY ? points : 0), 0)
  if (moved.length)
    await ctx.sql(
      `insert into gamification.day as d (community_id, member_id, day, points, earned, by_rule, created_at, updated_at)
       select $1, $2, r.day, r.points, r.earned, r.by_rule, $4, $4 from jsonb_to_recordset($3::jsonb) as r (day date, points int, earned int, by_rule jsonb)
       on conflict (community_id, member_id, day) do update
         set points = excluded.points, earned = excluded.earned, by_rule = excluded.by_rule, updated_at = excluded.updated_at`,
      [standing.member_id, JSON.stringify([...new Set(moved.map(({ day }) => day))].map((day) => ({ day, ...days.get(day) }))), ctx.now()],
    )
  const counts = { ...standing.counts }
  for (const { rule, count } of changes) if (rule !== null) counts[rule] = Math.max(0, (counts[rule] ?? 0) + count)
  const total = standing.total_points + moved.reduce((sum, { points }) => sum + points, 0)
  const level = levelFor(await levelsOf(ctx), total)
  await ctx.sql(
    `update gamification.standing set total_points = $3, points_7 = points_7 + $4, points_30 = points_30 + $5, counts = $6::jsonb, level = $7,
       highest_level = greatest(highest_level, $7), updated_at = $8 where community_id = $1 and id = $2`,
    [standing.id, total, sumSince(7), sumSince(30), JSON.stringify(counts), level, ctx.now()],
  )
  if (level !== standing.level) await moveLevel(ctx, standing, level)
  for (const [rule, count] of Object.entries(counts))
    if (count > (standing.counts[rule] ?? 0)) await earnBadges(ctx, standing.member_id, rule, standing.counts[rule] ?? 0, count)
  Object.assign(standing, { total_points: total, counts, level, highest_level: Math.max(standing.highest_level, level) })
}
/** Stores changes to which no daily limit applies. */
export async function apply(ctx: Ctx, standing: Standing, changes: readonly Change[]): Promise<void> {
  const days = await daysOf(ctx, standing.member_id, [...new Set(changes.map(({ day }) => day))])
  for (const change of changes) add(days.get(change.day)!, change)
  await keep(ctx, standing, changes, days)
}

/** How many points a rule may still give on that day, by its own limit and the community's. */
function room(ctx: Ctx, day: Day, rule: Rule): number {
  const limit = ctx.settings(contract).daily_limit || Number.POSITIVE_INFINITY
  const byRule = (rule.limit_per_day ?? Number.POSITIVE_INFINITY) - (day.by_rule[rule.key] ?? 0)
  return Math.max(0, Math.min(rule.points, limit - day.earned, byRule))
}
const keyOf = ({ rule, source }: { rule: string; source: string }) => `${rule} ${source}`
async function entriesOf(ctx: Ctx, things: readonly { rule: string; source: string }[]): Promise<Map<string, Entry>> {
  const rows = await ctx.sql<Entry & { rule: string; source: string }>(
    `select e.id, e.rule, e.source, e.member_id, e.day::text as day, e.points, e.given, e.down, e.given_by_event as "order"
     from jsonb_to_recordset($2::jsonb) as r (rule text, source text) join gamification.entry e on e.community_id = $1 and e.rule = r.rule and e.source = r.source`,
    [JSON.stringify(things.map(({ rule, source }) => ({ rule, source })))],
  )
  return new Map(rows.map((row) => [keyOf(row), row]))
}
/** Those of the records that are hidden or deleted. */
async function downOf(ctx: Ctx, all: readonly (string | null | undefined)[]): Promise<Set<string>> {
  const records = [...new Set(all.filter((record) => typeof record === 'string'))]
  if (records.length === 0) return new Set()
  const rows = await ctx.sql<{ record: string }>('select record from gamification.record_state where community_id = $1 and record = any ($2) and down', [
    records,
  ])
  return new Set(rows.map(({ record }) => record))
}

/** Awards in the order given: where a daily limit is reached, earlier things get the points and later ones none. */
export async function award(ctx: Ctx, all: readonly Earned[]): Promise<void> {
  const rules = new Map(rulesOf(ctx).flatMap((rule) => (rule.enabled && rule.points > 0 ? [[rule.key, rule]] : [])))
  const earned = all.filter(({ rule, memberId, byMemberId }) => rules.has(rule) && memberId !== byMemberId)
  // locks are taken in one order everywhere, the day before the standing, so that this and the nightly job cannot wait for each other
  if (earned.length) await rolledTo(ctx)
  // standings are locked in the order of ids, so that two awards cannot wait for each other
  for (const [memberId, own] of [...Map.groupBy(earned, (one) => one.memberId)].sort(([one], [other]) => one - other)) await awardTo(ctx, memberId, own, rules)
}
async function awardTo(ctx: Ctx, memberId: number, earned: readonly Earned[], rules: Map<string, Rule>): Promise<void> {
  const standing = await holdStanding(ctx, memberId)
  if (!standing) return
  const [entries, down] = [
    await entriesOf(ctx, earned),
    await downOf(
      ctx,
      earned.map(({ record }) => record),
    ),
  ]
  const fresh = new Map<string, Earned & { order: number; day: string; points: number; given: boolean; down: boolean }>()
  const dayFor = (one: Earned) => entries.get(keyOf(one))?.day ?? dayOf(one.at ?? ctx.now())
  const days = await daysOf(ctx, memberId, [...new Set(earned.map(dayFor))])
  const changes: Change[] = []
  for (const one of earned) {
    const { order = 0, record = null } = one
    const entry = entries.get(keyOf(one))
    if (fresh.has(keyOf(one)) || (entry && order <= entry.order)) continue
    const kept = { ...one, order, record, day: dayFor(one), given: true }
    // an event that comes again for a thing whose points are given already: they stay as they are
    if (entry?.given) {
      fresh.set(keyOf(one), { ...kept, points: entry.points, down: entry.down })
      continue
    }
    const points = room(ctx, days.get(kept.day)!, rules.get(one.rule)!)
    const isDown = record !== null && down.has(record)
    fresh.set(keyOf(one), { ...kept, points, down: isDown })
    if (isDown) continue
    const change = { day: kept.day, points, rule: one.rule, count: 1 }
    add(days.get(kept.day)!, change)
    changes.push(change)
  }
  if (fresh.size === 0) return
  await ctx.sql(
    `insert into gamification.entry (community_id, member_id, rule, source, record, day, points, given, down, given_by_event, created_at, updated_at)
     select $1, $2, r.rule, r.source, r.record, r.day, r.points, true, r.down, r."order", $4, $4
     from jsonb_to_recordset($3::jsonb) as r (rule text, source text, record text, day date, points int, down boolean, "order" bigint)
     on conflict (community_id, rule, source) do update set points = excluded.points, record = excluded.record, down = excluded.down, given = true,
       given_by_event = excluded.given_by_event, updated_at = excluded.updated_at`,
    [memberId, JSON.stringify([...fresh.values()]), ctx.now()],
  )
  if (changes.length === 0) return
  await keep(ctx, standing, changes, days)
  // points for things of the past, as an import brings them, are announced to nobody
  for (const { day, points, rule } of changes)
    if (points > 0 && ctx.now().getTime() - Date.parse(day) < NEWS_MS)
      ctx.emit(contract.events['points.awarded'], { memberId, points, totalPoints: Math.max(0, standing.total_points), rule })
}

/**
 * Takes back what an award gave.
 * @param memberId who would have been awarded: needed where the undoing arrives before the award, which then gives nothing
 */
export async function takeBack(ctx: Ctx, { rule, source, order = 0 }: Pick<Earned, 'rule' | 'source' | 'order'>, memberId?: number): Promise<void> {
  await rolledTo(ctx)
  const owner = (await entriesOf(ctx, [{ rule, source }])).get(keyOf({ rule, source }))?.member_id ?? memberId
  const standing = owner === undefined ? null : await holdStanding(ctx, owner)
  if (!standing) return
  const entry = (await entriesOf(ctx, [{ rule, source }])).get(keyOf({ rule, source }))
  if (entry && order < entry.order) return
  if (!entry && order === 0) return
  await ctx.sql(
    `insert into gamification.entry (community_id, member_id, rule, source, day, given, given_by_event, created_at, updated_at) values ($1, $2, $3, $4, $5::date, false, $6, $7, $7)
     on conflict (community_id, rule, source) do update set given = false, given_by_event = excluded.given_by_event, updated_at = excluded.updated_at`,
    [standing.member_id, rule, source, dayOf(ctx.now()), order, ctx.now()],
  )
  if (!entry?.given || entry.down) return
  await apply(ctx, standing, [{ day: entry.day, points: -entry.points, rule, count: -1 }])
  if (entry.points > 0) ctx.emit(contract.events['points.taken_back'], { memberId: standing.member_id, points: entry.points, rule })
}

/** Takes back what a record has earned while it is hidden or deleted (`down`), and gives it again when the record is back. */
export async function recordMoved(ctx: Ctx, record: string, down: boolean, order = 0): Promise<void> {
  const [state] = await ctx.sql<{ id: number }>(
    `insert into gamification.record_state as r (community_id, record, down, told_by_event, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (community_id, record) do update set down = excluded.down, told_by_event = excluded.told_by_event, updated_at = excluded.updated_at
       where r.told_by_event <= excluded.told_by_event returning id`,
    [record, down, order, ctx.now()],
  )
  if (!state) return
  await rolledTo(ctx)
  const owners = await ctx.sql<{ member_id: number }>(
    'select distinct member_id from gamification.entry where community_id = $1 and record = $2 and down <> $3 order by member_id',
    [record, down],
  )
  for (const { member_id } of owners) {
    const standing = await holdStanding(ctx, member_id)
    if (!standing) continue
    const moved = await ctx.sql<{ day: string; rule: string; points: number; count: number }>(
      `with moved as (update gamification.entry set down = $4, updated_at = $5 where community_id = $1 and record = $2 and member_id = $3 and down <> $4
         returning day, rule, points, given)
       select day::text as day, rule, sum(points)::int as points, count(*)::int as count from moved where given group by day, rule order by day, rule`,
      [record, member_id, down, ctx.now()],
    )
    if (moved.length)
      await apply(
        ctx,
        standing,
        moved.map(({ day, rule, points, count }) => ({ day, rule, points: down ? -points : points, count: down ? -count : count })),
      )
  }
}
