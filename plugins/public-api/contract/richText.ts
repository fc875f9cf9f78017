/** Texts as the published API carries them (A.1.6). */
import { RichTextDoc } from '@atrium/sdk'
import { int, maybeMoment, moment, text, words, z } from './wire.ts'

const anything = z.record(text, z.unknown())
/** `circle_ios_fallback_text` is the plain text, for readers that know no TipTap. */
export const RichText = z.object({
  body: RichTextDoc,
  circle_ios_fallback_text: text,
  attachments: z.array(anything),
  inline_attachments: z.array(anything),
  sgids_to_object_map: z.record(text, anything),
  format: z.enum(['post', 'chat']),
  community_members: z.array(anything),
  entities: z.array(anything),
  group_mentions: z.array(anything),
  polls: z.array(anything),
})
/** Of the older editor: HTML. */
export const Body = z.object({ id: int, name: text, body: text, record_type: text, record_id: int, created_at: moment, updated_at: moment })
export const OptionalBody = Body.extend({ id: int.nullable(), created_at: maybeMoment, updated_at: maybeMoment })
export const RichTextInput = z.object({ body: z.unknown() }).loose()
export const MAX_BODY = 100_000
export const body = words(MAX_BODY)
