/** What happens to events when others' things change, and what coming to one earns. */
import { on } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import gamification from '../../gamification/contract.ts'
import spaces from '../../spaces/contract.ts'
import events from '../contract.ts'
import type { Tables } from './entities.ts'

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
  on(events.events['rsvp.changed'], 'points-answered', async (ctx, { occurrenceId, memberId, status, byMemberId }, { eventId, at }) => {
    if (!ctx.has(gamification) || byMemberId !== memberId) return
    const source = `event_date:${occurrenceId}:${memberId}`
    if (status === 'yes') await ctx.use(gamification).award({ rule: 'event_rsvp', memberId, source, at, order: eventId })
    else await ctx.use(gamification).takeBack({ rule: 'event_rsvp', source, order: eventId })
  }),
  on(events.events['attendee.checked_in'], 'points-attended', async (ctx, { occurrenceId, memberId }, { eventId, at }) => {
    if (ctx.has(gamification))
      await ctx.use(gamification).award({ rule: 'event_attended', memberId, source: `event_attended:${occurrenceId}:${memberId}`, at, order: eventId })
  }),
]
