/** Handlers of push broadcasts: each a call of its service. */
import type { Handlers } from '@atrium/sdk/server'
import audience from '../../audience/contract.ts'
import { MAX_SEGMENTS } from '../contract.ts'
import type contract from '../contract.ts'
import { countAudience } from './service/audience.ts'
import { archive, cancel, create, destroy, duplicate, listBroadcasts, send, sendTest, show, update } from './service/broadcasts.ts'
import { opened } from './service/opened.ts'
import { listRecipients, report } from './service/report.ts'

export const routes: Handlers<typeof contract> = {
  list: (ctx, { query }) => listBroadcasts(ctx, query),
  create: async (ctx, { body }) => show(ctx, await create(ctx, body)),
  segments: async (ctx) => ({ records: await ctx.use(audience).segments() }),
  audienceCount: (ctx, { query }) => countAudience(ctx, { kind: query.kind, segment_ids: (query.segment_ids ?? []).slice(0, MAX_SEGMENTS) }),
  show: (ctx, { params }) => show(ctx, params.id),
  async update(ctx, { params, body }) {
    await update(ctx, params.id, body)
    return show(ctx, params.id)
  },
  destroy: (ctx, { params }) => destroy(ctx, params.id),
  async sendBroadcast(ctx, { params, body }) {
    await send(ctx, params.id, body)
    return show(ctx, params.id)
  },
  duplicate: async (ctx, { params }) => show(ctx, await duplicate(ctx, params.id)),
  async archive(ctx, { params, body }) {
    await archive(ctx, params.id, body.archived)
    return show(ctx, params.id)
  },
  async cancelSchedule(ctx, { params }) {
    await cancel(ctx, params.id)
    return show(ctx, params.id)
  },
  sendTest: async (ctx, { params, body }) => ({ success: true as const, devices: await sendTest(ctx, params.id, body.community_member_id) }),
  report: (ctx, { params }) => report(ctx, params.id),
  recipients: (ctx, { params, query }) => listRecipients(ctx, params.id, query),
  opened: (ctx, { params }) => opened(ctx, params.token),
}
