/** The wiring of media, and its few handlers. */
import { AtriumError, forbidden } from '@atrium/sdk'
import { decodeCursor, defineServer, page, raw } from '@atrium/sdk/server'
import media from '../contract.ts'
import { entities } from './entities.ts'
import { forget, preview } from './jobs.ts'
import { listFiles, usedBytes } from './reads.ts'
import { askEmbed, findEmbed } from './service.ts'
import { storage } from './storage.ts'

const MEGABYTE = 1_048_576
const GIGABYTE = 1024 * MEGABYTE

export default defineServer(media, {
  entities,
  jobs: [preview, forget],
  routes: {
    embed: (ctx, { query }) => findEmbed(ctx, query.url),
    createEmbed: (ctx, { body }) => askEmbed(ctx, body.url),
    async directUploads(ctx, { body: { blob } }) {
      const { max_file_megabytes, members_may_upload, quota_gigabytes } = ctx.settings(media)
      if (!members_may_upload && !ctx.can('media.manage')) throw forbidden('Uploads are closed to members here.')
      if (blob.byte_size > max_file_megabytes * MEGABYTE)
        throw new AtriumError(413, 'payload_too_large', `This file is larger than ${max_file_megabytes} MB, the most this community takes.`, {
          details: { byte_size: [`at most ${max_file_megabytes * MEGABYTE}`] },
        })
      if (quota_gigabytes !== null) {
        const [{ bytes }] = (await ctx.read(usedBytes)) as [{ bytes: number }]
        if (bytes + blob.byte_size > quota_gigabytes * GIGABYTE)
          throw new AtriumError(413, 'storage_full', 'The storage of this community is full. An admin can make room.', {
            details: { byte_size: ['storage is full'] },
          })
      }
      const { signedId, url } = await ctx.files.begin({ filename: blob.filename, byteSize: blob.byte_size, contentType: blob.content_type })
      return { signed_id: signedId, filename: blob.filename, byte_size: blob.byte_size, direct_upload: { url, headers: {} } }
    },
    async offset(ctx, { params }) {
      const offset = await ctx.files.offset(params.signed_id)
      return raw({
        headers: { 'content-type': 'application/json', 'upload-offset': String(offset), 'cache-control': 'no-store' },
        body: JSON.stringify({ signed_id: params.signed_id, offset }),
      })
    },
    async append(ctx, { params, body, headers }) {
      const offset = Number(headers?.['upload-offset'] ?? 0)
      if (!Number.isSafeInteger(offset) || offset < 0) throw new AtriumError(400, 'invalid_input', 'The header Upload-Offset is not a number of bytes.')
      const sent = await ctx.files.append(params.signed_id, offset, body as unknown as AsyncIterable<Uint8Array>)
      if (!sent.file) return { signed_id: params.signed_id, offset: sent.offset }
      const { file } = sent
      return {
        id: file.id,
        signed_id: file.signedId,
        attachable_sgid: file.signedId,
        filename: file.filename,
        content_type: file.contentType,
        byte_size: file.byteSize,
        offset: sent.offset,
        width: file.width,
        height: file.height,
        placeholder: file.placeholder,
        url: ctx.files.url(file, file.width === null ? 'original' : 'large'),
      }
    },
    settings: (ctx) => ctx.settings(media),
    async updateSettings(ctx, { body }) {
      return ctx.saveSettings(media, body)
    },
    storage: (ctx) => storage(ctx),
    async updateStorage(ctx, { body }) {
      await ctx.saveSettings(media, body)
      return storage(ctx)
    },
    async files(ctx, { query }) {
      const key = decodeCursor(query.cursor, ['number'])
      const rows = await listFiles(ctx, {
        text: query.search_text || null,
        kind: query.kind ?? null,
        before: (key?.[0] as number) ?? null,
        limit: query.per_page + 1,
      })
      return page(rows, { page: query.page, perPage: query.per_page, key: (row) => [row.id] }, (row) => ({
        id: row.id,
        filename: row.filename,
        content_type: row.content_type,
        byte_size: row.byte_size,
        url: ctx.files.url(row, 'original'),
        thumb_url: row.has_thumb ? ctx.files.url(row, 'thumb') : null,
        used_by: row.used_by,
        member: row.member_id === null ? null : { id: row.member_id, name: row.member_name! },
        created_at: row.created_at,
      }))
    },
    async remove(ctx, { params }) {
      await ctx.files.remove(params.id)
      await ctx.audit('file.deleted', `file:${params.id}`)
      return { success: true as const }
    },
  },
})
