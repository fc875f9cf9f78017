/** Bulk acts of the audience: many members deactivated at once, and brought back. */
import { type Ctx, eachAlone } from '@atrium/sdk/server'
import type { AudienceAct } from '../../../audience/contract.ts'
import { deactivate, reactivate } from './leaving.ts'

/** Each member by itself: an owner among them, who cannot be deactivated, does not stop the others. */
const each = async (ctx: Ctx, memberIds: number[], act: (memberId: number) => Promise<void>) =>
  (await eachAlone(ctx, memberIds, act)).map(({ item, reason }) => ({ memberId: item, reason }))
async function split(ctx: Ctx, memberIds: number[], wanted: boolean): Promise<{ ids: number[]; unchanged: number[] }> {
  const known = await ctx.members.byIds(memberIds)
  const ids = memberIds.filter((id) => (known.get(id)?.isActive ?? false) === wanted)
  return { ids, unchanged: memberIds.filter((id) => !ids.includes(id)) }
}

export const acts: AudienceAct[] = [
  {
    key: 'deactivate',
    icon: 'user-minus',
    permission: 'archive.manage',
    async run(ctx, memberIds) {
      const { ids, unchanged } = await split(ctx, memberIds, true)
      const own = ids.filter((id) => id === ctx.member?.id)
      const failed = await each(
        ctx,
        ids.filter((id) => !own.includes(id)),
        (id) => deactivate(ctx, id),
      )
      return { failed: [...failed, ...own.map((memberId) => ({ memberId, reason: 'You can’t deactivate yourself here.' }))], unchanged }
    },
    async undo(ctx, memberIds) {
      await each(ctx, (await split(ctx, memberIds, false)).ids, (id) => reactivate(ctx, id))
    },
  },
  {
    key: 'reactivate',
    icon: 'user-plus',
    permission: 'archive.manage',
    async run(ctx, memberIds) {
      const { ids, unchanged } = await split(ctx, memberIds, false)
      return { failed: await each(ctx, ids, (id) => reactivate(ctx, id)), unchanged }
    },
    async undo(ctx, memberIds) {
      await each(ctx, (await split(ctx, memberIds, true)).ids, (id) => deactivate(ctx, id))
    },
  },
]
