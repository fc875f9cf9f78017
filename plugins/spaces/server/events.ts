/** Keeps the search index in step with spaces, and lets newcomers in who were invited. Secret spaces and drafts are indexed behind their own wall. */
import communities from '@atrium/sdk/kernel/communities'
import membership from '@atrium/sdk/kernel/membership'
import { type Ctx, isRefusal, on } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { SpaceTable } from './entities.ts'
import { renewGrants } from './service/grants.ts'
import { documentOf } from './service/documents.ts'
import { acceptInvitation, tokenOf } from './service/invitations.ts'
import { dropRequestsOf } from './service/requests.ts'
import { dropRole } from './service/roles.ts'

async function index(ctx: Ctx, { spaceId }: { spaceId: number }) {
  const space = await ctx.em.findOne(SpaceTable, spaceId)
  if (!space) return ctx.search.remove('space', spaceId)
  ctx.search.put(documentOf(ctx, space))
}

/** Whoever signed up with an invitation is let in by it. */
async function claim(ctx: Ctx, { memberId }: { memberId: number }) {
  const token = await tokenOf(ctx, memberId)
  if (!token) return
  const own = await ctx.actAs(memberId)
  await acceptInvitation(own, token).catch((error) => {
    if (!isRefusal(error)) throw error
    ctx.log.info({ memberId, code: error.code }, 'the invitation was not taken')
  })
}

export const subscriptions = [
  on(communities.events['role.changed'], 'drop-role', (ctx, { role }) => dropRole(ctx, role)),
  on(membership.events['member.joined'], 'claim-invitation', claim),
  on(membership.events['member.joined'], 'renew-grants', (ctx, { memberId }) => renewGrants(ctx, memberId)),
  on(membership.events['member.left'], 'drop-requests', async (ctx, { memberId }) => void (await dropRequestsOf(ctx, memberId))),
  on(contract.events['space.created'], 'index-created', index),
  on(contract.events['space.updated'], 'index-updated', index),
  on(contract.events['space.deleted'], 'index-deleted', index),
]
