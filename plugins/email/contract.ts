/** What others may know of emails to many: broadcasts, their looks, templates and what became of them. */
import {
  changesOf,
  defineContract,
  del,
  done,
  emailAddress,
  event,
  get,
  id,
  isZone,
  line,
  list,
  open,
  paging,
  patch,
  point,
  post,
  put,
  type,
  typedEmail,
  z,
} from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { domainInput, REASONS, SendingDomain, Suppression } from './contract/deliverability.ts'
import { type Block, Blocks, type Look, Theme, themeFields } from './contract/blocks.ts'
import { hubRoutes } from './contract/hub.ts'
import { Audience, Broadcast, BroadcastRow, Experiment, OUTCOMES, Preview, Recipient, Report, STATES, Template } from './contract/records.ts'
import { systemRoutes } from './contract/system.ts'

export { ALIGNMENTS, type Block, FONTS, type Leaf, type Look, MAX_BLOCKS, PICTURE_WIDTHS, PLAIN_LOOK, type Theme, VARIABLES } from './contract/blocks.ts'
export { FOUND, HELD, MAX_DOMAINS, REASONS, RECORDS, type SendingDomain, type Suppression } from './contract/deliverability.ts'
export type { EmailPlan, Onboarding, ScheduledInput } from './contract/hub.ts'
export { MAX_WORDS, type SystemKind, type SystemWords } from './contract/system.ts'
export {
  AUDIENCES,
  type Audience,
  type Broadcast,
  type BroadcastRow,
  type Experiment,
  type Figures,
  MAX_PEOPLE,
  MAX_SEGMENTS,
  METRICS,
  OUTCOMES,
  type Recipient,
  type Report,
  STATES,
  type Template,
} from './contract/records.ts'

const can = 'manage' as const
const byId = { params: z.object({ id }) }
const mailboxes = open('The address proves whose it is; whoever opens an email need not be signed in.')
const token = { params: z.object({ token: z.string().max(200) }) }

const senderFields = z.object({
  /** Lines of the postal address below each email to many. */
  footer_html: z.string().max(2_000),
  is_open_tracked: z.boolean(),
  is_click_tracked: z.boolean(),
  /** Emails come from it once its domain is proven; until then answers go to it. */
  from_email: z.union([z.literal(''), emailAddress]),
})
const Sender = senderFields.extend({
  /** Which emails come from. */
  from_address: z.string(),
  /** Without one nothing can be sent. */
  has_mail_server: z.boolean(),
})
export type Sender = z.output<typeof Sender>
const templateFields = z.object({
  name: line(120).min(1, 'Enter a name.'),
  subject: line(200).default(''),
  preheader: line(200).default(''),
  blocks: Blocks.default([]),
  theme_id: id.nullable().default(null),
})
const broadcastFields = templateFields.extend({
  from_name: line(120).default(''),
  /** Empty: the address that the platform sends from. */
  reply_to: z.union([z.literal(''), emailAddress]).default(''),
  audience: Audience.prefault({}),
  experiment: Experiment.nullable().default(null),
})
const Deliverability = z.object({
  domains: z.array(SendingDomain),
  /** Where a mail provider posts what bounced; null until one is made. */
  events_url: z.string().nullable(),
  /** Whether bounces come back to an address of this house. */
  has_returns: z.boolean(),
})
export type Deliverability = z.output<typeof Deliverability>
const suppressionQuery = { search_text: z.string().trim().max(100).optional(), reason: z.enum(REASONS).optional() }
export type TemplateInput = z.output<typeof templateFields>
export type BroadcastInput = z.output<typeof broadcastFields>

