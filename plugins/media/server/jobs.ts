/** Work of media that waits for others, or takes long. */
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'
import { fillEmbed, forgetEmbeds } from './service.ts'
import { runTranscode } from './transcodings.ts'
import { runTranscribe } from './transcripts.ts'

export const preview = job('preview', z.object({ id, url: z.string() }), async (ctx, payload) => fillEmbed(ctx, payload.id, payload.url), {
  transaction: false,
})
export const forget = job('forget', z.object({}), forgetEmbeds, { schedule: '20 4 * * *' })
export const transcode = job('transcode', z.object({ fileId: id }), (ctx, { fileId }) => runTranscode(ctx, fileId), { transaction: false })
export const transcribe = job('transcribe', z.object({ id }), (ctx, payload) => runTranscribe(ctx, payload.id), { transaction: false })
