/** Notes down what members do, as their events arrive. */
import { type Ctx, on } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import type { NewActivity } from '../contract.ts'
import { newActivity, noteWrite } from './reads.ts'

export async function note(ctx: Ctx, { at, ...what }: NewActivity): Promise<void> {
  await ctx.read(noteWrite, newActivity.params(newActivity.row({ ...what, createdAt: at })))
}

export const subscriptions = [
  on(content.events['comment.created'], 'noteComment', async (ctx, payload, { actorMemberId: memberId, eventId, at }) => {
    const { id: recordId, spaceId, memberId: aboutMemberId } = payload
    if (memberId !== null) await note(ctx, { kind: 'comment', recordId, spaceId, memberId, aboutMemberId, eventId, at })
  }),
]
