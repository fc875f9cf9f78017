/** People without an account, and notes on people. */
import { notFound, type RichTextDoc } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import audience, { type Note as Own } from '../../../audience/contract.ts'
import { contacts as routes, type Note } from '../../contract/contacts.ts'
import { serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { fromDoc, toRichText } from '../service/richText.ts'

const { routes: to } = audience
const toNote = (note: Own): z.input<typeof Note> => ({ ...note, tiptap_body: toRichText(note.tiptap_body) })
/** The mark of a person who is named by it, or by number. */
async function sqidOf(ctx: Ctx, named: string): Promise<string> {
  if (!/^\d+$/.test(named)) return named
  return (await ctx.call(to.contact, { params: { sqid: named }, query: { by: 'id' } })).sqid
}

export const contacts = serve(routes, {
  async createLead(ctx, { body }) {
    return ctx.call(to.createContact, { body })
  },
  async deleteLead(ctx, { params }) {
    const { sqid, type } = await ctx.call(to.contact, { params: { sqid: String(params.id) }, query: { by: 'id' } })
    if (type !== 'CommunityLead') throw notFound('Contact', 'community_lead_not_found')
    await ctx.call(to.destroyContact, { params: { sqid } })
    return { message: 'Contact deleted.' }
  },
  contactNotes: async (ctx, { params, query: { page, per_page } }) =>
    pageOf(ctx, to.notes, { params: { sqid: await sqidOf(ctx, params.contact_id) } }, { page, per_page }, (records) => records.map(toNote)),
  async createContactNote(ctx, { params, body }) {
    const sqid = await sqidOf(ctx, params.contact_id)
    return toNote(await ctx.call(to.createNote, { params: { sqid }, body: { tiptap_body: { body: fromDoc(body.tiptap_body.body) as RichTextDoc } } }))
  },
})
