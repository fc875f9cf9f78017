/** The wiring of webhooks. */
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer, keepHost, mailKinds, onAutomation, runs } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { clearJob, deliverJob, LANES, lookJob, purgeJob, replayJob, retryJob } from './jobs.ts'
import { routes } from './routes.ts'
import { clearSome, erase, purge, replaySome } from './service/deliveries.ts'
import { heard } from './service/events.ts'
import { service } from './service/index.ts'
import { askNext, sendAll } from './service/sending.ts'

const LONG = { deadlineMs: 60_000 }
const CALLS = { transaction: false, ...LONG }

export default defineServer(contract, {
  entities,
  routes,
  service,
  on: [onAutomation('heard', heard)],
  jobs: [
    runs(deliverJob, (ctx) => sendAll(ctx, 'deliver'), CALLS),
    runs(retryJob, (ctx) => sendAll(ctx, 'retry'), CALLS),
    runs(
      lookJob,
      async (ctx) => {
        for (const lane of LANES) await askNext(ctx, lane)
      },
      { schedule: '* * * * *' },
    ),
    runs(replayJob, replaySome, LONG),
    runs(clearJob, (ctx, { endpointId }) => clearSome(ctx, endpointId), LONG),
    runs(purgeJob, purge, { schedule: '23 * * * *', ...LONG }),
  ],
  contributes: [
    contribute(
      communities.points.mails,
      mailKinds((['resting', 'gone'] as const).map((key) => ({ key, subject: `mail.${key}.subject`, text: `mail.${key}.text`, values: ['name', 'host'] }))),
    ),
  ],
  hooks: { start: keepHost, erase: (ctx, { memberId }) => erase(ctx, memberId) },
})
