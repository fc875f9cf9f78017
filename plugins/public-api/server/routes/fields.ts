/** Profile fields. */
import members from '../../../members/contract.ts'
import { type FieldInput, fields as routes } from '../../contract/fields.ts'
import { toField } from '../service/fields.ts'
import { ok, serve } from '../service/guard.ts'
import { cut } from '../service/lists.ts'

const { routes: to } = members
/** `sort_key` says the order in which choices stand. */
function inputOf({ choices_attributes: choices, ...field }: FieldInput) {
  const place = (key: string | number | undefined) => (key === undefined ? Number.POSITIVE_INFINITY : Number(key))
  const ordered =
    choices && [...choices].sort((one, other) => (place(one.sort_key) < place(other.sort_key) ? -1 : place(one.sort_key) > place(other.sort_key) ? 1 : 0))
  return {
    ...field,
    ...(ordered
      ? { choices_attributes: ordered.map(({ sort_key: _, value = '', ...choice }) => ({ ...choice, value: choice._destroy ? value || '-' : value })) }
      : {}),
  }
}
export const fields = serve(routes, {
  async profileFields(ctx, { query: { label, archived, ...asked } }) {
    const { records } = await ctx.call(to.fields, { query: { label, archived } })
    return cut(records, asked, (some) => some.map(toField))
  },
  async createProfileField(ctx, { body }) {
    return toField(await ctx.call(to.createField, { body: { profile_field: inputOf(body.profile_field) as never } }))
  },
  async updateProfileField(ctx, { params, body }) {
    const { field_type: _, ...changes } = body.profile_field
    return toField(await ctx.call(to.updateField, { params, body: { profile_field: inputOf(changes) as never } }))
  },
  async archiveProfileField(ctx, { params }) {
    await ctx.call(to.archiveField, { params })
    return ok('Profile field archived.')
  },
  async unarchiveProfileField(ctx, { params }) {
    await ctx.call(to.unarchiveField, { params })
    return ok('Profile field unarchived.')
  },
  async deleteProfileField(ctx, { params }) {
    await ctx.call(to.destroyField, { params })
    return ok('Profile field deleted.')
  },
  async pageProfileFields(ctx, { query: { page_name, ...asked } }) {
    const { records } = await ctx.call(to.pageFields, { query: { page_name } })
    return cut(records, asked, (some) => some.map(toField))
  },
})
