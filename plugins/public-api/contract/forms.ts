/** Forms and what is sent with them (A.2.17 of the published API). */
import { del, get, post, put } from '@atrium/sdk'
import { asked, byId, email, id, int, listOf, maybe, maybeInt, moment, pages, said, text, words, yes, z } from './wire.ts'

const pair = z.object({ backgroundColor: text, color: text })
const styles = z.object({ form: pair, button: pair }).nullable()
const leaf = { id: maybeInt, elementable_id: maybeInt, position: int, type: text, parent_element_id: maybeInt, attributes: z.record(text, z.unknown()) }
const Element = z.object({ ...leaf, children: z.array(z.object({ ...leaf, children: z.array(z.never()) })) })
export const Form = z.object({
  id: int,
  uid: text,
  after_submission_action: text,
  embed_display_format: text,
  popup_delay: int,
  popup_frequency: int,
  name: text,
  redirect_url: maybe,
  status: text,
  thank_you_page_body: maybe,
  thank_you_page_title: maybe,
  updated_at: moment,
  submissions_count: int,
  embed_styles: styles,
  standalone_page_styles: styles,
  elements: z.array(Element),
})
export const Submission = z.object({
  id: int,
  created_at: moment,
  fields: z.array(z.object({ field_id: int, label: text, value: z.union([text, z.array(text)]), hidden: yes })),
})
const colours = z.object({ backgroundColor: words(20), color: words(20) }).partial()
const stylesInput = z.object({ form: colours, button: colours }).partial().nullable()
/** The route behind the call knows the kinds of elements and their attributes. */
const elementInput = {
  id: id.nullish(),
  position: z.number().int().optional(),
  type: z.enum(['text', 'field', 'button', 'layout']),
  parent_element_id: z.number().int().nullish(),
  attributes: z.record(words(60), z.unknown()).default({}),
}
const FormInput = z
  .object({
    name: words(120),
    after_submission_action: z.enum(['thank_you_page', 'redirect']),
    embed_display_format: z.enum(['inline', 'popup']),
    redirect_url: words(2_000).nullable(),
    status: z.enum(['draft', 'published']),
    thank_you_page_title: words(200).nullable(),
    thank_you_page_body: words(5_000).nullable(),
    popup_delay: z.number().int().min(0).max(600),
    popup_frequency: z.number().int().min(0).max(365),
    embed_styles: stylesInput,
    standalone_page_styles: stylesInput,
    elements: z.array(z.object({ ...elementInput, children: z.array(z.object(elementInput)).max(100).optional() })).max(100),
  })
  .partial()
export type FormInput = z.output<typeof FormInput>
const at = '/api/admin/v2/forms' as const
const ofForm = { params: z.object({ form_id: id }) }

export const forms = {
  forms: get(at, { ...asked, query: z.object({ ...pages, name: words(100).optional() }), reply: listOf(Form), summary: 'Forms' }),
  form: get(`${at}/:id`, { ...asked, ...byId, reply: Form, summary: 'One form' }),
  updateForm: put(`${at}/:id`, { ...asked, ...byId, body: z.union([z.object({ form: FormInput }), FormInput]), reply: Form, summary: 'Change a form' }),
  deleteForm: del(`${at}/:id`, { ...asked, ...byId, reply: said, summary: 'Delete a form with its submissions' }),
  duplicateForm: post(`${at}/:id/duplicate`, { ...asked, ...byId, reply: Form, status: 201, summary: 'A draft of the same form' }),
  formSubmissions: get(`${at}/:form_id/submissions`, { ...asked, ...ofForm, query: z.object(pages), reply: listOf(Submission), summary: 'What was sent' }),
  createFormSubmission: post(`${at}/:form_id/submissions`, {
    ...asked,
    ...ofForm,
    body: z.object({
      elements: z.array(z.object({ id, value: words(10_000).nullish(), value_json: z.array(words(200)).max(100).optional() })).max(100),
      submission_on_behalf_of: email.optional(),
    }),
    reply: said,
    status: 201,
    summary: 'Send a form',
  }),
}
