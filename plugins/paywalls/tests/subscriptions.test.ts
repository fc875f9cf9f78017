/** What keeps a subscription open: payments, and nothing else. The clock of the community and the provider's go on together. */
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember, tokenOf } from './sold.ts'

const { routes } = contract

describe('subscriptions in time', function all() {
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

describe('money that went back', function all() {
  this.timeout(400_000)
  let s: Shop
  let paywall: { id: number; prices: { id: number }[] }
  const [YEARLY, PARTS, TEAM] = [0, 1, 2]
  const purchaseOf = async (who: TestMember) => (await s.app.sql('select * from paywalls.purchase where member_id = $1 order by id desc', [who.id]))[0]
  const chargesOf = (who: TestMember) =>
    s.app.sql<{ id: number; processor_id: string }>('select * from paywalls.charge where member_id = $1 order by id', [who.id])
  const refund = async (id: number, more: object = {}) => {
    await s.app.as(s.admin).call(routes.refund, { params: { id }, body: { refund_id: randomUUID(), reason_details: 'Asked for', ...more } })
    await s.app.settle()
  }
  const atProvider = async (who: TestMember) => {
    const { processor_id: id } = await purchaseOf(who)
    return (await s.door((money) => money.retrieveSubscription(id))).status
  }
  async function buy(place: number, more: object = {}) {
    const who = await s.app.member()
    const { id } = await s.begin(who, paywall, more, place)
    await s.pay(id)
    return who
  }

  before(async () => {
    s = await shop()
    paywall = await s.sell({
      name: 'Glaze',
      opens: [{ kind: 'space', id: s.places.glaze.id }],
      prices: [
        { name: 'Yearly', price_type: 'subscription', amount_in_cents: 30_000, interval: 'yearly' },
        { name: 'Parts', price_type: 'installments', amount_in_cents: 2000, interval: 'monthly', installments_count: 2 },
        { name: 'Team', price_type: 'subscription', amount_in_cents: 1000, interval: 'monthly', seats_min: 2, seats_max: 5 },
      ],
    })
  })
  beforeEach(() => s.app.resetLimits())
  afterEach(async () => expect(await s.unbalanced(), 'the ledger balances').to.deep.equal([]))
  after(() => s?.app.close())

  it('ends a subscription whose last period was given back, here and at the provider', async () => {
    const who = await buy(YEARLY)
    const [charge] = await chargesOf(who)
    await refund(charge!.id, { amount: 10_000 })
    expect(await purchaseOf(who), 'a part ends nothing').to.include({ status: 'active', is_open: true })
    await refund(charge!.id)
    expect(await purchaseOf(who)).to.include({ status: 'refunded', is_open: false })
    expect(await s.inside(who, s.places.glaze)).to.equal(false)
    expect(await atProvider(who)).to.equal('canceled')
  })

  it('ends one whose payment the bank took back for good', async () => {
    const who = await buy(YEARLY)
    const [charge] = await chargesOf(who)
    await s.door((money) => money.test.dispute(charge!.processor_id, 'lost'))
    await s.app.settle()
    expect(await purchaseOf(who)).to.include({ status: 'refunded', is_open: false })
    expect(await atProvider(who)).to.equal('canceled')
  })

  it('keeps open what an admin wants kept', async () => {
    const who = await buy(YEARLY)
    const [charge] = await chargesOf(who)
    await refund(charge!.id, { keep_access: true })
    expect(await purchaseOf(who)).to.include({ status: 'active', is_open: true })
    expect(await atProvider(who)).to.equal('active')
  })

  it('takes the seats with it', async () => {
    const who = await buy(TEAM, { seats: 2 })
    const { id } = await purchaseOf(who)
    const { url } = await s.app.as(who).call(routes.seatLink, { params: { id }, body: { renew: false } })
    const mate = await s.app.member()
    await s.take(mate, tokenOf(url))
    expect(await s.inside(mate, s.places.glaze)).to.equal(true)
    const [charge] = await chargesOf(who)
    await refund(charge!.id)
    expect(await s.inside(mate, s.places.glaze)).to.equal(false)
    expect(await s.inside(who, s.places.glaze)).to.equal(false)
  })

  it('counts against instalments that were all paid, and what has ended there is ended here', async () => {
    const [back, kept] = [await buy(PARTS), await buy(PARTS)]
    await s.pass(32)
    await s.pass(32)
    for (const who of [back, kept]) {
      expect(await chargesOf(who)).to.have.length(2)
      expect(await purchaseOf(who)).to.include({ status: 'active', is_open: true })
      expect(await atProvider(who)).to.equal('canceled')
    }
    for (const { id } of await chargesOf(back)) await refund(id)
    expect(await purchaseOf(back)).to.include({ is_open: false })
    expect(await s.inside(back, s.places.glaze)).to.equal(false)
    const { id } = await purchaseOf(kept)
    await s.app.as(s.admin).call(routes.changeSubscription, { params: { id }, body: { act: 'cancel', ends_at: 'now' } })
    expect(await purchaseOf(kept)).to.include({ status: 'canceled', is_open: false })
    expect(await s.inside(kept, s.places.glaze)).to.equal(false)
  })
})
