/** Invitation links. */
import type { z } from 'zod'
import invitationsPlugin, { type Link } from '../../../invitations/contract.ts'
import { type InvitationLink, invitations as routes, type LinkInput } from '../../contract/invitations.ts'
import { serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'

const { routes: to } = invitationsPlugin
const toLink = (link: Link): z.input<typeof InvitationLink> => ({
  ...link,
  member_tag_ids: link.member_tag_ids.map(String),
  paywall: link.paywall && {
    paywall_id: link.paywall.paywall_id,
    paywall_price_id: link.paywall.paywall_price_id ?? null,
    trial_days: link.paywall.trial_days ?? null,
    paywall_coupon_code: link.paywall.paywall_coupon_code ?? null,
  },
})
function inputOf<T extends LinkInput>(body: T | { invitation_link: T }) {
  const { paywall, ...link } = 'invitation_link' in body ? body.invitation_link : body
  const { paywall_trial_days, ...sold } = paywall ?? {}
  return {
    invitation_link: link as Omit<T, 'paywall'>,
    paywall: paywall ? { ...sold, paywall_id: paywall.paywall_id, trial_days: paywall_trial_days } : paywall,
  }
}

export const invitations = serve(routes, {
  invitationLinks: (ctx, { query: { page, per_page, ...query } }) => pageOf(ctx, to.links, { query }, { page, per_page }, (records) => records.map(toLink)),
  createInvitationLink: async (ctx, { body }) => toLink((await ctx.call(to.createLink, { body: inputOf(body) })).invitation_link),
  updateInvitationLink: async (ctx, { params, body }) => toLink((await ctx.call(to.updateLink, { params, body: inputOf(body) })).invitation_link),
  async revokeInvitationLink(ctx, { params }) {
    await ctx.call(to.revokeLink, { params })
    return { message: 'Invite link revoked.' }
  },
  async deleteInvitationLink(ctx, { params }) {
    await ctx.call(to.deleteLink, { params })
    return { message: 'Invite link deleted.' }
  },
})
