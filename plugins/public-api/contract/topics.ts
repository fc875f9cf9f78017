/** Topics (A.2.7 of the published API). */
import { del, get, post, put } from '@atrium/sdk'
import { asked, byId, ids, int, listOf, maybe, maybeInt, moment, pages, said, text, words, yes, z } from './wire.ts'

export const Topic = z.object({
  id: int,
  name: text,
  admin_only: yes,
  created_at: moment,
  updated_at: moment,
  author: z.object({ id: maybeInt, name: maybe, first_name: maybe, last_name: maybe, avatar_url: maybe }),
  space_ids: z.array(int),
})
const TopicInput = z.object({ name: words(80), admin_only: yes, space_ids: ids }).partial()
const body = z.union([z.object({ topic: TopicInput }), TopicInput])
const at = '/api/admin/v2/topics' as const

export const topics = {
  topics: get(at, {
    ...asked,
    query: z.object({
      ...pages,
      name: words(80).optional(),
      sort: z.enum(['oldest', 'newest', 'alphabetical', 'alphabetical_desc']).default('newest'),
    }),
    reply: listOf(Topic).extend({ success: z.literal(true) }),
    summary: 'Topics',
  }),
  createTopic: post(at, { ...asked, body, reply: Topic, status: 201, summary: 'New topic' }),
  topic: get(`${at}/:id`, { ...asked, ...byId, reply: Topic, summary: 'One topic' }),
  updateTopic: put(`${at}/:id`, { ...asked, ...byId, body, reply: Topic, summary: 'Change a topic' }),
  deleteTopic: del(`${at}/:id`, { ...asked, ...byId, reply: said, summary: 'Delete a topic' }),
}
export type TopicInput = z.output<typeof TopicInput>
