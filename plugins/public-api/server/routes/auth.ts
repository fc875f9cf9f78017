/** Signing members in to the member API. */
import { AtriumError, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import developers from '../../../developers/contract.ts'
import { auth as calls } from '../../contract/auth.ts'
import { serveHeadless } from '../service/guard.ts'

/** For whom tokens are asked, by the first of these that is given and that the community lets servers use. @throws AtriumError 404, 422 `missing_parameter` */
async function wanted(ctx: Ctx, { community_member_id, email }: { community_member_id?: number; email?: string }): Promise<number> {
  const allowed = ctx.has(developers) ? ctx.settings(developers).identifiers : []
  if (community_member_id !== undefined && allowed.includes('community_member_id')) return community_member_id
  if (email === undefined || !allowed.includes('email')) throw new AtriumError(422, 'missing_parameter', 'Send the ID or the email address of a member.')
  const found = (await ctx.members.known([email])).get(email)
  if (!found?.memberId || found.status !== 'active') throw notFound('Member', 'member_not_found')
  return found.memberId
}

export const auth = serveHeadless(calls, {
  async authToken(ctx, { body }) {
    const memberId = await wanted(ctx, body)
    const { access, refresh } = await ctx.platform.tokens.ofMembers.issue(memberId)
    return {
      access_token: access.token,
      access_token_expires_at: access.expiresAt,
      refresh_token: refresh.token,
      refresh_token_expires_at: refresh.expiresAt,
      community_member_id: memberId,
      community_id: ctx.community.id,
    }
  },
  async refreshAccessToken(ctx, { body }) {
    const { token, expiresAt } = await ctx.platform.tokens.ofMembers.renew(body.refresh_token)
    return { access_token: token, access_token_expires_at: expiresAt }
  },
  revokeAccessToken: (ctx, { body }) => ctx.platform.tokens.ofMembers.revoke('access', body.access_token),
  revokeRefreshToken: (ctx, { body }) => ctx.platform.tokens.ofMembers.revoke('refresh', body.refresh_token),
})
