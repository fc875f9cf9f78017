/** What is sent: taken, confirmed, handed on to the audience, read and exported by admins, and forgotten. */
import { AtriumError, conflict, notFound } from '@atrium/sdk'
import {
  addTo,
  containing,
  type Ctx,
  csv,
  type CsvColumns,
  type ErasedMember,
  hashToken,
  hold,
  isRefusal,
  lastId,
  newToken,
  page,
  type Paging,
  type RowOf,
  rowsFor,
  sql,
} from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'
import members from '../../../members/contract.ts'
import contract, { type Answer, CONFIRM_DAYS, MAX_EXPORT, type Submission, type SUBMISSION_STATUSES } from '../../contract.ts'
import { fieldsIn } from '../../contract/fields.ts'
import { FormTable, SubmissionTable } from '../entities.ts'
import { personIn, readAnswers } from './answers.ts'
import { db, type FormRecord, needForm } from './forms.ts'
import { demandProof, demandRoom } from './guards.ts'

type SubmissionRecord = RowOf<typeof SubmissionTable>
export interface Narrowing {
  search_text?: string | undefined
  status?: (typeof SUBMISSION_STATUSES)[number] | undefined
}
const DAY = 86_400_000

/** What comes after a form was sent. */
const after = (ctx: Ctx, form: FormRecord, needsConfirmation: boolean) => ({
  success: true as const,
  needs_confirmation: needsConfirmation,
  after_submission_action: form.after_submission_action,
  redirect_url: form.after_submission_action === 'redirect' ? form.redirect_url : null,
  thank_you_page_title: form.thank_you_page_title || ctx.t('page.thanks'),
  thank_you_page_body: form.thank_you_page_body ?? '',
})

/** A form that visitors may send. Who manages forms may try a draft. @throws AtriumError 404, 409 `form_not_published` */
async function needOpen(ctx: Ctx, formId: number, manages: boolean): Promise<FormRecord> {
  const form = await needForm(ctx, formId)
  if (form.status === 'published') return form
  if (!manages) throw notFound('Form')
  throw conflict('Publish this form first. Drafts can’t be submitted.', 'form_not_published')
}
/** @throws AtriumError 404, 409 */
export const demandOpen = (ctx: Ctx, formId: number) => needOpen(ctx, formId, ctx.can('forms.manage'))

export async function submit(
  ctx: Ctx,
  formId: number,
  body: { elements: Answer[]; proof?: string | undefined; website: string; submission_on_behalf_of?: string | undefined },
) {
  const manages = ctx.can('forms.manage')
  const form = await needOpen(ctx, formId, manages)
  // looks like the answer that people get
  if (body.website !== '') return after(ctx, form, form.is_double_opt_in && hasEmail(form))
  if (body.submission_on_behalf_of && !manages) throw new AtriumError(403, 'forbidden', 'Only admins can send a form for another person.')
  const memberId = body.submission_on_behalf_of ? await memberOf(ctx, body.submission_on_behalf_of) : (ctx.member?.id ?? null)
  const read = readAnswers(form.elements, body.elements)
  const { email } = personIn(form.elements, read)
  if (!manages) {
    await demandProof(ctx, formId, body.proof)
    await demandRoom(ctx, formId, form.is_double_opt_in ? email : null)
  }
  const { status } = await keep(ctx, form, read, { memberId, email, isConfirmed: !(form.is_double_opt_in && email !== null && !isTheirs(ctx, email)) })
  return after(ctx, form, status === 'pending')
}
const hasEmail = (form: FormRecord) => fieldsIn(form.elements).some(({ attributes }) => attributes.kind === 'email')
const memberOf = async (ctx: Ctx, email: string) => {
  const [known] = (await ctx.members.known([email])).values()
  return known?.status === 'active' ? known.memberId : null
}
/** Whether it is the confirmed address of who is signed in. */
const isTheirs = (ctx: Ctx, email: string) => ctx.account?.emailConfirmed === true && ctx.account.email.toLowerCase() === email.toLowerCase()

