/** A changed price among the recent changes: what it was and is, and back for new buyers. */
import { expect } from 'chai'
import audience from '../../audience/contract.ts'
import contract from '../contract.ts'
import { shop } from './sold.ts'

const { routes } = contract

describe('a changed price among the recent changes', () => {
  it('says both amounts, and is taken back for new buyers', async () => {
    const s = await shop(['plugins/audience'])
    try {
      const asAdmin = s.app.as(s.admin)
      const PRICE = { name: 'Pass', price_type: 'onetime' as const, amount_in_cents: 3500 }
      const made = await s.sell({ name: 'Winter kiln pass', opens: [{ kind: 'space', id: s.places.glaze.id }], prices: [PRICE] })
      const buyer = await s.app.member()
      await s.pay((await s.begin(buyer, made, {}, 0)).id)
      await asAdmin.call(routes.update, {
        params: { id: made.id },
        body: { paywall: { prices: [{ ...PRICE, id: made.prices[0]!.id, amount_in_cents: 3600 }] } },
      })
      const list = async () => (await asAdmin.call(audience.routes.changes, { query: { group: 'prices' } })).records
      const [change] = await list()
      expect(change).to.include({ can_undo: true, sentence: `${s.admin.name} changed a price of the paywall Winter kiln pass from €35.00 to €36.00` })
      await asAdmin.call(audience.routes.undoChange, { params: { id: change!.id } })
      const { prices } = await asAdmin.call(routes.show, { params: { id: made.id } })
      expect(prices.filter(({ status }) => status === 'active').map(({ amount_in_cents }) => amount_in_cents)).to.deep.equal([3500])
      expect((await list()).find(({ id }) => id === change!.id)).to.include({ can_undo: false })
    } finally {
      await s.app.close()
    }
  })
})
