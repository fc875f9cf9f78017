/** Webhooks with a history of some days: one that was turned off for the winter, one whose receiver has been down and that rests. Neither calls anybody. */
import type { Ctx } from '@atrium/sdk/server'
import webhooks, { MAX_TRIES, type RecordedDelivery } from '../../../webhooks/contract.ts'
import { DAY, HOUR } from './calendar.ts'
import { chooser } from './chance.ts'

const EVENTS = ['membership.member.joined', 'posts.post.published', 'content.comment.created'] as const
const DOWN = '{"error":"upstream connect error","retry":true}'

export async function addWebhooks(admin: Ctx, memberIds: number[], now: Date): Promise<void> {
  const service = admin.use(webhooks)
  const chance = chooser(62)
  const dataOf = (event: (typeof EVENTS)[number]) => {
    const memberId = chance.pick(memberIds)
    if (event === 'membership.member.joined') return { memberId }
    const ids = { id: chance.between(40, 300), spaceId: chance.between(1, 12) }
    return event === 'posts.post.published' ? { ...ids, memberId } : { ...ids, byMemberId: memberId, parentId: null, recordKind: 'post' }
  }
  /** Over the last days, the oldest first. @param failsFor how long nothing has arrived, in milliseconds */
  const history = (count: number, days: number, failsFor: number) =>
    Array.from({ length: count }, (_, n): RecordedDelivery => {
      const event = chance.pick(EVENTS)
      const age = days * DAY * (1 - (n + chance.next()) / count) + HOUR / 4
      const fine = { status: chance.chance(0.9) ? 200 : 204, ms: chance.between(60, 190), body: '{"ok":true}' }
      const bad = () => ({ status: chance.chance(0.3) ? null : 503, ms: chance.between(700, 10_000), body: DOWN })
      const tries = age < failsFor ? Array.from({ length: MAX_TRIES }, bad) : chance.chance(0.04) ? [bad(), fine] : [fine]
      return { event, at: new Date(now.getTime() - age), data: dataOf(event), tries }
    })
  await service.record({
    ...{ name: 'Shop orders', url: 'https://shop.northlight.example/hooks/atrium', events: [...EVENTS], state: 'off' },
    deliveries: history(90, 6, 0),
  })
  await service.record({
    ...{
      name: 'Letter list',
      url: 'https://letters.example/subscribe',
      events: [EVENTS[0], EVENTS[1]],
      state: 'resting',
    },
    deliveries: history(60, 5, 30 * HOUR),
  })
}
