/** Forms as admins build them. */
import { randomBytes } from 'node:crypto'
import { conflict, cut, invalid, notFound, sentence } from '@atrium/sdk'
import {
  assign,
  containing,
  type Ctx,
  demandVersion,
  hold,
  lastId,
  lock,
  page,
  type Paging,
  pick,
  raiseVersion,
  type RowOf,
  rowsFor,
  type TablesOf,
} from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'
import {
  type ElementInput,
  type Form,
  type FormChanges,
  type FormElement,
  type FormInput,
  type FormLeaf,
  type FormRow,
  type LeafInput,
  MAX_FORMS,
  type STATUSES,
} from '../../contract.ts'
import { fieldsIn } from '../../contract/fields.ts'
import { FormTable, type SubmissionTable } from '../entities.ts'

export type FormRecord = RowOf<typeof FormTable>
export const db = (ctx: Ctx) => ctx.em.getKysely<TablesOf<typeof FormTable | typeof SubmissionTable>>()
const formsOf = (ctx: Ctx) => db(ctx).selectFrom('forms.form').selectAll().where('community_id', '=', ctx.community.id)

export const pageUrl = (ctx: Ctx, uid: string) => `${ctx.community.url}/form?uid=${uid}`
const toRow = (row: FormRecord): FormRow => pick(row, ['id', 'uid', 'name', 'status', 'submissions_count', 'created_at', 'updated_at']) as never
export const toForm = (ctx: Ctx, row: FormRecord): Form => ({
  ...toRow(row),
  ...pick(row, ['after_submission_action', 'redirect_url', 'thank_you_page_title', 'thank_you_page_body', 'embed_display_format', 'popup_delay']),
  ...pick(row, ['popup_frequency', 'embed_styles', 'standalone_page_styles', 'is_double_opt_in', 'member_tag_ids', 'elements', 'version']),
  url: pageUrl(ctx, row.uid),
  embed_url: `${ctx.community.url}/embed/forms/${row.uid}/embed.js`,
})

