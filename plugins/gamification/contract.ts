/** What others may know of gamification: what earns points, levels, the leaderboard, badges, awards by hand. */
import { changesOf, date, defineContract, del, done, event, get, id, line, list, paging, patch, point, post, type, z } from '@atrium/sdk'
import { GamificationStats } from '../members/contract.ts'

export const PERIODS = ['7_days', '30_days', 'all_time'] as const
export type Period = (typeof PERIODS)[number]
export const MAX_LEVELS = 20
export const MAX_BADGES = 100
/** Most points of one award by hand, either way. */
export const MAX_AWARD = 10_000
/** Streaks of so many days or weeks are told. */
export const MILESTONES = [7, 30, 100, 365] as const

/** Brings what earns points, for the point `gamification.rule`. The plugin's word `rule.<key>` says it: "Receive a like". */
export interface PointRule {
  /** Unique among all plugins: `like`, `lesson_completed`. */
  key: string
  icon: string
  /** Where the community has not said otherwise. */
  points: number
  /** Most points a day by this rule; null: as many as the community's own limit lets through. */
  limitPerDay: number | null
}

/** Something that earned points. `source` tells one from the other, so that the same twice counts once. */
export interface Earned {
  rule: string
  memberId: number
  /** Who did it; nobody earns by what they do to themselves. */
  byMemberId?: number | null
  /** At most 120 characters, the same each time: `post:12:4`. */
  source: string
  /** What goes with it when it is taken down: `post:12`. */
  record?: string | null
  at?: Date
  /** Rises with each change of the same thing; an older one that arrives late changes nothing. Ids of events do. */
  order?: number
}
export interface GamificationService {
  /** One thing, or many in the order in which they came. Idempotent by rule and source. What no rule knows, or one that is switched off, earns nothing. */
  award(earned: Earned | readonly Earned[]): Promise<void>
  /** Takes back what that gave; given again later by `award` with a higher `order`. */
  takeBack(input: Pick<Earned, 'rule' | 'source' | 'order'>): Promise<void>
  /** The record is hidden or gone (`down`), or there again: what it earned goes and comes with it. */
  recordMoved(record: string, down: boolean, order?: number): Promise<void>
  /** A day on which the member did something, for streaks. */
  active(memberId: number, at: Date): Promise<void>
  /** Points by hand, in the name of the ctx's member. @returns the award's id @throws AtriumError 404, 422 */
  awardByHand(input: { memberId: number; points: number; reason: string }): Promise<number>
  /** For set-up: replaces all levels. @throws AtriumError 422 */
  setLevels(levels: { name: string; points: number; emoji: string; accessGroupId?: number | null }[]): Promise<void>
  /** For set-up. @throws AtriumError 422 */
  createBadge(input: { name: string; emoji: string; description?: string; rule?: string | null; threshold?: number | null }): Promise<number>
  giveBadge(badgeId: number, memberId: number): Promise<void>
  /** After many awards of the past at once: counts the places of the period before anew. */
  settle(): Promise<void>
  statsOf(memberIds: number[]): Promise<Map<number, GamificationStats>>
}

/** A member of the leaderboard as the public API has it, with the rank. `total_points` are those of the period. */
export const LeaderboardRow = z.object({
  community_member_id: z.number(),
  name: z.string(),
  public_uid: z.string(),
  headline: z.string().nullable(),
  avatar_url: z.string().nullable(),
  total_points: z.number(),
  /** Who has as many points has the same place. */
  rank: z.number(),
  /** Places won since the period before, lost where below 0; null for who had none. */
  change: z.number().nullable(),
  current_level: z.number(),
})
export type LeaderboardRow = z.output<typeof LeaderboardRow>

/** Of the last 30 days, for a row of the list. */
export const BoardMember = LeaderboardRow.extend({
  /** Points of three days each, the oldest first. */
  trend: z.array(z.number()),
  /** The rules that gave most, with their points: two at most. */
  best_at: z.array(z.object({ key: z.string(), label: z.string(), icon: z.string(), points: z.number() })),
})
export type BoardMember = z.output<typeof BoardMember>

