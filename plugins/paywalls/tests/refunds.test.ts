/** Refunds that are pressed again, at once, beside each other and after a crash: each gives back once. */
import { randomUUID } from 'node:crypto'
import { refusal } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '../contract.ts'
import { refundJob } from '../server/jobs.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract
const ROUNDS = 10
const outcomes = async (calls: Promise<unknown>[]) => (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length

describe('refunds', () => {
  let s: Shop
  let paywall: { id: number; prices: { id: number }[] }
  let extra: { id: number; prices: { id: number }[] }
  const [MONTHLY, ONCE] = [0, 1]
  const chargesOf = (who: TestMember) =>
    s.app.sql<{ id: number; processor_id: string; paywall_id: number; refunded: number }>('select * from paywalls.charge where member_id = $1 order by id', [
      who.id,
    ])
  const refund = (id: number, more: object = {}) =>
    s.app.as(s.admin).call(routes.refund, { params: { id }, body: { refund_id: randomUUID(), reason_details: 'Asked for', ...more } })
  const end = (id: number, refund_type: 'prorated' | 'full') =>
    s.app.as(s.admin).call(routes.changeSubscription, { params: { id }, body: { act: 'cancel', ends_at: 'now', refund_type } })
  const purchaseOf = async (who: TestMember) => (await s.app.sql('select * from paywalls.purchase where member_id = $1 order by id', [who.id]))[0]
  async function buy(place: number, more: object = {}) {
    const who = await s.app.member()
    const { id } = await s.begin(who, paywall, more, place)
    await s.pay(id)
    return who
  }
  /** What the provider has given back of a payment. */
  const given = async (processorId: string) => (await s.door((money) => money.retrieveCharge(processorId))).refunded

  before(async () => {
    s = await shop()
    extra = await s.sell({ name: 'Kiln', opens: [{ kind: 'space', id: s.places.kiln.id }], prices: [{ price_type: 'onetime', amount_in_cents: 1500 }] })
    paywall = await s.sell({
      name: 'Glaze',
      opens: [{ kind: 'space', id: s.places.glaze.id }],
      bump_price_id: extra.prices[0]!.id,
      bump_text: 'Tiles',
      prices: [
        { name: 'Monthly', price_type: 'subscription', amount_in_cents: 10_000, interval: 'monthly' },
        { name: 'Once', price_type: 'onetime', amount_in_cents: 5000 },
      ],
    })
  })
  beforeEach(() => s.app.resetLimits())
  afterEach(async () => expect(await s.unbalanced(), 'the ledger balances').to.deep.equal([]))
  after(() => s?.app.close())

  it('gives back once for each id, and two of the same amount are two', async () => {
    const who = await buy(ONCE)
    const [charge] = await chargesOf(who)
    const id = randomUUID()
    const [first] = await Promise.all([1, 2, 3].map(() => refund(charge!.id, { refund_id: id, amount: 500 })))
    expect(first).to.include({ amount_refunded: 500, status: 'partial_refunded' })
    expect(await given(charge!.processor_id)).to.equal(500)
    await Promise.all([1, 2].map(() => refund(charge!.id, { amount: 700 })))
    expect(await given(charge!.processor_id)).to.equal(1900)
    await s.app.settle()
    expect((await chargesOf(who))[0]).to.include({ refunded: 1900 })
    expect(await refusal(refund(charge!.id, { refund_id: id, amount: 600 }))).to.include({ status: 409, code: 'refund_differs' })
    expect(await outcomes(Array.from({ length: 4 }, () => refund(charge!.id))), 'the rest').to.equal(1)
    expect(await given(charge!.processor_id)).to.equal(5000)
  })

  it('gives back of an extra no more than was paid for it, however many press', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const who = await buy(ONCE, { bump: true })
      const charge = (await chargesOf(who)).find(({ paywall_id }) => paywall_id === extra.id)!
      const main = (await chargesOf(who)).find(({ paywall_id }) => paywall_id === paywall.id)!
      await Promise.allSettled([...[1000, 1000, 900, 800].map((amount) => refund(charge.id, { amount })), refund(main.id, { amount: 300 })])
      await s.app.settle()
      const rows = await chargesOf(who)
      const back = rows.find(({ id }) => id === charge.id)!.refunded
      expect(back, `round ${round}`).to.be.greaterThan(0).and.at.most(1500)
      expect(rows.find(({ id }) => id === main.id)!.refunded, `round ${round}`).to.equal(300)
      expect(await given(charge.processor_id)).to.equal(back + 300)
    }
  })

  it('gives back once where a subscription is ended now by two, and nothing once it is over', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const who = await buy(MONTHLY)
      const [charge] = await chargesOf(who)
      const { id } = await purchaseOf(who)
      const one = await s.door((money) => money.retrieveCharge(charge!.processor_id))
      const days = (Date.parse(one.invoice!.periodEnd!) - Date.parse(one.invoice!.periodStart!)) / 86_400_000
      await s.app.clock.advance(10 * 86_400_000)
      await Promise.allSettled([end(id, 'prorated'), end(id, 'prorated')])
      await end(id, 'prorated').catch(() => {})
      const back = await given(charge!.processor_id)
      expect(back, `round ${round}`).to.be.closeTo((10_000 * (days - 10)) / days, 5)
      await s.app.settle()
      expect(await purchaseOf(who)).to.include({ status: 'canceled', is_open: false })
      expect(await refusal(end(id, 'full'))).to.include({ status: 409, code: 'subscription_over' })
      expect(await given(charge!.processor_id)).to.equal(back)
    }
  })

  it('ends a subscription whose payment is given back at the same moment', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const who = await buy(MONTHLY)
      const [charge] = await chargesOf(who)
      const { id } = await purchaseOf(who)
      // whichever is first: beside all of it a part is too much, and after it there is nothing left to give
      const part = refund(charge!.id, { amount: 4000 }).catch(({ status }) => expect(status).to.be.oneOf([409, 422]))
      await Promise.all([part, end(id, 'full')])
      expect(await given(charge!.processor_id), `round ${round}`).to.equal(10_000)
      await s.app.settle()
      expect(await purchaseOf(who)).to.include({ is_open: false })
    }
  })

  it('asks again for what was never answered, and ends what was to end with it', async () => {
    const who = await buy(MONTHLY)
    const [charge] = await chargesOf(who)
    const uid = randomUUID()
    // written down, and then the process died
    await s.app.sql(
      `insert into paywalls.refund (community_id, uid, charge_id, amount, reason, ends) select community_id, $1, id, 2500, 'Ended', true from paywalls.charge where id = $2`,
      [uid, charge!.id],
    )
    await s.app.sql('update paywalls.charge set refund_asked = 2500 where id = $1', [charge!.id])
    expect(await refusal(refund(charge!.id, { amount: 7501 })), 'it is as good as given back').to.include({ status: 422 })
    await s.app.run(null, (ctx) => ctx.as('paywalls').enqueue(refundJob, { uid }))
    await s.app.settle()
    expect(await given(charge!.processor_id)).to.equal(2500)
    expect((await s.app.sql('select status from paywalls.refund where uid = $1', [uid]))[0]).to.deep.equal({ status: 'made' })
    expect(await purchaseOf(who)).to.include({ status: 'canceled', is_open: false, cancellation: 'admin' })
  })

  it('holds nothing back of what the provider refuses', async () => {
    const who = await buy(ONCE)
    const [charge] = await chargesOf(who)
    // given back where the provider is looked at, and not heard of yet
    await s.door((money) => money.refund(charge!.processor_id, 4900, 'By hand', `dashboard:${charge!.id}`))
    const id = randomUUID()
    expect(await refusal(refund(charge!.id, { refund_id: id, amount: 200 }))).to.include({ status: 422, code: 'payment_refused' })
    expect(await refusal(refund(charge!.id, { refund_id: id, amount: 200 }))).to.include({ status: 409, code: 'refund_failed' })
    await s.app.settle()
    expect(await refund(charge!.id)).to.include({ amount_refunded: 5000, status: 'refunded' })
    expect(await given(charge!.processor_id)).to.equal(5000)
  })
  it('ends what costs nothing at once', async () => {
    const who = await s.app.member()
    const given = await s.app.run(null, (ctx) => ctx.use(contract).grantFree(who.id, paywall.prices[MONTHLY]!.id, 30))
    await s.app.settle()
    expect(await s.inside(who, s.places.glaze)).to.equal(true)
    const { status } = await s.app.as(s.admin).call(routes.changeSubscription, { params: { id: given }, body: { act: 'cancel', ends_at: 'now' } })
    expect(status).to.equal('canceled')
    expect(await s.inside(who, s.places.glaze)).to.equal(false)
  })
})
