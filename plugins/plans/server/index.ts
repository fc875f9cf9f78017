/** The wiring of plans. */
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer, mailKinds, on, runs } from '@atrium/sdk/server'
import payments from '../../payments/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { applyJob, dueJob, watchJob } from './jobs.ts'
import { handlers } from './routes.ts'
import { ensurePlans } from './service/catalogue.ts'
import { downgradeDue, watchLimits } from './service/due.ts'
import { applyTo, begin, followCharge, followSubscription } from './service/follow.ts'
import { service } from './service/index.ts'

export default defineServer(contract, {
  entities,
  contributes: [
    contribute(
      communities.points.mails,
      mailKinds(
        (['near', 'full'] as const).map((key) => ({ key, subject: `mail.${key}.subject`, text: `mail.${key}.text`, values: ['limit', 'used', 'max'] })),
      ),
    ),
  ],
  service,
  routes: handlers,
  on: [
    on(payments.events['payments.subscription'], 'subscription', followSubscription, { transaction: false }),
    on(payments.events['payments.charge'], 'charge', followCharge, { transaction: false }),
    on(communities.events['community.created'], 'begin', begin, { transaction: false }),
  ],
  jobs: [
    runs(applyJob, applyTo, { transaction: false, deadlineMs: 60_000 }),
    runs(dueJob, downgradeDue, { schedule: '11,41 * * * *', transaction: false, deadlineMs: 30_000 }),
    runs(watchJob, watchLimits, { schedule: '40 6 * * *' }),
  ],
  hooks: {
    async enable(ctx) {
      if (ctx.platform.isHome) await ensurePlans(ctx)
    },
  },
})
