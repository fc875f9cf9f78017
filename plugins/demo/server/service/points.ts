/** What the year of Clay & Fire has earned: levels as potters name them, points from posts, comments and likes, badges, two awards by hand. */
import type { Ctx } from '@atrium/sdk/server'
import gamification, { type Earned } from '../../../gamification/contract.ts'
import { awards, badges, levels } from './texts/points.ts'

const STREAKS_MS = 21 * 86_400_000

export interface Year {
  admin: Ctx
  /** In the order in which it came. */
  earned: Earned[]
  idOf(key: string): number | undefined
  /** Group of the studio's key holders, which a level opens. */
  groupId: number | null
}

export async function addPoints({ admin, earned, idOf, groupId }: Year): Promise<void> {
  const service = admin.use(gamification)
  await service.setLevels(levels.map(({ opens, ...level }) => ({ ...level, accessGroupId: opens ? groupId : null })))
  const badgeIds = new Map<string, number>()
  for (const badge of badges) badgeIds.set(badge.name, await service.createBadge(badge))
  await service.award(earned)
  // streaks that may live today: who did something in these weeks
  const since = earned.at(-1)!.at!.getTime() - STREAKS_MS
  const turns = new Set(
    earned.flatMap(({ rule, at, memberId, byMemberId }) => {
      const who = rule === 'post' ? memberId : byMemberId
      return who && at!.getTime() > since ? `${at!.toISOString().slice(0, 10)} ${who}` : []
    }),
  )
  for (const turn of turns) {
    const [day, who] = turn.split(' ')
    await service.active(Number(who), new Date(`${day}T12:00:00Z`))
  }
  for (const { name, who } of badges)
    for (const key of who ?? []) {
      const memberId = idOf(key)
      if (memberId !== undefined) await service.giveBadge(badgeIds.get(name)!, memberId)
    }
  for (const { who, points, reason } of awards) {
    const memberId = who === null ? admin.me().id : idOf(who)
    if (memberId === undefined) continue
    const giver = who === null ? await admin.actAs(idOf('marit')!) : admin
    await giver.use(gamification).awardByHand({ memberId, points, reason })
  }
  await service.settle()
}
