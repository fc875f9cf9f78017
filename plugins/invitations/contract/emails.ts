/** What calls about invitations by email take and answer. */
import { date, id, list, paging, z, typedEmail } from '@atrium/sdk'
import { idsOf, opened, OpenedTarget, Paywall } from './links.ts'

/** Addresses that one sending may name. */
export const MOST_EMAILS = 5_000
/** Mails of invitations of a whole community: in an hour, in a day. More wait their turn. */
export const MAILS_AN_HOUR = 340
export const MAILS_A_DAY = 3_000
/** Days that a mailed link holds, counted from its last mail. */
export const EMAIL_DAYS = 30
/** Days after the first mail at which whoever has not come is reminded. */
export const REMIND_AFTER = [3, 7] as const
export const MESSAGE_LENGTH = 1_000
/** What is known of an address before it is written to. `bounced`: the last mail of this community did not reach it. */
export const ADDRESS_STATES = ['ok', 'malformed', 'duplicate', 'member', 'invited', 'bounced', 'banned'] as const
export type AddressState = (typeof ADDRESS_STATES)[number]

/** Addresses as they are pasted: in lines, with commas, as `Ana Ruiz <ana@example.com>`; or a list of them. */
export const pasted = z.union([z.string().max(1_000_000), z.array(z.string().max(500)).max(MOST_EMAILS)])
export const Validated = z.object({ email: z.string(), name: z.string(), status: z.enum(ADDRESS_STATES) })
export type Validated = z.output<typeof Validated>
export const Validation = z.object({ records: z.array(Validated), counts: z.record(z.string(), z.number()) })
export type Validation = z.output<typeof Validation>
export const oneEmail = z.object({ email: typedEmail })
export const OneValidation = z.object({ email: z.string(), valid: z.boolean(), status: z.enum(ADDRESS_STATES) })

export const BULK_STATES = ['sending', 'done', 'stopped'] as const
/** Invitations sent together. */
export const BulkInvitation = z.object({
  id: z.number(),
  status: z.enum(BULK_STATES),
  total: z.number(),
  sent: z.number(),
  accepted: z.number(),
  message: z.string(),
  opens: z.array(OpenedTarget),
  member_tag_ids: z.array(z.number()),
  remind: z.boolean(),
  author: z.string().nullable(),
  /** When the next mail may go, where the hour's or the day's are spent. */
  waits_until: date.nullable(),
  created_at: date,
})
export type BulkInvitation = z.output<typeof BulkInvitation>
export const BulkInput = z.object({
  emails: pasted,
  message: z.string().trim().max(MESSAGE_LENGTH).default(''),
  opens: opened.default([]),
  access_group_ids: idsOf(100).default([]),
  member_tag_ids: idsOf(50).default([]),
  redirect_space_id: id.nullable().default(null),
  paywall: Paywall.nullable().default(null),
  remind: z.boolean().default(true),
})
export type BulkInput = z.output<typeof BulkInput>
export const BulkReply = z.object({ bulk_invitation: BulkInvitation, skipped: z.array(Validated) })
export const Letter = z.object({ subject: z.string(), text: z.string() })

export const EMAIL_STATES = ['open', 'accepted', 'revoked', 'expired'] as const
export const EmailInvitation = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  status: z.enum(EMAIL_STATES),
  mails_sent: z.number(),
  last_sent_at: date.nullable(),
  next_reminder_at: date.nullable(),
  expires_at: date.nullable(),
  invited_by: z.string().nullable(),
  created_at: date,
})
export type EmailInvitation = z.output<typeof EmailInvitation>
export const EmailInvitations = list(EmailInvitation)
export const emailQuery = paging.extend({ status: z.enum(EMAIL_STATES).default('open'), search_text: z.string().trim().max(200).optional() })

/** Somebody who asks to be let into a space. */
export const AccessRequest = z.object({
  id: z.number(),
  space: z.object({ id: z.number(), name: z.string(), slug: z.string() }),
  member: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable(), public_uid: z.string() }),
  message: z.string(),
  created_at: date,
})
export type AccessRequest = z.output<typeof AccessRequest>
