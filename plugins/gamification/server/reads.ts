/** Hot reads of gamification: the leaderboard from its top or from a place, one's own place, and where some members stand. */
import { type Statement, statement } from '@atrium/sdk/server'
import type { Period } from '../contract.ts'

export interface BoardRow {
  member_id: number
  points: number
  before: number | null
  level: number
}
export interface PlaceRow {
  points: number
  before: number | null
  above: number
  next_points: number | null
}
interface Board {
  /** $2 rows. */
  top: Statement<BoardRow>
  /** $2 points and $3 member of the last row, $4 rows. */
  after: Statement<BoardRow>
  /** $2 points and $3 member of one's own row, $4 rows on either side. */
  around: Statement<BoardRow>
  /** $2 points: how many have more. */
  above: Statement<{ above: number }>
  /** $2 member. */
  place: Statement<PlaceRow>
}
/** All walk the index of their column, `standing_7`, `standing_30` or `standing_all`; names come from memory. */
function board(key: string, points: string, before: string): Board {
  const from = `select member_id, ${points} as points, ${before} as before, level from gamification.standing where community_id = $1 and listed and ${points} > 0`
  const down = `order by ${points} desc, member_id desc`
  return {
    top: statement(`gamification.top_${key}`, `${from} ${down} limit $2`),
    after: statement(`gamification.after_${key}`, `${from} and (${points}, member_id) < ($2::int, $3::bigint) ${down} limit $4`),
    around: statement(
      `gamification.around_${key}`,
      `select * from ((${from} and (${points}, member_id) > ($2::int, $3::bigint) order by ${points}, member_id limit $4)
         union all (${from} and (${points}, member_id) <= ($2::int, $3::bigint) ${down} limit $4 + 1)) r order by r.points desc, r.member_id desc`,
    ),
    above: statement(
      `gamification.above_${key}`,
      `select count(*)::int as above from gamification.standing where community_id = $1 and listed and ${points} > $2::int`,
    ),
    place: statement(
      `gamification.place_${key}`,
      `select s.${points} as points, s.${before} as before,
         (select count(*)::int from gamification.standing o where o.community_id = $1 and o.listed and o.${points} > s.${points}) as above,
         (select o.${points} from gamification.standing o where o.community_id = $1 and o.listed and o.${points} > s.${points} order by o.${points} limit 1) as next_points
       from gamification.standing s where s.community_id = $1 and s.member_id = $2`,
    ),
  }
}
export const boards: Record<Period, Board> = {
  '7_days': board('7', 'points_7', 'before_7'),
  '30_days': board('30', 'points_30', 'before_30'),
  all_time: board('all', 'total_points', 'before_all'),
}

export interface StandingRow {
  member_id: number
  total_points: number
  level: number
  streak: number
  best_streak: number
  streak_at: string | null
  takes_part: boolean
  listed: boolean
  time_zone: string | null
}
/** $2 members. By the unique key. */
export const standingsRead = statement<StandingRow>(
  'gamification.standings',
  `select s.member_id, s.total_points, s.level, s.streak, s.best_streak, s.streak_at::text as streak_at, s.takes_part, s.listed, m.time_zone
   from gamification.standing s join kernel.member_card m on m.community_id = $1 and m.id = s.member_id
   where s.community_id = $1 and s.member_id = any ($2::bigint[])`,
)
/** $2 member. Index badge_member_member. */
export const badgesRead = statement<{ id: number; name: string; emoji: string; description: string; given_at: Date }>(
  'gamification.badges_of',
  `select b.id, b.name, b.emoji, b.description, g.created_at as given_at from gamification.badge_member g
   join gamification.badge b on b.community_id = $1 and b.id = g.badge_id where g.community_id = $1 and g.member_id = $2 order by g.created_at desc, b.id`,
)