export async function listForms(ctx: Ctx, query: Paging & { name?: string; status?: (typeof STATUSES)[number] }) {
  const last = lastId(query)
  const rows = await formsOf(ctx)
    .$if(last !== null, (more) => more.where('id', '<', last!))
    .$if(Boolean(query.name), (more) => more.where('name', 'ilike', containing(query.name!)))
    .$if(query.status !== undefined, (more) => more.where('status', '=', query.status!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  return page(rows, { query, key: (row) => [row.id] }, toRow)
}
export const formNames = (ctx: Ctx) =>
  db(ctx).selectFrom('forms.form').select(['id', 'name']).where('community_id', '=', ctx.community.id).orderBy('name').limit(MAX_FORMS).execute()

/** @throws AtriumError 404 */
export async function needForm(ctx: Ctx, id: number): Promise<FormRecord> {
  const row = await formsOf(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Form')
  return row
}
export const formByUid = (ctx: Ctx, uid: string): Promise<FormRecord | undefined> => formsOf(ctx).where('uid', '=', uid).executeTakeFirst()
export const showForm = async (ctx: Ctx, id: number): Promise<Form> => toForm(ctx, await needForm(ctx, id))

/** Gives new elements their ids and says where each is. @returns the elements, and the id that the next new one gets */
export function numbered(given: readonly ElementInput[], before: readonly FormElement[], next: number): { elements: FormElement[]; next: number } {
  const free = new Set(before.flatMap((one) => [one.id, ...one.children.map(({ id }) => id)]))
  // each id is taken once, whatever was sent
  const idOf = (id: number | null | undefined) => (id && free.delete(id) ? id : next++)
  const leafOf = (one: LeafInput, index: number, parent: number | null) =>
    ({ ...one, id: idOf(one.id), position: index + 1, parent_element_id: parent, children: [] }) as FormLeaf
  const elements = given.map((one, index): FormElement => {
    if (one.type !== 'layout') return leafOf(one, index, null)
    const id = idOf(one.id)
    return { ...one, id, position: index + 1, parent_element_id: null, children: one.children.map((child, at) => leafOf(child, at, id)) }
  })
  return { elements, next }
}

async function check(ctx: Ctx, { member_tag_ids: tagIds, elements }: FormChanges): Promise<void> {
  const known = tagIds?.length ? new Set((await ctx.use(audience).tags()).map(({ id }) => id)) : null
  if (tagIds?.some((id) => !known?.has(id))) throw invalid({ 'body.member_tag_ids': ['One of these tags doesn’t exist.'] })
  const leaves = (elements ?? []).flatMap((one, at): [path: string, leaf: LeafInput][] =>
    one.type === 'layout' ? one.children.map((child, place) => [`body.elements.${at}.children.${place}`, child]) : [[`body.elements.${at}`, one]],
  )
  for (const [path, { type, attributes }] of leaves)
    if (type === 'field' && (attributes.kind === 'choice' || attributes.kind === 'choices') && attributes.options.length === 0)
      throw invalid({ [`${path}.attributes.options`]: [sentence('Add at least one option to “{label}”.', { label: attributes.label })] })
}
/** What a form must have before visitors see it. */
function checkPublished(form: Pick<FormRecord, 'elements' | 'after_submission_action' | 'redirect_url' | 'is_double_opt_in'>): void {
  if (fieldsIn(form.elements).every(({ attributes }) => attributes.kind === 'hidden'))
    throw invalid({ 'body.elements': ['Add at least one field before you publish.'] })
  if (form.after_submission_action === 'redirect' && !form.redirect_url) throw invalid({ 'body.redirect_url': ['Enter the URL to redirect to.'] })
}

const firstElements = (ctx: Ctx): ElementInput[] => [
  {
    type: 'field',
    attributes: {
      kind: 'email',
      label: ctx.t('new.email'),
      placeholder: 'name@example.com',
      help: '',
      required: true,
      options: [],
      fills: null,
      value: '',
      parameter: '',
    },
  },
  { type: 'button', attributes: { label: ctx.t('new.button') } },
]

/** @returns its id @throws AtriumError 409 `too_many_forms`, 422 */
export async function createForm(ctx: Ctx, input: FormInput): Promise<number> {
  await check(ctx, input)
  await lock(ctx, 'forms.create')
  const { count } = await db(ctx)
    .selectFrom('forms.form')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('community_id', '=', ctx.community.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_FORMS) throw conflict(sentence('You can add up to {max} forms.', { max: MAX_FORMS }), 'too_many_forms')
  const { elements, next } = numbered(input.elements.length ? input.elements : firstElements(ctx), [], 1)
  const form = ctx.em.create(FormTable, {
    uid: randomBytes(8).toString('hex'),
    name: input.name,
    afterSubmissionAction: input.after_submission_action,
    redirectUrl: input.redirect_url || null,
    thankYouPageTitle: input.thank_you_page_title,
    thankYouPageBody: input.thank_you_page_body,
    embedDisplayFormat: input.embed_display_format,
    popupDelay: input.popup_delay,
    popupFrequency: input.popup_frequency,
    embedStyles: input.embed_styles,
    standalonePageStyles: input.standalone_page_styles,
    isDoubleOptIn: input.is_double_opt_in,
    memberTagIds: input.member_tag_ids,
    elements,
    nextElementId: next,
  })
  await ctx.em.flush()
  await ctx.audit('form.created', `form:${form.id}`, { name: form.name })
  return form.id
}

/** @throws AtriumError 404, 409 `edit_conflict`, 422 */
export async function updateForm(ctx: Ctx, id: number, { version, elements: given, redirect_url, ...changes }: FormChanges): Promise<void> {
  const form = await hold(ctx, FormTable, id, 'Form')
  await demandVersion(ctx, version, form, { ...changes, ...(given && { elements: given }) }, () => showForm(ctx, id))
  await check(ctx, { ...changes, ...(given && { elements: given }) })
  assign(FormTable, form, { ...changes, ...(redirect_url !== undefined && { redirect_url: redirect_url || null }) })
  if (given) {
    const { elements, next } = numbered(given, form.elements, form.nextElementId)
    Object.assign(form, { elements, nextElementId: next })
  }
  if (form.status === 'published')
    checkPublished({
      elements: form.elements,
      after_submission_action: form.afterSubmissionAction,
      redirect_url: form.redirectUrl ?? null,
      is_double_opt_in: form.isDoubleOptIn,
    })
  raiseVersion(ctx, form)
  await ctx.em.flush()
  await ctx.audit('form.updated', `form:${id}`, { name: form.name })
}

export async function deleteForm(ctx: Ctx, id: number): Promise<void> {
  const form = await hold(ctx, FormTable, id, 'Form')
  await ctx.em.nativeDelete(FormTable, { id })
  await ctx.audit('form.deleted', `form:${id}`, { name: form.name, count: form.submissionsCount })
}

export async function duplicateForm(ctx: Ctx, id: number): Promise<number> {
  const form = await needForm(ctx, id)
  return createForm(ctx, { ...toForm(ctx, form), name: cut(ctx.t('copy_of', { name: form.name }), 120) })
}
