/** Calls of invitations by mail. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { acceptInvitation, invite, listInvitations, previewInvitation, revokeInvitation } from '../service/invitations.ts'
import { group, space } from './shared.ts'

export const invitationRoutes = {
  async invitations(ctx, { params }) {
    await space(ctx, params.id, 'moderate')
    return { records: await listInvitations(ctx, 'space', params.id) }
  },
  async invite(ctx, { params, body }) {
    const { row } = await space(ctx, params.id, 'addMembers')
    return { success: true, ...(await invite(ctx, 'space', row, body)) }
  },
  async groupInvitations(ctx, { params }) {
    await group(ctx, params.id, 'moderate')
    return { records: await listInvitations(ctx, 'group', params.id) }
  },
  async inviteToGroup(ctx, { params, body }) {
    const { seen } = await group(ctx, params.id, 'addMembers')
    return { success: true, ...(await invite(ctx, 'group', seen.row, body)) }
  },
  async revokeInvitation(ctx, { params }) {
    await revokeInvitation(ctx, params.id)
  },
  invitation: (ctx, { params }) => previewInvitation(ctx, params.token),
  acceptInvitation: async (ctx, { params, body }) => ({ success: true, path: await acceptInvitation(ctx, params.token, body.consent) }),
} satisfies Partial<Handlers<typeof contract>>
