/** Going live: the test provider sells no more, what it sold ends, and the books of the live time are without it. */
import { refusal } from '@atrium/sdk/testing'
import { expect } from 'chai'
import payments from '../../payments/contract.ts'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract
const CARD = { card: '4242424242424242' }

describe('going live', () => {
  let s: Shop
  let paywall: { id: number; prices: { id: number }[] }
  const [MONTHLY, ONCE] = [0, 1]
  const setup = () => s.app.as(s.admin).call(payments.routes.setup)
  const report = () => s.app.as(s.admin).call(routes.report, { query: { currency: 'eur' } })
  const pageOf = async (uid: string) =>
    (await s.app.sql<{ processor_id: string }>('select processor_id from paywalls.checkout where uid = $1', [uid]))[0]!.processor_id
  const press = (session: string) => s.app.as(null).call(payments.routes.testPay, { params: { session }, body: CARD })
  const statesOf = async (who: TestMember) =>
    s.app.sql('select status, is_open, cancellation from paywalls.purchase where member_id = $1 order by id', [who.id])
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
        { name: 'Monthly', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly' },
        { name: 'Once', price_type: 'onetime', amount_in_cents: 50_000 },
      ],
    })
  })
  beforeEach(() => s.app.resetLimits())
  afterEach(async () => expect(await s.unbalanced(), 'the ledger balances').to.deep.equal([]))
  after(() => s?.app.close())

  it('ends what was bought with test cards, and takes none any more', async () => {
    const [monthly, once] = [await buy(MONTHLY), await buy(ONCE)]
    const granted = await s.app.member()
    await s.app.run(null, (ctx) => ctx.use(contract).grantFree(granted.id, paywall.prices[ONCE]!.id))
    const late = await s.app.member()
    const begun = await s.begin(late, paywall, {}, ONCE)
    const page = await pageOf(begun.id)
    // paid in the last moment: the word of it comes once the community is live
    const hurried = await s.app.member()
    const hasty = await s.begin(hurried, paywall, {}, ONCE)
    expect((await setup()).test_sales).to.deep.equal({ pages: 2, purchases: 2 })
    expect(await report()).to.include({ income_30: 51_400, mrr: 1400 })
    await press(await pageOf(hasty.id))
    await s.app.as(s.admin).call(payments.routes.saveSetup, { body: { provider: 'manual', manual_instructions: 'By bank transfer' } })
    expect(await refusal(press(page))).to.include({ status: 404 })
    await s.app.settle()
    expect(await refusal(press(page))).to.include({ status: 404 })
    expect(await refusal(s.app.as(null).call(payments.routes.testPage, { params: { session: page } }))).to.include({ status: 404 })
    expect((await s.app.as(late).call(routes.session, { params: { id: begun.id } })).status).to.equal('expired')
    expect(await statesOf(monthly)).to.deep.equal([{ status: 'canceled', is_open: false, cancellation: 'test' }])
    expect(await statesOf(once)).to.deep.equal([{ status: 'canceled', is_open: false, cancellation: 'test' }])
    expect(await s.inside(once, s.places.glaze)).to.equal(false)
    for (const who of [late, hurried]) {
      expect(await s.inside(who, s.places.glaze)).to.equal(false)
      expect((await statesOf(who)).filter(({ is_open }) => is_open)).to.deep.equal([])
    }
    expect(await s.inside(granted, s.places.glaze), 'what was given for nothing is no test').to.equal(true)
    expect((await setup()).test_sales).to.deep.equal({ pages: 0, purchases: 0 })
    await s.pass(40)
    expect((await s.charges(monthly)).length, 'nothing renews').to.equal(1)
  })

  it('shows nothing of it in the books of the live time', async () => {
    expect(await report()).to.include({ income_30: 0, mrr: 0, active: 0, revenue: 0, charges_count: 0 })
    const lists = [await s.app.as(s.admin).call(routes.charges), await s.app.as(s.admin).call(routes.subscriptions)]
    expect(lists.map(({ records }) => records.length)).to.deep.equal([0, 0])
    const shown = await s.app.as(s.admin).call(routes.show, { params: { id: paywall.id } })
    expect([shown.mrr.amount, shown.month.amount]).to.deep.equal([0, 0])
    const who = await s.app.member()
    await s.begin(who, paywall, {}, ONCE)
    await s.app.settle()
    const [owed] = (await s.app.as(s.admin).call(payments.routes.invoices)).records
    await s.app.as(s.admin).call(payments.routes.payInvoice, { params: { invoice: owed!.id }, body: {} })
    await s.app.settle()
    expect(await s.inside(who, s.places.glaze)).to.equal(true)
    expect(await report()).to.include({ income_30: 50_000, charges_count: 1 })
    expect((await s.app.as(s.admin).call(routes.charges)).records).to.have.length(1)
  })
})
