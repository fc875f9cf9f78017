/** The wiring of forms. */
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer, job, mailKinds, runs } from '@atrium/sdk/server'
import { z } from '@atrium/sdk'
import site from '../../site/contract.ts'
import workflows from '../../workflows/contract.ts'
import contract from '../contract.ts'
import { fieldsIn } from '../contract/fields.ts'
import { FormTable, SpentProofTable, SubmissionTable } from './entities.ts'
import { handlers } from './routes.ts'
import { createForm, formNames, showForm, updateForm } from './service/forms.ts'
import { forgetSpent } from './service/guards.ts'
import { erase, purgePending, submitFor } from './service/submissions.ts'
import { form } from './service/workflows.ts'
import { siteBlocks, siteTargets } from './service/siteBlocks.ts'

const purgeJob = job('forms.purge', z.object({}))

export default defineServer(contract, {
  entities: [FormTable, SubmissionTable, SpentProofTable],
  routes: handlers,
  contributes: [
    contribute(site.points.blocks, siteBlocks),
    contribute(site.points.targets, siteTargets),
    contribute(communities.points.mails, mailKinds([{ key: 'confirm', subject: 'mail.subject', text: 'mail.text', values: ['form', 'days'], isSecret: true }])),
    contribute(workflows.points.resource, form),
  ],
  service: (ctx) => ({
    async create(input) {
      const id = await createForm(ctx, contract.routes.create.options.body.parse(input))
      const { elements } = await showForm(ctx, id)
      return { id, fieldIds: Object.fromEntries(fieldsIn(elements).map((field) => [field.attributes.label, field.id])) }
    },
    publish: (formId) => updateForm(ctx, formId, { status: 'published' }),
    submit: (formId, answers, how) => submitFor(ctx, formId, answers, how),
    forms: () => formNames(ctx),
  }),
  jobs: [
    runs(
      purgeJob,
      async (ctx) => {
        await purgePending(ctx)
        await forgetSpent(ctx)
      },
      { schedule: '41 3 * * *' },
    ),
  ],
  counters: () => [
    { kept: 'forms.form.submissions_count', counted: 'select form_id as id, count(*) from forms.submission where community_id = $1 group by form_id' },
  ],
  hooks: { erase },
})
