/** The wiring of live rooms. */
import { contribute, defineServer, keepHost, runs } from '@atrium/sdk/server'
import events from '../../events/contract.ts'
import gamification from '../../gamification/contract.ts'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { subscriptions } from './events.ts'
import { minuteJob, stopJob } from './jobs.ts'
import { roomsSeen } from './policies.ts'
import { counters } from './reads.ts'
import { handlers } from './routes/index.ts'
import { erase } from './service/erase.ts'
import { dateRooms, service } from './service/index.ts'
import { sweepSilent } from './service/leaving.ts'
import { startMedia, stopMedia } from './service/media.ts'
import { kinds, news } from './service/news.ts'
import { endInEngine } from './service/recorders.ts'
import { endDue } from './service/running.ts'

export default defineServer(contract, {
  entities,
  service,
  routes: handlers,
  on: [...subscriptions, ...news],
  jobs: [
    runs(
      minuteJob,
      async (ctx) => {
        await endDue(ctx)
        await sweepSilent(ctx)
      },
      { schedule: '* * * * *', deadlineMs: 60_000 },
    ),
    runs(stopJob, (ctx, { recordingKey }) => endInEngine(ctx, recordingKey), { transaction: false, deadlineMs: 120_000 }),
  ],
  hooks: {
    async start(host) {
      await keepHost(host)
      startMedia(host)
    },
    stop: stopMedia,
    erase,
  },
  counters: () => counters,
  // whoever sees a room hears it
  rooms: { live: async (ctx, id) => ctx.member !== null && /^[1-9]\d{0,15}$/.test(id) && (await roomsSeen(ctx, [Number(id)])).length > 0 },
  contributes: [
    contribute(events.points.liveRoom, dateRooms),
    contribute(gamification.points.rule, { key: 'live_attended', icon: 'radio', points: 5, limitPerDay: 15 }),
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
  ],
})