/** Something of the community that an email can tell of: posts and events bring theirs. */
export interface EmailSource {
  /** `post`, `event`. */
  kind: string
  /** Blocks that tell of one, as this admin sees it; null where it is not theirs to see. */
  blocks(ctx: Ctx, recordId: number): Promise<{ subject: string; blocks: Block[] } | null>
}
/** What became of a recorded email to one member. */
export interface RecordedEmail {
  memberId: number
  email: string
  name: string
  variant?: 'a' | 'b'
  isBounced?: boolean
  openedAt?: Date | null
  clickedAt?: Date | null
  /** Which link of the email was pressed, by its place. */
  link?: number
  unsubscribedAt?: Date | null
}
/** Emails to many, for set-up and workflows, in the name of the ctx's member and with their rights. */
export interface EmailService {
  /** A draft. @throws AtriumError 422 */
  draft(input: Partial<BroadcastInput> & { name: string }): Promise<number>
  /** @throws AtriumError 404, 409 `broadcast_not_draft`, 422 for what an email must have and this one has not */
  sendNow(id: number): Promise<void>
  /** For set-up: a draft waits for its moment, at which it is asked for a mail server and all else that it needs. @throws AtriumError 404, 409 */
  plan(id: number, at: Date): Promise<void>
  /** For set-up: one that went out at another time, and what came of it. @throws AtriumError 422 */
  record(input: Partial<BroadcastInput> & { name: string }, at: Date, recipients: RecordedEmail[]): Promise<number>
  /** For set-up: looks and templates. */
  saveTheme(look: Look, isDefault?: boolean): Promise<number>
  saveTemplate(input: Partial<TemplateInput> & { name: string }): Promise<number>
}

