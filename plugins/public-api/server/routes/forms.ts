/** Forms and what is sent with them. */
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import formsPlugin, { type Form as Own, type FormElement, type FormLeaf } from '../../../forms/contract.ts'
import { type Form, type FormInput, forms as routes } from '../../contract/forms.ts'
import { ok, serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'

const { routes: to } = formsPlugin
const toLeaf = (element: FormLeaf | FormElement) => ({
  ...{ id: element.id, elementable_id: element.id, position: element.position, type: element.type, parent_element_id: element.parent_element_id },
  attributes: element.attributes as Record<string, unknown>,
})
const toForm = (form: Own): z.input<typeof Form> => ({
  ...form,
  elements: form.elements.map((element) => ({ ...toLeaf(element), children: element.children.map((child) => ({ ...toLeaf(child), children: [] })) })),
})
const show = async (ctx: Ctx, id: number) => toForm(await ctx.call(to.show, { params: { id } }))
const inputOf = (body: FormInput | { form: FormInput }): FormInput => ('form' in body ? body.form : (body as FormInput))

export const forms = serve(routes, {
  forms: (ctx, { query: { page, per_page, name } }) =>
    pageOf(ctx, to.list, { query: { name } }, { page, per_page }, async (records) => {
      const all: z.input<typeof Form>[] = []
      for (const { id } of records) all.push(await show(ctx, id))
      return all
    }),
  form: (ctx, { params }) => show(ctx, params.id),
  updateForm: async (ctx, { params, body }) => toForm(await ctx.call(to.update, { params, body: inputOf(body) as never })),
  async deleteForm(ctx, { params }) {
    await ctx.call(to.destroy, { params })
    return ok('Form deleted.')
  },
  duplicateForm: async (ctx, { params }) => toForm(await ctx.call(to.duplicate, { params })),
  formSubmissions: (ctx, { params, query }) => pageOf(ctx, to.submissions, { params: { formId: params.form_id } }, query, (records) => records),
  async createFormSubmission(ctx, { params, body }) {
    await ctx.call(to.submit, { params: { formId: params.form_id }, body })
    return ok('Form submitted.')
  },
})
