/** Work that may wait: a deleted record's comments leave the search index one by one, and those who are mentioned hear of it. */
import { id } from '@atrium/sdk'
import { actingAs, job } from '@atrium/sdk/server'
import { z } from 'zod'
import contract from '../contract.ts'
import { cardOf, roomOf } from './service/records.ts'

export const unindex = job('unindex', z.object({ commentIds: z.array(id) }), async (ctx, { commentIds }) => {
  for (const commentId of commentIds) ctx.search.remove('comment', commentId)
})

/** Each is asked with their own eyes: of what they may not see they hear nothing, not even that they are named in it. */
export const tellMentioned = job(
  'tell-mentioned',
  z.object({ kind: z.string(), id, byMemberId: id, memberIds: z.array(id) }),
  async (ctx, { kind, id: recordId, byMemberId, memberIds }) => {
    const record = await roomOf(ctx, kind, recordId)
    for (const memberId of memberIds) {
      const reader = await actingAs(ctx, memberId)
      const card = reader && (await cardOf(reader, kind, recordId))
      if (card) ctx.emit(contract.events['content.mentioned'], { kind, id: recordId, spaceId: card.spaceId, memberId, record, byMemberId })
    }
  },
)