/** For set-up and imports, without the guards against machines. */
export async function submitFor(ctx: Ctx, formId: number, answers: Answer[], { isConfirmed = false, at }: { isConfirmed?: boolean; at?: Date } = {}) {
  const form = await needForm(ctx, formId)
  const read = readAnswers(form.elements, answers)
  const { email } = personIn(form.elements, read)
  const { id } = await keep(ctx, form, read, {
    memberId: email ? await memberOf(ctx, email) : null,
    email,
    isConfirmed: isConfirmed || email === null || !form.is_double_opt_in,
    at,
  })
  return id
}

async function keep(
  ctx: Ctx,
  form: FormRecord,
  read: Submission['fields'],
  { memberId, email, isConfirmed, at = ctx.now() }: { memberId: number | null; email: string | null; isConfirmed: boolean; at?: Date | undefined },
): Promise<SubmissionRecord> {
  const { consents } = personIn(form.elements, read)
  const { token, hash } = newToken()
  const made = ctx.em.create(SubmissionTable, {
    formId: form.id,
    memberId,
    status: isConfirmed ? 'confirmed' : 'pending',
    email,
    fields: read,
    consents,
    consentedAt: consents.length ? at : null,
    confirmedAt: isConfirmed ? at : null,
    linkHash: isConfirmed ? null : hash,
    createdAt: at,
  })
  await ctx.em.flush()
  await addTo(ctx, FormTable, form.id, { submissions_count: 1 })
  const row = await needSubmission(ctx, form.id, made.id)
  if (isConfirmed) await handOn(ctx, form, row)
  else await askToConfirm(ctx, form, email!, token)
  return row
}

async function askToConfirm(ctx: Ctx, form: FormRecord, email: string, token: string): Promise<void> {
  const link = `${ctx.community.platformUrl}/form/confirm/${token}`
  const words = { community: ctx.community.name, form: form.name, link, days: CONFIRM_DAYS }
  const kind = { key: 'confirm', values: { form: form.name, days: CONFIRM_DAYS } }
  await ctx.mail({ to: email, subject: ctx.t('mail.subject', words), text: ctx.t('mail.text', words), secret: link, locale: ctx.locale, kind })
}

/** To the audience, and to whoever listens. */
async function handOn(ctx: Ctx, form: FormRecord, row: SubmissionRecord): Promise<void> {
  const { email, name, contact, profile } = personIn(form.elements, row.fields)
  const people = ctx.use(audience)
  let personId: number | null = null
  // an address that nobody has confirmed changes nothing about a member who has it
  const isProven = form.is_double_opt_in || row.member_id !== null || email === null || (await memberOf(ctx, email)) === null
  if (email && isProven) {
    const [person] = await people.upsertContacts([{ email, name, fields: contact, tagIds: form.member_tag_ids, source: 'form', sourceId: form.id }])
    personId = person!.personId
  }
  if (row.member_id !== null) {
    if (form.member_tag_ids.length) await people.tag([row.member_id], form.member_tag_ids)
    for (const [key, value] of Object.entries(profile)) await fillProfile(ctx, row.member_id, key, value)
  }
  ctx.emit(contract.events['form.submitted'], { formId: form.id, submissionId: row.id, memberId: row.member_id, personId })
}
/** What the profile cannot hold, as a choice that it lacks, stays in the submission alone. */
async function fillProfile(ctx: Ctx, memberId: number, key: string, value: string | string[]): Promise<void> {
  try {
    await ctx.use(members).saveValues(memberId, { [key]: value })
  } catch (error) {
    if (!isRefusal(error, 404, 422)) throw error
  }
}

