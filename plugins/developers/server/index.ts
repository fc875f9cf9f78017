/** The wiring of the developers' pages. */
import { defineServer, keepHost, runs } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { sweepJob } from './jobs.ts'
import { routes } from './routes.ts'
import { addOrigins, listed, tell } from './service/origins.ts'
import { count, sweep } from './service/usage.ts'

export default defineServer(contract, {
  entities,
  service: (ctx) => ({ record: (calls, at) => count(ctx, calls, at), addOrigins: (origins) => addOrigins(ctx, origins) }),
  routes,
  jobs: [runs(sweepJob, sweep, { schedule: '17 * * * *' })],
  hooks: {
    start: keepHost,
    async enable(ctx) {
      if ((await listed(ctx)).length > 0) await tell(ctx)
    },
    // whoever turns it off has no list to look at any more
    async disable(ctx) {
      if ((await listed(ctx)).length > 0) await ctx.platform.setOrigins([])
    },
    metered: (ctx, calls) => count(ctx, calls, ctx.now()),
    erase: async (ctx, { memberId }) => void (await ctx.sql('delete from developers.caller where community_id = $1 and member_id = $2', [memberId])),
  },
})
