/** Handlers of forms: each a call of its service, or a page. */
import { csvFile, type Handlers, newProofChallenge } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import { askPage, confirmPage, embedScript, formPage, pageScript, previewHtml } from './service/page.ts'
import { createForm, deleteForm, duplicateForm, listForms, numbered, showForm, updateForm } from './service/forms.ts'
import { purposeOf } from './service/guards.ts'
import {
  deleteSubmission,
  demandOpen,
  exportSubmissions,
  listSubmissions,
  type Narrowing,
  showSubmission,
  submit,
  updateSubmission,
} from './service/submissions.ts'
import type { Ctx } from '@atrium/sdk/server'

const download = async (ctx: Ctx, formId: number, narrowing: Narrowing) => csvFile(`form-${formId}.csv`, await exportSubmissions(ctx, formId, narrowing))

export const handlers: Handlers<typeof contract> = {
  list: (ctx, { query }) => listForms(ctx, query),
  create: async (ctx, { body }) => showForm(ctx, await createForm(ctx, body)),
  preview: (ctx, { body: { place, elements, ...form } }) => ({ html: previewHtml(ctx, { ...form, elements: numbered(elements, [], 1).elements }, place) }),
  show: (ctx, { params }) => showForm(ctx, params.id),
  async update(ctx, { params, body }) {
    await updateForm(ctx, params.id, body)
    return showForm(ctx, params.id)
  },
  destroy: (ctx, { params }) => deleteForm(ctx, params.id),
  duplicate: async (ctx, { params }) => showForm(ctx, await duplicateForm(ctx, params.id)),
  async publish(ctx, { params }) {
    await updateForm(ctx, params.id, { status: 'published' })
    return showForm(ctx, params.id)
  },

  submissions: (ctx, { params, query }) => listSubmissions(ctx, params.formId, query),
  submit: (ctx, { params, body }) => submit(ctx, params.formId, body),
  async challenge(ctx, { params }) {
    await demandOpen(ctx, params.formId)
    return { challenge: await newProofChallenge(ctx, purposeOf(params.formId)) }
  },
  submission: (ctx, { params }) => showSubmission(ctx, params.formId, params.id),
  async updateSubmission(ctx, { params, body }) {
    await updateSubmission(ctx, params.formId, params.id, body.elements)
    return showSubmission(ctx, params.formId, params.id)
  },
  destroySubmission: (ctx, { params }) => deleteSubmission(ctx, params.formId, params.id),
  exportSubmissions: (ctx, { params, body }) => download(ctx, params.formId, body),
  submissionsCsv: (ctx, { params, query }) => download(ctx, params.formId, query),

  page: (ctx, { query }) => formPage(ctx, query.uid, query.embed ?? false),
  pageOf: (ctx, { params, query }) => formPage(ctx, params.uid, query.embed ?? false),
  pageScript,
  embedScript: (ctx, { params }) => embedScript(ctx, params.uid),
  askConfirmation: (ctx, { params }) => askPage(ctx, params.token),
  confirm: (ctx, { params }) => confirmPage(ctx, params.token),
}
