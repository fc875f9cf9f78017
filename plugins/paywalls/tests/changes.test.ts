/** Another price, another number of seats: what is unused counts, never for more than was paid, and what is over pays in advance, as everybody sees. */
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { refusal } from '@atrium/sdk/testing'
import auth from '@atrium/sdk/kernel/auth'
import contract from '../contract.ts'
import { chargesById } from '../server/reads.ts'
import { receiptTexts } from '../server/books/service/receipt.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract
const DAY = 86_400_000
const MONTH = { price_type: 'subscription', interval: 'monthly' }
const PRICES = [
  { name: 'Yearly', price_type: 'subscription', interval: 'yearly', amount_in_cents: 14_400 },
  { name: 'Monthly', ...MONTH, amount_in_cents: 1400 },
  { name: 'Plus', ...MONTH, amount_in_cents: 2800 },
  { name: 'Penny', ...MONTH, amount_in_cents: 100 },
]
const [YEARLY, MONTHLY, PLUS, PENNY] = [0, 1, 2, 3]

describe('changes of what is paid for', () => {
  let s: Shop
  let paywall: { id: number; prices: { id: number }[] }
  const mine = async (who: TestMember) => (await s.mine(who))[0]!
  async function buy(place: number, coupon_code: string | null = null) {
    const who = await s.app.member()
    const { id } = await s.begin(who, paywall, { coupon_code }, place)
    await s.pay(id)
    return who
  }
  const look = async (who: TestMember, place: number) =>
    s.app.as(who).call(routes.previewChange, { params: { id: (await mine(who)).id }, body: { price_id: paywall.prices[place]!.id } })
  const change = async (who: TestMember, place: number) => {
    await s.app.as(who).call(routes.changeOwn, { params: { id: (await mine(who)).id }, body: { act: 'change_price', price_id: paywall.prices[place]!.id } })
    await s.app.settle()
  }
  const amounts = async (who: TestMember) => (await s.charges(who)).map(({ amount }) => amount)
  const daysTo = (at: string | null) => (Date.parse(at!) - Date.now() - passed) / DAY
  let passed = 0
  const pass = async (who: TestMember, days: number) => {
    await s.pass(days)
    passed += days * DAY
    for (const person of [s.admin, who]) await s.app.renew(person)
  }

  before(async () => {
    s = await shop()
    paywall = await s.sell({ name: 'Glaze', opens: [{ kind: 'space', id: s.places.glaze.id }], prices: PRICES })
    const coupon = (code: string, percent_off: number, duration: string) =>
      s.app.as(s.admin).call(routes.createCoupon, { body: { coupon: { code, kind: 'percent', percent_off, duration } as never } })
    await coupon('KILN20', 2000, 'once')
    await coupon('HALF', 5000, 'once')
    await coupon('ALWAYS', 5000, 'forever')
  })
  beforeEach(() => s.app.resetLimits())
  afterEach(async () => expect(await s.unbalanced(), 'the ledger balances').to.deep.equal([]))
  after(() => s?.app.close())

  it('after a coupon give back what was paid and no more; it pays for the smaller price in advance, until a day that is shown', async () => {
    const who = await buy(YEARLY, 'KILN20')
    const seen = await look(who, MONTHLY)
    expect(seen).to.include({ paid: 11_520, due_now: 0, next_amount: 1400 })
    expect(seen.unused).to.be.within(11_500, 11_520)
    expect(seen.lines.map(({ amount }) => amount)).to.deep.equal([-seen.unused, seen.unused])
    expect(daysTo(seen.credit_until)).to.be.within(225, 260)
    expect(seen.next.map(({ amount }) => amount)).to.deep.equal([1400, 1400, 1400])
    expect(seen.next[0]!.at).to.equal(seen.credit_until)
    await change(who, MONTHLY)
    const now = await mine(who)
    expect(now).to.include({ status: 'active', paywall_price_id: paywall.prices[MONTHLY]!.id, next_amount: 1400 })
    expect(now.credit).to.be.within(11_500, 11_520)
    expect(Date.parse(now.renews_at!) - Date.parse(now.credit_until!)).to.equal(0)
    expect((await s.app.as(s.admin).call(routes.subscription, { params: { id: now.id } })).credit, 'admins see it too').to.be.within(11_500, 11_520)
    expect(await amounts(who)).to.deep.equal([11_520])
    await pass(who, 100)
    const days = daysTo(now.credit_until) + 100
    expect((await mine(who)).credit, `of ${Math.round(days)} days 100 are over`).to.be.closeTo((11_520 * (days - 100)) / days, 50)
    expect(await amounts(who), 'nothing falls due meanwhile').to.deep.equal([11_520])
    await pass(who, 160)
    expect(await amounts(who), 'then the new price is paid').to.include(1400)
    expect(await mine(who)).to.include({ status: 'active', credit: 0, credit_until: null })
  })

  it('up without a coupon is settled today, as ever', async () => {
    const who = await buy(MONTHLY)
    const seen = await look(who, YEARLY)
    expect(seen).to.include({ paid: 1400, credit: 0, credit_until: null, next_amount: 14_400 })
    expect(seen.unused).to.be.within(1390, 1400)
    expect(seen.due_now).to.equal(14_400 - seen.unused)
    await s.app.as(who).call(auth.routes.updateAccount, { body: { locale: 'pt-BR' } })
    expect((await look(who, YEARLY)).lines[0]!.text, 'in the buyer’s language').to.equal('Tempo não usado de Glaze, Monthly')
    await change(who, YEARLY)
    const [charge] = await s.charges(who)
    const texts = await s.app.run(null, async (ctx) => receiptTexts(ctx.as('paywalls'), (await ctx.as('paywalls').read(chargesById, [[charge!.id]]))[0]!))
    expect(texts.lines.map(({ text }) => text)).to.deep.equal(['Unused time', '1 × Glaze, Yearly'])
    expect(await amounts(who)).to.deep.equal([seen.due_now, 1400])
    expect(await mine(who)).to.include({ credit: 0, credit_until: null })
  })

  it('up after a coupon counts what was paid: it covers the dearer price for a while', async () => {
    const who = await buy(MONTHLY, 'HALF')
    const seen = await look(who, PLUS)
    expect(seen).to.include({ paid: 700, due_now: 0, next_amount: 2800 })
    expect(seen.unused).to.be.within(690, 700)
    expect(daysTo(seen.credit_until)).to.be.within(7, 8)
    await change(who, PLUS)
    await pass(who, 9)
    expect((await amounts(who)).toSorted()).to.deep.equal([2800, 700])
  })

  it('keep a coupon that lasts, in what is covered and in what comes', async () => {
    const who = await buy(PLUS, 'ALWAYS')
    const seen = await look(who, MONTHLY)
    expect(seen).to.include({ paid: 1400, due_now: 0, next_amount: 700 })
    expect(daysTo(seen.credit_until)).to.be.within(55, 64)
    await change(who, MONTHLY)
    expect(await mine(who)).to.include({ next_amount: 700 })
  })

  it('to and fro make nothing more of it, and what was refunded counts for nothing', async () => {
    const who = await buy(YEARLY, 'KILN20')
    await change(who, PLUS)
    const [first, back] = [(await mine(who)).credit, await look(who, YEARLY)]
    expect(back.unused).to.be.at.most(first)
    expect(back).to.include({ due_now: 0 })
    const [charge] = await s.charges(who)
    const body = { refund_id: randomUUID(), amount: 10_000, reason_details: 'A kindness' }
    await s.app.as(s.admin).call(routes.refund, { params: { id: charge!.id }, body })
    await s.app.settle()
    expect(await look(who, YEARLY)).to.include({ paid: 1520, unused: 1520, credit: 1520 })
    expect(await mine(who)).to.include({ credit: 1520 })
  })

  it('are refused where they would be paid for years ahead', async () => {
    const who = await buy(YEARLY)
    expect(await refusal(look(who, PENNY))).to.include({ status: 409, code: 'change_too_long' })
    expect(await refusal(change(who, PENNY))).to.include({ status: 409, code: 'change_too_long' })
    expect(await mine(who)).to.include({ credit: 0, paywall_price_id: paywall.prices[YEARLY]!.id })
  })

  it('are refused while nothing is paid', async () => {
    const who = await buy(MONTHLY)
    await s.app.as(who).call(routes.changeOwn, { params: { id: (await mine(who)).id }, body: { act: 'pause', months: 3 } })
    await s.app.settle()
    expect(await refusal(look(who, PLUS))).to.include({ status: 409, code: 'cannot_change' })
    expect(await refusal(change(who, PLUS))).to.include({ status: 409, code: 'cannot_change' })
  })

  it('fewer seats after a coupon cover the rest for longer', async () => {
    const each = { name: 'Each', ...MONTH, amount_in_cents: 1000, seats_min: 2, seats_max: 9 }
    const studio = await s.sell({ name: 'Studio', opens: [{ kind: 'space', id: s.places.kiln.id }], prices: [each] })
    const who = await s.app.member()
    const { id } = await s.begin(who, studio, { seats: 4, coupon_code: 'HALF' })
    await s.pay(id)
    const held = await mine(who)
    const seen = await s.app.as(who).call(routes.previewSeats, { params: { id: held.id }, body: { seats: 2 } })
    expect(seen).to.include({ paid: 2000, due_now: 0, next_amount: 2000 })
    expect(daysTo(seen.credit_until)).to.be.within(27, 32)
    await s.app.as(who).call(routes.changeOwn, { params: { id: held.id }, body: { act: 'change_seats', seats: 2 } })
    await s.app.settle()
    expect((await mine(who)).seats).to.include({ count: 2 })
    expect(await amounts(who)).to.deep.equal([2000])
  })
})
