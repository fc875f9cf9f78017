/** Badges: earned by how often something was done, or given by hand. */
import { invalid, notFound, sentence } from '@atrium/sdk'
import { addTo, type Ctx, hold, lock } from '@atrium/sdk/server'
import type { z } from 'zod'
import contract, { type Badge, MAX_BADGES } from '../../contract.ts'
import { BadgeMemberTable, BadgeTable } from '../entities.ts'
import { badgeJob } from '../jobs.ts'
import { rulesOf } from './rules.ts'

/** The longest streak counts as any rule does. */
export const STREAK = 'streak'

const earnedBadges = (ctx: Ctx) =>
  ctx.cached('gamification.badges', null, () =>
    ctx.sql<{ id: number; rule: string; threshold: number }>('select id, rule, threshold from gamification.badge where community_id = $1 and rule is not null'),
  )
/** Gives a badge; a second time changes nothing. */
async function bestow(ctx: Ctx, badgeId: number, memberId: number, givenBy: number | null): Promise<void> {
  const made = await ctx.sql(
    `insert into gamification.badge_member (community_id, badge_id, member_id, given_by, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (community_id, badge_id, member_id) do nothing returning id`,
    [badgeId, memberId, givenBy, ctx.now()],
  )
  if (made.length === 0) return
  await addTo(ctx, BadgeTable, badgeId, { members_count: 1 })
  ctx.emit(contract.events['badge.given'], { memberId, badgeId })
}
/** Gives the badges that a member reaches when a count rises from one number to another. Badges stay when the count falls again. */
export async function earnBadges(ctx: Ctx, memberId: number, rule: string, from: number, to: number): Promise<void> {
  for (const badge of await earnedBadges(ctx))
    if (badge.rule === rule && badge.threshold > from && badge.threshold <= to) await bestow(ctx, badge.id, memberId, null)
}

export async function createBadge(ctx: Ctx, input: Pick<Badge, 'name' | 'emoji' | 'description' | 'rule' | 'threshold'>): Promise<number> {
  if (input.rule !== null && input.rule !== STREAK && !rulesOf(ctx).some(({ key }) => key === input.rule))
    throw invalid({ 'badge.rule': ['Choose how members earn it.'] })
  if ((input.rule === null) !== (input.threshold === null)) throw invalid({ 'badge.threshold': ['Enter a number, or give it manually.'] })
  await lock(ctx, 'gamification badges')
  if ((await ctx.em.count(BadgeTable)) >= MAX_BADGES) throw invalid({ badge: [sentence('You can have up to {max} badges.', { max: MAX_BADGES })] })
  const badge = ctx.em.create(BadgeTable, input)
  await ctx.em.flush()
  ctx.invalidate('gamification.badges')
  if (input.rule !== null) await ctx.enqueue(badgeJob, { badgeId: badge.id })
  return badge.id
}
/** Gives a new badge to members who have reached its count already, without a notification to each. */
export async function fillBadge(ctx: Ctx, badgeId: number): Promise<void> {
  await ctx.sql(
    `with made as (
       insert into gamification.badge_member (community_id, badge_id, member_id, created_at, updated_at)
       select $1, b.id, s.member_id, $3, $3 from gamification.badge b join gamification.standing s on s.community_id = $1
         and case when b.rule = '${STREAK}' then s.best_streak else coalesce((s.counts ->> b.rule)::int, 0) end >= b.threshold
       where b.community_id = $1 and b.id = $2 and b.rule is not null
       on conflict (community_id, badge_id, member_id) do nothing returning id)
     update gamification.badge set members_count = members_count + (select count(*) from made) where community_id = $1 and id = $2`,
    [badgeId, ctx.now()],
  )
}
type Row = Omit<Badge, 'created_at'> & { created_at: Date }
export async function listBadges(ctx: Ctx, id: number | null = null): Promise<z.input<typeof Badge>[]> {
  return ctx.sql<Row>(
    `select id, name, emoji, description, rule, threshold, members_count, created_at from gamification.badge
     where community_id = $1 and ($2::bigint is null or id = $2) order by id`,
    [id],
  )
}
export async function showBadge(ctx: Ctx, id: number): Promise<z.input<typeof Badge>> {
  const [badge] = await listBadges(ctx, id)
  if (!badge) throw notFound('Badge')
  return badge
}
export async function updateBadge(ctx: Ctx, id: number, changes: Partial<Pick<Badge, 'name' | 'emoji' | 'description'>>): Promise<void> {
  Object.assign(await hold(ctx, BadgeTable, id, 'Badge'), Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)))
  await ctx.em.flush()
}
export async function deleteBadge(ctx: Ctx, id: number): Promise<void> {
  if (!(await ctx.em.nativeDelete(BadgeTable, { id }))) throw notFound('Badge')
  ctx.invalidate('gamification.badges')
}
async function byHand(ctx: Ctx, badgeId: number): Promise<void> {
  const badge = await hold(ctx, BadgeTable, badgeId, 'Badge')
  if (badge.rule !== null)
    throw invalid(
      { badge: ['Members earn this badge automatically. You can’t give it manually.'] },
      'Members earn this badge automatically. You can’t give it manually.',
    )
}
export async function giveBadge(ctx: Ctx, badgeId: number, memberId: number): Promise<void> {
  await byHand(ctx, badgeId)
  if (!(await ctx.members.byIds([memberId])).get(memberId)?.isActive) throw notFound('Member', 'community_member_not_found')
  await bestow(ctx, badgeId, memberId, ctx.me().id)
}
export async function takeBadge(ctx: Ctx, badgeId: number, memberId: number): Promise<void> {
  await byHand(ctx, badgeId)
  if (!(await ctx.em.nativeDelete(BadgeMemberTable, { badgeId, memberId }))) throw notFound('Badge')
  await addTo(ctx, BadgeTable, badgeId, { members_count: -1 })
}
