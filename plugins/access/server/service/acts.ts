/** Bulk acts of the audience on access groups: many in, many out, and back with the reasons they had. */
import { type Sentence, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { AudienceAct } from '../../../audience/contract.ts'
import { groupMembersNow, keepTaken, returnTaken } from '../reads.ts'
import { catalogue } from './index.ts'
import { putIn, takeOut } from './groups.ts'

const SOURCE = 'bulk_task'
const input = z.object({ access_group_ids: z.array(z.coerce.number().int().positive()).min(1, 'Choose at least one.').max(100) })
const asks: AudienceAct['asks'] = [
  {
    name: 'access_group_ids',
    kind: 'choices',
    choices: async (ctx) => (await catalogue(ctx)).accessGroups.map(({ id, name }) => ({ value: id, label: name })),
  },
]
/** Locks are taken in one order, so that two acts cannot deadlock. */
const idsOf = (given: Record<string, unknown>) => [...new Set(given.access_group_ids as number[])].toSorted((one, other) => one - other)
const NO_MEMBER = 'This person is no longer a member.'

/** Active members, and a word about the others. */
async function sorted(ctx: Ctx, memberIds: number[]): Promise<{ there: number[]; failed: { memberId: number; reason: string | Sentence }[] }> {
  const known = await ctx.members.byIds(memberIds)
  const there = memberIds.filter((id) => known.get(id)?.isActive)
  return { there, failed: memberIds.filter((id) => !there.includes(id)).map((memberId) => ({ memberId, reason: NO_MEMBER })) }
}

const add: AudienceAct = {
  key: 'add_to_access_group',
  icon: 'key-round',
  permission: 'access.manage',
  input,
  asks,
  async run(ctx, memberIds, given, task) {
    const { there, failed } = await sorted(ctx, memberIds)
    const ids = idsOf(given)
    const inAll = await ctx.sql<{ member_id: number }>(groupMembersNow, [ids, there])
    const unchanged = inAll.map(({ member_id }) => member_id)
    const fresh = there.filter((id) => !unchanged.includes(id))
    for (const id of ids) await putIn(ctx, id, fresh, { source: SOURCE, sourceId: task.id }, null)
    return { failed, unchanged }
  },
  // whoever is in for another reason stays
  async undo(ctx, memberIds, given, task) {
    for (const id of idsOf(given)) await takeOut(ctx, id, memberIds, { source: SOURCE, sourceId: task.id })
  },
}

const remove: AudienceAct = {
  key: 'remove_from_access_group',
  icon: 'x',
  permission: 'access.manage',
  input,
  asks,
  async run(ctx, memberIds, given, task) {
    const ids = idsOf(given)
    const taken = await ctx.sql<{ member_id: number }>(keepTaken, [ids, memberIds, task.id, ctx.now()])
    for (const id of ids) await takeOut(ctx, id, memberIds, null)
    const changed = new Set(taken.map(({ member_id }) => member_id))
    return { failed: [], unchanged: memberIds.filter((id) => !changed.has(id)) }
  },
  async undo(ctx, memberIds, _given, task) {
    const rows = await ctx.sql<{ access_group_id: number; member_id: number; source: string; source_id: number | null; expires_at: Date | null }>(returnTaken, [
      task.id,
      memberIds,
    ])
    const open = rows.filter(({ expires_at }) => expires_at === null || expires_at > ctx.now()).toSorted((a, b) => a.access_group_id - b.access_group_id)
    const alike = Map.groupBy(open, (row) => JSON.stringify([row.access_group_id, row.source, row.source_id, row.expires_at]))
    for (const some of alike.values()) {
      const { access_group_id, source, source_id, expires_at } = some[0]!
      const ids = some.map(({ member_id }) => member_id)
      await putIn(ctx, access_group_id, ids, { source, sourceId: source_id }, expires_at)
    }
  },
}

export const acts = [add, remove]
