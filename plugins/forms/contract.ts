/** What others may know of forms: how they are built, what comes in, and the event that tells of it. */
import {
  changesOf,
  date,
  defineContract,
  del,
  done,
  editedVersion,
  emailAddress,
  event,
  flag,
  get,
  id,
  isWebAddress,
  line,
  list,
  open,
  paging,
  patch,
  post,
  ProofChallenge,
  type,
  z,
} from '@atrium/sdk'
import { Elements, FIELD_KINDS, FormElement, MAX_ELEMENTS, MAX_OPTIONS, MAX_VALUE } from './contract/elements.ts'

export {
  type ElementInput,
  type ElementType,
  FIELD_KINDS,
  type FieldAttributes,
  type FieldKind,
  type FormElement,
  type FormField,
  type FormLeaf,
  type LeafInput,
  MAX_ELEMENTS,
  MAX_OPTIONS,
  MAX_VALUE,
  TEXT_SIZES,
  TYPES,
} from './contract/elements.ts'
export const STATUSES = ['draft', 'published'] as const
export const AFTER = ['thank_you_page', 'redirect'] as const
export const DISPLAYS = ['inline', 'popup'] as const
export const PLACES = ['page', 'embed'] as const
export const SUBMISSION_STATUSES = ['confirmed', 'pending'] as const
/** Most forms of a community, and most tags that one gives. */
export const MAX_FORMS = 200
export const MAX_TAGS = 20
/** Days for which a submission may be confirmed; after that it is deleted. */
export const CONFIRM_DAYS = 30
/** Rows of an export. */
export const MAX_EXPORT = 100_000

/** Empty: as the page has it. */
const colour = z
  .string()
  .regex(/^(#[0-9a-fA-F]{6})?$/, 'Enter a color as #rrggbb.')
  .default('')
const pair = z.object({ backgroundColor: colour, color: colour }).prefault({})
export const Styles = z.object({ form: pair, button: pair })
export type Styles = z.output<typeof Styles>

const fields = z.object({
  name: line(120).min(1, 'Enter a name.'),
  after_submission_action: z.enum(AFTER).default('thank_you_page'),
  redirect_url: z
    .string()
    .trim()
    .max(2_000)
    .refine((text) => text === '' || isWebAddress(text, 'strict'), 'Enter a URL that starts with https:// or http://.')
    .nullable()
    .default(null),
  thank_you_page_title: line(200).nullable().default(null),
  thank_you_page_body: z.string().trim().max(5_000).nullable().default(null),
  embed_display_format: z.enum(DISPLAYS).default('inline'),
  /** Seconds after which a popup opens. */
  popup_delay: z.number().int().min(0).max(600).default(5),
  /** Days until a popup that was closed opens again; 0: on each page. */
  popup_frequency: z.number().int().min(0).max(365).default(7),
  embed_styles: Styles.nullable().default(null),
  standalone_page_styles: Styles.nullable().default(null),
  /** Whether an address becomes a contact only when its owner has confirmed it by email. */
  is_double_opt_in: z.boolean().default(true),
  /** Tags that contacts and members get with their submission. */
  member_tag_ids: z.array(id).max(MAX_TAGS).default([]),
  elements: Elements.default([]),
})
export type FormInput = z.output<typeof fields>
export type FormChanges = Partial<FormInput> & { status?: (typeof STATUSES)[number]; version?: number }

const FormRow = z.object({
  id: z.number(),
  uid: z.string(),
  name: z.string(),
  status: z.enum(STATUSES),
  submissions_count: z.number(),
  created_at: date,
  updated_at: date,
})
export type FormRow = z.output<typeof FormRow>
/** A form (public API, A.2.17). */
export const Form = FormRow.extend({
  after_submission_action: z.enum(AFTER),
  redirect_url: z.string().nullable(),
  thank_you_page_title: z.string().nullable(),
  thank_you_page_body: z.string().nullable(),
  embed_display_format: z.enum(DISPLAYS),
  popup_delay: z.number(),
  popup_frequency: z.number(),
  embed_styles: Styles.nullable(),
  standalone_page_styles: Styles.nullable(),
  is_double_opt_in: z.boolean(),
  member_tag_ids: z.array(z.number()),
  elements: z.array(FormElement),
  version: z.number(),
  /** Where it is filled in, and the script that brings it to other sites. */
  url: z.string(),
  embed_url: z.string(),
})
export type Form = z.output<typeof Form>

const SubmissionField = z.object({
  field_id: z.number(),
  label: z.string(),
  value: z.union([z.string(), z.array(z.string())]),
  hidden: z.boolean(),
  kind: z.enum(FIELD_KINDS),
})
export type SubmissionField = z.output<typeof SubmissionField>
/** A submission (public API, A.2.17). */
export const Submission = z.object({
  id: z.number(),
  form_id: z.number(),
  status: z.enum(SUBMISSION_STATUSES),
  email: z.string().nullable(),
  /** Who was signed in. */
  member: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable(), public_uid: z.string() }).nullable(),
  fields: z.array(SubmissionField),
  /** Texts that were agreed to, as they were then. */
  consents: z.array(z.object({ field_id: z.number(), text: z.string() })),
  consented_at: date.nullable(),
  confirmed_at: date.nullable(),
  created_at: date,
})
export type Submission = z.output<typeof Submission>

