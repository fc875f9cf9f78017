/** The wiring of live rooms. */
import { contribute, defineServer, keepHost, runs } from '@atrium/sdk/server'
import events from '../../events/contract.ts'
import gamification from '../../gamification/contract.ts'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { subscriptions } from './events.ts'
import { broadcastsJob, composeJob, minuteJob, postJob, stopJob, sweepJob, unseenJob, watchJob } from './jobs.ts'
import { roomsSeen } from './policies.ts'
import { counters } from './reads.ts'
import { handlers } from './routes/index.ts'
import { askToWatch } from './service/askToWatch.ts'
import { askToSweep, sweepBroadcasts } from './service/broadcasts.ts'
import { composeRecording, stopComposing } from './service/composing.ts'
import { erase } from './service/erase.ts'
import { dateRooms, service } from './service/index.ts'
import { sweepSilent } from './service/leaving.ts'
import { startMedia, stopMedia } from './service/media.ts'
import { kinds, news } from './service/news.ts'
import { postRecording } from './service/posting.ts'
import { endInEngine } from './service/recorders.ts'
import { endAll, endDue } from './service/running.ts'
import { putOutUnseenOf } from './service/unseen.ts'
import { sweepFolders, watchRecordings } from './service/watching.ts'

const HOUR = 3_600_000

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
        await askToWatch(ctx)
        await askToSweep(ctx)
      },
      { schedule: '* * * * *', deadlineMs: 60_000 },
    ),
    runs(watchJob, watchRecordings, { transaction: false, deadlineMs: 120_000 }),
    runs(broadcastsJob, sweepBroadcasts, { transaction: false, deadlineMs: 120_000 }),
    runs(stopJob, (ctx, { recordingKey }) => endInEngine(ctx, recordingKey), { transaction: false, deadlineMs: 120_000 }),
    runs(composeJob, (ctx, { recordingKey }) => composeRecording(ctx, recordingKey), { transaction: false, deadlineMs: 10 * HOUR }),
    runs(postJob, (ctx, { id }) => postRecording(ctx, id), { deadlineMs: 60_000 }),
    runs(unseenJob, (ctx, { id }) => putOutUnseenOf(ctx, id), { transaction: false, deadlineMs: 120_000 }),
    runs(sweepJob, sweepFolders, { transaction: false, schedule: '50 3 * * *', deadlineMs: 120_000 }),
  ],
  hooks: {
    async start(host) {
      await keepHost(host)
      startMedia(host)
    },
    async stop() {
      stopComposing()
      await stopMedia()
    },
    disable: endAll,
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
