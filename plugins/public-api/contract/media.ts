/** Uploads and pages shown as cards (A.2.24 of the published API). */
import { get, post } from '@atrium/sdk'
import { asked, int, maybe, maybeInt, moment, text, words, z } from './wire.ts'

const Upload = z.object({
  id: int,
  key: text,
  filename: text,
  content_type: text,
  byte_size: int,
  checksum: text,
  created_at: moment,
  metadata: z.record(text, z.unknown()).nullable(),
  service_name: text,
  signed_id: text,
  attachable_sgid: text,
  direct_upload: z.object({ url: text, headers: z.record(text, text) }),
  url: text,
  community_id: int,
  community_member_id: int,
})
export const Embed = z.object({
  id: int,
  url: text,
  sgid: text,
  type: text,
  embed_type: maybe,
  embed_provider: text,
  circle_embed_url: text,
  html: maybe,
  title: maybe,
  width: maybeInt,
  height: maybeInt,
  version: maybe,
  author_url: maybe,
  author_name: maybe,
  description: maybe,
  provider_url: maybe,
  provider_name: maybe,
  thumbnail_url: maybe,
  thumbnail_width: maybeInt,
  thumbnail_height: maybeInt,
})

export const media = {
  directUpload: post('/api/admin/v2/direct_uploads', {
    ...asked,
    body: z.object({
      blob: z.object({
        key: words(200).optional(),
        filename: words(500),
        content_type: words(200).optional(),
        byte_size: z.number().int().min(1),
        checksum: words(40).optional(),
        metadata: z.record(words(60), z.unknown()).optional(),
      }),
    }),
    reply: Upload,
    summary: 'Begin an upload: where its bytes go, and what names it afterwards',
  }),
  createEmbed: post('/api/admin/v2/embeds', {
    ...asked,
    body: z.object({ url: words(2_048) }),
    reply: Embed,
    status: 201,
    summary: 'Have a page looked at for its card',
  }),
  embed: get('/api/admin/v2/embeds/:sgid', { ...asked, params: z.object({ sgid: words(4_000) }), reply: Embed, summary: 'What is known of such a page' }),
}
