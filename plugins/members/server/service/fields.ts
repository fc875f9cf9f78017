/** The profile fields of a community: what is asked, where, in which order. Few and read often, so the process keeps them. */
import { AtriumError, conflict, invalid, notFound, sentence } from '@atrium/sdk'
import { type Ctx, hold, isUniqueViolation } from '@atrium/sdk/server'
import type { z } from 'zod'
import contract, { CHOICE_TYPES, FIELD_PAGES, type FieldInput, type FieldPage, MAX_CHOICES, MAX_FIELDS, type ProfileField } from '../../contract.ts'
import { ChoiceTable, type Field, FieldTable } from '../entities.ts'

export type KnownField = Field & { choices: { id: number; value: string }[] }
const orNull = <T>(value: T | null | undefined): T | null => value ?? null
type Shown = z.input<typeof ProfileField>

const COLUMN = {
  signup: 'onSignup',
  edit_profile: 'onEditProfile',
  profile_view: 'onProfileView',
  community_view: 'onCommunityView',
} as const satisfies Record<FieldPage, keyof Field>

/** All of them, archived ones too, in their order. */
export const allFields = (ctx: Ctx): Promise<KnownField[]> =>
  ctx.cached('members.fields', null, async () => {
    const [fields, choices] = await Promise.all([
      ctx.em.find(FieldTable, {}, { orderBy: { position: 'asc', id: 'asc' }, disableIdentityMap: true }),
      ctx.em.find(ChoiceTable, {}, { orderBy: { position: 'asc', id: 'asc' }, disableIdentityMap: true }),
    ])
    const byField = Map.groupBy(choices, ({ fieldId }) => fieldId)
    return fields.map((field) => ({ ...field, choices: (byField.get(field.id) ?? []).map(({ id, value }) => ({ id, value })) }))
  })
export const liveFields = async (ctx: Ctx): Promise<KnownField[]> => (await allFields(ctx)).filter(({ archivedAt }) => archivedAt === null)
/** Those of one page; what is for admins is for those who may manage people alone. */
export const fieldsOn = async (ctx: Ctx, page: FieldPage, admin = false): Promise<KnownField[]> =>
  (await liveFields(ctx)).filter((field) => field[COLUMN[page]] && (admin || !field.adminOnly))

export const toField = (field: KnownField): Shown => ({
  id: field.id,
  label: field.label,
  field_type: field.fieldType,
  key: field.key,
  placeholder: orNull(field.placeholder),
  description: orNull(field.description),
  required: field.required,
  allow_null: !field.required,
  platform_field: false,
  archived: field.archivedAt !== null,
  admin_only: field.adminOnly,
  number_options: orNull(field.numberOptions),
  choices: field.choices,
  pages: FIELD_PAGES.map((name, i) => ({ id: field.id * FIELD_PAGES.length + i, name, position: field.position, visible: field[COLUMN[name]] })),
  created_at: field.createdAt,
  updated_at: field.updatedAt,
})

/** @throws AtriumError 404 */
export async function findField(ctx: Ctx, id: number): Promise<KnownField> {
  const field = (await allFields(ctx)).find((one) => one.id === id)
  if (!field) throw notFound('Profile field', 'profile_field_not_found')
  return field
}
function changed(ctx: Ctx, fieldId: number) {
  ctx.invalidate('members.fields')
  ctx.emit(contract.events['profile_field.changed'], { fieldId })
}

/** `Where do you work?` is `where_do_you_work`. */
const keyFrom = (label: string) =>
  label
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 80) || 'field'

function assign(field: Field, input: Partial<FieldInput>) {
  const { label, description, placeholder, required, allow_null, admin_only, pages_attributes, number_options_attributes } = input
  if (label !== undefined) field.label = label
  if (description !== undefined) field.description = description || null
  if (placeholder !== undefined) field.placeholder = placeholder || null
  if (required !== undefined) field.required = required
  else if (allow_null !== undefined) field.required = !allow_null
  if (admin_only !== undefined) field.adminOnly = admin_only
  if (number_options_attributes !== undefined) field.numberOptions = number_options_attributes
  for (const { name, visible } of pages_attributes ?? []) field[COLUMN[name]] = visible
}

async function keepChoices(ctx: Ctx, field: Field, input: NonNullable<FieldInput['choices_attributes']>) {
  const before = await ctx.em.find(ChoiceTable, { fieldId: field.id })
  const byId = new Map(before.map((choice) => [choice.id, choice]))
  if (input.some(({ id }) => id !== undefined && !byId.has(id))) throw notFound('Option', 'profile_field_choice_not_found')
  const kept = input.filter(({ _destroy }) => !_destroy)
  const named = new Set(input.flatMap(({ id }) => id ?? []))
  const unnamed = before.filter(({ id }) => !named.has(id))
  const words = [...kept, ...unnamed].map(({ value }) => value.toLowerCase())
  if (new Set(words).size < words.length) throw invalid({ 'profile_field.choices_attributes': ['Two options are the same. Change one.'] })
  const tooMany = sentence('You can add up to {maximum} options.', { maximum: MAX_CHOICES })
  if (words.length > MAX_CHOICES) throw invalid({ 'profile_field.choices_attributes': [tooMany] }, tooMany)
  for (const { id } of input.filter(({ _destroy }) => _destroy)) ctx.em.remove(byId.get(id!)!)
  // two that change names with each other are alike for a moment, so first they are called by their numbers
  for (const { id, value } of kept) if (id && byId.get(id)!.value !== value) byId.get(id)!.value = `\u2063${id}`
  await ctx.em.flush()
  for (const [position, { id, value }] of kept.entries())
    if (id) Object.assign(byId.get(id)!, { value, position })
    else ctx.em.create(ChoiceTable, { fieldId: field.id, value, position })
  for (const [i, choice] of unnamed.entries()) choice.position = kept.length + i
  await ctx.em.flush()
}
function demandChoices(type: Field['fieldType'], count: number) {
  if (CHOICE_TYPES.includes(type) && count === 0) throw invalid({ 'profile_field.choices_attributes': ['Add at least one option.'] })
}

