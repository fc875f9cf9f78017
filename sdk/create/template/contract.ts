/** What others may know of Sample: its calls and its permissions. */
import { date, defineContract, del, done, get, id, list, paging, post, z } from '@atrium/sdk'

export const NoteReply = z.object({
  id: z.number(),
  text: z.string(),
  author: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }),
  created_at: date,
  policies: z.object({ can_remove: z.boolean() }),
})
export type NoteReply = z.output<typeof NoteReply>

export default defineContract('sample', {
  permissions: {
    create: { title: 'Write notes', grant: ['admin', 'moderator', 'member'] },
    manage: { title: 'Delete any note', grant: ['admin', 'moderator'] },
  },
  routes: {
    list: get('/internal_api/sample/notes', { can: 'member', query: paging, reply: list(NoteReply), summary: 'Notes, newest first' }),
    create: post('/internal_api/sample/notes', {
      can: 'create',
      body: z.object({ text: z.string().trim().min(1, 'Write a note first.').max(500) }),
      reply: NoteReply,
      status: 201,
      limit: { points: 30, seconds: 60 },
      summary: 'Write a note',
    }),
    remove: del('/internal_api/sample/notes/:id', { can: 'member', params: z.object({ id }), reply: done, summary: 'Remove a note' }),
  },
})
