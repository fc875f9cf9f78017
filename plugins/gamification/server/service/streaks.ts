/** Streaks: so many days or weeks on end on which a member did something, by the calendar where they live. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { MILESTONES } from '../../contract.ts'
import { earnBadges, STREAK } from './badges.ts'
import { holdStanding } from './standings.ts'

const DAY = 86_400_000
type Unit = 'days' | 'weeks'
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY
const dayOf = (number: number) => new Date(number * DAY).toISOString().slice(0, 10)

/** The day, or the Monday of the week, at a place. @param zone IANA name; what is none counts as UTC */
export function turnOf(at: Date, zone: string | null, unit: Unit): string {
  const local = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
  let day: string
  try {
    day = local(zone ?? 'UTC')
  } catch {
    day = local('UTC')
  }
  if (unit === 'days') return day
  const number = numberOf(day)
  // 1 January 1970 was a Thursday, and weeks begin on Monday
  return dayOf(number - ((number + 3) % 7))
}
const step = (unit: Unit) => (unit === 'weeks' ? 7 : 1)

/** Counts a day of activity. An event that is delivered twice, or late, changes nothing. */
export async function active(ctx: Ctx, memberId: number, at: Date): Promise<void> {
  const unit = ctx.settings(contract).streak_unit
  const [known] = await ctx.sql<{ time_zone: string | null; streak_at: string | null }>(
    `select m.time_zone, s.streak_at::text as streak_at from kernel.member_card m left join gamification.standing s on s.community_id = $1 and s.member_id = m.id
     where m.community_id = $1 and m.id = $2`,
    [memberId],
  )
  if (!known) return
  const turn = turnOf(at, known.time_zone, unit)
  if (known.streak_at !== null && turn <= known.streak_at) return
  const standing = await holdStanding(ctx, memberId)
  if (!standing || (standing.streak_at !== null && turn <= standing.streak_at)) return
  const follows = standing.streak_at !== null && numberOf(turn) - numberOf(standing.streak_at) === step(unit)
  const length = follows ? standing.streak + 1 : 1
  const best = Math.max(standing.best_streak, length)
  await ctx.sql('update gamification.standing set streak = $3, best_streak = $4, streak_at = $5::date, updated_at = $6 where community_id = $1 and id = $2', [
    standing.id,
    length,
    best,
    turn,
    ctx.now(),
  ])
  if (best > standing.best_streak) await earnBadges(ctx, memberId, STREAK, standing.best_streak, best)
  if ((MILESTONES as readonly number[]).includes(length)) ctx.emit(contract.events['streak.reached'], { memberId, length, unit })
}

/** As it stands now: it is over once a whole day or week went by. */
export function streakNow(ctx: Ctx, row: { streak: number; best_streak: number; streak_at: string | null; time_zone: string | null }) {
  const unit = ctx.settings(contract).streak_unit
  const now = numberOf(turnOf(ctx.now(), row.time_zone, unit))
  const lives = row.streak_at !== null && now - numberOf(row.streak_at) <= step(unit)
  return { unit, current: lives ? row.streak : 0, best: row.best_streak }
}
