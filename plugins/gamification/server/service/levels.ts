/** Levels: which one a number of points reaches, what access it opens, and how everybody's level is set again when the levels change. */
import { invalid } from '@atrium/sdk'
import { addTo, type Ctx, isRefusal, lock } from '@atrium/sdk/server'
import access from '../../../access/contract.ts'
import type { GamificationStats } from '../../../members/contract.ts'
import contract, { type Level } from '../../contract.ts'
import { LevelTable, type Standing } from '../entities.ts'
import { levelJob } from '../jobs.ts'

const STEP = 500
/** The levels of a community that has not set its own; their names come from this plugin's locales. */
const DEFAULTS = [
  { points: 0, emoji: '🌱' },
  { points: 60, emoji: '🌿' },
  { points: 250, emoji: '🌼' },
  { points: 600, emoji: '🍀' },
  { points: 1_200, emoji: '🌻' },
  { points: 1_600, emoji: '🌳' },
  { points: 2_160, emoji: '⭐' },
  { points: 4_500, emoji: '🌟' },
  { points: 9_000, emoji: '👑' },
] as const

export interface LevelRow {
  id: number
  number: number
  name: string
  emoji: string
  points: number
  access_group_id: number | null
}
export interface LevelInput {
  id?: number
  name: string
  emoji: string
  points: number
  access_group_id: number | null
}

/** From the first on; from memory. */
export const levelsOf = (ctx: Ctx): Promise<LevelRow[]> =>
  ctx.cached('gamification.levels', null, () =>
    ctx.sql<LevelRow>('select id, number, name, emoji, points, access_group_id from gamification.level where community_id = $1 order by number'),
  )
/** Locks the levels, so that one change follows another. */
const holdLadder = (ctx: Ctx) => lock(ctx, 'gamification levels')
export async function ensureLevels(ctx: Ctx): Promise<void> {
  await holdLadder(ctx)
  if (await ctx.em.count(LevelTable)) return
  for (const [i, { points, emoji }] of DEFAULTS.entries())
    ctx.em.create(LevelTable, { number: i + 1, name: ctx.t(`level.${i + 1}`, {}, ctx.community.locale), emoji, points, accessGroupId: null })
  await ctx.em.flush()
  ctx.invalidate('gamification.levels')
}
/** The number of the level that so many points come to. */
export const levelFor = (levels: readonly LevelRow[], points: number): number => levels.findLast((level) => level.points <= points)?.number ?? 1

export function toStats(
  levels: readonly LevelRow[],
  { member_id, total_points, level: number }: Pick<Standing, 'member_id' | 'total_points' | 'level'>,
): GamificationStats {
  const level = levels.find((one) => one.number === number)
  const next = levels.find((one) => one.number === number + 1)
  const shown = Math.max(0, total_points)
  const from = level?.points ?? 0
  return {
    community_member_id: member_id,
    total_points: shown,
    current_level: level?.number ?? null,
    current_level_name: level?.name ?? null,
    points_to_next_level: next ? Math.max(0, next.points - shown) : null,
    level_progress: next ? Math.max(0, Math.min(100, Math.floor((100 * (shown - from)) / Math.max(1, next.points - from)))) : level ? 100 : null,
  }
}

export async function presentLevels(ctx: Ctx): Promise<Level[]> {
  const rows = await ctx.sql<LevelRow & { members_count: number }>(
    'select id, number, name, emoji, points, access_group_id, members_count from gamification.level where community_id = $1 order by number',
  )
  const groups = rows.some((row) => row.access_group_id !== null) ? await accessGroups(ctx) : null
  const all = rows.reduce((sum, row) => sum + row.members_count, 0)
  return rows.map((row) => ({
    ...row,
    members_percent: all ? Math.round((1000 * row.members_count) / all) / 10 : 0,
    opens: groups?.find(({ id }) => id === row.access_group_id)?.name ?? null,
  }))
}
/** Null without the plugin that has them. */
export const accessGroups = async (ctx: Ctx) =>
  ctx.has(access) ? (await ctx.use(access).catalogue()).accessGroups.map(({ id, name }) => ({ id, name })) : null

const reason = (level: Pick<LevelRow, 'id'>) => ({ source: 'level', sourceId: level.id })
async function open(ctx: Ctx, memberIds: number[], level: LevelRow): Promise<void> {
  if (memberIds.length === 0 || level.access_group_id === null || !ctx.has(access)) return
  try {
    await ctx.use(access).open(memberIds, [{ kind: 'access_group', id: level.access_group_id }], reason(level))
  } catch (error) {
    // the access group was deleted: the level stays, and opens nothing
    if (!isRefusal(error, 404)) throw error
  }
}
async function close(ctx: Ctx, memberIds: number[] | null, level: Pick<LevelRow, 'id'>): Promise<void> {
  if (memberIds?.length !== 0 && ctx.has(access)) await ctx.use(access).close(memberIds, reason(level))
}