/** @throws AtriumError 404 for a link that is none, or too old */
export async function findByToken(ctx: Ctx, token: string): Promise<{ form: FormRecord; row: SubmissionRecord }> {
  const row = await db(ctx)
    .selectFrom('forms.submission')
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .where('link_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row || (row.status === 'pending' && row.created_at.getTime() < ctx.now().getTime() - CONFIRM_DAYS * DAY)) throw notFound('Page')
  return { form: await needForm(ctx, row.form_id), row }
}
/** A second press changes nothing. */
export async function confirm(ctx: Ctx, token: string): Promise<FormRecord> {
  const { form, row } = await findByToken(ctx, token)
  const submission = await hold(ctx, SubmissionTable, row.id, 'Submission')
  if (submission.status === 'pending') {
    Object.assign(submission, { status: 'confirmed', confirmedAt: ctx.now() })
    await ctx.em.flush()
    await handOn(ctx, form, await needSubmission(ctx, form.id, row.id))
  }
  return form
}

const submissionsOf = (ctx: Ctx, formId: number) =>
  db(ctx).selectFrom('forms.submission').selectAll().where('community_id', '=', ctx.community.id).where('form_id', '=', formId)
async function needSubmission(ctx: Ctx, formId: number, id: number): Promise<SubmissionRecord> {
  const row = await submissionsOf(ctx, formId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Submission')
  return row
}
async function present(ctx: Ctx, rows: SubmissionRecord[]): Promise<Submission[]> {
  const people = await ctx.members.byIds(rows.flatMap(({ member_id }) => member_id ?? []))
  return rows.map((row) => {
    const member = row.member_id === null ? undefined : people.get(row.member_id)
    return {
      id: row.id,
      form_id: row.form_id,
      status: row.status,
      email: row.email,
      member: member ? { id: member.id, name: member.name, avatar_url: member.avatarUrl, public_uid: member.publicUid } : null,
      fields: row.fields,
      consents: row.consents,
      consented_at: row.consented_at as never,
      confirmed_at: row.confirmed_at as never,
      created_at: row.created_at as never,
    }
  })
}
export const showSubmission = async (ctx: Ctx, formId: number, id: number) => (await present(ctx, [await needSubmission(ctx, formId, id)]))[0]!

function read(ctx: Ctx, formId: number, { search_text, status }: Narrowing, last: number | null, limit: number): Promise<SubmissionRecord[]> {
  return submissionsOf(ctx, formId)
    .$if(last !== null, (more) => more.where('id', '<', last!))
    .$if(status !== undefined, (more) => more.where('status', '=', status!))
    .$if(Boolean(search_text), (more) =>
      more.where(({ eb, or }) =>
        or([
          eb('email', 'ilike', containing(search_text!)),
          eb(sql<string>`jsonb_path_query_array(fields, '$[*].value')::text`, 'ilike', containing(search_text!)),
        ]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
export async function listSubmissions(ctx: Ctx, formId: number, query: Paging & Narrowing) {
  const form = await needForm(ctx, formId)
  const rows = await read(ctx, formId, query, lastId(query), rowsFor(query))
  const count = query.search_text || query.status ? null : form.submissions_count
  const envelope = page(rows, { query, key: (row) => [row.id], count }, (row) => row)
  return { ...envelope, records: await present(ctx, envelope.records) }
}

const STEP = 1_000
/** Rows after which rights are asked anew. */
const ASK_AFTER = 10_000
/** All that match as CSV, a column for each field of the form; whoever loses the right meanwhile gets no more. */
export async function exportSubmissions(ctx: Ctx, formId: number, narrowing: Narrowing): Promise<string> {
  const form = await needForm(ctx, formId)
  const rows: SubmissionRecord[] = []
  for (let last: number | null = null; rows.length < MAX_EXPORT; ) {
    if (rows.length % ASK_AFTER === 0 && !(await ctx.actAs(ctx.me().id)).can('forms.manage')) break
    const step: SubmissionRecord[] = await read(ctx, formId, narrowing, last, STEP)
    rows.push(...step)
    if (step.length < STEP) break
    last = step.at(-1)!.id
  }
  // fields that the form has lost stay in what was sent
  const columns = new Map(fieldsIn(form.elements).map(({ id, attributes }) => [id, attributes.label]))
  for (const { fields } of rows) for (const { field_id, label } of fields) if (!columns.has(field_id)) columns.set(field_id, label)
  const wordsIn = (row: SubmissionRecord, id: number) => {
    const value = row.fields.find(({ field_id }) => field_id === id)?.value ?? ''
    return typeof value === 'string' ? value : value.join(', ')
  }
  const all: CsvColumns<SubmissionRecord> = [
    ['Submission id', (row) => row.id],
    ['Status', (row) => row.status],
    ['Member id', (row) => row.member_id],
    ...[...columns].map(([id, label]) => [label, (row: SubmissionRecord) => wordsIn(row, id)] as const),
    ['Consent', (row) => row.consents.map(({ text }) => text).join('\n')],
    ['Consented at', (row) => row.consented_at],
    ['Confirmed at', (row) => row.confirmed_at],
    ['Submitted at', (row) => row.created_at],
  ]
  await ctx.audit('form.exported', `form:${formId}`, { name: form.name, count: rows.length })
  return csv(all, rows)
}

/** Corrects answers. What was agreed to, and the address that was confirmed, stay as they were. @throws AtriumError 404, 422 */
export async function updateSubmission(ctx: Ctx, formId: number, id: number, answers: Answer[]): Promise<void> {
  const form = await needForm(ctx, formId)
  await needSubmission(ctx, formId, id)
  const submission = await hold(ctx, SubmissionTable, id, 'Submission')
  const kept = new Map(submission.fields.map((field) => [field.field_id, field]))
  const fixed = fieldsIn(form.elements).filter(({ attributes: { kind } }) => kind === 'email' || kind === 'consent')
  const isFixed = (fieldId: number) => fixed.some((field) => field.id === fieldId)
  const before = [...kept.values()].map(
    ({ field_id, value }): Answer => (typeof value === 'string' ? { id: field_id, value } : { id: field_id, value_json: value }),
  )
  const known = new Set(fieldsIn(form.elements).map((field) => field.id))
  const merged = new Map(
    [...before.filter((one) => known.has(one.id)), ...answers.filter((one) => !isFixed(one.id) || !kept.has(one.id))].map((one) => [one.id, one]),
  )
  const read = readAnswers(form.elements, [...merged.values()])
  submission.fields = [...read, ...submission.fields.filter(({ field_id }) => !known.has(field_id))]
  await ctx.em.flush()
  await ctx.audit('form.submission_updated', `form:${formId}`, { name: form.name })
}
export async function deleteSubmission(ctx: Ctx, formId: number, id: number): Promise<void> {
  const form = await needForm(ctx, formId)
  await needSubmission(ctx, formId, id)
  await forget(ctx, await ctx.sql('delete from forms.submission where community_id = $1 and id = $2 returning form_id', [id]))
  await ctx.audit('form.submission_deleted', `form:${formId}`, { name: form.name })
}

async function forget(ctx: Ctx, gone: { form_id: number }[]): Promise<void> {
  for (const [formId, some] of Map.groupBy(gone, ({ form_id }) => form_id)) await addTo(ctx, FormTable, formId, { submissions_count: -some.length })
}
/** What nobody has confirmed in time. */
export async function purgePending(ctx: Ctx): Promise<void> {
  await forget(
    ctx,
    await ctx.sql(`delete from forms.submission where community_id = $1 and status = 'pending' and created_at < $2 returning form_id`, [
      new Date(ctx.now().getTime() - CONFIRM_DAYS * DAY),
    ]),
  )
}
export async function erase(ctx: Ctx, { memberId, emails }: ErasedMember): Promise<void> {
  await forget(
    ctx,
    await ctx.sql('delete from forms.submission where community_id = $1 and (member_id = $2 or lower(email) = any ($3::text[])) returning form_id', [
      memberId,
      emails,
    ]),
  )
}
