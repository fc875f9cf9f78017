/** The wiring of the help widget. */
import shell from '@atrium/sdk/kernel/shell'
import { contribute, defineServer, keepHost, runs } from '@atrium/sdk/server'
import inbox from '../../inbox/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { sweepJob } from './jobs.ts'
import { handlers } from './routes.ts'
import { answerer } from './service/agent.ts'
import { forget } from './service/asker.ts'
import { sweep } from './service/attachments.ts'
import { erase } from './service/erase.ts'

export default defineServer(contract, {
  entities,
  routes: handlers,
  jobs: [
    runs(
      sweepJob,
      async (ctx) => {
        await sweep(ctx)
        await forget(ctx)
      },
      { schedule: '50 * * * *', deadlineMs: 60_000 },
    ),
  ],
  contributes: [contribute(inbox.points.answerer, answerer), contribute(shell.points.framers, (ctx) => ctx.settings(contract).sites)],
  hooks: { start: keepHost, erase },
})
