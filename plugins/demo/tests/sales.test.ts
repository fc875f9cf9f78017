/** Not all that the demo has sold is history: some of it can be refunded, changed and ended, as it was bought at the test provider. */
import { randomUUID } from 'node:crypto'
import { testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import paywalls from '../../paywalls/contract.ts'

const { routes } = paywalls

describe('sales of the demo', () => {
  it('has charges to refund and subscriptions to end, each bought once', async () => {
    const app = await testApp([
      ...['spaces', 'content', 'media', 'home', 'posts', 'members', 'access', 'payments', 'paywalls', 'demo'].map((id) => `plugins/${id}`),
    ])
    try {
      await app.primaryId()
      await app.settle()
      const admin = app.as(await app.member('admin'))
      const { records } = await admin.call(routes.charges, { query: { per_page: 100 } })
      const live = records.filter(({ refundable }) => refundable)
      expect(live.map(({ amount, paywall_coupon_code }) => [amount, paywall_coupon_code])).to.have.deep.members([
        [11_520, 'KILN20'],
        [900, null],
        [4900, null],
      ])
      await admin.call(routes.refund, {
        params: { id: live.find(({ amount }) => amount === 4900)!.id },
        body: { refund_id: randomUUID(), reason_details: 'Asked for' },
      })
      const running = (await admin.call(routes.subscriptions, { query: { per_page: 100 } })).records.filter(({ processor_id }) => processor_id)
      expect(running).to.have.length(2)
      const month = running.find(({ amount }) => amount === 900)!
      await admin.call(routes.changeSubscription, { params: { id: month.id }, body: { act: 'cancel', ends_at: 'now' } })
      await app.settle()
      expect(await admin.call(routes.subscription, { params: { id: month.id } })).to.include({ status: 'canceled' })
      const { tax_setting: seller } = await admin.call(routes.taxSettings)
      expect(seller.seller_address).to.include('Bergen')
      await app.redeliver()
      const after = (await admin.call(routes.charges, { query: { per_page: 100 } })).records
      expect(after.filter(({ processor_id }) => live.some((charge) => charge.processor_id === processor_id))).to.have.length(3)
      expect(after.filter(({ refundable }) => refundable)).to.have.length(2)
    } finally {
      await app.close()
    }
  })
})
