/** Invitation links (A.2.22 of the published API). */
import { del, get, patch, post, put } from '@atrium/sdk'
import { asked, byId, id, int, listOf, maybe, maybeInt, message, moment, pages, text, words, yes, z } from './wire.ts'

export const InvitationLink = z.object({
  id: int,
  name: text,
  created_at: moment,
  updated_at: moment,
  active: yes,
  members_joined_count: int,
  redirect_space_id: maybeInt,
  redemption_url: text,
  access_group_ids: z.array(int),
  member_tag_ids: z.array(text),
  paywall: z.object({ paywall_id: int, paywall_price_id: maybeInt, trial_days: maybeInt, paywall_coupon_code: maybe }).nullable(),
})
const LinkInput = z
  .object({
    name: words(120),
    redirect_space_id: id.nullable(),
    access_group_ids: z.array(id).max(100),
    member_tag_ids: z.array(id).max(50),
    paywall: z
      .object({
        paywall_id: id,
        paywall_price_id: id.nullish(),
        paywall_trial_days: z.number().int().min(1).max(730).nullish(),
        paywall_coupon_code: words(60).nullish(),
      })
      .nullable(),
  })
  .partial()
export type LinkInput = z.output<typeof LinkInput>
const at = '/api/admin/v2/invitation_links' as const
const wrapped = <T extends z.ZodType>(input: T) => z.union([z.object({ invitation_link: input }), input])

export const invitations = {
  invitationLinks: get(at, {
    ...asked,
    query: z.object({ ...pages, name: words(120).optional(), status: words(40).optional() }),
    reply: listOf(InvitationLink),
    summary: 'Invitation links',
  }),
  createInvitationLink: post(at, {
    ...asked,
    body: wrapped(LinkInput.required({ name: true })),
    reply: InvitationLink,
    status: 201,
    summary: 'New invitation link',
  }),
  updateInvitationLink: put(`${at}/:id`, { ...asked, ...byId, body: wrapped(LinkInput), reply: InvitationLink, summary: 'Change an invitation link' }),
  revokeInvitationLink: patch(`${at}/:id/revoke`, { ...asked, ...byId, reply: message, summary: 'Let nobody in by a link any more' }),
  deleteInvitationLink: del(`${at}/:id`, { ...asked, ...byId, reply: message, summary: 'Delete an invitation link' }),
}