export default defineContract('email', {
  permissions: { manage: { title: 'Write and send email broadcasts', grant: ['admin'] } },
  settings: z.object({
    /** Required by law in many countries, below each email to many: the sender's postal address. HTML of lines alone. */
    footer_html: z.string().max(2_000).default(''),
    /** Whether opens are counted, by a picture that mail programs load. */
    is_open_tracked: z.boolean().default(true),
    is_click_tracked: z.boolean().default(true),
    default_theme_id: z.number().int().nullable().default(null),
    from_email: z.string().default(''),
    /** Of the address to which a mail provider posts; sealed. */
    events_secret: z.string().nullable().default(null),
    /** Steps of the first email that are done or put aside. */
    onboarding_dismissed: z.boolean().default(false),
  }),
  routes: {
    list: get('/internal_api/broadcasts', {
      can,
      query: paging.extend({ status: z.enum(STATES).optional(), search_text: z.string().trim().max(100).optional() }),
      reply: list(BroadcastRow),
      summary: 'Emails to many, newest first',
    }),
    create: post('/internal_api/broadcasts', {
      can,
      body: broadcastFields.extend({ template_id: id.optional() }),
      reply: Broadcast,
      status: 201,
      summary: 'A draft',
    }),
    createFromSource: post('/internal_api/broadcasts/create_from_source', {
      can,
      body: z.object({ source_type: line(40).min(1), source_id: id }),
      reply: Broadcast,
      status: 201,
      summary: 'A draft that tells of a post, an event or another broadcast',
    }),
    audienceCount: post('/internal_api/broadcasts/audience_count', {
      can,
      body: z.object({ audience: Audience }),
      reply: z.object({
        count: z.number(),
        /** Of whom it goes to, ten. */
        sample: z.array(z.object({ name: z.string(), email: z.string() })),
        /** Who would get it if they wanted emails, and could. */
        unsubscribed: z.number(),
        suppressed: z.number(),
      }),
      summary: 'How many it would go to',
    }),
    show: get('/internal_api/broadcasts/:id', { can, ...byId, reply: Broadcast, summary: 'One' }),
    update: patch('/internal_api/broadcasts/:id', {
      can,
      ...byId,
      body: changesOf(broadcastFields.extend({ version: z.number().int() })),
      reply: Broadcast,
      limit: { points: 240, seconds: 60 },
      summary: 'Changes a draft',
    }),
    destroy: del('/internal_api/broadcasts/:id', { can, ...byId, reply: done, summary: 'Deletes one that is not going out' }),
    sendNow: post('/internal_api/broadcasts/:id/send_now', { can, ...byId, reply: Broadcast, summary: 'Sends a draft' }),
    schedule: post('/internal_api/broadcasts/:id/schedule', {
      can,
      ...byId,
      body: z.object({
        scheduled_at: z.iso.datetime({ offset: true }),
        /** At that time of day where each reader lives, as far as is known. */
        is_local_time: z.boolean().default(false),
        /** By which that time of day was chosen. */
        time_zone: z.string().max(60).refine(isZone, 'Choose a valid time zone.').default('UTC'),
      }),
      reply: Broadcast,
      summary: 'Sends a draft later',
    }),
    cancelSchedule: post('/internal_api/broadcasts/:id/cancel_schedule', {
      can,
      ...byId,
      reply: Broadcast,
      summary: 'Makes a scheduled one a draft again, or ends one that is going out: who has it keeps it',
    }),
    duplicate: post('/internal_api/broadcasts/:id/duplicate', { can, ...byId, reply: Broadcast, status: 201, summary: 'A draft that says the same' }),
    rename: patch('/internal_api/broadcasts/:id/rename', {
      can,
      ...byId,
      body: z.object({ name: line(120).min(1, 'Enter a name.') }),
      reply: Broadcast,
      summary: 'Another name, which readers do not see',
    }),
    updateTemplate: patch('/internal_api/broadcasts/:id/update_template', {
      can,
      ...byId,
      body: z.object({ template_id: id }),
      reply: Broadcast,
      summary: 'Takes words and look of a template',
    }),
    changeTheme: patch('/internal_api/broadcasts/:id/change_theme', {
      can,
      ...byId,
      body: z.object({ theme_id: id.nullable() }),
      reply: Broadcast,
      summary: 'Another look',
    }),
    sendTest: post('/internal_api/broadcasts/:id/send_test_email', {
      can,
      ...byId,
      /** Empty: oneself. */
      body: z.object({ emails: z.array(typedEmail).max(5).default([]) }),
      reply: done,
      limit: { points: 20, seconds: 3_600 },
      summary: 'Sends it to oneself, or to others of the team, with a mark in the subject',
    }),
    preview: get('/internal_api/broadcasts/:id/preview', {
      can,
      ...byId,
      query: z.object({ variant: z.enum(['a', 'b']).default('a'), person_id: id.optional() }),
      reply: Preview,
      limit: { points: 240, seconds: 60 },
      summary: 'As it would arrive',
    }),
    recipients: get('/internal_api/broadcasts/:id/recipients', {
      can,
      ...byId,
      query: paging.extend({ outcome: z.enum(OUTCOMES).optional(), search_text: z.string().trim().max(100).optional() }),
      reply: list(Recipient),
      summary: 'Who got it, and what became of it',
    }),
    report: get('/internal_api/broadcasts/:id/report', { can, ...byId, reply: Report, summary: 'Figures, the first hours, links' }),

    templates: get('/internal_api/email/marketing_templates', { can, query: paging, reply: list(Template), summary: 'Saved templates' }),
    createTemplate: post('/internal_api/email/marketing_templates', {
      can,
      body: templateFields.extend({ broadcast_id: id.optional() }),
      reply: Template,
      status: 201,
      summary: 'Saves one, also of a broadcast, whose images it takes over',
    }),
    template: get('/internal_api/email/marketing_templates/:id', { can, ...byId, reply: Template, summary: 'One' }),
    updateTemplateOf: patch('/internal_api/email/marketing_templates/:id', {
      can,
      ...byId,
      body: changesOf(templateFields),
      reply: Template,
      summary: 'Changes it',
    }),
    destroyTemplate: del('/internal_api/email/marketing_templates/:id', { can, ...byId, reply: done, summary: 'Deletes it' }),

    themes: get('/internal_api/email_hub/themes', { can, reply: z.object({ records: z.array(Theme) }), summary: 'Looks' }),
    saveTheme: patch('/internal_api/email_hub/themes', {
      can,
      body: z.object({ id: id.optional(), theme: themeFields, is_default: z.boolean().default(false) }),
      reply: z.object({ records: z.array(Theme) }),
      summary: 'Changes a look, or adds one',
    }),
    addressSettings: get('/internal_api/email/address_settings', {
      can,
      reply: Sender,
      summary: 'The sender: address, tracking, and whether there is a mail server',
    }),
    saveAddressSettings: patch('/internal_api/email/address_settings', { can, body: senderFields.partial(), reply: Sender, summary: 'Changes it' }),
    deliverability: get('/internal_api/email/deliverability', { can, reply: Deliverability, summary: 'Domains of the sender, and how bounces come back' }),
    addDomain: post('/internal_api/email/domains', {
      can,
      body: z.object({ domain: domainInput }),
      reply: Deliverability,
      limit: { points: 20, seconds: 3_600 },
      summary: 'Adds a domain with a key of its own',
    }),
    checkDomain: post('/internal_api/email/domains/:id/check', {
      can,
      ...byId,
      transaction: false,
      reply: Deliverability,
      limit: { points: 30, seconds: 300 },
      summary: 'Looks its records up now',
    }),
    updateDomain: patch('/internal_api/email/domains/:id', {
      can,
      ...byId,
      body: z.object({ is_warming: z.boolean() }),
      reply: Deliverability,
      summary: 'Whether it begins with few emails a day',
    }),
    removeDomain: del('/internal_api/email/domains/:id', { can, ...byId, reply: Deliverability, summary: 'Removes it, with its key' }),
    renewEventsAddress: post('/internal_api/email/events_address', {
      can,
      reply: Deliverability,
      summary: 'Makes the address to which a mail provider posts, or another one',
    }),
    suppressions: get('/internal_api/email/suppressions', {
      can,
      query: paging.extend(suppressionQuery),
      reply: list(Suppression),
      summary: 'Addresses that are left alone, the latest first',
    }),
    addSuppression: post('/internal_api/email/suppressions', {
      can,
      body: z.object({ email: typedEmail, detail: line(200).default('') }),
      reply: Suppression,
      status: 201,
      summary: 'Leaves an address alone',
    }),
    removeSuppression: del('/internal_api/email/suppressions/:id', { can, ...byId, reply: done, summary: 'Takes an address off the list' }),
    exportSuppressions: get('/settings/emails/suppressions.csv', {
      can,
      query: z.object(suppressionQuery),
      limit: { points: 10, seconds: 60 },
      summary: 'The list as CSV, at most 100,000',
    }),
    segments: get('/internal_api/email_hub/segments', {
      can,
      reply: z.object({ records: z.array(z.object({ id: z.number(), title: z.string(), count: z.number() })) }),
      summary: 'Segments that may be chosen',
    }),
    setPreference: put('/internal_api/marketing_email_preferences', {
      can: 'member',
      body: z.object({ subscribed: z.boolean() }),
      reply: z.object({ subscribed: z.boolean() }),
      summary: 'Whether one wants emails to many',
    }),

    providerEvents: post('/email/events/:token', {
      can: open('a mail provider has no session; the secret in the address is its proof'),
      ...token,
      stream: true,
      transaction: false,
      reply: done,
      limit: { points: 1_200, seconds: 60 },
      summary: 'What bounced or was called spam, from a mail provider: Amazon SES, Postmark, or a form of one’s own',
    }),
    ...systemRoutes,
    ...hubRoutes,

    opened: get('/email/o/:token', { can: mailboxes, ...token, limit: { points: 600, seconds: 60 }, summary: 'A picture of one pixel: the email was opened' }),
    clicked: get('/email/c/:token', { can: mailboxes, ...token, limit: { points: 600, seconds: 60 }, summary: 'Leads on to a link of an email' }),
    askUnsubscribe: get('/email/u/:token', { can: mailboxes, ...token, summary: 'Asks whether to end emails to many' }),
    unsubscribe: post('/email/u/:token', { can: mailboxes, ...token, stream: true, summary: 'Ends them, also by one press in a mailbox (RFC 8058)' }),
  },
  events: {
    'broadcast.sent': event(z.object({ broadcastId: id }), { automation: true, title: 'An email broadcast was sent' }),
    'recipient.unsubscribed': event(z.object({ broadcastId: id.nullable(), memberId: id.nullable(), personId: id.nullable() }), {
      automation: true,
      title: 'A reader unsubscribed from emails',
    }),
  },
  points: { source: point<EmailSource>() },
  service: type<EmailService>(),
})
