/** Work of gamification that nobody waits for: its names, and what each carries. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Gives every member a place to stand; adds itself again until all are through. */
export const fillJob = job('fill', z.object({ after: z.number().default(0) }))
/** Moves the sums of 7 and 30 days on to today, and counts the places of the period before. */
export const rollJob = job('roll', z.object({}))
/** Everybody in a segment gets points, some at a time. */
export const awardJob = job(
  'award',
  z.object({ segmentId: z.number(), points: z.number(), reason: z.string(), byMemberId: z.number(), after: z.number().default(0) }),
)
/** Levels have changed: everybody's level and what it opens, some at a time. */
export const levelJob = job('level', z.object({ after: z.number().default(0) }))
/** A new badge goes to those who have earned it already. */
export const badgeJob = job('badge', z.object({ badgeId: z.number() }))
