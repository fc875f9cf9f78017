/** People without an account, and notes on people (A.2.29 of the published API). */
import { del, get, post } from '@atrium/sdk'
import { RichText, RichTextInput } from './richText.ts'
import { asked, byId, email, ids, int, listOf, maybe, maybeInt, message, moment, pages, text, words, yes, z } from './wire.ts'

export const Lead = z.object({
  id: int,
  name: text,
  type: text,
  email: maybe,
  created_at: moment,
  member_tags: z.array(z.object({ id: int, name: text })),
  sqid: text,
  public_uid: maybe,
})
export const Note = z.object({
  id: int,
  contact_id: int,
  author_id: maybeInt,
  community_id: int,
  created_at: moment,
  updated_at: moment,
  tiptap_body: RichText.nullable(),
  policies: z.object({ can_edit: yes, can_destroy: yes }),
})
const notes = '/api/admin/v2/contacts/:contact_id/contact_notes' as const
/** Its number, or its mark in addresses. */
const ofContact = { params: z.object({ contact_id: words(40) }) }

export const contacts = {
  createLead: post('/api/admin/v2/community_leads', {
    ...asked,
    body: z.object({ email, name: words(200).optional(), member_tag_ids: ids.optional() }),
    reply: Lead,
    status: 201,
    summary: 'Add somebody without an account',
  }),
  deleteLead: del('/api/admin/v2/community_leads/:id', { ...asked, ...byId, reply: message, summary: 'Delete somebody without an account' }),
  contactNotes: get(notes, {
    ...asked,
    ...ofContact,
    query: z.object({ ...pages, per_page: z.coerce.number().int().min(1).max(100).default(5) }),
    reply: listOf(Note),
    summary: 'Notes on a person',
  }),
  createContactNote: post(notes, {
    ...asked,
    ...ofContact,
    body: z.object({ tiptap_body: RichTextInput }),
    reply: Note,
    status: 201,
    summary: 'Write a note on a person',
  }),
}