export const Level = z.object({
  id: z.number(),
  number: z.number(),
  name: z.string(),
  emoji: z.string(),
  points: z.number(),
  members_count: z.number(),
  /** Of those who take part, 0 to 100 with one digit. */
  members_percent: z.number(),
  access_group_id: z.number().nullable(),
  /** What reaching it opens. */
  opens: z.string().nullable(),
})
export type Level = z.output<typeof Level>
export const Rule = z.object({
  key: z.string(),
  label: z.string(),
  icon: z.string(),
  points: z.number(),
  default_points: z.number(),
  limit_per_day: z.number().nullable(),
  enabled: z.boolean(),
})
export type Rule = z.output<typeof Rule>

const Place = z.object({
  points: z.number(),
  /** Null without points. */
  rank: z.number().nullable(),
  change: z.number().nullable(),
  /** To the place before; null at the first. */
  points_to_next_rank: z.number().nullable(),
})
export type Place = z.output<typeof Place>
const Streak = z.object({ unit: z.enum(['days', 'weeks']), current: z.number(), best: z.number() })
const MemberBadge = z.object({ id: z.number(), name: z.string(), emoji: z.string(), description: z.string(), given_at: date })

export const Overview = z.object({
  policies: z.object({ can_view_leaderboard: z.boolean(), can_manage: z.boolean() }),
  /** Null where nothing limits it. */
  daily_limit: z.number().nullable(),
  levels: z.array(Level),
  rules: z.array(Rule.pick({ key: true, label: true, icon: true, points: true })),
  /** Null for who stays out. */
  own: z.object({ stats: GamificationStats, streak: Streak, places: z.record(z.enum(PERIODS), Place) }).nullable(),
})
export type Overview = z.output<typeof Overview>

/** A day on which one earned something: what for, the most first, and what was given by hand. Days are those of UTC. */
export const HistoryDay = z.object({
  day: z.string(),
  points: z.number(),
  rules: z.array(z.object({ key: z.string(), label: z.string(), icon: z.string(), points: z.number() })),
  awards: z.array(z.object({ points: z.number(), reason: z.string() })),
})
export type HistoryDay = z.output<typeof HistoryDay>

export const MemberStanding = z.object({
  /** Null where the member stays out. */
  gamification_stats: GamificationStats.nullable(),
  level_emoji: z.string().nullable(),
  streak: Streak.nullable(),
  /** Place of the last 30 days, for those who may see the leaderboard. */
  rank: z.number().nullable(),
  badges: z.array(MemberBadge),
})

export const PointAward = z.object({
  id: z.number(),
  community_member_id: z.number(),
  name: z.string(),
  public_uid: z.string(),
  avatar_url: z.string().nullable(),
  points: z.number(),
  reason: z.string(),
  given_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: date,
  updated_at: date,
})
export type PointAward = z.output<typeof PointAward>
const awardFields = z.object({
  points: z
    .number()
    .int()
    .min(-MAX_AWARD)
    .max(MAX_AWARD)
    .refine((points) => points !== 0, 'Enter at least one point to add or remove.'),
  reason: line(300).min(1, 'Enter a reason.'),
})

export const Badge = z.object({
  id: z.number(),
  name: z.string(),
  emoji: z.string(),
  description: z.string(),
  /** A rule, or `streak`; null for those given by hand. */
  rule: z.string().nullable(),
  threshold: z.number().nullable(),
  members_count: z.number(),
  created_at: date,
})
export type Badge = z.output<typeof Badge>
const emoji = z
  .string()
  .max(16)
  .regex(/^\p{RGI_Emoji}$/v, 'Choose an emoji.')
const badgeFields = z.object({
  name: line(60).min(1, 'Enter a name.'),
  emoji,
  description: line(200).default(''),
  rule: z.string().max(60).nullable().default(null),
  /** How often, or for a streak how long. */
  threshold: z.number().int().min(1).max(1_000_000).nullable().default(null),
})

