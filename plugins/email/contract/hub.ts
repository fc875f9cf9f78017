/** Calls beside broadcasts: emails to chosen people, the first steps, what is allowed, and who got an email as a file. */
import { changesOf, del, done, get, id, line, list, paging, patch, post, z } from '@atrium/sdk'
import { Blocks } from './blocks.ts'
import { Broadcast, BroadcastRow, MAX_PEOPLE, OUTCOMES } from './records.ts'

const can = 'manage' as const
const byId = { params: z.object({ id }) }

/** An email to chosen people at a moment: a broadcast to them alone. */
const scheduledFields = z.object({
  subject: line(200).min(1, 'Enter a subject.'),
  preheader: line(200).default(''),
  blocks: Blocks.default([]),
  theme_id: id.nullable().default(null),
  from_name: line(120).default(''),
  member_ids: z.array(id).min(1, 'Choose at least one person.').max(MAX_PEOPLE),
  scheduled_at: z.iso.datetime({ offset: true }),
})
export type ScheduledInput = z.output<typeof scheduledFields>

export const STEPS = ['address', 'server', 'draft', 'test', 'sent'] as const
export const Onboarding = z.object({
  steps: z.array(z.object({ key: z.enum(STEPS), is_done: z.boolean() })),
  is_done: z.boolean(),
  dismissed: z.boolean(),
})
export type Onboarding = z.output<typeof Onboarding>
export const EmailPlan = z.object({
  /** What bounds emails: nothing but the mail server of the one who runs this. */
  kind: z.literal('self_hosted'),
  /** Emails a month; null: no limit. */
  monthly_limit: z.number().nullable(),
  sent_this_month: z.number(),
})
export type EmailPlan = z.output<typeof EmailPlan>

export const hubRoutes = {
  scheduledEmails: get('/internal_api/scheduled_emails', { can, query: paging, reply: list(BroadcastRow), summary: 'Emails to chosen people, newest first' }),
  createScheduledEmail: post('/internal_api/scheduled_emails', {
    can,
    body: scheduledFields,
    reply: Broadcast,
    status: 201,
    summary: 'One to chosen members, later',
  }),
  scheduledEmail: get('/internal_api/scheduled_emails/:id', { can, ...byId, reply: Broadcast, summary: 'One' }),
  updateScheduledEmail: patch('/internal_api/scheduled_emails/:id', {
    can,
    ...byId,
    body: changesOf(scheduledFields),
    reply: Broadcast,
    summary: 'Changes one that has not gone out',
  }),
  destroyScheduledEmail: del('/internal_api/scheduled_emails/:id', { can, ...byId, reply: done, summary: 'Deletes one that is not going out' }),

  onboarding: get('/internal_api/email_hub/onboarding', { can, reply: Onboarding, summary: 'Steps to the first email' }),
  saveOnboarding: patch('/internal_api/email_hub/onboarding', {
    can,
    body: z.object({ dismissed: z.boolean() }),
    reply: Onboarding,
    summary: 'Puts them aside',
  }),
  plans: get('/internal_api/email_hub/plans', { can, reply: EmailPlan, summary: 'How many emails may go out, and have this month' }),
  cancelSubscription: post('/internal_api/email_hub/subscriptions/cancel', {
    can,
    body: z.object({ reason: line(120).default(''), reason_description: z.string().trim().max(2_000).default('') }),
    reply: done,
    summary: 'Refused: emails are part of the house, so there is nothing to cancel',
  }),
  exportRecipients: post('/internal_api/broadcasts/:id/recipients/export', {
    can,
    ...byId,
    body: z.object({ outcome: z.enum(OUTCOMES).optional() }),
    limit: { points: 20, seconds: 600, shared: 'export' },
    summary: 'Who got it, and what became of it, as CSV, at most 100,000',
  }),
  /** For links: the same as a file. */
  recipientsCsv: get('/email/broadcasts/:id/recipients.csv', {
    can,
    ...byId,
    query: z.object({ outcome: z.enum(OUTCOMES).optional() }),
    limit: { points: 20, seconds: 600, shared: 'export' },
    summary: 'Who got it, and what became of it, as CSV, at most 100,000',
  }),
}
