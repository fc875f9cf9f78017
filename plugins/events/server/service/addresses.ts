/** The last part of an event's address, which `content` gives out. */
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import type { EventEntity } from '../entities.ts'

/** What was just written gets the address that it bears, or where another record has that one, the one beside it. */
export async function settle(ctx: Ctx, event: EventEntity): Promise<void> {
  event.slug = await ctx.use(content).takeAddress({ kind: 'event', id: event.id, spaceId: event.spaceId, slug: event.slug })
}
