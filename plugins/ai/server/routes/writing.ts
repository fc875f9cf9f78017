/** Handlers of what is written for those who read. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { suggestReplies } from '../service/writing/replies.ts'
import { translate } from '../service/writing/translations.ts'
import { canWrite } from '../service/writing/write.ts'
import { showSummary, writeSummary } from '../service/writing/summaries.ts'

export const writing = {
  writing: async (ctx) => ({ can_write: await canWrite(ctx) }),
  translate: (ctx, { body }) => translate(ctx, body),
  suggestReplies: async (ctx, { body }) => ({ replies: await suggestReplies(ctx, body.chat_room_uuid) }),
  summary: (ctx, { query }) => showSummary(ctx, query),
  writeSummary: (ctx, { body }) => writeSummary(ctx, body),
} satisfies Partial<Handlers<typeof contract>>
