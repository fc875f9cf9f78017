/** What others may know of media: the upload calls, the list of files, the limits. */
import { changesOf, date, defineContract, del, done, get, id, list, paging, patch, post, put, z } from '@atrium/sdk'

const Upload = z.object({
  id: z.number(),
  signed_id: z.string(),
  filename: z.string(),
  content_type: z.string(),
  byte_size: z.number(),
  /** Bytes that have arrived. */
  offset: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Tiny picture as a data: address, or null. */
  placeholder: z.string().nullable(),
  url: z.string().nullable(),
  /** What rich text calls the same thing (public API, A.1.6). */
  attachable_sgid: z.string(),
})
export const AttachedFile = z.object({
  id: z.number(),
  filename: z.string(),
  content_type: z.string(),
  byte_size: z.number(),
  url: z.string(),
  thumb_url: z.string().nullable(),
  used_by: z.string().nullable(),
  member: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: date,
})
export type AttachedFile = z.output<typeof AttachedFile>

export const KINDS = ['image', 'video', 'audio', 'other'] as const
/** What a link shows as a card. Players need nothing of it but title and picture. */
export const Embed = z.object({
  /** `unknown`: nobody has asked yet; `failed`: there is nothing to show. */
  status: z.enum(['unknown', 'pending', 'ready', 'failed']),
  title: z.string().nullable(),
  description: z.string().nullable(),
  site_name: z.string().nullable(),
  image_url: z.string().nullable(),
})
export type Embed = z.output<typeof Embed>
const link = z
  .string()
  .max(2048)
  .refine((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text), 'This is not a web address.')

const settings = z.object({
  /** Megabytes. */
  max_file_megabytes: z.number().int().min(1).max(1_000).default(200),
  members_may_upload: z.boolean().default(true),
  /** Gigabytes that all files together may take; null is as much as there is room. */
  quota_gigabytes: z.number().min(1).max(100_000).nullable().default(null),
})
const Storage = settings.extend({
  used_bytes: z.number(),
  files_count: z.number(),
  by_kind: z.array(z.object({ kind: z.enum(KINDS), bytes: z.number(), files: z.number() })),
})
export type Storage = z.output<typeof Storage>

export default defineContract('media', {
  permissions: { manage: { title: 'See and remove all files', grant: ['admin'] } },
  settings,
  routes: {
    directUploads: post('/internal_api/direct_uploads', {
      can: 'member',
      body: z.object({
        blob: z.object({
          filename: z.string().min(1).max(500),
          byte_size: z.number().int().min(1),
          content_type: z.string().max(200).optional(),
          checksum: z.string().max(200).optional(),
        }),
      }),
      reply: z.object({
        signed_id: z.string(),
        filename: z.string(),
        byte_size: z.number(),
        direct_upload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
      }),
      status: 201,
      limit: { points: 120, seconds: 60 },
      summary: 'Begin an upload: reserves room, answers where to send the bytes',
    }),
    offset: get('/internal_api/direct_uploads/:signed_id', {
      can: 'member',
      params: z.object({ signed_id: z.string().max(200) }),
      reply: z.object({ signed_id: z.string(), offset: z.number() }),
      summary: 'How many bytes have arrived',
    }),
    append: put('/internal_api/direct_uploads/:signed_id', {
      can: 'member',
      params: z.object({ signed_id: z.string().max(200) }),
      reply: Upload.partial().extend({ signed_id: z.string(), offset: z.number() }),
      stream: true,
      transaction: false,
      summary: 'Send bytes from the offset named by the header Upload-Offset',
    }),
    embed: get('/internal_api/embeds', {
      can: 'member',
      query: z.object({ url: link }),
      reply: Embed,
      limit: { points: 300, seconds: 60 },
      summary: 'What is known of a page that a text links to; asks nobody',
    }),
    createEmbed: post('/internal_api/embeds', {
      can: 'member',
      body: z.object({ url: link }),
      reply: Embed,
      limit: { points: 30, seconds: 60 },
      summary: 'Have a page looked at for its card; the answer is there a moment later',
    }),
    settings: get('/internal_api/media_settings', { can: 'member', reply: settings, summary: 'Limits of uploads' }),
    updateSettings: patch('/internal_api/media_settings', { can: 'manage', body: changesOf(settings), reply: settings, summary: 'Change the limits' }),
    storage: get('/internal_api/settings/storage', { can: 'manage', reply: Storage, summary: 'What the files take, and what they may' }),
    updateStorage: patch('/internal_api/settings/storage', { can: 'manage', body: changesOf(settings), reply: Storage }),
    files: get('/internal_api/attached_files', {
      can: 'manage',
      query: paging.extend({ search_text: z.string().max(200).optional(), kind: z.enum(['image', 'video', 'audio', 'other']).optional() }),
      reply: list(AttachedFile),
      summary: 'All files of the community',
    }),
    remove: del('/internal_api/attached_files/:id', { can: 'manage', params: z.object({ id }), reply: done, summary: 'Delete a file for good' }),
  },
})
