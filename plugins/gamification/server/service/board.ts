/** The leaderboard as this reader sees it, and where one stands oneself. */
import { forbidden, notFound } from '@atrium/sdk'
import { type Ctx, decodeCursor, type Paging, page, rowsFor } from '@atrium/sdk/server'
import type { z } from 'zod'
import content from '../../../content/contract.ts'
import type { GamificationStats } from '../../../members/contract.ts'
import contract, { type BoardMember, type LeaderboardRow, type MemberStanding, type Overview, type Period, PERIODS, type Place } from '../../contract.ts'
import { badgesRead, type BoardRow, boards, standingsRead } from '../reads.ts'
import { levelsOf, presentLevels, toStats } from './levels.ts'
import { dayOf } from './points.ts'
import { rulesOf } from './rules.ts'
import { streakNow } from './streaks.ts'

/** Rows above and below one's own. */
const AROUND = 2

export const seesBoard = (ctx: Ctx): boolean => ctx.settings(contract).leaderboard_visibility === 'members' || ctx.can('gamification.manage')
function demandBoard(ctx: Ctx): void {
  if (!seesBoard(ctx)) throw forbidden('The leaderboard isn’t visible to members.', 'cannot_view_leaderboard')
}

type Ranked = BoardRow & { rank: number }
/** Places of rows that follow each other. @param seen how many stand before the first @param last points and rank of the one before it */
function ranked(rows: readonly BoardRow[], seen: number, last: { points: number; rank: number } | null): Ranked[] {
  let before = last
  return rows.map((row, i) => {
    const rank = before?.points === row.points ? before.rank : seen + i + 1
    before = { points: row.points, rank }
    return { ...row, rank }
  })
}
/** Members who blocked the reader, or whom the reader blocked, keep their rank but are not listed. */
async function present(ctx: Ctx, rows: readonly Ranked[]): Promise<LeaderboardRow[]> {
  const [apart, people] = await Promise.all([ctx.use(content).apart(), ctx.members.byIds(rows.map(({ member_id }) => member_id))])
  return rows.flatMap(({ member_id, points, before, level, rank }) => {
    const person = people.get(member_id)
    if (!person || apart.includes(member_id)) return []
    const { name, publicUid, headline, avatarUrl } = person
    return [
      {
        ...{ community_member_id: member_id, name, public_uid: publicUid, headline, avatar_url: avatarUrl },
        ...{ total_points: points, rank, change: before === null ? null : before - rank, current_level: level },
      },
    ]
  })
}

/** @throws AtriumError 403 `cannot_view_leaderboard` */
export async function leaderboard(ctx: Ctx, query: { period: Period; per_page: number; around?: 'me' }): Promise<LeaderboardRow[]> {
  demandBoard(ctx)
  const board = boards[query.period]
  if (!query.around) return present(ctx, ranked(await ctx.read(board.top, [query.per_page]), 0, null))
  const me = ctx.me().id
  const [[standing], [place]] = await Promise.all([ctx.read(standingsRead, [[me]]), ctx.read(board.place, [me])])
  if (!standing?.listed || !place || place.points <= 0) return []
  const rows = await ctx.read(board.around, [place.points, me, AROUND])
  const places = new Map<number, number>()
  for (const { points } of rows) if (!places.has(points)) places.set(points, (await ctx.read(board.above, [points]))[0]!.above + 1)
  return present(
    ctx,
    rows.map((row) => ({ ...row, rank: places.get(row.points)! })),
  )
}

const DAY = 86_400_000
const TREND_DAYS = 30
/** Days of one point of the line: single days would show when somebody sleeps. */
const STEP_DAYS = 3
const BEST_AT = 2
/** By member; who has earned nothing in these days is absent. */
async function trendsOf(ctx: Ctx, memberIds: number[]): Promise<Map<number, Pick<BoardMember, 'trend' | 'best_at'>>> {
  const since = dayOf(new Date(ctx.now().getTime() - (TREND_DAYS - 1) * DAY))
  const days = await ctx.sql<{ member_id: number; step: number; points: number; by_rule: Record<string, number> }>(
    `select member_id, (day - $3::date) / ${STEP_DAYS} as step, points, by_rule from gamification.day
     where community_id = $1 and member_id = any ($2::bigint[]) and day >= $3::date`,
    [memberIds, since],
  )
  const rules = rulesOf(ctx)
  const trends = new Map<number, Pick<BoardMember, 'trend' | 'best_at'>>()
  for (const [memberId, own] of Map.groupBy(days, (day) => day.member_id)) {
    const trend = Array.from({ length: TREND_DAYS / STEP_DAYS }, () => 0)
    for (const { step, points } of own) if (trend[step] !== undefined) trend[step] += points
    const best = rules
      .map(({ key, label, icon }) => ({ key, label, icon, points: own.reduce((sum, { by_rule }) => sum + (by_rule[key] ?? 0), 0) }))
      .filter(({ points }) => points > 0)
      .sort((one, other) => other.points - one.points)
    trends.set(memberId, { trend, best_at: best.slice(0, BEST_AT) })
  }
  return trends
}

