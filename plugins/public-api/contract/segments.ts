/** Segments: saved audiences (A.2.18 of the published API). */
import { del, get, post, put } from '@atrium/sdk'
import { asked, byId, email, id, int, listOf, maybe, moment, pages, said, text, words, yes, z } from './wire.ts'

const FILTER_TYPES = ['is', 'is_not', 'contains', 'does_not_contain', 'gt', 'lt', 'eq'] as const
export const Segment = z.object({
  id: int,
  title: maybe,
  rules: z.object({ rule_type: text, rules: z.array(z.record(text, z.unknown())) }),
  visible: yes,
  audience_count: int,
  created_by: z.object({ id: int, name: text, email: text, avatar_url: maybe, public_uid: text }).nullable(),
  created_at: moment,
  updated_at: moment,
})
const filter = z.object({
  id: z.union([words(60), z.number()]).optional(),
  key: words(120),
  value: z.union([words(500), z.boolean(), z.number()]),
  filter_type: z.enum(FILTER_TYPES).default('is'),
})
const chosen = z.object({ email: email.optional(), community_member_id: id })
export const SegmentInput = z.object({
  title: words(120),
  visible: yes,
  rules: z.object({
    rule_type: z.enum(['all_contacts', 'all_members', 'custom_filters', 'selected_members']),
    rules: z
      .array(z.union([filter, chosen]))
      .max(1_000)
      .default([]),
  }),
})
export type SegmentInput = z.output<typeof SegmentInput>
export type FilterInput = z.output<typeof filter>
export type ChosenInput = z.output<typeof chosen>
const wrapped = <T extends z.ZodType>(input: T) => z.union([z.object({ community_segment: input }), input])
const at = '/api/admin/v2/community_segments' as const

export const segments = {
  segments: get(at, { ...asked, query: z.object({ ...pages, title: words(120).optional() }), reply: listOf(Segment), summary: 'Segments' }),
  createSegment: post(at, { ...asked, body: wrapped(SegmentInput), reply: Segment, status: 201, summary: 'New segment' }),
  updateSegment: put(`${at}/:id`, { ...asked, ...byId, body: wrapped(SegmentInput.partial()), reply: Segment, summary: 'Change a segment' }),
  deleteSegment: del(`${at}/:id`, { ...asked, ...byId, reply: said, summary: 'Delete a segment' }),
  duplicateSegment: post(`${at}/:id/duplicate`, {
    ...asked,
    ...byId,
    query: z.object({ title: words(120).optional() }),
    body: z
      .object({ title: words(120) })
      .partial()
      .default({}),
    reply: Segment,
    summary: 'A copy of a segment',
  }),
}
