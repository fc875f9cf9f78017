/** What other plugins call: set-up, imports, the demo. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type AffiliatesService } from '../../contract.ts'
import { AffiliateTable } from '../entities.ts'
import { refer } from './clicks.ts'
import { earn, ripen } from './commissions.ts'
import { markPaid, start } from './payouts.ts'
import { enrol, monthOf } from './people.ts'

export const service = (ctx: Ctx): AffiliatesService => ({
  async start(terms) {
    await ctx.saveSettings(contract, { ...terms, enabled: true })
  },
  async enrol(memberId, { code, at } = {}) {
    const { id } = await enrol(ctx, memberId, 'enrolled', code, at)
    if (at) await ctx.em.nativeUpdate(AffiliateTable, { id }, { createdAt: at })
    return id
  },
  async ask(memberId) {
    await enrol(ctx, memberId, 'pending')
  },
  async addPast(affiliateId, { clicks, referrals }) {
    for (const { month, count } of clicks)
      await ctx.sql(
        `insert into affiliates.month (community_id, affiliate_id, month, clicks) values ($1, $2, $3, $4)
         on conflict (community_id, affiliate_id, month) do update set clicks = affiliates.month.clicks + excluded.clicks`,
        [affiliateId, monthOf(month), count],
      )
    const all = clicks.reduce((sum, { count }) => sum + count, 0)
    await ctx.sql('update affiliates.affiliate set clicks_count = clicks_count + $3 where community_id = $1 and id = $2', [affiliateId, all])
    for (const { memberId, joinedAt } of referrals) await refer(ctx, { affiliateId, memberId, visitor: null, joinedAt })
    const payments = referrals.flatMap(({ memberId, payments: own }) => own.map((payment) => ({ memberId, ...payment })))
    for (const { memberId, chargeId, amount, currency, at } of payments.sort((one, other) => one.at.getTime() - other.at.getTime()))
      await earn(ctx, { chargeId, memberId, money: { amount, currency }, tax: 0, coupon: null, attribution: {}, at })
  },
  ripen: () => ripen(ctx),
  async payUntil(at) {
    await ripen(ctx, at)
    await start(ctx, undefined, at)
    await markPaid(ctx, undefined, at)
  },
})