export async function listMembers(ctx: Ctx, query: Paging & { period: Period }) {
  demandBoard(ctx)
  const board = boards[query.period]
  const last = decodeCursor(query.cursor, ['number', 'number', 'number', 'number'])?.map(Number)
  const rows = last ? await ctx.read(board.after, [last[0], last[1], rowsFor(query)]) : await ctx.read(board.top, [rowsFor(query)])
  const seen = last?.[2] ?? 0
  const all = ranked(rows, seen, last ? { points: last[0]!, rank: last[3]! } : null).map((row, i) => ({ ...row, seen: seen + i + 1 }))
  const found = page(all, { query, key: (row) => [row.points, row.member_id, row.seen, row.rank] }, (row) => row)
  const [records, trends] = await Promise.all([
    present(ctx, found.records),
    trendsOf(
      ctx,
      found.records.map(({ member_id }) => member_id),
    ),
  ])
  return { ...found, records: records.map((row) => ({ ...row, ...(trends.get(row.community_member_id) ?? { trend: [], best_at: [] }) })) }
}

async function placeOf(ctx: Ctx, memberId: number, period: Period): Promise<Place> {
  const [row] = await ctx.read(boards[period].place, [memberId])
  if (!row || row.points <= 0) return { points: Math.max(0, row?.points ?? 0), rank: null, change: null, points_to_next_rank: null }
  const rank = row.above + 1
  return {
    points: row.points,
    rank,
    change: row.before === null ? null : row.before - rank,
    points_to_next_rank: row.next_points === null ? null : row.next_points - row.points,
  }
}

export async function overview(ctx: Ctx): Promise<z.input<typeof Overview>> {
  const me = ctx.me().id
  const sees = seesBoard(ctx)
  const [levels, ladder, [standing]] = await Promise.all([presentLevels(ctx), levelsOf(ctx), ctx.read(standingsRead, [[me]])])
  const places = Object.fromEntries(await Promise.all(PERIODS.map(async (period) => [period, await placeOf(ctx, me, period)] as const))) as Record<
    Period,
    Place
  >
  if (!sees) for (const place of Object.values(places)) Object.assign(place, { rank: null, change: null, points_to_next_rank: null })
  const row = standing ?? {
    member_id: me,
    total_points: 0,
    level: 1,
    streak: 0,
    best_streak: 0,
    streak_at: null,
    time_zone: null,
    takes_part: true,
    listed: true,
  }
  return {
    policies: { can_view_leaderboard: sees, can_manage: ctx.can('gamification.manage') },
    daily_limit: ctx.settings(contract).daily_limit || null,
    levels,
    rules: rulesOf(ctx).filter(({ enabled, points }) => enabled && points > 0),
    own: row.takes_part ? { stats: toStats(ladder, row), streak: streakNow(ctx, row), places } : null,
  }
}

/** Of those who take part. */
export async function statsOf(ctx: Ctx, memberIds: number[]): Promise<Map<number, GamificationStats>> {
  const [levels, rows] = await Promise.all([levelsOf(ctx), memberIds.length ? ctx.read(standingsRead, [memberIds]) : []])
  return new Map(rows.filter(({ listed }) => listed).map((row) => [row.member_id, toStats(levels, row)]))
}

/** @throws AtriumError 404 for who is no member, or is kept apart from the reader */
export async function standingOf(ctx: Ctx, memberId: number): Promise<z.input<typeof MemberStanding>> {
  const member = (await ctx.members.byIds([memberId])).get(memberId)
  if (!member?.isActive || (await ctx.use(content).apart()).includes(memberId)) throw notFound('Member', 'community_member_not_found')
  const [levels, [row], badges] = await Promise.all([levelsOf(ctx), ctx.read(standingsRead, [[memberId]]), ctx.read(badgesRead, [memberId])])
  if (!row?.takes_part) return { gamification_stats: null, level_emoji: null, streak: null, rank: null, badges: [] }
  return {
    gamification_stats: toStats(levels, row),
    level_emoji: levels.find(({ number }) => number === row.level)?.emoji ?? null,
    streak: streakNow(ctx, row),
    rank: seesBoard(ctx) ? (await placeOf(ctx, memberId, '30_days')).rank : null,
    badges,
  }
}
