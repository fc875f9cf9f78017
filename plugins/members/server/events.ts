/** Keeps the search index in step with members: the directory searches in it too. */
import members from '@atrium/sdk/kernel/members'
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
  on(members.events['member.joined'], 'index-joined', index),
  on(members.events['member.updated'], 'index-updated', index),
  on(members.events['member.left'], 'index-left', index),
]
