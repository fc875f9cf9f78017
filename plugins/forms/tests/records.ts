/** Records of forms: one that is published with a submission of the guest, a draft, and one to delete. Who manages forms sees them all, whatever space they are in. */
import { newToken } from '@atrium/sdk/server'
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract

const records = defineRecords(contract, {
  leaving: { goes: ['forms.submission'] },
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
    await app.sql('update forms.submission set member_id = $1 where id = $2', [guest.id, submission])
    // what visitors fill in lies in no space
    const letters = await as.call(routes.create, { body: { name: `Letters ${mark}`, is_double_opt_in: false } })
    await as.call(routes.publish, { params: { id: letters.id } })
    await as.call(routes.submit, {
      params: { formId: letters.id },
      body: { elements: [{ id: letters.elements[0]!.id, value: `letters-${mark}@form.example` }] },
    })
    const { token, hash } = newToken()
    await app.sql('update forms.submission set link_hash = $1 where form_id = $2', [hash, letters.id])
    await app.sql(`insert into forms.spent_proof (community_id, nonce, expires_at) values ($1, $2, now() + interval '1 hour')`, [
      side.communityId,
      `${word}-${mark}`,
    ])
    return { openForm: { id: letters.id, uid: letters.uid, token }, form: { id: form.id, name: name!, gone: gone.id, submission, goneSubmission } }
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
    submit: { input: ({ openForm }) => ({ params: { formId: openForm.id }, body: { elements: [] } }), own: [422], outside: true, shared: true },
    challenge: { input: ({ openForm }) => ({ params: { formId: openForm.id } }), outside: true, shared: true },
    submission: { input: ({ form }) => ({ params: { formId: form.id, id: form.submission } }), wide: true },
    updateSubmission: {
      input: ({ form }) => ({ params: { formId: form.id, id: form.submission }, body: { elements: [{ id: form.name, value: 'Anna' }] } }),
      wide: true,
    },
    destroySubmission: { input: ({ form }) => ({ params: { formId: form.id, id: form.goneSubmission } }), uses: true, wide: true },
    exportSubmissions: { input: ({ form }) => ({ params: { formId: form.id }, body: {} }), wide: true },
    submissionsCsv: { input: ({ form }) => ({ params: { formId: form.id } }), wide: true },
    page: { input: ({ openForm }) => ({ query: { uid: openForm.uid } }), outside: true, shared: true },
    pageOf: { input: ({ openForm }) => ({ params: { uid: openForm.uid } }), outside: true, shared: true },
    pageScript: { input: () => ({}), foreign: [200], outside: true, shared: true },
    embedScript: { input: ({ openForm }) => ({ params: { uid: openForm.uid } }), foreign: [200], outside: true, shared: true },
    askConfirmation: { input: ({ openForm }) => ({ params: { token: openForm.token } }), outside: true, shared: true },
    confirm: { input: ({ openForm }) => ({ params: { token: openForm.token } }), outside: true, shared: true },
  },
  screens: {
    '/settings/emails/forms/:id': ({ form }) => `/settings/emails/forms/${form.id}`,
    '/settings/emails/forms/:id/submissions': ({ form }) => `/settings/emails/forms/${form.id}/submissions`,
  },
})
export default records
export type FormsMade = MadeBy<typeof records>
