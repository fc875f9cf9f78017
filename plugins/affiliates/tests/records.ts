/** Records of affiliates: one who takes part, a click, a referral that has paid, a payout that has begun. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import paywalls from '../../paywalls/contract.ts'
import contract from '../contract.ts'

const { routes } = contract

const records = defineRecords(contract, {
  leaving: {
    stays: ['affiliates.affiliate', 'affiliates.payout', 'affiliates.referral'],
    goes: ['affiliates.trace'],
  },
  async fill({ app, side, mark }: Target) {
    const as = app.as(side.admin)
    // whatever others have set since: commissions are earned
    const terms = { kind: 'percent', percent: 20, duration: 'forever', monthly_limit: 0 } as const
    await as.call(routes.updateSettings, { body: { ...terms, enabled: true, hold_days: 0, minimum_payout: 100, rules: 'Be kind.' } })
    const [seller, buyer, spare] = await app.run(side.communityId, async (ctx) => {
      const add = (name: string) => ctx.members.add({ name: `${name} ${mark}`, email: `${name.toLowerCase()}-${mark}@affiliates.example` })
      return [await add('Seller'), await add('Buyer'), await add('Spare')] as const
    })
    const affiliate = await as.call(routes.create, { body: { affiliate: { community_member_id: seller.id, code: `seller-${mark}` } } })
    const unused = await as.call(routes.create, { body: { affiliate: { community_member_id: spare.id, code: `spare-${mark}` } } })
    const { token } = await as.call(routes.click, { body: { code: affiliate.code, path: '/' } })
    await app.settle()
    const pay = (chargeId: number) =>
      app.run(side.communityId, async (ctx) => {
        ctx.emit(paywalls.events['paywalls.paid'], {
          ...{ chargeId, memberId: buyer.id, money: { amount: 10_000, currency: 'eur' }, tax: 0, paywallId: 1, priceId: 1, subscriptionId: null },
          ...{ coupon: null, first: true, checkout: null, attribution: { affiliate: `${affiliate.id}:` } },
        })
        // with what they paid, as a hash
        await ctx.sql('insert into affiliates.trace (community_id, member_id, value) values ($1, $2, $3) on conflict do nothing', [buyer.id, `hash ${mark}`])
      })
    await pay(mark * 10 + 1)
    await app.settle()
    await app.run(side.communityId, (ctx) =>
      ctx.sql(`update affiliates.commission set state = 'due' where community_id = $1 and affiliate_id = $2`, [affiliate.id]),
    )
    await app.run(side.communityId, (ctx) =>
      ctx.sql('update affiliates.balance set due = pending, pending = 0 where community_id = $1 and affiliate_id = $2', [affiliate.id]),
    )
    await as.call(routes.startPayouts, { body: { community_member_ids: [seller.id] } })
    await pay(mark * 10 + 2)
    await app.settle()
    const { records: waiting } = await as.call(routes.commissions, { query: { affiliate_id: affiliate.id, state: 'pending' } })
    return { affiliated: { id: affiliate.id, seller: seller.id, buyer: buyer.id, spare: unused.id, token: token!, commission: waiting[0]!.id } }
  },
  inputs: {
    overview: { input: () => ({}), foreign: [200], wide: true },
    list: { input: () => ({}), foreign: [200], wide: true },
    create: { input: ({ affiliated }) => ({ body: { affiliate: { community_member_id: affiliated.buyer } } }), wide: true },
    invite: { input: ({ affiliated }) => ({ body: { existing_member_ids: [affiliated.buyer] } }), wide: true },
    show: { input: ({ affiliated }) => ({ params: { id: affiliated.id } }), wide: true },
    update: { input: ({ affiliated }) => ({ params: { id: affiliated.id }, body: { affiliate: { status: 'enrolled' } } }), wide: true },
    destroy: { input: ({ affiliated }) => ({ params: { id: affiliated.spare } }), uses: true, wide: true },
    commissions: { input: () => ({}), foreign: [200], wide: true },
    review: {
      input: ({ affiliated }) => ({ params: { id: affiliated.commission }, body: { commission: { decision: 'approve' } } }),
      wide: true,
    },
    settings: { input: () => ({}), foreign: [200], wide: true },
    updateSettings: { input: () => ({ body: { cookie_days: 61 } }), foreign: [200] },
    payouts: { input: () => ({}), foreign: [200], wide: true },
    startPayouts: { input: ({ affiliated }) => ({ body: { community_member_ids: [affiliated.seller] } }), foreign: [200], wide: true },
    markPaid: { input: ({ affiliated }) => ({ body: { community_member_ids: [affiliated.seller] } }), foreign: [200], wide: true },
    exportPayouts: { input: () => ({}), foreign: [200], wide: true },
    click: { input: () => ({ body: { code: 'nobody-has-this', path: '/' } }), foreign: [200] },
    claim: { input: ({ affiliated }) => ({ body: { token: affiliated.token } }), foreign: [200] },
    me: { input: () => ({}), foreign: [200] },
    join: { input: () => ({ body: {} }), foreign: 'any' },
    changeCode: { input: () => ({ body: { code: 'another-word' } }), own: [200, 409, 422], foreign: 'any' },
    referrals: { input: () => ({}), foreign: [200] },
    account: { input: () => ({ body: {} }), own: [409], foreign: [409] },
  },
})
export default records
export type AffiliatesMade = MadeBy<typeof records>
