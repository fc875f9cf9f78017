/** Tables of forms as the ORM knows them; the migration is their truth in SQL. */
import { p, table, versioned } from '@atrium/sdk/server'
import type { AFTER, DISPLAYS, FormElement, STATUSES, Styles, SUBMISSION_STATUSES, SubmissionField } from '../contract.ts'

const ids = () =>
  p
    .array(
      (id) => Number(id),
      (id) => String(id),
    )
    .columnType('bigint[]')

export const FormTable = table('forms.form', {
  ...versioned,
  uid: p.text(),
  name: p.text(),
  status: p.text().$type<(typeof STATUSES)[number]>().default('draft'),
  afterSubmissionAction: p.text().$type<(typeof AFTER)[number]>().default('thank_you_page'),
  redirectUrl: p.text().nullable(),
  thankYouPageTitle: p.text().nullable(),
  thankYouPageBody: p.text().nullable(),
  embedDisplayFormat: p.text().$type<(typeof DISPLAYS)[number]>().default('inline'),
  popupDelay: p.integer().default(5),
  popupFrequency: p.integer().default(7),
  embedStyles: p.json<Styles | null>().nullable(),
  standalonePageStyles: p.json<Styles | null>().nullable(),
  isDoubleOptIn: p.boolean().default(true),
  memberTagIds: ids(),
  elements: p.json<FormElement[]>(),
  /** Ids of elements are never given twice, so that answers of the past find no other question. */
  nextElementId: p.integer().default(1),
  submissionsCount: p.integer().default(0),
})
export const SubmissionTable = table(
  'forms.submission',
  {
    formId: p.bigint('number'),
    memberId: p.bigint('number').nullable(),
    status: p.text().$type<(typeof SUBMISSION_STATUSES)[number]>().default('confirmed'),
    email: p.text().nullable(),
    fields: p.json<SubmissionField[]>(),
    consents: p.json<{ field_id: number; text: string }[]>(),
    consentedAt: p.datetime().nullable(),
    confirmedAt: p.datetime().nullable(),
    linkHash: p.text().nullable(),
  },
  { own: ['form_id', 'status', 'email', 'fields', 'consents', 'consented_at', 'confirmed_at'], secret: ['link_hash'] },
)
export const SpentProofTable = table('forms.spent_proof', { nonce: p.text(), expiresAt: p.datetime() })