const levelInput = z.object({
  id: id.optional(),
  name: line(40).min(1, 'Enter a name.'),
  emoji,
  points: z.number().int().min(0).max(10_000_000),
  access_group_id: id.nullable().default(null),
})
const ruleInput = z.object({
  key: z.string().max(60),
  points: z.number().int().min(0).max(1000).optional(),
  enabled: z.boolean().optional(),
  limit_per_day: z.number().int().min(0).max(10_000).nullable().optional(),
})
const general = {
  /** Most points a day by rules; 0: no limit. */
  daily_limit: z.number().int().min(0).max(10_000),
  leaderboard_visibility: z.enum(['members', 'managers']),
  streak_unit: z.enum(['days', 'weeks']),
}
export const Settings = z.object({
  ...general,
  rules: z.array(Rule),
  levels: z.array(Level),
  /** What a level may open; null without access groups. */
  access_groups: z.array(z.object({ id: z.number(), name: z.string() })).nullable(),
  /** Whom points may be given to at once; null without segments. */
  segments: z.array(z.object({ id: z.number(), title: z.string(), count: z.number() })).nullable(),
})
export type Settings = z.output<typeof Settings>

/** The last 30 days. */
export const Figures = z.object({
  /** The oldest first, those without points too. */
  days: z.array(z.object({ day: z.string(), points: z.number() })),
  /** What earned any, most first. */
  rules: z.array(Rule.pick({ key: true, label: true, icon: true, points: true })),
  by_hand: z.number(),
  levels: z.array(Level),
})
export type Figures = z.output<typeof Figures>

const Preference = z.object({ takes_part: z.boolean() })
const can = 'manage'
const byId = { params: z.object({ id }) }
const busy = { limit: { points: 60, seconds: 60 } }
const period = z.enum(PERIODS).default('all_time')

