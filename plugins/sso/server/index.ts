/** The wiring of single sign-on. */
import auth from '@atrium/sdk/kernel/auth'
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import sso from '../contract.ts'
import { AttemptTable } from './entities.ts'
import { forgetJob } from './jobs.ts'
import { handlers } from './routes.ts'
import { method } from './service/method.ts'

const KEPT_DAYS = 30

export default defineServer(sso, {
  entities: [AttemptTable],
  routes: handlers,
  contributes: [contribute(auth.points.method, method)],
  jobs: [
    runs(
      forgetJob,
      async (ctx) => void (await ctx.em.nativeDelete(AttemptTable, { createdAt: { $lt: new Date(ctx.now().getTime() - KEPT_DAYS * 86_400_000) } })),
      { schedule: '10 3 * * *' },
    ),
  ],
  hooks: {
    async erase(ctx, { emails, names }) {
      await ctx.em.nativeDelete(AttemptTable, { $or: [{ email: { $in: emails } }, { name: { $in: names } }] })
    },
  },
})
