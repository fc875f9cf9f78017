/** What is previewed is what the page asks for, what is charged, and what is charged later: every kind of price with every kind of coupon. */
import { expect } from 'chai'
import { refusal } from '@atrium/sdk/testing'
import type { RouteReply } from '@atrium/sdk'
import payments from '../../payments/contract.ts'
import { test as provider } from '../../payments/server/service/provider.ts'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract
const MONTHLY = { price_type: 'subscription', amount_in_cents: 1000, interval: 'monthly' }
const FIRST = { upfront_payment_amount_in_cents: 5000 }
const PARTS = { price_type: 'installments', amount_in_cents: 10_000, interval: 'monthly', installments_count: 3, upfront_payment_amount_in_cents: 4000 }
const percent = (percent_off: number, duration = 'once', duration_in_months: number | null = null) => ({
  kind: 'percent',
  percent_off,
  duration,
  duration_in_months,
})
const amount = (amount_off_in_cents: number, duration = 'once') => ({ kind: 'amount', amount_off_in_cents, currency: 'eur', duration })

/** Each with what is due today, and what is paid within 75 days. */
const CASES: [name: string, price: object, coupon: object, due: number, inAll: number][] = [
  ['a first part and half of the first payment', { ...MONTHLY, ...FIRST }, percent(5000), 3000, 5000],
  ['a first part and all of the first payment', { ...MONTHLY, ...FIRST }, percent(10_000), 0, 2000],
  ['a first part and an amount larger than a period, for good', { ...MONTHLY, ...FIRST }, amount(2000, 'forever'), 4000, 4000],
  ['instalments with a first part, all of it for good', PARTS, percent(10_000, 'forever'), 0, 0],
  ['instalments with a first part, a third off', PARTS, percent(3333, 'forever'), 4000, 6666],
  ['a trial with a first part and half of the first payment', { ...MONTHLY, ...FIRST, trial_days: 7 }, percent(5000), 2500, 5500],
  ['a trial and half of the first payment', { ...MONTHLY, trial_days: 7 }, percent(5000), 0, 2500],
  ['half of two months', MONTHLY, percent(5000, 'repeating', 2), 500, 2000],
  ['a trial and an amount of two months', { ...MONTHLY, trial_days: 7 }, { ...amount(300, 'repeating'), duration_in_months: 2 }, 0, 2400],
]

describe('schedules of payments', function all() {
  this.timeout(400_000)
  let s: Shop
  const offer = async (price: object, more: object = {}) =>
    s.sell({ name: 'Glaze', opens: [{ kind: 'space', id: s.places.glaze.id }], prices: [price], ...more })
  const coupon = (code: string, more: object) => s.app.as(s.admin).call(routes.createCoupon, { body: { coupon: { code, ...more } as never } })
  const paid = async (who: TestMember) =>
    (await s.app.sql('select coalesce(sum(amount), 0)::int as paid from paywalls.charge where member_id = $1', [who.id]))[0].paid
  /** By the preview, until a moment. */
  function planned({ due_today, renewal }: RouteReply<typeof routes.preview>, until: Date): number {
    let [sum, at, left] = [due_today, new Date(renewal!.at), renewal!.times ?? Number.POSITIVE_INFINITY]
    for (; at <= until && left > 0; left--) {
      sum += renewal!.afterwards && at >= new Date(renewal!.afterwards.at) ? renewal!.afterwards.amount : renewal!.amount
      at = new Date(at)
      at.setUTCMonth(at.getUTCMonth() + 1)
    }
    return sum
  }

  before(async () => {
    s = await shop()
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.app.close())

  it('are the same in the preview, on the page, in what is charged, and later', async () => {
    const began = new Date()
    const all = []
    for (const [place, [name, price, off, due]] of CASES.entries()) {
      s.app.resetLimits()
      const who = await s.app.member()
      const paywall = await offer(price)
      await coupon(`CASE${place}`, off)
      const choice = { paywall_id: paywall.id, price_id: paywall.prices[0]!.id, coupon_code: `CASE${place}` }
      const preview = await s.app.as(who).call(routes.preview, { body: choice })
      expect(preview.due_today, name).to.equal(due)
      const { id, amount: asked } = await s.begin(who, paywall, { coupon_code: `CASE${place}` })
      const [row] = await s.app.sql('select processor_id from paywalls.checkout where uid = $1', [id])
      expect([asked, (await s.door((money) => money.retrieveCheckout(row.processor_id))).total.amount], name).to.deep.equal([due, due])
      await s.pay(id)
      expect(await paid(who), name).to.equal(due)
      expect((await s.mine(who))[0]!.next_amount, name).to.equal(preview.renewal!.amount)
      all.push({ name, who, preview })
    }
    let passed = 0
    for (const days of [10, 30, 35]) {
      await s.pass(days)
      passed += days
      for (const { name, who, preview } of all) {
        expect(await paid(who), `${name}, after ${passed} days`).to.equal(planned(preview, new Date(began.getTime() + passed * 86_400_000)))
      }
    }
    for (const [place, [name, , , , inAll]] of CASES.entries()) expect(await paid(all[place]!.who), name).to.equal(inAll)
    expect(await s.unbalanced()).to.deep.equal([])
  })

  it('leave the extra alone', async () => {
    const extra = await s.sell({ name: 'Kiln', opens: [{ kind: 'space', id: s.places.kiln.id }], prices: [{ price_type: 'onetime', amount_in_cents: 700 }] })
    const paywall = await offer({ ...MONTHLY, ...FIRST }, { bump_price_id: extra.prices[0]!.id })
    await coupon('BESIDE', percent(10_000))
    const who = await s.app.member()
    const choice = { paywall_id: paywall.id, price_id: paywall.prices[0]!.id, coupon_code: 'BESIDE', bump: true }
    expect((await s.app.as(who).call(routes.preview, { body: choice })).due_today).to.equal(700)
    const { id } = await s.begin(who, paywall, { coupon_code: 'BESIDE', bump: true })
    await s.pay(id)
    expect(await paid(who)).to.equal(700)
  })

  it('send nobody to a page that asks for another sum, and tell of it', async () => {
    const paywall = await offer({ price_type: 'onetime', amount_in_cents: 900 })
    const who = await s.app.member()
    const { createCheckout } = provider
    let page = ''
    provider.createCheckout = async (ctx, input) => {
      const made = await createCheckout(ctx, input)
      page = made.id
      return { ...made, total: { ...made.total, amount: made.total.amount + 1 } }
    }
    try {
      expect(await refusal(s.begin(who, paywall))).to.include({ status: 409, code: 'total_differs' })
    } finally {
      provider.createCheckout = createCheckout
    }
    expect((await s.door((money) => money.retrieveCheckout(page))).status).to.equal('expired')
    const { incidents } = await s.app.as(s.admin).call(payments.routes.setup)
    expect(incidents.map(({ text }) => text).join()).to.include(page)
    expect((await s.begin(who, paywall)).amount, 'and again').to.equal(900)
  })
})
