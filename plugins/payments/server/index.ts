/** The wiring of payments. */
import { contribute, defineServer, keepHost, runs } from '@atrium/sdk/server'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { AnswerTable, entities, ThingTable, WebhookEventTable } from './entities.ts'
import { closeTestJob, compareJob, deliverJob, drainJob, passJob, sweepJob, tickJob } from './jobs.ts'
import { passManual } from './providers/manual/index.ts'
import { testServer } from './providers/testing.ts'
import { handlers } from './routes.ts'
import { eraseFrom } from './service/erase.ts'
import { paymentsService } from './service/index.ts'
import { deliverTest } from './service/intake.ts'
import { incidentKind } from './service/news.ts'
import { closeTest, closeWhatIsLeft } from './service/live.ts'
import { compare } from './service/nightly.ts'
import { presentProvider } from './service/provider.ts'
import { drain } from './service/refresh.ts'

const KEPT_DAYS = 30
const MINUTES = 60_000

export default defineServer(contract, {
  entities,
  routes: handlers,
  service: paymentsService,
  jobs: [
    runs(drainJob, (ctx) => drain(ctx), { transaction: false, deadlineMs: 2 * MINUTES }),
    runs(deliverJob, (ctx) => deliverTest(ctx), { transaction: false, deadlineMs: MINUTES }),
    runs(passJob, async (ctx, { clock }) => (await testServer()).passAll(ctx, clock), { transaction: false, deadlineMs: 10 * MINUTES }),
    runs(closeTestJob, (ctx) => closeTest(ctx), { transaction: false, deadlineMs: 10 * MINUTES }),
    runs(
      tickJob,
      async (ctx) => {
        // once the community sells for real nothing falls due on the test server, also where closing it was interrupted
        if (presentProvider(ctx).key === 'test') await (await testServer()).passAll(ctx, '')
        else await closeWhatIsLeft(ctx)
        await passManual(ctx)
        await ctx.enqueue(drainJob, {}, { key: 'drain' })
      },
      { transaction: false, deadlineMs: 10 * MINUTES, schedule: '*/5 * * * *' },
    ),
    runs(compareJob, async (ctx) => void (await compare(ctx)), { transaction: false, deadlineMs: 60 * MINUTES, schedule: '20 2 * * *' }),
    runs(
      sweepJob,
      async (ctx) => {
        const before = new Date(ctx.now().getTime() - KEPT_DAYS * 86_400_000)
        await ctx.em.nativeDelete(WebhookEventTable, { createdAt: { $lt: before } })
        await ctx.em.nativeDelete(AnswerTable, { createdAt: { $lt: before } })
        await ctx.em.nativeDelete(ThingTable, { object: 'event', parent: null, createdAt: { $lt: before } })
      },
      { schedule: '50 3 * * *' },
    ),
  ],
  contributes: [contribute(notifications.points.kind, incidentKind)],
  hooks: { start: keepHost, erase: eraseFrom },
})
