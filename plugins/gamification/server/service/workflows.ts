/** What workflows can do here, and what they choose by name. */
import { z } from '@atrium/sdk'
import { namedIn } from '@atrium/sdk/server'
import type { WorkflowAction, WorkflowResource } from '../../../workflows/contract.ts'
import { createAward } from './awards.ts'
import { giveBadge } from './badges.ts'

export const badge: WorkflowResource = {
  key: 'badge',
  choices: (ctx, ask) => namedIn(ctx, 'gamification.badge', ask),
}
export const level: WorkflowResource = {
  key: 'level',
  choices: (ctx, ask) => namedIn(ctx, 'gamification.level', ask),
}
const chosen = z.coerce.number({ error: 'Choose a badge.' }).int().positive('Choose a badge.')
export const actions: WorkflowAction[] = [
  {
    ...{ key: 'award_points', icon: 'sparkles', group: 'points', permission: 'gamification.manage', effect: 'inside' },
    input: z.object({
      points: z.number({ error: 'Enter a number.' }).int().min(1, 'Enter at least 1.').max(100_000),
      reason: z.string({ error: 'Enter a reason.' }).trim().min(1, 'Enter a reason.').max(200),
    }),
    asks: [
      { name: 'points', kind: 'number' },
      { name: 'reason', kind: 'text' },
    ],
    async run(ctx, people) {
      for (const { memberId, input } of people) await createAward(ctx, { community_member_id: memberId, points: input.points, reason: input.reason })
      return []
    },
  } satisfies WorkflowAction,
  {
    ...{ key: 'give_badge', icon: 'award', group: 'points', permission: 'gamification.manage', effect: 'inside' },
    input: z.object({ badge_id: chosen }),
    asks: [{ name: 'badge_id', kind: 'resource', resource: 'badge' }],
    async run(ctx, people) {
      for (const { memberId, input } of people) await giveBadge(ctx, input.badge_id, memberId)
      return []
    },
  } satisfies WorkflowAction,
]
