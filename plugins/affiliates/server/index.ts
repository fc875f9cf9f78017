/** The wiring of affiliates. */
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer, mailKinds, on, runs } from '@atrium/sdk/server'
import notifications from '../../notifications/contract.ts'
import payments from '../../payments/contract.ts'
import paywalls from '../../paywalls/contract.ts'
import contract from '../contract.ts'
import { entities, TraceTable } from './entities.ts'
import { ripenJob, transferJob } from './jobs.ts'
import { handlers } from './routes.ts'
import { attribution } from './service/clicks.ts'
import { dispute, earn, ripen, takeBack } from './service/commissions.ts'
import { service } from './service/index.ts'
import { kinds } from './service/news.ts'
import { followAccount, transfer } from './service/payouts.ts'

const sumOf = (state: 'pending' | 'due' | 'paid') => ({
  kept: `affiliates.balance.${state}`,
  counted: `select b.id, coalesce(sum(c.amount - c.reversed), 0) as count from affiliates.balance b
    join affiliates.commission c on c.community_id = $1 and c.affiliate_id = b.affiliate_id and c.currency = b.currency and c.state = '${state}'
    where b.community_id = $1 group by b.id`,
})
const sumKept = (column: 'clicks' | 'sign_ups' | 'paying') => ({
  kept: `affiliates.affiliate.${column}_count`,
  counted: `select affiliate_id as id, sum(${column}) as count from affiliates.month where community_id = $1 group by affiliate_id`,
})

export default defineServer(contract, {
  entities,
  service,
  routes: handlers,
  on: [
    on(paywalls.events['paywalls.paid'], 'earn', earn),
    on(paywalls.events['paywalls.refunded'], 'takeBack', (ctx, { chargeId, total }) => takeBack(ctx, chargeId, total)),
    on(paywalls.events['paywalls.disputed'], 'dispute', dispute),
    on(payments.events['payments.account'], 'account', followAccount),
  ],
  jobs: [
    runs(ripenJob, (ctx) => ripen(ctx), { schedule: '20 3 * * *', deadlineMs: 60_000 }),
    runs(transferJob, (ctx, { payoutId }) => transfer(ctx, payoutId), { transaction: false, deadlineMs: 30_000 }),
  ],
  contributes: [
    contribute(paywalls.points.attribution, { read: attribution }),
    contribute(communities.points.mails, mailKinds([{ key: 'invite', subject: 'mail.invite.subject', text: 'mail.invite.text', values: ['name'] }])),
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
  ],
  counters: () => [sumOf('pending'), sumOf('due'), sumOf('paid'), sumKept('clicks'), sumKept('sign_ups'), sumKept('paying')],
  hooks: {
    async erase(ctx, { memberId }) {
      await ctx.em.nativeDelete(TraceTable, { memberId })
    },
  },
})
