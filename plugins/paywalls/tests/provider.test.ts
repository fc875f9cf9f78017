/** The whole way with the test provider: pay, renew, change, refund, cancel; and what dies in between. */
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { pdfText, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import payments, { type PaymentsService } from '../../payments/contract.ts'
import contract from '../contract.ts'
import { sellSpace } from './kit.ts'
import { isInside } from '../../spaces/tests/kit.ts'

const { routes } = contract
const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/access', 'plugins/payments']

describe('paywalls with the test provider', () => {
  let app: TestApp
  let admin: TestMember
  let space: { id: number; slug: string }
  let paywall: { id: number; prices: { id: number }[] }
  const door = <T>(work: (money: PaymentsService) => Promise<T>) => app.outside(null, (ctx) => work(ctx.use(payments)))
  const inside = ({ id }: TestMember) => isInside(app, space.id, id)
  const rowOf = async (uid: string) => (await app.sql('select * from paywalls.checkout where uid = $1', [uid]))[0]
  async function begin(who: TestMember, place: number, more: object = {}) {
    const { id } = await app.as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[place]!.id, ...more } })
    return app.as(who).call(routes.checkout, { body: { session_id: id } })
  }
  async function pay(uid: string, card?: string) {
    const { processor_id } = await rowOf(uid)
    await door((money) => money.test.pay(processor_id, card))
    await app.settle()
  }
  const mine = async (who: TestMember) => (await app.as(who).call(routes.own)).subscriptions
  const chargesOf = async (who: TestMember) => (await app.as(who).call(routes.ownCharges)).records

  before(async () => {
    app = await testApp([...NEEDS, 'plugins/paywalls'])
    admin = await app.member('admin')
    ;({ space, paywall } = await sellSpace(app, admin, [
      { name: 'Monthly', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly' },
      { name: 'Yearly', price_type: 'subscription', amount_in_cents: 14_400, interval: 'yearly' },
      { name: 'Once', price_type: 'onetime', amount_in_cents: 19_000 },
    ]))
    await app.as(admin).call(routes.createCoupon, { body: { coupon: { code: 'KILN20', kind: 'percent', percent_off: 2000 } } })
  })
  beforeEach(() => app.resetLimits())
  afterEach(async () => {
    const unbalanced = await app.sql('select posting from paywalls.entry group by posting, currency having sum(amount) <> 0')
    expect(unbalanced).to.deep.equal([])
  })
  after(() => app?.close())

  it('books what the processor pays out, once, and what its bank sends back', async () => {
    const who = await app.member()
    const { id } = await begin(who, 2)
    await pay(id)
    const bank = async () => (await app.sql(`select coalesce(sum(amount), 0)::int as sum, count(*)::int as rows from paywalls.entry where account = 'bank'`))[0]
    const later = async (days: number) => {
      const { test_now: now } = await app.as(admin).call(payments.routes.setup)
      await door((money) => money.test.advance(new Date(Date.parse(now as string) + days * 86_400_000)))
      await app.settle()
    }
    const { id: payout } = await door((money) => money.test.payOut({ amount: 5000, currency: 'eur' }))
    await app.settle()
    expect(await bank()).to.deep.equal({ sum: 0, rows: 0 })
    await later(3)
    await app.redeliver()
    expect(await bank()).to.deep.equal({ sum: 5000, rows: 1 })
    await door((money) => money.test.payOut({ amount: 1000, currency: 'eur' }, true))
    await later(3)
    expect(await bank()).to.deep.equal({ sum: 5000, rows: 1 })
    // paid, and sent back days after
    await app.sql(`update payments.snapshot set state = jsonb_set(state, '{status}', '"failed"') where object_id = $1`, [payout])
    await app.redeliver()
    expect(await bank()).to.deep.equal({ sum: 0, rows: 2 })
  })

  it('sells once: pays, opens, gives a receipt, gives a part and then all of it back, closes', async () => {
    const who = await app.member()
    const { id, url } = await begin(who, 2, { coupon_code: 'KILN20' })
    expect(url).to.be.a('string')
    expect(await inside(who)).to.equal(false)
    await pay(id)
    expect(await app.as(who).call(routes.session, { params: { id } })).to.include({ status: 'fulfilled', to: `/c/${space.slug}` })
    expect(await inside(who)).to.equal(true)
    const [charge] = await chargesOf(who)
    expect(charge).to.include({ status: 'paid', amount: 15_200, paywall_coupon_code: 'KILN20', currency: 'eur' })
    const buyer = 'Łukasz Щукин, Παπαδόπουλος'
    await app.sql('update paywalls.charge set buyer_name = $2 where id = $1', [charge!.id, buyer])
    const receipt = (reader: TestMember) =>
      fetch(`${app.url}/internal_api/account_subscriptions/charges/${charge!.id}/receipt`, { headers: { cookie: `atrium_session=${reader.token}` } })
    const given = await receipt(who)
    expect([given.status, given.headers.get('content-type')]).to.deep.equal([200, 'application/pdf'])
    expect(await pdfText(new Uint8Array(await given.arrayBuffer())))
      .to.contain(buyer)
      .and.contain('Glaze chemistry')
      .and.match(/€\s?152\.00/)
    expect((await receipt(await app.member())).status).to.equal(404)
    const refund = (amount?: number) =>
      app.as(admin).call(routes.refund, { params: { id: charge!.id }, body: { refund_id: randomUUID(), amount, reason_details: 'Asked for' } })
    expect(await refusal(refund(15_201))).to.include({ status: 422 })
    expect((await refund(200)).amount_refunded).to.equal(200)
    await app.settle()
    expect(await inside(who)).to.equal(true)
    await refund()
    await app.settle()
    expect((await chargesOf(who))[0]).to.include({ status: 'refunded', amount_refunded: 15_200 })
    expect(await inside(who)).to.equal(false)
    expect(await refusal(refund())).to.include({ status: 409, code: 'not_refundable' })
  })

  it('opens nothing for a card that is declined, and all for the next one', async () => {
    const who = await app.member()
    const { id } = await begin(who, 2)
    await pay(id, '4000000000009995').catch(() => {})
    await app.settle()
    expect(await inside(who)).to.equal(false)
    await pay(id)
    expect(await inside(who)).to.equal(true)
  })

  it('asks the provider once, whatever dies between its answer and ours', async () => {
    const who = await app.member()
    const { id, url } = await begin(who, 0)
    const { processor_id } = await rowOf(id)
    // the process died after the provider had answered: nothing of it was written down
    await app.sql('update paywalls.checkout set processor_id = null, processor_url = null where uid = $1', [id])
    const again = await app.as(who).call(routes.checkout, { body: { session_id: id } })
    expect([again.url, (await rowOf(id)).processor_id]).to.deep.equal([url, processor_id])
    await pay(id)
    const [charge] = await chargesOf(who)
    // the refund was made, and the answer never came
    const refund = () => app.as(admin).call(routes.refund, { params: { id: charge!.id }, body: { refund_id: asked, amount: 400, reason_details: 'Asked for' } })
    const asked = randomUUID()
    await refund()
    await app.sql(`update paywalls.refund set status = 'asked' where uid = $1`, [asked])
    expect((await refund()).amount_refunded).to.equal(400)
    await app.settle()
    await app.redeliver()
    expect((await chargesOf(who)).map(({ amount, amount_refunded }) => [amount, amount_refunded])).to.deep.equal([[1400, 400]])
    const [sum] = await app.sql(`select sum(amount)::bigint as left from paywalls.entry where charge_id = $1 and account = 'processor' and kind <> 'fee'`, [
      charge!.id,
    ])
    expect(sum.left).to.equal(1000)
  })

  it('renews, changes its price, is cancelled and taken back, and ends', async () => {
    const who = await app.member()
    const { id } = await begin(who, 0)
    await pay(id)
    const [held] = await mine(who)
    expect(held).to.include({ status: 'active', renewing: true, charges_quantity: 1 })
    await door((money) => money.test.advance(new Date(new Date(held!.renews_at!).getTime() + 3_600_000)))
    await app.settle()
    expect((await mine(who))[0]).to.include({ status: 'active', charges_quantity: 2, total_amount_paid: 2800 })
    const yearly = paywall.prices[1]!.id
    const preview = await app.as(who).call(routes.previewChange, { params: { id: held!.id }, body: { price_id: yearly } })
    expect(preview.due_now).to.be.greaterThan(12_000).and.to.be.at.most(14_400)
    const change = (body: object) => app.as(who).call(routes.changeOwn, { params: { id: held!.id }, body: body as { act: 'cancel' } })
    await change({ act: 'change_price', price_id: yearly })
    await app.settle()
    expect((await mine(who))[0]).to.include({ paywall_price_id: yearly, amount: 14_400 })
    expect(await refusal(change({ act: 'cancel' })), 'with a reason').to.include({ status: 422 })
    await change({ act: 'cancel', reason: 'no_time' })
    await app.settle()
    expect((await mine(who))[0]!.renewing).to.equal(false)
    expect(await inside(who)).to.equal(true)
    await change({ act: 'resume' })
    await app.settle()
    expect((await mine(who))[0]!.renewing).to.equal(true)
    await app.as(admin).call(routes.changeSubscription, { params: { id: held!.id }, body: { act: 'cancel', ends_at: 'now' } })
    await app.settle()
    expect((await mine(who))[0]).to.include({ status: 'canceled' })
    expect(await inside(who)).to.equal(false)
    const shown = await app.as(admin).call(routes.subscription, { params: { id: held!.id } })
    expect(shown.survey).to.include({ reason: 'no_time' })
    expect(shown.timeline.map(({ kind }) => kind)).to.include.members(['paid', 'opened', 'price_changed', 'closed', 'to_canceled'])
  })

  it('pauses and goes on', async () => {
    const who = await app.member()
    const { id } = await begin(who, 0)
    await pay(id)
    const [held] = await mine(who)
    await app.as(who).call(routes.changeOwn, { params: { id: held!.id }, body: { act: 'pause', months: 1 } })
    await app.settle()
    expect((await mine(who))[0]).to.include({ status: 'paused' })
    await app.as(who).call(routes.changeOwn, { params: { id: held!.id }, body: { act: 'resume' } })
    await app.settle()
    expect((await mine(who))[0]).to.include({ status: 'active' })
    expect(await inside(who)).to.equal(true)
    expect(await refusal(app.as(await app.member()).call(routes.changeOwn, { params: { id: held!.id }, body: { act: 'pause' } }))).to.include({ status: 404 })
  })

  it('gives the coupon back when the buyer turns round at the provider', async () => {
    const who = await app.member()
    await app.as(admin).call(routes.createCoupon, { body: { coupon: { code: 'ONCE', kind: 'percent', percent_off: 5000, max_uses: 1 } } })
    const { id } = await begin(who, 2, { coupon_code: 'ONCE' })
    await app.as(who).call(routes.cancel, { body: { session_id: id } })
    await app.settle()
    await app.redeliver()
    const [coupon] = await app.sql(`select uses_count from paywalls.coupon where code = 'ONCE'`)
    expect(coupon.uses_count).to.equal(0)
    expect((await begin(who, 2, { coupon_code: 'ONCE' })).amount).to.equal(9500)
  })

  it('does to many what was asked, and says of each what could not be done', async () => {
    const who = await app.member()
    const { id } = await begin(who, 0)
    await pay(id)
    const [held] = await mine(who)
    const log = await app.as(admin).call(routes.bulk, { body: { action: 'cancel', subscription_ids: [held!.id, 999_999] } })
    await app.settle()
    await app.settle()
    const [done] = (await app.as(admin).call(routes.bulkLogs)).records
    expect(done).to.include({ id: log.id, status: 'done', done: 1, failed: 1, total: 2 })
    expect((await mine(who))[0]!.renewing).to.equal(false)
  })
})
