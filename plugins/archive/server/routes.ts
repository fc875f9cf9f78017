/** Handlers of leaving and of archives. */
import type { Ctx, Handlers } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import { listBans, ownBan } from './service/bans.ts'
import { askDeletion, cancelDeletion, deletion } from './service/deletion.ts'
import { demandLink, link, part, whole } from './service/download.ts'
import { destroy, list, one, start } from './service/exports.ts'
import { ban, deactivate, lift, reactivate, remove } from './service/leaving.ts'

const all = { memberId: null }
const own = (ctx: Ctx) => ({ memberId: ctx.me().id })

export const handlers: Handlers<typeof contract> = {
  ban: (ctx, { params, body: { reason, content, ends_at } }) => ban(ctx, params.id, { reason, content, endsAt: ends_at ? new Date(ends_at) : null }),
  deleteMember: (ctx, { params, body }) => remove(ctx, params.id, body.content),
  deactivate: (ctx, { params }) => deactivate(ctx, params.id),
  leave: (ctx, { params }) => deactivate(ctx, params.id),
  reactivate: (ctx, { params }) => reactivate(ctx, params.id),
  bans: (ctx, { query }) => listBans(ctx, query),
  ownBan: async (ctx) => ({ ban: await ownBan(ctx) }),
  lift: (ctx, { params }) => lift(ctx, params.id),

  exports: async (ctx) => ({ records: await list(ctx, all) }),
  startExport: async (ctx) => one(ctx, all, await start(ctx, all)),
  destroyExport: (ctx, { params }) => destroy(ctx, all, params.id),
  exportLink: (ctx, { params, body }) => link(ctx, params.id, body.part_id),
  async download(ctx, { params, query }) {
    await demandLink(ctx, params.id, query.key)
    return whole(ctx, all, params.id)
  },
  async downloadPart(ctx, { params, query }) {
    await demandLink(ctx, params.id, query.key)
    return part(ctx, all, params.id, params.partId)
  },

  ownExports: async (ctx) => ({ records: await list(ctx, own(ctx)) }),
  startOwnExport: async (ctx) => one(ctx, own(ctx), await start(ctx, own(ctx))),
  destroyOwnExport: (ctx, { params }) => destroy(ctx, own(ctx), params.id),
  downloadOwn: (ctx, { params }) => whole(ctx, own(ctx), params.id),

  deletion: (ctx) => deletion(ctx),
  askDeletion: (ctx, { body }) => askDeletion(ctx, body.content),
  cancelDeletion: (ctx) => cancelDeletion(ctx),
}
