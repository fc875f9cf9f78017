/** Workflows that have been on for weeks, with whom they led where; one that rests, and one that is being written. */
import type { Ctx } from '@atrium/sdk/server'
import workflows from '../../../workflows/contract.ts'
import { DAY, HOUR } from './calendar.ts'
import { chooser } from './chance.ts'

const ON = [
  { name: 'First two weeks', template: 'week_one', weeks: 9, perDay: 0.5, says: 1, fails: 0.05 },
  { name: 'Nudge to the first post', template: 'first_post', weeks: 6, perDay: 0.8, says: 0.7, fails: 0 },
  { name: 'The day after an event', template: 'after_event', weeks: 5, perDay: 0.9, says: 1, fails: 0, needs: 'events' },
]
const BROKEN = 'Something went wrong on our side. Try again later.'

export async function addWorkflows(admin: Ctx, memberIds: number[], now: Date): Promise<void> {
  const service = admin.use(workflows)
  for (const { name, template, weeks, perDay, says, fails, needs } of ON) {
    if (needs && !admin.has({ id: needs })) continue
    const workflowId = await service.create({ name, template, isActive: true })
    const chance = chooser(weeks)
    const since = now.getTime() - weeks * 7 * DAY
    const people = chance.shuffle(memberIds).slice(0, Math.floor(weeks * 7 * perDay))
    const runs = people.map((memberId, n) => ({
      memberId,
      at: new Date(since + ((n + chance.next()) / people.length) * (now.getTime() - since - HOUR)),
      says: chance.chance(says) ? ('yes' as const) : ('no' as const),
      ...(chance.chance(fails) && { fails: BROKEN }),
    }))
    await service.record({ workflowId, since: new Date(since), runs })
  }
  const rests = await service.create({ name: 'Monday note', template: 'weekly_note', isActive: true })
  await service.inactivate(rests)
  await service.create({ name: 'Welcome to the studio', template: 'welcome' })
}
