/** What is ordered is what is paid and what is opened: sessions that change while paying begins, and what no longer fits. */
import { expect } from 'chai'
import { refusal } from '@atrium/sdk/testing'
import contract from '../contract.ts'
import { type Shop, shop } from './sold.ts'

const { routes } = contract
const ROUNDS = 8

describe('orders', () => {
  let s: Shop
  let paywall: { id: number; prices: { id: number }[] }
  const [MONTHLY, ONCE, FREE] = [0, 1, 2]
  const session = (who: Parameters<Shop['begin']>[0], place: number, more: object = {}) =>
    s.app.as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[place]!.id, ...more } })
  const coupon = (code: string, more: object) => s.app.as(s.admin).call(routes.createCoupon, { body: { coupon: { code, kind: 'percent', ...more } as never } })
  const rowOf = async (uid: string) => (await s.app.sql('select * from paywalls.checkout where uid = $1', [uid]))[0]
  const purchaseOf = async (uid: string) => (await s.app.sql('select * from paywalls.purchase where checkout_uid = $1', [uid]))[0]
  const usesOf = async (code: string) => (await s.app.sql('select uses_count from paywalls.coupon where code = $1', [code]))[0].uses_count
  const pageOf = async (uid: string) => s.door(async (money) => money.retrieveCheckout((await rowOf(uid)).processor_id))

  before(async () => {
    s = await shop()
    paywall = await s.sell({
      name: 'Glaze',
      opens: [{ kind: 'space', id: s.places.glaze.id }],
      prices: [
        { name: 'Monthly', price_type: 'subscription', amount_in_cents: 100, interval: 'monthly' },
        { name: 'For good', price_type: 'onetime', amount_in_cents: 50_000 },
        { name: 'Free', price_type: 'onetime', amount_in_cents: 0 },
      ],
    })
  })
  beforeEach(() => s.app.resetLimits())
  afterEach(async () => expect(await s.unbalanced(), 'the ledger balances').to.deep.equal([]))
  after(() => s?.app.close())

  it('opens what the page asked for, whichever change arrives while paying begins', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const who = await s.app.member()
      const { id } = await session(who, MONTHLY)
      const starting = s.app.as(who).call(routes.checkout, { body: { session_id: id } })
      const changing = s.app
        .as(who)
        .call(routes.updateSession, { params: { id }, body: { price_id: paywall.prices[ONCE]!.id } })
        .catch(() => null)
      await Promise.all([starting, changing])
      const row = await rowOf(id)
      const isMonthly = row.price_id === paywall.prices[MONTHLY]!.id
      expect(row.ordered).to.include({ priceId: row.price_id, due: isMonthly ? 100 : 50_000, kind: isMonthly ? 'subscription' : 'onetime' })
      expect((await pageOf(id)).total.amount).to.equal(row.ordered.due)
      await s.pay(id)
      expect(await purchaseOf(id)).to.include({ price_id: row.price_id, kind: row.ordered.kind, amount: row.ordered.due })
      s.app.resetLimits()
    }
  })

  it('counts the coupon that took something off, whoever removes it while paying begins', async () => {
    await coupon('ALMOST', { percent_off: 9900, duration: 'forever', max_uses: 1 })
    let reduced = 0
    for (let round = 0; round < ROUNDS; round++) {
      const who = await s.app.member()
      const { id } = await session(who, MONTHLY, { coupon_code: 'ALMOST' }).catch(() => session(who, MONTHLY))
      const starting = s.app
        .as(who)
        .call(routes.checkout, { body: { session_id: id } })
        .catch(() => null)
      const changing = s.app
        .as(who)
        .call(routes.updateSession, { params: { id }, body: { coupon_code: null } })
        .catch(() => null)
      await Promise.all([starting, changing])
      const { ordered, coupon_held: isHeld } = await rowOf(id)
      expect(ordered?.coupon != null).to.equal(isHeld)
      if (ordered) expect(ordered.due).to.equal(isHeld ? 1 : 100)
      if (isHeld) reduced++
      s.app.resetLimits()
    }
    expect(await usesOf('ALMOST'))
      .to.equal(reduced)
      .and.to.be.at.most(1)
  })

  it('is taken or cancelled, never both: what costs nothing', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const code = `GIFT${round}`
      await coupon(code, { percent_off: 10_000, max_uses: 1 })
      const who = await s.app.member()
      const { id } = await session(who, ONCE, { coupon_code: code })
      const body = { session_id: id }
      await Promise.all([
        s.app
          .as(who)
          .call(routes.checkout, { body })
          .catch(() => null),
        s.app.as(who).call(routes.cancel, { body }),
      ])
      await s.app.settle()
      const { status } = await rowOf(id)
      expect(['fulfilled', 'cancelled']).to.include(status)
      expect(await s.inside(who, s.places.glaze), status).to.equal(status === 'fulfilled')
      expect(await usesOf(code), status).to.equal(status === 'fulfilled' ? 1 : 0)
      s.app.resetLimits()
    }
  })

  it('asks for what was ordered, whatever the price has become since', async () => {
    const who = await s.app.member()
    const made = await s.sell({ name: 'Kiln', opens: [{ kind: 'space', id: s.places.kiln.id }], prices: [{ price_type: 'onetime', amount_in_cents: 700 }] })
    const { id } = await s.begin(who, made)
    await s.app.sql(`update paywalls.price set price_type = 'subscription', interval = 'monthly', amount = 1 where id = $1`, [made.prices[0]!.id])
    await s.pay(id)
    expect(await purchaseOf(id)).to.include({ kind: 'onetime', amount: 700, interval: null })
  })

  it('is over for whoever cancels, and is not begun again', async () => {
    const who = await s.app.member()
    const { id } = await session(who, FREE)
    await s.app.as(who).call(routes.cancel, { body: { session_id: id } })
    expect(await refusal(s.app.as(who).call(routes.checkout, { body: { session_id: id } }))).to.include({ status: 409, code: 'checkout_over' })
  })

  describe('what no longer fits', () => {
    const choose = (who: Parameters<Shop['begin']>[0], id: string, body: object) => s.app.as(who).call(routes.updateSession, { params: { id }, body })
    const start = (who: Parameters<Shop['begin']>[0], id: string) => s.app.as(who).call(routes.checkout, { body: { session_id: id } })

    it('lets go of a coupon when another price is chosen, and says so', async () => {
      await coupon('SMALL', { percent_off: 10_000, price_ids: [paywall.prices[MONTHLY]!.id] })
      const who = await s.app.member()
      const { id } = await session(who, MONTHLY, { coupon_code: 'SMALL' })
      expect(await choose(who, id, { price_id: paywall.prices[ONCE]!.id }))
        .to.include({ coupon_code: null })
        .and.to.have.property('dropped')
        .deep.equal(['coupon'])
      expect((await start(who, id)).amount).to.equal(50_000)
      expect(await usesOf('SMALL')).to.equal(0)
      const other = await session(who, MONTHLY, { coupon_code: 'SMALL' })
      expect(await refusal(choose(who, other.id, { price_id: paywall.prices[ONCE]!.id, coupon_code: 'SMALL' })), 'entered with it').to.include({
        status: 422,
        code: 'coupon_invalid',
      })
    })

    it('lets go of a coupon in another currency when the country changes', async () => {
      const made = await s.sell({
        name: 'Abroad',
        prices: [{ price_type: 'onetime', amount_in_cents: 16_000, regions: [{ countries: ['JP'], currency: 'jpy', amount_in_cents: 25_000 }] }],
      })
      await s.app.as(s.admin).call(routes.createCoupon, { body: { coupon: { code: 'YEN', kind: 'amount', amount_off_in_cents: 10_000, currency: 'jpy' } } })
      const who = await s.app.member()
      const body = { paywall_id: made.id, price_id: made.prices[0]!.id, country: 'JP', coupon_code: 'YEN' }
      const { id } = await s.app.as(who).call(routes.createSession, { body })
      expect((await choose(who, id, { country: 'DE' })).dropped).to.deep.equal(['coupon'])
      expect(await start(who, id)).to.include({ amount: 16_000, currency: 'eur' })
    })

    it('starts nothing with a coupon that was taken off sale meanwhile', async () => {
      const made = await s.sell({ name: 'Wheel', prices: [{ price_type: 'onetime', amount_in_cents: 900 }] })
      await coupon('MEANWHILE', { percent_off: 5000 })
      const who = await s.app.member()
      const { id } = await s.app.as(who).call(routes.createSession, { body: { paywall_id: made.id, price_id: made.prices[0]!.id, coupon_code: 'MEANWHILE' } })
      await s.app.as(s.admin).call(routes.update, { params: { id: made.id }, body: { paywall: { coupons_enabled: false } } })
      expect(await refusal(start(who, id))).to.include({ status: 422, code: 'coupon_invalid' })
      await choose(who, id, { coupon_code: null })
      expect((await start(who, id)).amount).to.equal(900)
    })

    it('keeps what still fits: seats, gifts and own amounts go with the price', async () => {
      const made = await s.sell({
        name: 'Several',
        prices: [
          { price_type: 'onetime', amount_in_cents: 100, seats_min: 2, seats_max: 9 },
          { price_type: 'onetime', amount_in_cents: 500, is_custom_amount: true },
          { price_type: 'installments', amount_in_cents: 900, interval: 'monthly', installments_count: 3 },
        ],
      })
      const [seats, custom, parts] = made.prices.map(({ id }: { id: number }) => id)
      const who = await s.app.member()
      const { id } = await s.app.as(who).call(routes.createSession, { body: { paywall_id: made.id, price_id: seats!, seats: 4 } })
      expect((await choose(who, id, { price_id: custom! })).dropped).to.deep.equal(['seats'])
      await choose(who, id, { custom_amount_in_cents: 700, gift: { email: 'friend@example.com' } })
      const { dropped, gift } = await choose(who, id, { price_id: parts! })
      expect(dropped).to.deep.equal(['gift', 'custom_amount'])
      expect(gift).to.equal(null)
      expect((await choose(who, id, { price_id: seats! })).seats).to.equal(2)
    })
  })
})
