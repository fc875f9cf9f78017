/** Gamification for other plugins. */
import type { Ctx } from '@atrium/sdk/server'
import type { GamificationService } from '../../contract.ts'
import { createAward } from './awards.ts'
import { createBadge, giveBadge } from './badges.ts'
import { statsOf } from './board.ts'
import { saveLevels } from './levels.ts'
import { award, recordMoved, takeBack } from './points.ts'
import { countBefore } from './roll.ts'
import { active } from './streaks.ts'

export const service = (ctx: Ctx): GamificationService => ({
  award: (earned) => award(ctx, [earned].flat()),
  takeBack: (input) => takeBack(ctx, input),
  recordMoved: (record, down, order) => recordMoved(ctx, record, down, order),
  active: (memberId, at) => active(ctx, memberId, at),
  awardByHand: ({ memberId, points, reason }) => createAward(ctx, { community_member_id: memberId, points, reason }),
  setLevels: (levels) =>
    saveLevels(
      ctx,
      levels.map(({ accessGroupId = null, ...level }) => ({ ...level, access_group_id: accessGroupId })),
    ),
  createBadge: ({ name, emoji, description = '', rule = null, threshold = null }) => createBadge(ctx, { name, emoji, description, rule, threshold }),
  giveBadge: (badgeId, memberId) => giveBadge(ctx, badgeId, memberId),
  settle: () => countBefore(ctx),
  statsOf: (memberIds) => statsOf(ctx, memberIds),
})