/** One member has come to another level: counters, what it opens, and telling. */
export async function moveLevel(ctx: Ctx, standing: Standing, to: number): Promise<void> {
  const levels = await levelsOf(ctx)
  const { level: from, member_id: memberId } = standing
  for (const level of levels.filter(({ number }) => number > Math.min(from, to) && number <= Math.max(from, to)))
    if (level.access_group_id !== null) await (to > from ? open(ctx, [memberId], level) : close(ctx, [memberId], level))
  const [left, reached] = [levels.find(({ number }) => number === from), levels.find(({ number }) => number === to)]
  if (standing.listed && left) await addTo(ctx, LevelTable, left.id, { members_count: -1 })
  if (standing.listed && reached) await addTo(ctx, LevelTable, reached.id, { members_count: 1 })
  // a level that was lost and reached again is announced only the first time
  if (reached && to > standing.highest_level) ctx.emit(contract.events['level.reached'], { memberId, levelId: reached.id, level: to })
}

/** @throws AtriumError 422 where they do not rise from 0, or name what is not there */
export async function saveLevels(ctx: Ctx, given: readonly LevelInput[]): Promise<void> {
  if (given[0]?.points !== 0) throw invalid({ 'levels.0.points': ['The first level must start at 0 points.'] })
  const flat = given.findIndex((level, i) => i > 0 && level.points <= given[i - 1]!.points)
  if (flat > 0) throw invalid({ [`levels.${flat}.points`]: ['Each level needs more points than the previous one.'] })
  const wanted = given.flatMap(({ access_group_id }) => access_group_id ?? [])
  const groups = wanted.length ? ((await accessGroups(ctx)) ?? []) : []
  const strange = given.findIndex(({ access_group_id }) => access_group_id !== null && !groups.some(({ id }) => id === access_group_id))
  if (strange >= 0) throw invalid({ [`levels.${strange}.access_group_id`]: ['This access group wasn’t found. Choose another.'] })
  await holdLadder(ctx)
  const kept = new Map((await ctx.em.find(LevelTable, {})).map((level) => [level.id, level]))
  const unknown = given.findIndex(({ id }) => id !== undefined && !kept.has(id))
  if (unknown >= 0) throw invalid({ [`levels.${unknown}.id`]: ['Level not found.'] })
  for (const [i, { id, name, emoji, points, access_group_id: accessGroupId }] of given.entries()) {
    const fields = { number: i + 1, name, emoji, points, accessGroupId }
    const level = id === undefined ? undefined : kept.get(id)
    if (!level) {
      ctx.em.create(LevelTable, fields)
      continue
    }
    kept.delete(level.id)
    if (level.accessGroupId !== null && level.accessGroupId !== accessGroupId) await close(ctx, null, level)
    Object.assign(level, fields)
  }
  for (const level of kept.values()) {
    if (level.accessGroupId !== null) await close(ctx, null, level)
    ctx.em.remove(level)
  }
  await ctx.em.flush()
  ctx.invalidate('gamification.levels')
  await ctx.enqueue(levelJob, { after: 0 })
}

/** Members from this id on get the level that their points come to, and what it opens; adds itself again until all are through. */
export async function relevel(ctx: Ctx, after: number): Promise<void> {
  const levels = await levelsOf(ctx)
  const rows = await ctx.sql<Pick<Standing, 'id' | 'member_id' | 'total_points' | 'level'>>(
    `select id, member_id, total_points, level from gamification.standing where community_id = $1 and member_id > $2 order by member_id limit ${STEP} for update`,
    [after],
  )
  const moved = rows.map((row) => ({ ...row, to: levelFor(levels, row.total_points) }))
  const changed = moved.filter(({ level, to }) => level !== to)
  if (changed.length)
    await ctx.sql(
      `update gamification.standing s set level = r.to, highest_level = greatest(least(s.highest_level, $3), r.to), updated_at = $4
       from jsonb_to_recordset($2::jsonb) as r (id bigint, "to" int) where s.community_id = $1 and s.id = r.id`,
      [JSON.stringify(changed.map(({ id, to }) => ({ id, to }))), levels.length, ctx.now()],
    )
  for (const level of levels.filter(({ access_group_id }) => access_group_id !== null)) {
    const of = (inside: boolean) => moved.filter(({ to }) => to >= level.number === inside).map(({ member_id }) => member_id)
    await open(ctx, of(true), level)
    await close(ctx, of(false), level)
  }
  if (rows.length === STEP) await ctx.enqueue(levelJob, { after: rows.at(-1)!.member_id })
  else
    await ctx.sql(
      `update gamification.level l set members_count = (select count(*) from gamification.standing s where s.community_id = $1 and s.listed and s.level = l.number)
       where l.community_id = $1`,
    )
}
