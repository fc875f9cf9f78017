/** What is sold together and elsewhere: bundles, the extra of a checkout with receipts and refunds of its own, prices by country. */
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { refusal } from '@atrium/sdk/testing'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract

describe('bundles, extras and prices by country', () => {
  let at: Shop
  type Sold = Awaited<ReturnType<Shop['sell']>>
  let glaze: Sold
  let kiln: Sold
  const as = (who: TestMember) => at.app.as(who)
  const change = (paywall: Sold, paywallChange: object) => as(at.admin).call(routes.update, { params: { id: paywall.id }, body: { paywall: paywallChange } })
  before(async () => {
    at = await shop()
    glaze = await at.sell({
      name: 'Glaze',
      opens: [{ kind: 'space', id: at.places.glaze.id }],
      prices: [
        { name: 'Monthly', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly' },
        { name: 'Once', price_type: 'onetime', amount_in_cents: 19_000 },
        { name: 'Try', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly', trial_days: 7 },
      ],
    })
    kiln = await at.sell({ name: 'Kiln', opens: [{ kind: 'space', id: at.places.kiln.id }], prices: [{ price_type: 'onetime', amount_in_cents: 2400 }] })
  })
  beforeEach(() => at.app.resetLimits())
  afterEach(async () => {
    expect(await at.unbalanced()).to.deep.equal([])
    // what the books have of each payment is what the provider has of it
    const wrong = await at.app.sql(
      `select c.processor_id, sum(c.amount - c.refunded) as here, (s.state -> 'amount' ->> 'amount')::bigint - (s.state ->> 'refunded')::bigint as there
       from paywalls.charge c join payments.snapshot s on s.community_id = c.community_id and s.provider = c.provider and s.object_id = c.processor_id
       where c.paid_at is not null group by 1, 3 having sum(c.amount - c.refunded) <> (s.state -> 'amount' ->> 'amount')::bigint - (s.state ->> 'refunded')::bigint`,
    )
    expect(wrong).to.deep.equal([])
  })
  after(() => at?.app.close())

  it('opens what is in a bundle, what comes into it later too, and shuts what has gone', async () => {
    const bundle = await at.sell({ name: 'All', contains: [glaze.id, kiln.id], prices: [{ price_type: 'onetime', amount_in_cents: 30_000 }] })
    expect(await refusal(at.sell({ name: 'Nested', contains: [bundle.id] }))).to.include({ status: 422 })
    expect(await refusal(change(glaze, { contains: [kiln.id] })), 'what is in one holds none').to.include({ status: 422 })
    expect(await refusal(change(bundle, { contains: [bundle.id] }))).to.include({ status: 422 })
    const opening = await as(at.admin).call(routes.opening, { query: { kind: 'space', target_id: at.places.kiln.id } })
    expect(opening.records.map(({ id }) => id)).to.have.members([kiln.id, bundle.id])
    const had = await at.app.member()
    await at.pay((await at.begin(had, glaze)).id)
    const offered = async (member: TestMember) => (await as(member).call(routes.prepare, { body: { paywall_id: bundle.id } })).held
    expect(await offered(had), 'who has a part of it is told').to.deep.equal([glaze.name])
    const who = await at.app.member()
    expect(await offered(who)).to.deep.equal([])
    const { id } = await at.begin(who, bundle)
    await at.pay(id)
    const stands = async () => Promise.all([at.places.glaze, at.places.kiln, at.places.wheel].map((place) => at.inside(who, place)))
    expect(await stands()).to.deep.equal([true, true, false])
    expect((await as(who).call(routes.prepare, { body: { paywall_id: kiln.id } })).closed, 'has it within').to.equal('held')
    await change(kiln, { opens: [{ kind: 'space', id: at.places.wheel.id }] })
    await at.app.settle()
    expect(await stands()).to.deep.equal([true, false, true])
    await change(bundle, { contains: [kiln.id] })
    await at.app.settle()
    expect(await stands()).to.deep.equal([false, false, true])
    await change(kiln, { opens: [{ kind: 'space', id: at.places.kiln.id }] })
    await at.app.settle()
  })

  it('sells an extra with the same payment: its own purchase, receipt and refund', async () => {
    expect(await refusal(change(glaze, { bump_price_id: glaze.prices[1]!.id })), 'of another paywall').to.include({ status: 422 })
    await change(glaze, { bump_price_id: kiln.prices[0]!.id, bump_text: 'Forty tiles.' })
    const who = await at.app.member()
    const preview = (more: object = {}, place = 1) =>
      as(who).call(routes.preview, { body: { paywall_id: glaze.id, price_id: glaze.prices[place]!.id, ...more } })
    expect((await preview()).bump).to.include({ amount: 2400, selected: false, text: 'Forty tiles.' })
    expect(await preview({ bump: true })).to.include({ due_today: 21_400 })
    expect((await preview({ as_gift: true, bump: true })).bump, 'a gift has none').to.equal(null)
    await as(at.admin).call(routes.createCoupon, { body: { coupon: { code: 'TEN', kind: 'percent', percent_off: 1000 } } })
    expect(await preview({ bump: true, coupon_code: 'TEN' }), 'the coupon is not for the extra').to.include({ due_today: 19_500, discount: 1900 })
    const { id, amount } = await at.begin(who, glaze, { bump: true, coupon_code: 'TEN' }, 1)
    expect(amount).to.equal(19_500)
    await at.pay(id)
    await at.app.redeliver()
    expect([await at.inside(who, at.places.glaze), await at.inside(who, at.places.kiln)]).to.deep.equal([true, true])
    const charges = await at.charges(who)
    expect(charges.map((one) => [one.paywall_id, one.amount, one.description]).toSorted()).to.deep.equal(
      [
        [glaze.id, 17_100, 'Glaze, Once'],
        [kiln.id, 2400, 'Kiln'],
      ].toSorted(),
    )
    expect(new Set(charges.map(({ number }) => number)).size).to.equal(2)
    const extra = charges.find(({ paywall_id }) => paywall_id === kiln.id)!
    const main = charges.find(({ paywall_id }) => paywall_id === glaze.id)!
    const giveBack = (charge: number, sum?: number) =>
      as(at.admin).call(routes.refund, { params: { id: charge }, body: { refund_id: randomUUID(), amount: sum, reason_details: 'Asked for' } })
    expect(await refusal(giveBack(extra.id, 2401))).to.include({ status: 422 })
    expect((await giveBack(extra.id)).status).to.equal('refunded')
    await at.app.settle()
    expect([await at.inside(who, at.places.glaze), await at.inside(who, at.places.kiln)]).to.deep.equal([true, false])
    await giveBack(main.id, 100)
    await at.app.settle()
    expect((await at.charges(who)).map((one) => [one.id, one.amount_refunded]).toSorted()).to.deep.equal(
      [
        [main.id, 100],
        [extra.id, 2400],
      ].toSorted(),
    )
    // the rest, given back where the provider is looked at
    await at.door((money) => money.refund(main.processor_id!, null, 'By hand', `dashboard:${main.id}`))
    await at.app.settle()
    expect(await at.inside(who, at.places.glaze)).to.equal(false)
  })

  it('shares what a bank takes back, and shuts what is not paid any more', async () => {
    const who = await at.app.member()
    const { id } = await at.begin(who, glaze, { bump: true }, 1)
    await at.pay(id)
    const [charge] = await at.charges(who)
    await at.door((money) => money.test.dispute(charge!.processor_id!, 'lost'))
    await at.app.settle()
    const rows = await at.app.sql('select disputed::int, status from paywalls.charge where processor_id = $1 order by disputed', [charge!.processor_id])
    expect(rows).to.deep.equal([
      { disputed: 2400, status: 'disputed' },
      { disputed: 19_000, status: 'disputed' },
    ])
    expect([await at.inside(who, at.places.glaze), await at.inside(who, at.places.kiln)]).to.deep.equal([false, false])
  })

  it('takes it with the first payment of a subscription, in a trial too, and with no other', async () => {
    const who = await at.app.member()
    const { id, amount } = await at.begin(who, glaze, { bump: true })
    expect(amount).to.equal(3800)
    await at.pay(id)
    const held = (await at.mine(who)).find(({ paywall_id }) => paywall_id === glaze.id)!
    expect(held).to.include({ status: 'active', amount: 1400, total_amount_paid: 1400 })
    await at.door((money) => money.test.advance(new Date(new Date(held.renews_at!).getTime() + 3_600_000)))
    await at.app.settle()
    expect((await at.charges(who)).map((one) => one.amount)).to.have.members([1400, 2400, 1400])
    expect(await at.inside(who, at.places.kiln)).to.equal(true)
    const tries = await at.app.member()
    const trial = await at.begin(tries, glaze, { bump: true }, 2)
    expect(trial.amount, 'today the extra alone').to.equal(2400)
    await at.pay(trial.id)
    expect((await at.charges(tries)).map((one) => [one.paywall_id, one.amount])).to.deep.equal([[kiln.id, 2400]])
    expect((await at.mine(tries)).find(({ paywall_id }) => paywall_id === glaze.id)!.status).to.equal('trial')
    await as(at.admin).call(routes.createCoupon, { body: { coupon: { code: 'EVER', kind: 'percent', percent_off: 1000, duration: 'forever' } } })
    const lasting = await as(tries).call(routes.preview, { body: { paywall_id: glaze.id, price_id: glaze.prices[0]!.id, coupon_code: 'EVER', bump: true } })
    expect([lasting.bump, lasting.due_today], 'beside a coupon that lasts it is not offered').to.deep.equal([null, 1260])
  })

  it('sells no extra that went off sale between the tick and the payment', async () => {
    const who = await at.app.member()
    const { id } = await as(who).call(routes.createSession, { body: { paywall_id: glaze.id, price_id: glaze.prices[1]!.id, bump: true } })
    await change(kiln, { status: 'inactive' })
    expect(await refusal(as(who).call(routes.checkout, { body: { session_id: id } }))).to.include({ status: 409, code: 'bump_gone' })
    await change(kiln, { status: 'active' })
    const [row] = await at.app.sql('select status from paywalls.checkout where uid = $1', [id])
    expect(row.status).to.equal('prepared')
  })

  it('charges by the buyer’s country, in its currency, whatever the browser says', async () => {
    const sold = await at.sell({
      name: 'Throwing',
      opens: [{ kind: 'space', id: at.places.wheel.id }],
      bump_price_id: kiln.prices[0]!.id,
      prices: [
        {
          name: 'Once',
          price_type: 'onetime',
          amount_in_cents: 4900,
          regions: [
            { countries: ['BR'], currency: 'brl', amount_in_cents: 14_900 },
            { countries: ['IN', 'ID'], currency: 'eur', amount_in_cents: 1900 },
          ],
        },
      ],
    })
    const [price] = sold.prices
    const who = await at.app.member()
    const preview = (country: string | null, more: object = {}) =>
      as(who).call(routes.preview, { body: { paywall_id: sold.id, price_id: price!.id, country, ...more } })
    expect(await preview('DE')).to.include({ due_today: 4900, currency: 'eur' })
    expect(await preview('ID')).to.include({ due_today: 1900, currency: 'eur' })
    const brazil = await preview('BR')
    expect(brazil).to.include({ due_today: 14_900, currency: 'brl', bump: null })
    expect(brazil.prices[0]!.display_name).to.include('149')
    const sent = await as(who).send('POST', '/internal_api/paywalls/checkout/preview', {
      paywall_id: sold.id,
      price_id: price!.id,
      country: 'BR',
      amount_in_cents: 1,
      regions: [{ countries: ['BR'], currency: 'brl', amount_in_cents: 1 }],
    })
    expect(sent.body).to.include({ due_today: 14_900 })
    await as(at.admin).call(routes.createCoupon, { body: { coupon: { code: 'FIVE', kind: 'amount', amount_off_in_cents: 500, currency: 'eur' } } })
    expect(await refusal(preview('BR', { coupon_code: 'FIVE' })), 'euros off no reais').to.include({ status: 422 })
    const { id, amount, currency } = await at.begin(who, sold, { country: 'BR' })
    expect({ amount, currency }).to.deep.equal({ amount: 14_900, currency: 'brl' })
    await at.pay(id)
    expect((await at.charges(who))[0]).to.include({ amount: 14_900, currency: 'brl' })
    expect((await at.mine(who))[0]!.price_name).to.include('149')
    expect(await at.inside(who, at.places.wheel)).to.equal(true)
    // sold: another amount somewhere is another price, and who has the old one keeps it
    const changed = await change(sold, {
      prices: [{ ...price!, regions: [{ countries: ['BR'], currency: 'brl', amount_in_cents: 9900 }] }],
    })
    expect(changed.prices.map(({ status }) => status)).to.have.members(['active', 'inactive'])
    expect((await at.mine(who))[0]!.price_name).to.include('149')
    const wrong = (regions: object[]) => refusal(at.sell({ name: 'Wrong', prices: [{ price_type: 'onetime', amount_in_cents: 100, regions }] }))
    expect(await wrong([{ countries: ['BR', 'BR'], currency: 'brl', amount_in_cents: 1 }])).to.include({ status: 422 })
    expect(await wrong([{ countries: ['BR'], currency: 'brl', amount_in_cents: 0 }])).to.include({ status: 422 })
  })
})