const answer = z.object({
  id,
  value: z.string().max(MAX_VALUE, 'Use up to {maximum} characters.').nullish(),
  value_json: z.array(z.string().max(200)).max(MAX_OPTIONS).optional(),
})
export type Answer = z.output<typeof answer>
const answers = z.array(answer).max(MAX_ELEMENTS)

const can = 'manage' as const
const byId = { params: z.object({ id }) }
const byForm = { params: z.object({ formId: id }) }
const one = { params: z.object({ formId: id, id }) }
const uid = z.string().regex(/^[0-9a-f]{16}$/, 'This form doesn’t exist.')
const byUid = { params: z.object({ uid }) }
const visitors = open('Whoever comes by fills it in, here or on another site.')
const mailboxes = open('The link proves whose address it is; whoever opens an email need not be signed in.')
const token = { params: z.object({ token: z.string().regex(/^[\w-]{32}$/, 'This link is incomplete. Open it from the email again.') }) }
const looking = { limit: { points: 240, seconds: 60 } }
const narrowing = { search_text: z.string().trim().max(100).optional(), status: z.enum(SUBMISSION_STATUSES).optional() }

/** Forms for set-up, imports and workflows. */
export interface FormsService {
  /** @returns ids of the form and, by their labels, of its fields @throws AtriumError 422 */
  create(input: Partial<FormInput> & { name: string }): Promise<{ id: number; fieldIds: Record<string, number> }>
  publish(formId: number): Promise<void>
  /** What a visitor has sent, without the guards against machines. `isConfirmed`: no email asks for it. @returns its id @throws AtriumError 404, 422 */
  submit(formId: number, answers: Answer[], how?: { isConfirmed?: boolean; at?: Date }): Promise<number>
  /** For pickers, by name. */
  forms(): Promise<{ id: number; name: string }[]>
}

