/** Who is about to leave hears of what ends with it, and that is what ends. */
import { expect } from 'chai'
import communities from '@atrium/sdk/kernel/communities'
import contract from '../contract.ts'
import { runningOf } from '../web/components/billing/running.ts'
import { shop } from './sold.ts'

const { routes } = contract

describe('leaving with subscriptions', () => {
  it('names each that runs, with the day until which it is paid; these end, and what was bought for good is not among them', async () => {
    const s = await shop()
    try {
      const who = await s.app.member()
      const sell = (name: string, place: { id: number }, price: object) => s.sell({ name, opens: [{ kind: 'space', id: place.id }], prices: [price] })
      const monthly = { price_type: 'subscription', interval: 'monthly', amount_in_cents: 1400 }
      const glaze = await sell('Glaze', s.places.glaze, monthly)
      const kiln = await sell('Kiln', s.places.kiln, monthly)
      const once = await sell('Wheel', s.places.wheel, { price_type: 'onetime', amount_in_cents: 4900 })
      for (const paywall of [glaze, kiln, once]) await s.pay((await s.begin(who, paywall)).id)
      const kilnId = (await s.mine(who)).find(({ paywall_name }) => paywall_name === 'Kiln')!.id
      await s.app.as(who).call(routes.changeOwn, { params: { id: kilnId }, body: { act: 'cancel', reason: 'no_time' } })
      await s.app.settle()
      const mine = await s.mine(who)
      const running = runningOf(mine)
      expect(running.map(({ name, paywallId, next }) => [name, paywallId, next])).to.have.deep.members([
        ['Glaze', glaze.id, { amount: 1400, currency: 'eur' }],
        ['Kiln', kiln.id, null],
      ])
      const { renews_at: until } = mine.find(({ paywall_name }) => paywall_name === 'Glaze')!
      expect(running.find(({ name }) => name === 'Glaze')!.until).to.equal(until)
      await s.app.as(who).call(communities.routes.leave, { params: { id: await s.app.primaryId() } })
      await s.app.settle()
      const left = await s.app.sql<{ id: number }>(`select id from paywalls.purchase where member_id = $1 and status = 'canceled'`, [who.id])
      expect(left.map(({ id }) => id)).to.have.members(running.map(({ id }) => id))
    } finally {
      await s.app.close()
    }
  })
})
