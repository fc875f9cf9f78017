/** The wiring of the demo community: one hook, and what follows it. */
import { defineServer, runs } from '@atrium/sdk/server'
import demo from '../contract.ts'
import { askJob, banJob, buyJob, callJob, planJob } from './jobs.ts'
import { askAll, callAll } from './service/agents.ts'
import { ban } from './service/ban.ts'
import { takePlan } from './service/money.ts'
import { buy } from './service/purchases.ts'

// its texts are read once in the life of a community
export default defineServer(demo, {
  jobs: [
    runs(askJob, askAll, { transaction: false, deadlineMs: 120_000 }),
    runs(callJob, callAll),
    runs(banJob, ban),
    runs(planJob, takePlan, { transaction: false, deadlineMs: 30_000 }),
    runs(buyJob, buy, { transaction: false, deadlineMs: 30_000 }),
  ],
  hooks: { enable: async (ctx) => (await import('./service/fill.ts')).fillEmptyCommunity(ctx) },
})
