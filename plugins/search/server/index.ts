/** The wiring of search. */
import { defineServer, runs } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { entities, RecentTable, SavedTable } from './entities.ts'
import { rebuildJob, resumeJob } from './jobs.ts'
import { handlers } from './routes.ts'
import { createSearchService } from './service/index.ts'
import { resumeRebuild, runRebuild } from './service/rebuild.ts'

export default defineServer(contract, {
  entities,
  routes: handlers,
  service: createSearchService,
  jobs: [
    runs(rebuildJob, (ctx, { rebuildId }) => runRebuild(ctx, rebuildId), { deadlineMs: 60_000 }),
    runs(resumeJob, resumeRebuild, { schedule: '*/10 * * * *' }),
  ],
  hooks: {
    async erase(ctx, { memberId }) {
      await ctx.em.nativeDelete(RecentTable, { memberId })
      await ctx.em.nativeDelete(SavedTable, { memberId })
    },
  },
})
