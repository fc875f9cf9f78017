/** Keeps the search index in step with members: the directory searches in it too. */
import membership from '@atrium/sdk/kernel/membership'
import { type Ctx, on } from '@atrium/sdk/server'
import { indexed } from './reads.ts'

async function index(ctx: Ctx, { memberId }: { memberId: number }) {
  const [member] = await ctx.read(indexed, [memberId])
  if (!member) return ctx.search.remove('member', memberId)
  ctx.search.put({
    kind: 'member',
    recordId: memberId,
    spaceId: null,
    title: member.name,
    body: [member.headline, member.location, member.bio].filter(Boolean).join('\n'),
    path: `/u/${member.public_uid}`,
    updatedAt: member.updated_at,
  })
}

export const subscriptions = [
  on(membership.events['member.joined'], 'index-joined', index),
  on(membership.events['member.updated'], 'index-updated', index),
  on(membership.events['member.left'], 'index-left', index),
]