export default defineContract('gamification', {
  permissions: { manage: { title: 'Manage points, levels and badges', grant: ['admin'] } },
  settings: z.object({
    daily_limit: general.daily_limit.default(60),
    leaderboard_visibility: general.leaderboard_visibility.default('members'),
    streak_unit: general.streak_unit.default('days'),
    /** What the community says otherwise, by the key of a rule. */
    rules: z.record(z.string(), ruleInput.omit({ key: true })).default({}),
  }),
  routes: {
    settings: get('/internal_api/gamification/settings', { can, reply: Settings }),
    updateSettings: patch('/internal_api/gamification/settings', {
      can,
      ...busy,
      body: z.object({
        ...z.object(general).partial().shape,
        rules: z.array(ruleInput).max(100).optional(),
        /** All of them, from the first at 0 points upwards; who is absent goes. */
        levels: z.array(levelInput).min(1).max(MAX_LEVELS, 'You can have up to {maximum} levels.').optional(),
      }),
      reply: Settings,
      summary: 'Changes what earns points, levels and who sees the leaderboard; what is not named stays',
    }),
    overview: get('/internal_api/gamification/overview', { can: 'member', reply: Overview, summary: 'Levels, what earns points, and where one stands' }),
    history: get('/internal_api/gamification/history', {
      can: 'member',
      query: paging,
      reply: list(HistoryDay),
      summary: 'What one’s own points came from, day by day, the latest first',
    }),
    leaderboard: get('/internal_api/gamification/leaderboard', {
      can: 'member',
      query: z.object({
        period,
        per_page: z.coerce.number().int().min(1).max(100).default(20),
        /** The places about one’s own instead of the first ones. */
        around: z.literal('me').optional(),
      }),
      reply: z.array(LeaderboardRow),
      limit: { points: 120, seconds: 60 },
      summary: 'Who has the most points; 403 where it is not shown to members',
    }),
    members: get('/internal_api/gamification/members', {
      can: 'member',
      query: paging.extend({ period }),
      reply: list(BoardMember),
      limit: { points: 120, seconds: 60 },
      summary: 'All members with points, by place, and how their last 30 days went',
    }),
    standing: get('/internal_api/gamification/members/:id', {
      can: 'member',
      ...byId,
      reply: MemberStanding,
      summary: 'Level, badges and streak of one member',
    }),
    preference: get('/internal_api/gamification/preference', { can: 'member', reply: Preference }),
    updatePreference: patch('/internal_api/gamification/preference', {
      can: 'member',
      ...busy,
      body: Preference,
      reply: Preference,
      summary: 'Whether one takes part; who stays out is in no list and shows no points',
    }),
    awards: get('/internal_api/gamification/point_awards', { can, query: paging.extend({ community_member_id: id.optional() }), reply: list(PointAward) }),
    createAward: post('/internal_api/gamification/point_awards', {
      can,
      ...busy,
      body: z.object({ point_award: awardFields.extend({ community_member_id: id }) }),
      reply: PointAward,
      status: 201,
      summary: 'Gives points by hand, or takes some; to anybody but oneself',
    }),
    figures: get('/internal_api/gamification/figures', { can, reply: Figures, summary: 'Points by day and by what earned them, and who has come how far' }),
    awardSegment: post('/internal_api/gamification/point_awards/segment', {
      can,
      limit: { points: 10, seconds: 3600 },
      body: z.object({ point_award: awardFields.extend({ segment_id: id }) }),
      reply: z.object({ members_count: z.number() }),
      status: 202,
      summary: 'Gives everybody in a segment points, in the background; whoever gives them gets none',
    }),
    award: get('/internal_api/gamification/point_awards/:id', { can, ...byId, reply: PointAward }),
    updateAward: patch('/internal_api/gamification/point_awards/:id', {
      can,
      ...busy,
      ...byId,
      body: z.object({ point_award: awardFields.partial() }),
      reply: PointAward,
    }),
    destroyAward: del('/internal_api/gamification/point_awards/:id', { can, ...byId, reply: done, summary: 'Takes an award back' }),
    badges: get('/internal_api/gamification/badges', { can, reply: z.object({ records: z.array(Badge) }) }),
    createBadge: post('/internal_api/gamification/badges', { can, ...busy, body: z.object({ badge: badgeFields }), reply: Badge, status: 201 }),
    updateBadge: patch('/internal_api/gamification/badges/:id', {
      can,
      ...busy,
      ...byId,
      body: z.object({ badge: changesOf(badgeFields.pick({ name: true, emoji: true, description: true })) }),
      reply: Badge,
    }),
    destroyBadge: del('/internal_api/gamification/badges/:id', { can, ...byId, reply: done, summary: 'Deletes a badge; nobody bears it any more' }),
    giveBadge: post('/internal_api/gamification/badges/:id/members', {
      can,
      ...busy,
      ...byId,
      body: z.object({ community_member_id: id }),
      reply: done,
      status: 201,
      summary: 'Gives a badge by hand; 422 for one that is earned',
    }),
    takeBadge: del('/internal_api/gamification/badges/:id/members/:memberId', { can, params: z.object({ id, memberId: id }), reply: done }),
  },
  events: {
    'points.awarded': event(z.object({ memberId: id, points: z.number(), totalPoints: z.number(), rule: z.string().nullable() }), {
      realtime: 'member',
      automation: true,
      title: 'A member got points',
    }),
    'points.taken_back': event(z.object({ memberId: id, points: z.number(), rule: z.string() }), {
      realtime: 'member',
      title: 'What earned a member points was undone',
    }),
    'level.reached': event(z.object({ memberId: id, levelId: id, level: z.number() }), {
      realtime: 'member',
      automation: true,
      title: 'A member reached a level',
    }),
    'badge.given': event(z.object({ memberId: id, badgeId: id }), { realtime: 'member', automation: true, title: 'A member was given a badge' }),
    'streak.reached': event(z.object({ memberId: id, length: z.number(), unit: z.enum(['days', 'weeks']) }), {
      realtime: 'member',
      automation: true,
      title: 'A member reached a streak',
    }),
  },
  points: { rule: point<PointRule>() },
  service: type<GamificationService>(),
})
