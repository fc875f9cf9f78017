/** What happens to events when others' things change, and what coming to one earns. */
import { on } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import gamification from '../../gamification/contract.ts'
import spaces from '../../spaces/contract.ts'
import events from '../contract.ts'
import { Rsvp, type Tables } from './entities.ts'

export const subscriptions = [
  on(spaces.events['space.deleted'], 'removeWithSpace', async (ctx, { spaceId }) => {
    const gone = await ctx.em
      .getKysely<Tables>()
      .deleteFrom('events.event')
      .where('community_id', '=', ctx.community.id)
      .where('space_id', '=', spaceId)
      .returning('id')
      .execute()
    for (const { id } of gone) {
      ctx.search.remove('event', id)
      await ctx.use(content).forget('event', id)
    }
  }),
  on(events.events['rsvp.changed'], 'points-answered', async (ctx, { eventId, memberId, status, byMemberId }, { eventId: order, at }) => {
    if (!ctx.has(gamification) || byMemberId !== memberId) return
    // a series earns once, for as long as they come to any of its dates
    const comes = (await ctx.em.count(Rsvp, { eventId, memberId, status: 'yes' })) > 0
    const source = `event_rsvp:${eventId}:${memberId}`
    if (!comes) await ctx.use(gamification).takeBack({ rule: 'event_rsvp', source, order })
    else if (status === 'yes') await ctx.use(gamification).award({ rule: 'event_rsvp', memberId, source, at, order })
  }),
  on(events.events['attendee.checked_in'], 'points-attended', async (ctx, { occurrenceId, memberId }, { eventId, at }) => {
    if (ctx.has(gamification))
      await ctx.use(gamification).award({ rule: 'event_attended', memberId, source: `event_attended:${occurrenceId}:${memberId}`, at, order: eventId })
  }),
]
