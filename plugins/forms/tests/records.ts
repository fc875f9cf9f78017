/** Records of forms: one that is published with a submission of the guest, a draft, and one to delete. Who manages forms sees them all, whatever space they are in. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract

const records = defineRecords(contract, {
  leaving: { goes: ['forms.submission'], stays: ['forms.form'] },
  async fill({ app, side, word, mark, guest }: Target) {
    const as = app.as(side.admin)
    const made = await as.call(routes.create, {
      body: {
        name: `${word} ${mark}`,
        elements: [
          { type: 'field', attributes: { kind: 'email', label: 'Email', required: true } },
          { type: 'field', attributes: { kind: 'short_text', label: `${word} name`, fills: 'name' } },
          { type: 'field', attributes: { kind: 'consent', label: `I agree, ${word}` } },
          { type: 'button', attributes: { label: 'Send' } },
        ],
      },
    })
    const form = await as.call(routes.publish, { params: { id: made.id } })
    const gone = await as.call(routes.create, { body: { name: `${word} gone ${mark}` } })
    const [email, name, consent] = form.elements.map(({ id }) => id)
    const elements = [
      { id: email!, value: `${word}-${mark}@form.example` },
      { id: name!, value: word },
      { id: consent!, value: 'yes' },
    ]
    const send = async () => {
      await as.call(routes.submit, { params: { formId: form.id }, body: { elements } })
      return (await as.call(routes.submissions, { params: { formId: form.id } })).records[0]!.id
    }
    const submission = await send()
    const goneSubmission = await send()
    // the mail with the link is read by nobody here
    await app.sql('update forms.submission set member_id = $1, token_hash = $2 where id = $3', [guest.id, `token-${word}-${mark}`, submission])
    await app.sql(`insert into forms.spent_proof (community_id, nonce, expires_at) values ($1, $2, now() + interval '1 hour')`, [
      side.communityId,
      `${word}-${mark}`,
    ])
    return { form: { id: form.id, uid: form.uid, name: name!, gone: gone.id, submission, goneSubmission } }
  },
  inputs: {
    list: { input: ({ word }) => ({ query: { name: word } }), foreign: [200], wide: true },
    create: { body: { name: 'Another' } },
    preview: { body: { name: 'Another' } },
    show: { input: ({ form }) => ({ params: { id: form.id } }), wide: true },
    update: { input: ({ form }) => ({ params: { id: form.id }, body: { popup_delay: 3 } }), wide: true },
    destroy: { input: ({ form }) => ({ params: { id: form.gone } }), uses: true, wide: true },
    duplicate: { input: ({ form }) => ({ params: { id: form.id } }), wide: true },
    publish: { input: ({ form }) => ({ params: { id: form.id } }), wide: true },
    submissions: { input: ({ form }) => ({ params: { formId: form.id } }), wide: true },
    submit: { input: ({ form }) => ({ params: { formId: form.id }, body: { elements: [] } }), own: [403, 422], outside: true },
    challenge: { input: ({ form }) => ({ params: { formId: form.id } }), outside: true },
    submission: { input: ({ form }) => ({ params: { formId: form.id, id: form.submission } }), wide: true },
    updateSubmission: {
      input: ({ form }) => ({ params: { formId: form.id, id: form.submission }, body: { elements: [{ id: form.name, value: 'Anna' }] } }),
      wide: true,
    },
    destroySubmission: { input: ({ form }) => ({ params: { formId: form.id, id: form.goneSubmission } }), uses: true, wide: true },
    exportSubmissions: { input: ({ form }) => ({ params: { formId: form.id }, body: {} }), wide: true },
    submissionsCsv: { input: ({ form }) => ({ params: { formId: form.id } }), wide: true },
    page: { input: ({ form }) => ({ query: { uid: form.uid } }), outside: true, shared: true },
    pageOf: { input: ({ form }) => ({ params: { uid: form.uid } }), outside: true, shared: true },
    pageScript: { input: () => ({}), outside: true, shared: true },
    embedScript: { input: ({ form }) => ({ params: { uid: form.uid } }), foreign: [200], outside: true, shared: true },
    askConfirmation: { params: { token: 'of-nobody' } },
    confirm: { params: { token: 'of-nobody' } },
  },
  screens: {
    '/settings/emails/forms/:id': ({ form }) => `/settings/emails/forms/${form.id}`,
    '/settings/emails/forms/:id/submissions': ({ form }) => `/settings/emails/forms/${form.id}/submissions`,
  },
})
export default records
export type FormsMade = MadeBy<typeof records>
