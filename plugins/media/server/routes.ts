/** Handlers of media. */
import { AtriumError, forbidden, sentence } from '@atrium/sdk'
import { type Handlers, raw } from '@atrium/sdk/server'
import media from '../contract.ts'
import { reach } from './service/access.ts'
import { list, remove, removeMany } from './service/files.ts'
import { askEmbed, findEmbed } from './service/index.ts'
import { demandRoom, storage } from './service/storage.ts'
import { cancel, playback, prepare, start } from './service/transcodings.ts'
import * as transcripts from './service/transcripts.ts'
import { analytics, watched } from './service/watching.ts'

const MEGABYTE = 1_048_576

export const handlers: Handlers<typeof media> = {
  embed: (ctx, { query }) => findEmbed(ctx, query.url),
  createEmbed: (ctx, { body }) => askEmbed(ctx, body.url),
  async directUploads(ctx, { body: { blob } }) {
    const { max_file_megabytes, members_may_upload } = ctx.settings(media)
    if (!members_may_upload && !ctx.can('media.manage')) throw forbidden('Members can’t upload files in this community.')
    if (blob.byte_size > max_file_megabytes * MEGABYTE)
      throw new AtriumError(
        413,
        'payload_too_large',
        sentence('This file is larger than {max} MB, the maximum in this community. Choose a smaller file.', { max: max_file_megabytes }),
        {
          details: { byte_size: [`at most ${max_file_megabytes * MEGABYTE}`] },
        },
      )
    await demandRoom(ctx, blob.byte_size)
    const { id, signedId, url } = await ctx.files.begin({ filename: blob.filename, byteSize: blob.byte_size })
    return {
      id,
      signed_id: signedId,
      attachable_sgid: signedId,
      filename: blob.filename,
      content_type: blob.content_type ?? 'application/octet-stream',
      byte_size: blob.byte_size,
      checksum: blob.checksum ?? null,
      created_at: ctx.now(),
      url: ctx.files.url({ id, filename: blob.filename }),
      // the checksum stands in the upload's address, so that clients cannot leave it out later
      direct_upload: { url: blob.checksum ? `${url}?checksum=${encodeURIComponent(blob.checksum)}` : url, headers: {} },
    }
  },
  async offset(ctx, { params }) {
    const offset = await ctx.files.offset(params.signed_id)
    return raw({
      headers: { 'content-type': 'application/json', 'upload-offset': String(offset), 'cache-control': 'no-store' },
      body: JSON.stringify({ signed_id: params.signed_id, offset }),
    })
  },
  async append(ctx, { params, query, body, headers }) {
    const offset = Number(headers?.['upload-offset'] ?? 0)
    if (!Number.isSafeInteger(offset) || offset < 0) throw new AtriumError(400, 'invalid_input', 'The Upload-Offset header isn’t a number of bytes.')
    const sent = await ctx.files.append(params.signed_id, offset, body as unknown as AsyncIterable<Uint8Array>, query.checksum)
    if (!sent.file) return { signed_id: params.signed_id, offset: sent.offset }
    const { file } = sent
    await prepare(ctx, file)
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
  files: (ctx, { query }) => list(ctx, query),
  async remove(ctx, { params }) {
    await remove(ctx, params.id)
    return { success: true as const }
  },
  async removeMany(ctx, { body }) {
    return { removed: await removeMany(ctx, body.ids) }
  },

  transcode: (ctx, { body }) => start(ctx, body.file_id),
  transcoding: async (ctx, { params, query }) => playback(ctx, await reach(ctx, params.id, query.src), query.src),
  cancel: (ctx, { params }) => cancel(ctx, params.id),
  async progress(ctx, { body }) {
    await watched(ctx, body)
    return { success: true as const }
  },

  createTranscript: (ctx, { body }) => transcripts.create(ctx, body),
  transcript: (ctx, { params, query }) => transcripts.show(ctx, params.id, query.src),
  writeChapters: (ctx, { params }) => transcripts.writeChapters(ctx, params.id),
  updateTranscript: (ctx, { params, body }) => transcripts.update(ctx, params.id, body),
  async removeTranscript(ctx, { params }) {
    await transcripts.remove(ctx, params.id)
    return { success: true as const }
  },
  async vtt(ctx, { params, query }) {
    const { text, filename } = await transcripts.asVtt(ctx, params.id, query.src)
    return raw({
      headers: {
        'content-type': 'text/vtt; charset=utf-8',
        'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(filename)}`,
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
      },
      body: text,
    })
  },
  analytics: (ctx, { query }) => analytics(ctx, query.days),
}
