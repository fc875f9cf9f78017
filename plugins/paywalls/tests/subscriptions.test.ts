/** What keeps a subscription open: payments, and nothing else. The clock of the community and the provider's go on together. */
import { expect } from 'chai'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract

describe('subscriptions in time', function all() {
  this.timeout(240_000)
  let s: Shop
  let paywall: { id: number; prices: { id: number }[] }
  const purchaseOf = async (who: TestMember) => (await s.app.sql('select * from paywalls.purchase where member_id = $1 order by id desc', [who.id]))[0]
  const act = (who: TestMember, id: number, body: object) => s.app.as(who).call(routes.changeOwn, { params: { id }, body: body as never })
  async function buy(who: TestMember, place = 0) {
    const { id } = await s.begin(who, paywall, {}, place)
    await s.pay(id)
    return purchaseOf(who)
  }

  before(async () => {
    s = await shop()
    paywall = await s.sell({
      name: 'Glaze',
      opens: [{ kind: 'space', id: s.places.glaze.id }],
      prices: [{ name: 'Monthly', price_type: 'subscription', amount_in_cents: 3000, interval: 'monthly' }],
    })
  })
  beforeEach(() => s.app.resetLimits())
  afterEach(async () => expect(await s.unbalanced(), 'the ledger balances').to.deep.equal([]))
  after(() => s?.app.close())

  it('closes a paused one at the end of what is paid, and begins a new period when it is resumed', async () => {
    const who = await s.app.member()
    const { id, paid_until: paidUntil } = await buy(who)
    await act(who, id, { act: 'pause', months: 6 })
    await s.app.settle()
    expect(await purchaseOf(who)).to.deep.include({ status: 'paused', is_open: true, closes_at: paidUntil })
    await s.pass(20)
    expect(await s.inside(who, s.places.glaze), 'what is paid is had').to.equal(true)
    for (let turn = 1; turn <= 3; turn++) {
      await s.pass(32)
      expect(await purchaseOf(who), `turn ${turn}`).to.deep.include({ status: 'paused', is_open: false, paid_until: paidUntil })
      expect(await s.inside(who, s.places.glaze)).to.equal(false)
    }
    expect(await s.charges(who)).to.have.length(1)
    await act(who, id, { act: 'resume' })
    await s.app.settle()
    expect(await s.charges(who), 'the new period is paid').to.have.length(2)
    const now = await purchaseOf(who)
    expect(now).to.include({ status: 'active', is_open: true })
    expect(now.paid_until.getTime()).to.equal(now.period_end.getTime())
    expect(await s.inside(who, s.places.glaze)).to.equal(true)
  })

  it('goes on without a payment where it is resumed in time', async () => {
    const who = await s.app.member()
    const { id, paid_until: paidUntil } = await buy(who)
    await act(who, id, { act: 'pause', months: 6 })
    await s.pass(5)
    await act(who, id, { act: 'resume' })
    await s.app.settle()
    expect(await purchaseOf(who)).to.deep.include({ status: 'active', is_open: true, paid_until: paidUntil, period_end: paidUntil })
    expect(await s.charges(who)).to.have.length(1)
    await s.pass(32)
    expect(await s.charges(who), 'and is paid at its turn').to.have.length(2)
  })
})
