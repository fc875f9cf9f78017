/** Tables of gamification as the ORM knows them; the migration is their truth in SQL. */
import { p, table } from '@atrium/sdk/server'

export const LevelTable = table('gamification.level', {
  number: p.integer(),
  name: p.text(),
  emoji: p.text(),
  points: p.integer(),
  accessGroupId: p.bigint('number').nullable(),
  membersCount: p.integer().default(0),
})
/** `before_*` are places of the period before, counted with each new day. */
export const StandingTable = table(
  'gamification.standing',
  {
    memberId: p.bigint('number'),
    totalPoints: p.integer().default(0),
    points_7: p.integer().default(0),
    points_30: p.integer().default(0),
    beforeAll: p.integer().nullable(),
    before_7: p.integer().nullable(),
    before_30: p.integer().nullable(),
    level: p.integer().default(1),
    highestLevel: p.integer().default(1),
    counts: p.json().$type<Record<string, number>>().defaultRaw(`'{}'::jsonb`),
    streak: p.integer().default(0),
    bestStreak: p.integer().default(0),
    streakAt: p.date().nullable(),
    takesPart: p.boolean().default(true),
    listed: p.boolean().default(true),
  },
  { own: ['total_points', 'points_7', 'points_30', 'level', 'highest_level', 'streak', 'best_streak', 'takes_part'] },
)
/** A standing as it is held while it changes. */
export interface Standing {
  id: number
  member_id: number
  total_points: number
  points_7: number
  points_30: number
  level: number
  highest_level: number
  counts: Record<string, number>
  streak: number
  best_streak: number
  streak_at: string | null
  listed: boolean
}
export const EntryTable = table(
  'gamification.entry',
  {
    memberId: p.bigint('number'),
    rule: p.text(),
    source: p.text(),
    record: p.text().nullable(),
    day: p.date(),
    points: p.integer().default(0),
    given: p.boolean().default(true),
    down: p.boolean().default(false),
    givenByEvent: p.bigint('number').default(0),
  },
  { own: ['rule', 'day', 'points'] },
)
export const RecordStateTable = table('gamification.record_state', {
  record: p.text(),
  down: p.boolean(),
  toldByEvent: p.bigint('number').default(0),
})
export const DayTable = table(
  'gamification.day',
  {
    memberId: p.bigint('number'),
    day: p.date(),
    points: p.integer().default(0),
    earned: p.integer().default(0),
    byRule: p.json().$type<Record<string, number>>().defaultRaw(`'{}'::jsonb`),
  },
  { own: ['day', 'points', 'earned'] },
)
export const RollTable = table('gamification.roll', { countedOn: p.date() })
export const AwardTable = table(
  'gamification.award',
  {
    memberId: p.bigint('number'),
    points: p.integer(),
    reason: p.text(),
    givenBy: p.bigint('number').nullable(),
    day: p.date(),
  },
  { own: ['points', 'reason', 'day'] },
)
export const BadgeTable = table('gamification.badge', {
  name: p.text(),
  emoji: p.text(),
  description: p.text().default(''),
  rule: p.text().nullable(),
  threshold: p.integer().nullable(),
  membersCount: p.integer().default(0),
})
export const BadgeMemberTable = table(
  'gamification.badge_member',
  {
    badgeId: p.bigint('number'),
    memberId: p.bigint('number'),
    givenBy: p.bigint('number').nullable(),
  },
  { own: ['badge_id'] },
)
export const entities = [LevelTable, StandingTable, EntryTable, RecordStateTable, DayTable, RollTable, AwardTable, BadgeTable, BadgeMemberTable]
