/** Profile fields (A.2.3 of the published API). */
import { del, flag, get, post, put } from '@atrium/sdk'
import { asked, byId, id, int, listOf, maybe, moment, pages, said, text, words, yes, z } from './wire.ts'

const choice = z.object({ id: int, value: text })
/** A choice has its value twice: inside, as the schema has it, and beside it, as the examples do. */
export const Choice = z.object({ ...choice.shape, profile_field_choice: choice })
export const numberOptions = z.object({ id: int, format: text, decimal: int, position: maybe, text: maybe }).nullable()
export const pagesOfField = z.array(z.object({ id: int, name: text, position: int, visible: yes, created_at: moment, updated_at: moment }))
export const ProfileField = z.object({
  id: int,
  label: text,
  field_type: text,
  key: text,
  placeholder: maybe,
  description: maybe,
  required: yes,
  allow_null: yes,
  platform_field: yes,
  archived: yes,
  created_at: moment,
  updated_at: moment,
  number_options: numberOptions,
  choices: z.array(Choice),
  pages: pagesOfField,
})
const page = z.enum(['signup', 'edit_profile', 'profile_view', 'community_view'])
const own = z.object({
  label: words(255),
  field_type: z.enum(['text', 'select', 'checkbox', 'textarea', 'link', 'number']),
  key: words(100),
  description: words(500).nullable(),
  placeholder: words(200).nullable(),
  required: yes,
  allow_null: yes,
  pages_attributes: z.array(z.object({ name: page, visible: yes.default(true) })).max(4),
  choices_attributes: z
    .array(
      z.object({ id: id.optional(), value: words(300).optional(), sort_key: z.union([z.string().max(40), z.number()]).optional(), _destroy: yes.optional() }),
    )
    .max(50),
  number_options_attributes: z.object({
    format: z.enum(['number', 'percentage', 'custom', 'unformatted']),
    decimal: z.number().int().min(0).max(6).optional(),
    text: words(20).nullish(),
    position: z.enum(['left', 'right']).nullish(),
  }),
})
export type FieldInput = Partial<z.output<typeof own>>
const at = '/api/admin/v2/profile_fields' as const

export const fields = {
  profileFields: get(at, {
    ...asked,
    query: z.object({ ...pages, label: words(100).optional(), archived: flag.optional() }),
    reply: listOf(ProfileField),
    summary: 'Profile fields',
  }),
  createProfileField: post(at, {
    ...asked,
    body: z.object({ profile_field: own.partial().required({ label: true, field_type: true, key: true }) }),
    reply: ProfileField,
    status: 201,
    summary: 'New profile field',
  }),
  updateProfileField: put(`${at}/:id`, {
    ...asked,
    ...byId,
    body: z.object({ profile_field: own.partial() }),
    reply: ProfileField,
    summary: 'Change a profile field',
  }),
  archiveProfileField: put(`${at}/:id/archive`, { ...asked, ...byId, reply: said, summary: 'Archive a profile field' }),
  unarchiveProfileField: put(`${at}/:id/unarchive`, { ...asked, ...byId, reply: said, summary: 'Bring an archived profile field back' }),
  deleteProfileField: del(`${at}/:id`, { ...asked, ...byId, reply: said, summary: 'Delete an archived profile field' }),
  pageProfileFields: get('/api/admin/v2/page_profile_fields', {
    ...asked,
    query: z.object({ ...pages, page_name: page }),
    reply: listOf(ProfileField),
    summary: 'Profile fields of a page',
  }),
}
