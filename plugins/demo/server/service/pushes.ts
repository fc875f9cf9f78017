/** Push broadcasts of the past weeks with what came of them, and one that is being written. */
import type { Ctx } from '@atrium/sdk/server'
import push from '../../../push/contract.ts'
import { DAY, HOUR } from './calendar.ts'
import { chooser } from './chance.ts'

const SENT = [
  {
    title: 'The wood kiln opens today at noon',
    message: 'Come early: the first shelf is out at half past eleven. Tea is on.',
    path: '/events',
    age: 19 * DAY,
    opens: 0.46,
  },
  {
    title: 'Three places left for the raku weekend',
    message: 'Saturday and Sunday, glazes and clay included. Bring gloves.',
    path: '/events',
    age: 5 * DAY,
    opens: 0.31,
  },
]
/** Of members, those who have turned push on. */
const WITH_DEVICE = 0.55

export async function addPushes(admin: Ctx, memberIds: number[], now: Date): Promise<void> {
  const service = admin.use(push)
  for (const { age, opens, ...said } of SENT) {
    const chance = chooser(age)
    const day = now.getTime() - age
    const at = new Date(day - (day % DAY) + 10 * HOUR)
    const recipients = memberIds
      .filter(() => chance.chance(WITH_DEVICE))
      .map((memberId) => {
        const outcome = chance.chance(0.93) ? ('delivered' as const) : chance.chance(0.7) ? ('expired' as const) : ('failed' as const)
        const isOpened = outcome === 'delivered' && chance.chance(opens)
        // most press within two hours, some in the evening
        const after = chance.next() ** 3 * 26 * HOUR
        return { memberId, devices: chance.chance(0.25) ? 2 : 1, outcome, openedAt: isOpened ? new Date(at.getTime() + after) : null }
      })
    await service.record({ ...said, at, audience: memberIds.length, recipients })
  }
  await service.draft({ title: 'Glaze swap on Friday', message: 'Post one test tile and take one home. The table is set from four.', path: '/c/glaze-lab' })
}
