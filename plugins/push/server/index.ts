/** The wiring of push broadcasts. */
import { contribute, defineServer, keepHost, runs } from '@atrium/sdk/server'
import notifications, { type NotificationKind } from '../../notifications/contract.ts'
import contract, { KIND } from '../contract.ts'
import { BroadcastTable, entities } from './entities.ts'
import { beginJob, deliverJob, fillJob, lookJob, testJob } from './jobs.ts'
import { routes } from './routes.ts'
import { runTest } from './service/broadcasts.ts'
import { begin, deliver, fill, look } from './service/sending.ts'
import { service } from './service/index.ts'

/** Goes to devices alone: its switch is one of the notification settings. */
const kind: NotificationKind = {
  key: KIND,
  icon: 'smartphone',
  channels: ['push'],
  defaults: { in_app: false, email: false, push: true },
  async subjects(ctx, ids) {
    const rows = await ctx.em.find(BroadcastTable, { id: { $in: ids }, status: { $in: ['sending', 'sent'] } })
    return new Map(rows.map((row) => [row.id, { title: row.title, path: row.path ?? '/', spaceId: null }]))
  },
}
const counted = (kept: string, from: string, where = '') => ({
  kept: `push.broadcast.${kept}_count`,
  counted: `select broadcast_id as id, count(*) from push.${from} where community_id = $1${where} group by broadcast_id`,
})

export default defineServer(contract, {
  entities,
  routes,
  service,
  jobs: [
    runs(beginJob, (ctx, { broadcastId }) => begin(ctx, broadcastId)),
    runs(fillJob, (ctx, { broadcastId }) => fill(ctx, broadcastId), { deadlineMs: 60_000 }),
    runs(deliverJob, (ctx, { broadcastId }) => deliver(ctx, broadcastId), { transaction: false, deadlineMs: 60_000 }),
    runs(testJob, runTest, { transaction: false, deadlineMs: 60_000 }),
    runs(lookJob, look, { schedule: '* * * * *' }),
  ],
  counters: () => [
    counted('recipients', 'recipient'),
    counted('reached', 'recipient', " and status = 'delivered'"),
    counted('opened', 'recipient', ' and opened_at is not null'),
    counted('devices', 'delivery'),
    ...(['delivered', 'failed', 'expired', 'skipped'] as const).map((status) => counted(status, 'delivery', ` and status = '${status}'`)),
  ],
  contributes: [contribute(notifications.points.kind, kind)],
  hooks: {
    start: keepHost,
    async erase(ctx, { memberId }) {
      await ctx.sql('update push.recipient set member_id = null where community_id = $1 and member_id = $2', [memberId])
      await ctx.sql('update push.broadcast set author_member_id = null where community_id = $1 and author_member_id = $2', [memberId])
    },
  },
})
