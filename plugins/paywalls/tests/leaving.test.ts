/** Who is about to leave hears of what ends with it, and that is what ends. */
import { expect } from 'chai'
import communities from '@atrium/sdk/kernel/communities'
import archive from '../../archive/contract.ts'
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

  it('says no next payment where the membership ends before it, to the member and to who sells', async () => {
    const s = await shop(['plugins/notifications', 'plugins/audience', 'plugins/archive'])
    try {
      const who = await s.app.member()
      const price = (interval: string) => ({ price_type: 'subscription', interval, amount_in_cents: 1400 })
      const sell = (name: string, place: { id: number }, interval: string) =>
        s.sell({ name, opens: [{ kind: 'space', id: place.id }], prices: [price(interval)] })
      const [monthly, weekly] = [await sell('Glaze', s.places.glaze, 'monthly'), await sell('Kiln', s.places.kiln, 'weekly')]
      for (const paywall of [monthly, weekly]) await s.pay((await s.begin(who, paywall)).id)
      const { due_at: due } = await s.app.as(who).call(archive.routes.askDeletion, { body: {} })
      const seen = async () => {
        const own = (await s.app.as(who).call(routes.own)).subscriptions
        const sold = (await s.app.as(s.admin).call(routes.subscriptions)).records
        return [own, sold].map((rows) => rows.map(({ paywall_name: name, renews_at, leaves_at }) => [name, renews_at !== null, leaves_at]))
      }
      for (const rows of await seen())
        expect(rows).to.have.deep.members([
          ['Glaze', false, due],
          ['Kiln', true, null],
        ])
      await s.app.as(who).call(archive.routes.cancelDeletion)
      for (const rows of await seen())
        expect(rows).to.have.deep.members([
          ['Glaze', true, null],
          ['Kiln', true, null],
        ])
    } finally {
      await s.app.close()
    }
  })
})
