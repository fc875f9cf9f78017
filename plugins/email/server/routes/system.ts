/** Handlers of emails that the house sends by itself. */
import type { Handlers } from '@atrium/sdk/server'
import type email from '../../contract.ts'
import type { systemRoutes } from '../../contract/system.ts'
import { createWords, listKinds, previewWords, resetWords, showWords, testWords, updateWords } from '../service/system.ts'

export const systemHandlers: Pick<Handlers<typeof email>, keyof typeof systemRoutes> = {
  systemTemplates: async (ctx) => ({ records: await listKinds(ctx) }),
  createSystemTemplate: (ctx, { body }) => createWords(ctx, body),
  previewSystemTemplate: (ctx, { body }) => previewWords(ctx, body),
  async testSystemTemplate(ctx, { body }) {
    await testWords(ctx, body)
  },
  systemTemplate: (ctx, { params }) => showWords(ctx, params.id),
  updateSystemTemplate: (ctx, { params, body }) => updateWords(ctx, params.id, body),
  async destroySystemTemplate(ctx, { params }) {
    await resetWords(ctx, params.id)
  },
}
