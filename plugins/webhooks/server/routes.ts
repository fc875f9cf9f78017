/** Handlers of webhooks: each a call of its service. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import { listDeliveries, replay, replaySpan, sendTest, showDelivery } from './service/deliveries.ts'
import { create, destroy, failingDeliveries, listEndpoints, renewSecret, show, showSecret, update, wake } from './service/endpoints.ts'
import { catalogue } from './service/events.ts'

export const routes: Handlers<typeof contract> = {
  list: async (ctx) => ({ records: await listEndpoints(ctx), events_count: ctx.automations.length }),
  create: async (ctx, { body }) => show(ctx, await create(ctx, body)),
  events: async (ctx) => ({ records: catalogue(ctx) }),
  show: async (ctx, { params }) => ({ ...(await show(ctx, params.id)), failing_deliveries_count: await failingDeliveries(ctx, params.id) }),
  async update(ctx, { params, body }) {
    await update(ctx, params.id, body)
    return show(ctx, params.id)
  },
  destroy: (ctx, { params }) => destroy(ctx, params.id),
  secret: async (ctx, { params }) => ({ secret: await showSecret(ctx, params.id) }),
  renewSecret: (ctx, { params }) => renewSecret(ctx, params.id),
  test: (ctx, { params }) => sendTest(ctx, params.id),
  async wake(ctx, { params }) {
    await wake(ctx, params.id)
    return show(ctx, params.id)
  },
  deliveries: (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
  replaySpan: async (ctx, { params, body }) => ({ count: await replaySpan(ctx, params.id, body) }),
  delivery: (ctx, { params }) => showDelivery(ctx, params.id, params.deliveryId),
  async replay(ctx, { params }) {
    await replay(ctx, params.id, params.deliveryId)
    return showDelivery(ctx, params.id, params.deliveryId)
  },
}
