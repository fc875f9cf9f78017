/** Keeps the search index in step with members: the directory searches in it too. */
import membership from '@atrium/sdk/kernel/membership'
import { type Ctx, on, type SearchDocument } from '@atrium/sdk/server'
import type { DocumentPages } from '../../content/contract.ts'
import { indexed, indexedAfter, type IndexedRow } from './reads.ts'

const documentOf = (member: IndexedRow): SearchDocument => ({
  kind: 'member',
  recordId: member.id,
  spaceId: null,
  title: member.name,
  body: [member.headline, member.location, member.bio].filter(Boolean).join('\n'),
  path: `/u/${member.public_uid}`,
  createdAt: member.created_at,
  updatedAt: member.updated_at,
})
export const documents: DocumentPages = async (ctx, after, limit) => {
  const rows = await ctx.read(indexedAfter, [after, limit])
  return { documents: rows.map(documentOf), last: rows.at(-1)?.id ?? null }
}

async function index(ctx: Ctx, { memberId }: { memberId: number }) {
  const [member] = await ctx.read(indexed, [memberId])
  if (!member) return ctx.search.remove('member', memberId)
  ctx.search.put(documentOf(member))
}

export const subscriptions = [
  on(membership.events['member.joined'], 'index-joined', index),
  on(membership.events['member.updated'], 'index-updated', index),
  on(membership.events['members.imported'], 'index-imported', async (ctx, { addedIds, changedIds }) => {
    for (const memberId of [...addedIds, ...changedIds]) await index(ctx, { memberId })
  }),
  on(membership.events['member.left'], 'index-left', index),
]