/** @throws AtriumError 409 for a key that is taken, 422 */
export async function createField(ctx: Ctx, input: FieldInput): Promise<number> {
  const all = await allFields(ctx)
  const full = sentence('You can have up to {max} profile fields.', { max: MAX_FIELDS })
  if (all.filter(({ archivedAt }) => !archivedAt).length >= MAX_FIELDS) throw invalid({ 'profile_field.label': [full] }, full)
  const choices = CHOICE_TYPES.includes(input.field_type) ? (input.choices_attributes ?? []) : []
  demandChoices(input.field_type, choices.length)
  const taken = new Set(all.map(({ key }) => key))
  if (input.key && taken.has(input.key)) throw conflict('This key is already in use. Choose another.', 'profile_field_key_taken')
  const wish = input.key ?? keyFrom(input.label)
  let key = wish
  for (let i = 2; taken.has(key); i++) key = `${wish}_${i}`
  const field = ctx.em.create(FieldTable, {
    key,
    label: input.label,
    fieldType: input.field_type,
    position: Math.max(0, ...all.map(({ position }) => position + 1)),
  })
  assign(field as Field, input)
  await ctx.em.flush().catch((error) => {
    throw isUniqueViolation(error) ? conflict('This key is already in use. Choose another.', 'profile_field_key_taken') : error
  })
  if (choices.length) await keepChoices(ctx, field as Field, choices)
  changed(ctx, field.id)
  await ctx.audit('profile_field.created', `profile_field:${field.id}`, { label: input.label })
  return field.id
}

/** @throws AtriumError 404, 409, 422 */
export async function updateField(ctx: Ctx, id: number, input: Partial<FieldInput>): Promise<void> {
  const field = (await hold(ctx, FieldTable, id, 'Profile field', 'profile_field_not_found')) as Field
  if (input.key && input.key !== field.key) {
    if ((await allFields(ctx)).some(({ key }) => key === input.key)) throw conflict('This key is already in use. Choose another.', 'profile_field_key_taken')
    field.key = input.key
  }
  assign(field, input)
  await ctx.em.flush()
  if (input.choices_attributes && CHOICE_TYPES.includes(field.fieldType)) {
    await keepChoices(ctx, field, input.choices_attributes)
    demandChoices(field.fieldType, await ctx.em.count(ChoiceTable, { fieldId: id }))
  }
  changed(ctx, id)
  await ctx.audit('profile_field.changed', `profile_field:${id}`, { label: field.label })
}

export async function setArchived(ctx: Ctx, id: number, archived: boolean): Promise<void> {
  const field = (await hold(ctx, FieldTable, id, 'Profile field', 'profile_field_not_found')) as Field
  if ((field.archivedAt !== null) === archived) return
  field.archivedAt = archived ? ctx.now() : null
  await ctx.em.flush()
  changed(ctx, id)
  await ctx.audit(archived ? 'profile_field.archived' : 'profile_field.unarchived', `profile_field:${id}`, { label: field.label })
}

/** With everybody's answers. @throws AtriumError 422 `not_archived` */
export async function destroyField(ctx: Ctx, id: number): Promise<void> {
  const field = (await hold(ctx, FieldTable, id, 'Profile field', 'profile_field_not_found')) as Field
  if (field.archivedAt === null) throw new AtriumError(422, 'not_archived', 'Archive the field first. Deleting it also deletes all answers.')
  await ctx.em.nativeDelete(FieldTable, { id })
  changed(ctx, id)
  await ctx.audit('profile_field.deleted', `profile_field:${id}`, { label: field.label })
}

/** @throws AtriumError 404 for one that is none */
export async function reorderFields(ctx: Ctx, ids: number[]): Promise<void> {
  const fields = await ctx.em.find(FieldTable, {}, { orderBy: { position: 'asc', id: 'asc' } })
  const byId = new Map(fields.map((field) => [field.id, field]))
  if (ids.some((id) => !byId.has(id))) throw notFound('Profile field', 'profile_field_not_found')
  const order = [...new Set([...ids, ...byId.keys()])]
  for (const [position, id] of order.entries()) byId.get(id)!.position = position
  await ctx.em.flush()
  changed(ctx, ids[0]!)
}
