/** A member deleted their account: their answers go, places come free, and what they planned and had not published goes too. */
import { type Ctx, docToText, type ErasedMember, excerptOf, renameMentioned } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import { BulkRsvp, BulkRsvpItem, EventTable, Feed, Rsvp, type Tables } from '../entities.ts'
import { withdrawAnswer } from './rsvp.ts'

export async function erase(ctx: Ctx, { memberId, formerName }: ErasedMember): Promise<void> {
  const answers = await ctx.em.find(Rsvp, { memberId }, { orderBy: { occurrenceId: 'asc' }, disableIdentityMap: true })
  for (const { occurrenceId } of answers) await withdrawAnswer(ctx, occurrenceId, memberId)
  await ctx.em.nativeDelete(Feed, { memberId })
  await ctx.em.nativeDelete(BulkRsvp, { memberId })
  await ctx.em.nativeDelete(BulkRsvpItem, { memberId })
  await ctx.sql('update events.rsvp set invited_by = null where community_id = $1 and invited_by = $2', [memberId])
  await ctx.sql('update events.event set cohost_ids = array_remove(cohost_ids, $2::bigint) where community_id = $1 and cohost_ids @> array[$2::bigint]', [
    memberId,
  ])
  const gone = await ctx.em
    .getKysely<Tables>()
    .deleteFrom('events.event')
    .where('community_id', '=', ctx.community.id)
    .where('author_member_id', '=', memberId)
    .where((event) => event.or([event('status', '<>', 'published'), event('deleted_at', 'is not', null)]))
    .returning('id')
    .execute()
  for (const { id } of gone) await ctx.use(content).forget('event', id)
  for (const { id, body } of await ctx.em.find(EventTable, { id: await ctx.use(content).mentioning('event', memberId) }, { disableIdentityMap: true })) {
    const renamed = renameMentioned(body, memberId, formerName)
    if (!renamed) continue
    const text = docToText(renamed)
    await ctx.em.nativeUpdate(EventTable, { id }, { body: renamed, text, excerpt: excerptOf(text) })
  }
}
