/** The wiring of the home page. */
import { z } from '@atrium/sdk'
import { type Ctx, defineServer, job, runs } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import home from '../contract.ts'
import { Activity, ClosedBanner, Visit } from './entities.ts'
import { note, subscriptions } from './events.ts'
import { homePage } from './pages.ts'
import { handlers } from './routes.ts'

/** Activities older than this many are let go each night. */
const KEPT = 500

const purgeJob = job('purge', z.object({}))
async function purge(ctx: Ctx): Promise<void> {
  const [last] = await ctx.em.find(Activity, {}, { fields: ['id'], orderBy: { id: 'desc' }, offset: KEPT, limit: 1 })
  if (last) await ctx.em.nativeDelete(Activity, { id: { $lt: last.id } })
}

export default defineServer(home, {
  entities: [Activity, ClosedBanner, Visit],
  service: (ctx) => ({ note: (activity) => note(ctx, activity) }),
  on: subscriptions,
  jobs: [runs(purgeJob, purge, { schedule: '41 3 * * *', deadlineMs: 60_000 })],
  hooks: {
    async erase(ctx, { memberId }) {
      await ctx.em.nativeDelete(Visit, { memberId })
      await ctx.em.nativeDelete(ClosedBanner, { memberId })
    },
  },
  routes: handlers,
  pages: { '/': homePage },
  prefetch: {
    '/': async () => [{ route: home.routes.show }, { route: spaces.routes.list, input: { query: { include_sidebar: true } } }],
  },
})