export default defineContract('forms', {
  permissions: { manage: { title: 'Build forms and manage submissions', grant: ['admin'] } },
  routes: {
    list: get('/internal_api/forms', {
      can,
      query: paging.extend({ name: z.string().trim().max(100).optional(), status: z.enum(STATUSES).optional() }),
      reply: list(FormRow),
      summary: 'Forms, newest first',
    }),
    create: post('/internal_api/forms', { can, body: fields, reply: Form, status: 201, summary: 'A draft; without elements it begins with an email field' }),
    preview: post('/internal_api/forms/preview', {
      can,
      body: fields.extend({ place: z.enum(PLACES).default('page') }),
      reply: z.object({ html: z.string() }),
      ...looking,
      summary: 'What is not saved yet, as visitors would see it',
    }),
    show: get('/internal_api/forms/:id', { can, ...byId, reply: Form, summary: 'One' }),
    update: patch('/internal_api/forms/:id', {
      can,
      ...byId,
      body: changesOf(fields.extend({ status: z.enum(STATUSES), version: editedVersion })),
      reply: Form,
      ...looking,
      summary: 'Changes it; answers that came before keep the labels they had',
    }),
    destroy: del('/internal_api/forms/:id', { can, ...byId, reply: done, summary: 'Deletes it with its submissions' }),
    duplicate: post('/internal_api/forms/:id/duplicate', { can, ...byId, reply: Form, status: 201, summary: 'A draft of the same' }),
    publish: post('/internal_api/forms/:id/publish', { can, ...byId, reply: Form, summary: 'Opens it to visitors' }),

    submissions: get('/internal_api/forms/:formId/submissions', {
      can,
      ...byForm,
      query: paging.extend(narrowing),
      reply: list(Submission),
      summary: 'What was sent, newest first',
    }),
    submit: post('/internal_api/forms/:formId/submissions', {
      can: visitors,
      ...byForm,
      limit: { points: 20, seconds: 600 },
      body: z.object({
        elements: answers,
        /** The challenge of `challenge`, solved; who manages forms needs none. */
        proof: z.string().max(4_000).optional(),
        /** A field that people do not see; what fills it is no person. */
        website: z.string().max(2_000).default(''),
        /** Who manages forms may send it for somebody else. */
        submission_on_behalf_of: emailAddress.optional(),
      }),
      reply: z.object({
        success: z.literal(true),
        needs_confirmation: z.boolean(),
        after_submission_action: z.enum(AFTER),
        redirect_url: z.string().nullable(),
        thank_you_page_title: z.string(),
        thank_you_page_body: z.string(),
      }),
      status: 201,
      summary: 'Sends a published form; the reply says what comes after',
    }),
    challenge: get('/internal_api/forms/:formId/challenge', {
      can: visitors,
      ...byForm,
      limit: { points: 60, seconds: 600 },
      reply: z.object({ challenge: ProofChallenge }),
      summary: 'What a browser is to solve before it sends: `proof` there is the base64 of the JSON of challenge and solution',
    }),
    submission: get('/internal_api/forms/:formId/submissions/:id', { can, ...one, reply: Submission, summary: 'One' }),
    updateSubmission: patch('/internal_api/forms/:formId/submissions/:id', {
      can,
      ...one,
      body: z.object({ elements: answers }),
      reply: Submission,
      summary: 'Corrects answers; consents stay as they were given',
    }),
    destroySubmission: del('/internal_api/forms/:formId/submissions/:id', { can, ...one, reply: done, summary: 'Deletes it; the contact stays' }),
    exportSubmissions: post('/internal_api/forms/:formId/submissions/export', {
      can,
      ...byForm,
      body: z.object(narrowing),
      limit: { points: 10, seconds: 60 },
      summary: 'As CSV, newest first, at most 100,000',
    }),
    /** For links: the same as a file. */
    submissionsCsv: get('/settings/emails/forms/:formId/submissions.csv', {
      can,
      ...byForm,
      query: z.object(narrowing),
      limit: { points: 10, seconds: 60 },
      summary: 'As CSV, newest first, at most 100,000',
    }),

    page: get('/form', {
      can: visitors,
      query: z.object({ uid, embed: flag.optional() }),
      ...looking,
      summary: 'The form as a page, which other sites may show in a frame',
    }),
    pageOf: get('/form/:uid', { can: visitors, ...byUid, query: z.object({ embed: flag.optional() }), ...looking, summary: 'The same by a shorter address' }),
    pageScript: get('/embed/forms/form.js', { can: visitors, summary: 'The script of that page' }),
    embedScript: get('/embed/forms/:uid/embed.js', {
      can: visitors,
      ...byUid,
      ...looking,
      summary: 'The script that shows the form on another site, in its place or as a popup',
    }),
    askConfirmation: get('/form/confirm/:token', {
      can: mailboxes,
      ...token,
      ...looking,
      summary: 'Asks for a press: what looks at links in emails presses none',
    }),
    confirm: post('/form/confirm/:token', { can: mailboxes, ...token, ...looking, summary: 'Confirms an address' }),
  },
  events: {
    /** Once for each: when it was sent, or when its address was confirmed where that is asked for. */
    'form.submitted': event(z.object({ formId: id, submissionId: id, memberId: id.nullable(), personId: id.nullable() }), {
      automation: true,
      title: 'Form submitted',
    }),
  },
  service: type<FormsService>(),
})
