/** What workflows can do here, and what they choose by name. */
import { forbidden, notFound, z } from '@atrium/sdk'
import { type Ctx, namedIn } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { WorkflowAction, WorkflowResource } from '../../../workflows/contract.ts'
import { managesIn } from '../policies.ts'
import { answerFor } from './rsvp.ts'

export const event: WorkflowResource = {
  key: 'event',
  choices: async (ctx, ask) => namedIn(ctx, 'events.event', ask, { where: `status = 'published'`, within: await ctx.use(spaces).inSight('space_id') }),
}
export const recurringEvent: WorkflowResource = {
  key: 'recurring_event',
  choices: async (ctx, ask) =>
    namedIn(ctx, 'events.event', ask, { where: `status = 'published' and rule is not null`, within: await ctx.use(spaces).inSight('space_id') }),
}
/** The next date of an event that the ctx's member manages. @throws AtriumError 403, 404 */
async function nextDate(ctx: Ctx, eventId: number): Promise<number> {
  const [date] = await ctx.sql<{ id: number; space_id: number }>(
    'select id, space_id from events.occurrence where community_id = $1 and event_id = $2 and is_listed and cancelled_at is null and ends_at > $3 order by starts_at limit 1',
    [eventId, ctx.now()],
  )
  if (!date) throw notFound('Date')
  if (!managesIn(await ctx.use(spaces).access(), date.space_id)) throw forbidden()
  return date.id
}
export const rsvp: WorkflowAction = {
  key: 'rsvp',
  icon: 'calendar-check',
  group: 'people',
  permission: null,
  effect: 'inside',
  input: z.object({ event_id: z.coerce.number({ error: 'Choose an event.' }).int().positive('Choose an event.') }),
  asks: [{ name: 'event_id', kind: 'resource', resource: 'event' }],
  async run(ctx, people) {
    for (const { memberId, input } of people) await answerFor(ctx, await nextDate(ctx, input.event_id), memberId, { status: 'yes' }, { invitedBy: ctx.me().id })
    return []
  },
}
