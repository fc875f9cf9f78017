/** The wiring of media. */
import health from '@atrium/sdk/kernel/health'
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import media from '../contract.ts'
import { entities, ViewerTable } from './entities.ts'
import { describeFile, forget, preview, transcode, transcribe } from './jobs.ts'
import content from '../../content/contract.ts'
import { findTools, missingTools, stopTools } from './providers/tools.ts'
import { handlers } from './routes.ts'
import { fillEmbed, forgetEmbeds } from './service/index.ts'
import { describe, fileFinder } from './service/finding.ts'
import { demandRoom } from './service/storage.ts'
import { clearLeftovers, prepare, runTranscode } from './service/transcodings.ts'
import { runTranscribe, writeDown } from './service/transcripts.ts'

const HOUR = 3_600_000

export default defineServer(media, {
  entities,
  service: (ctx) => ({
    demandRoom: (bytes) => demandRoom(ctx, bytes),
    async prepare(file, { captions = false } = {}) {
      await prepare(ctx, file)
      if (captions) await writeDown(ctx, file.id)
    },
  }),
  jobs: [
    runs(preview, (ctx, { id, url }) => fillEmbed(ctx, id, url), { transaction: false, deadlineMs: 60_000 }),
    runs(forget, forgetEmbeds, { schedule: '20 4 * * *' }),
    runs(describeFile, (ctx, { fileId }) => describe(ctx, fileId)),
    runs(transcode, (ctx, { fileId }) => runTranscode(ctx, fileId), { transaction: false, deadlineMs: 3 * HOUR }),
    runs(transcribe, (ctx, { id }) => runTranscribe(ctx, id), { transaction: false, deadlineMs: HOUR }),
  ],
  contributes: [
    contribute(content.points.finder, fileFinder),
    contribute(health.points.checks, (): Record<string, { ok: boolean; detail?: string }> => {
      const missing = missingTools()
      if (!missing.length) return { ffmpeg: { ok: true } }
      return { ffmpeg: { ok: false, detail: `${missing.join(' and ')} not found on PATH: videos and sounds play as they were uploaded` } }
    }),
  ],
  hooks: {
    async start() {
      findTools()
      await clearLeftovers()
    },
    stop: async () => stopTools(),
    async erase(ctx, { memberId }) {
      await ctx.em.nativeDelete(ViewerTable, { memberId })
    },
  },
  routes: handlers,
})
