/** What calls about invitation links take and answer. */
import { date, flag, id, line, paging, z } from '@atrium/sdk'

/** What an invitation opens: spaces, whole groups of spaces, access groups. */
export const OpenedTarget = z.object({ kind: z.enum(['space', 'space_group', 'access_group']), id })
export type OpenedTarget = z.output<typeof OpenedTarget>
export const MOST_OPENED = 100
export const opened = z.array(OpenedTarget).max(MOST_OPENED)
export const idsOf = (max: number) => z.array(id).max(max)
const moment = z.iso.datetime({ offset: true })

/** What a paid plan adds to an invitation; kept here, understood by the plugin that fills `invitations.paywall`. */
export const Paywall = z.object({
  paywall_id: id,
  paywall_price_id: id.nullish(),
  /** Days. */
  trial_days: z.number().int().min(1).max(730).nullish(),
  paywall_coupon_code: z.string().trim().max(60).nullish(),
})
export type Paywall = z.output<typeof Paywall>

/** `ended`: its end has passed, or every use is taken. */
export const LINK_STATES = ['active', 'revoked', 'ended'] as const
/** A link as admins see it (public API, A.2.22). */
export const Link = z.object({
  id: z.number(),
  name: z.string(),
  active: z.boolean(),
  state: z.enum(LINK_STATES),
  members_joined_count: z.number(),
  /** How many may join by it; null: everybody who has it. */
  max_uses: z.number().nullable(),
  expires_at: date.nullable(),
  redirect_space_id: z.number().nullable(),
  /** Where whoever came by it stands first; null: on the home page. */
  leads_to: z.object({ name: z.string(), emoji: z.string().nullable() }).nullable(),
  redemption_url: z.string(),
  opens: z.array(OpenedTarget),
  access_group_ids: z.array(z.number()),
  member_tag_ids: z.array(z.number()),
  paywall: Paywall.nullable(),
  created_by: z.string().nullable(),
  created_at: date,
  updated_at: date,
})
export type Link = z.output<typeof Link>
/** A link with what stands beside it. */
export const LinkReply = z.object({
  invitation_link: Link,
  /** Its address as a picture for posters. */
  qr_svg: z.string(),
  paywall: Paywall.nullable(),
  access_groups: z.array(z.number()),
})

const fields = z.object({
  name: line(120).min(1, 'Enter a name for the link.'),
  max_uses: z.number().int().min(1).max(1_000_000).nullable(),
  /** In the future; null: open for good. */
  expires_at: moment.nullable(),
  redirect_space_id: id.nullable(),
  opens: opened,
  access_group_ids: idsOf(MOST_OPENED),
  member_tag_ids: idsOf(50),
})
/** `access_groups` names them by id; the same list may stand in `opens` or `access_group_ids`. */
export const LinkInput = z.object({
  invitation_link: fields.partial().required({ name: true }),
  paywall: Paywall.nullish(),
  access_groups: idsOf(MOST_OPENED).optional(),
})
export const LinkChange = z.object({ invitation_link: fields.partial().default({}), paywall: Paywall.nullish(), access_groups: idsOf(MOST_OPENED).optional() })
export type LinkInput = z.output<typeof LinkInput>
export type LinkChange = z.output<typeof LinkChange>
/** A wrong status is answered with 400 `invalid_status`. */
export const linkQuery = paging.extend({ name: z.string().trim().max(120).optional(), status: z.string().max(40).optional(), sort_desc: flag.optional() })

/** What whoever holds a link or an email may know before coming in. */
export const Preview = z.object({
  kind: z.enum(['link', 'email']),
  community: z.string(),
  invited_by: z.string().nullable(),
  /** The inviter's own lines. */
  message: z.string(),
  /** Names of what it opens, as far as a stranger may read them. */
  opens: z.array(z.object({ name: z.string(), emoji: z.string().nullable() })),
  is_member: z.boolean(),
  /** The reader is a member who signed up with it, or has come by it: nothing is left to be pressed. */
  taken: z.boolean(),
  /** The address it was mailed to, for the one who has the mail. */
  email: z.string().nullable(),
  expires_at: date.nullable(),
  paywall: Paywall.nullable(),
})
export type Preview = z.output<typeof Preview>
