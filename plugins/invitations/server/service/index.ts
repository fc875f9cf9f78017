/** Coming in for other plugins, in the name of the ctx's member. */
import { forbidden } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { InvitationsService } from '../../contract.ts'
import { BulkInput } from '../../contract.ts'
import { piecesOf } from './addresses.ts'
import { claim, release } from './claims.ts'
import { paywallOf } from './coming.ts'
import { inviteMany } from './bulk.ts'
import { importWhole } from './imports/run.ts'
import { startImport } from './imports/tasks.ts'
import { createLink, showLink } from './links.ts'

function manager(ctx: Ctx): Ctx {
  if (!ctx.can('members.manage')) throw forbidden()
  return ctx
}
export const service = (ctx: Ctx): InvitationsService => ({
  async createLink({ name, maxUses = null, expiresAt, opens = [], redirectSpaceId = null }) {
    const fields = { name, opens, max_uses: maxUses, expires_at: expiresAt?.toISOString() ?? null, redirect_space_id: redirectSpaceId }
    const id = await createLink(manager(ctx), { invitation_link: fields })
    return { id, url: (await showLink(ctx, id)).invitation_link.redemption_url }
  },
  async invite({ emails, message, opens, remind }) {
    const { emails: wanted, ...input } = BulkInput.parse({ emails, message, opens, remind })
    const { bulk_invitation } = await inviteMany(manager(ctx), piecesOf(wanted), input)
    return { id: bulk_invitation.id, total: bulk_invitation.total }
  },
  async importFile({ signedId, contactType }) {
    const id = await startImport(manager(ctx), contactType, signedId)
    await importWhole(ctx, id)
    return { id }
  },
  paywallOf: (token) => paywallOf(ctx, token),
  claim: (input) => claim(ctx, input),
  release: (reference) => release(ctx, reference),
})
