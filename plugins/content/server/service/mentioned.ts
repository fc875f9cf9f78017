/** Notifies members who are mentioned, each with their own rights: somebody who may not see the record learns nothing, not even that they are named in it. */
import { actingAs, type Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import contract from '../../contract.ts'
import type { tellMentioned } from '../jobs.ts'
import { cardOf, deafTo, roomOf } from './records.ts'

export async function tell(ctx: Ctx, { kind, id, byMemberId, memberIds }: z.output<typeof tellMentioned.payload>): Promise<void> {
  const record = await roomOf(ctx, kind, id)
  const deaf = await deafTo(ctx, byMemberId, memberIds)
  for (const memberId of memberIds) {
    if (deaf.has(memberId)) continue
    const reader = await actingAs(ctx, memberId)
    const card = reader && (await cardOf(reader, kind, id))
    if (card) ctx.emit(contract.events['content.mentioned'], { kind, id, spaceId: card.spaceId, memberId, record, byMemberId })
  }
}
