/** Sold by invoice: what is ordered opens nothing until somebody marks it as paid; then access, receipt, books and mail follow as with any payment. */
import { expect } from 'chai'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import payments from '../../payments/contract.ts'
import { tickJob } from '../../payments/server/jobs.ts'
import contract from '../contract.ts'
import { sellSpace } from './kit.ts'
import { isInside } from '../../spaces/tests/kit.ts'

const { routes } = contract
const DAY = 86_400_000
type Person = TestMember & { email: string }

describe('paywalls by invoice', () => {
  let app: TestApp
  let admin: TestMember
  let space: { id: number; slug: string }
  let paywall: { id: number; prices: { id: number }[] }
  async function person(): Promise<Person> {
    const member = await app.member()
    const [account] = await app.sql<{ email: string }>('select email from kernel.account where id = $1', [member.accountId])
    return { ...member, email: account!.email }
  }
  /** The clock of the tests runs beside the machine's. */
  let ahead = 0
  const pass = async (days: number) => {
    await app.clock.advance(days * DAY)
    ahead += days
  }
  const dayIn = (days: number) => new Date(Date.now() + (ahead + days) * DAY).toISOString().slice(0, 10)
  async function tick() {
    await app.run(null, (ctx) => ctx.as('payments').enqueue(tickJob, {}))
    await app.settle()
  }
  const inside = ({ id }: TestMember) => isInside(app, space.id, id)
  async function order(who: TestMember, place: number, more: object = {}) {
    const { id } = await app.as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[place]!.id, ...more } })
    const started = await app.as(who).call(routes.checkout, { body: { session_id: id } })
    await app.settle()
    return started
  }
  const own = (who: TestMember) => app.as(who).call(routes.own)
  const open = async (query?: string) => (await app.as(admin).call(payments.routes.invoices, { query: { query } })).records
  const pay = (invoice: string, body: object = {}, as = admin) => app.as(as).call(payments.routes.payInvoice, { params: { invoice }, body })
  const drop = (invoice: string) => app.as(admin).call(payments.routes.voidInvoice, { params: { invoice }, body: {} })
  const mails = (who: Person) =>
    app.sql<{ subject: string; text: string }>('select subject, text from kernel.mail where recipient = $1 order by id', [who.email])

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/access', 'plugins/payments', 'plugins/paywalls'])
    admin = await app.member('admin')
    await app.run(null, (ctx) => ctx.as('payments').saveSettings(payments, { provider: 'manual', manual_instructions: 'To account 12 of the kiln bank.' }))
    ;({ space, paywall } = await sellSpace(app, admin, [
      { name: 'Once', price_type: 'onetime', amount_in_cents: 19_000 },
      { name: 'Monthly', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly' },
      { name: 'Tried', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly', trial_days: 7 },
    ]))
    await app.as(admin).call(routes.createCoupon, { body: { coupon: { code: 'HALF', kind: 'percent', percent_off: 5000, max_uses: 1 } } })
  })
  beforeEach(() => app.resetLimits())
  afterEach(async () => {
    const unbalanced = await app.sql('select posting from paywalls.entry group by posting, currency having sum(amount) <> 0')
    expect(unbalanced).to.deep.equal([])
  })
  after(() => app?.close())

  it('an order is off after as many days as the seller says', async () => {
    const days = (manual_days: number) => app.as(admin).call(payments.routes.saveSetup, { body: { manual_days } })
    await days(2)
    const { id, expires_at: until } = await order(await person(), 0)
    await days(30)
    expect(until!.slice(0, 10)).to.equal(dayIn(2))
    await pass(3)
    await tick()
    const [row] = await app.sql('select status from paywalls.checkout where uid = $1', [id])
    expect(row.status).to.equal('expired')
  })

  it('an order says how to pay, opens nothing, and opens once it is marked as paid, on the day that is given', async () => {
    const who = await person()
    const started = await order(who, 0)
    expect(started.url).to.equal(null)
    expect(started.invoice).to.include({ amount: 19_000, currency: 'eur', how: 'To account 12 of the kiln bank.' })
    const { open_invoices: owed, how_to_pay: how } = await own(who)
    expect(owed).to.have.length(1)
    expect(how).to.equal('To account 12 of the kiln bank.')
    const [mail] = await mails(who)
    expect(mail!.text).to.contain(owed[0]!.number).and.to.contain('To account 12')
    expect(await inside(who)).to.equal(false)
    expect((await app.sql('select 1 from paywalls.entry')).length).to.equal(0)
    // the same press again orders nothing more and mails nothing more
    await app.as(who).call(routes.checkout, { body: { session_id: started.id } })
    await app.settle()
    expect(await mails(who)).to.have.length(1)
    const [invoice] = await open(who.email)
    expect(invoice).to.include({ kind: 'order', amount: 19_000, email: who.email, number: owed[0]!.number })
    expect(await open('nobody@example.com')).to.deep.equal([])
    // a member may neither see nor mark it
    expect(await refusal(pay(invoice!.id, {}, who))).to.include({ status: 403 })
    expect(await refusal(app.as(who).call(payments.routes.invoices))).to.include({ status: 403 })
    await pass(3)
    const day = dayIn(-1)
    expect(await refusal(pay(invoice!.id, { paid_on: dayIn(3) }))).to.include({ status: 422 })
    expect(await refusal(pay(invoice!.id, { paid_on: dayIn(-30) }))).to.include({ status: 422 })
    // of many presses one counts
    const presses = await Promise.allSettled([1, 2, 3, 4].map(() => pay(invoice!.id, { paid_on: day, note: 'Bank statement 7' })))
    expect(presses.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    for (const one of presses) if (one.status === 'rejected') expect(one.reason).to.include({ status: 409, code: 'nothing_open' })
    await app.settle()
    await app.redeliver()
    expect(await inside(who)).to.equal(true)
    expect(await open()).to.deep.equal([])
    expect((await own(who)).open_invoices).to.deep.equal([])
    const [charge] = (await app.as(who).call(routes.ownCharges)).records
    expect(charge).to.include({ status: 'paid', amount: 19_000 })
    expect(charge!.number).to.not.equal('')
    const entries = await app.sql(`select account, amount, to_char(day, 'YYYY-MM-DD') as day from paywalls.entry order by account`)
    expect(entries).to.deep.equal([
      { account: 'processor', amount: 19_000, day },
      { account: 'revenue', amount: -19_000, day },
    ])
    const [paid] = await app.sql(`select data from paywalls.happening where kind = 'paid'`)
    expect(paid.data.note).to.equal('Bank statement 7')
    expect((await mails(who)).map(({ subject }) => subject).at(-1)).to.match(/receipt/i)
  })

  it('a void order opens nothing, gives its coupon back and cannot be paid any more', async () => {
    const who = await person()
    await order(who, 0, { coupon_code: 'HALF' })
    const [invoice] = await open(who.email)
    expect(invoice!.amount).to.equal(9500)
    await drop(invoice!.id)
    await app.settle()
    expect(await refusal(pay(invoice!.id))).to.include({ status: 409, code: 'nothing_open' })
    expect(await inside(who)).to.equal(false)
    expect((await own(who)).open_invoices).to.deep.equal([])
    const again = await order(who, 0, { coupon_code: 'HALF' })
    expect(again.invoice!.amount).to.equal(9500)
    await drop((await open(who.email))[0]!.id)
    await app.settle()
  })

  it('a renewal waits for its money, is told of once, and is paid or let go', async () => {
    const who = await person()
    await order(who, 1)
    await pay((await open(who.email))[0]!.id)
    await app.settle()
    const renew = async (days: number) => {
      await pass(days)
      await tick()
    }
    await renew(32)
    const [owed] = (await own(who)).open_invoices
    expect(owed).to.include({ amount: 1400 })
    expect((await own(who)).subscriptions[0]).to.include({ status: 'active' })
    await renew(15)
    expect((await own(who)).subscriptions[0], 'late').to.include({ status: 'past_due' })
    expect((await mails(who)).filter(({ subject }) => subject.includes(owed!.number))).to.have.length(1)
    await renew(17)
    const two = await open(who.email)
    expect(two.map(({ kind }) => kind)).to.deep.equal(['renewal', 'renewal'])
    // the older one is let go: nothing else is late
    await drop(two[1]!.id)
    await app.settle()
    expect((await own(who)).subscriptions[0]).to.include({ status: 'active' })
    await pay(two[0]!.id)
    await app.settle()
    expect((await own(who)).open_invoices).to.deep.equal([])
    expect((await own(who)).subscriptions[0]).to.include({ status: 'active', charges_quantity: 2 })
    expect(await inside(who)).to.equal(true)
  })

  it('a trial waits for nobody’s hand; what comes after it does', async () => {
    const who = await person()
    await order(who, 2)
    expect(await inside(who)).to.equal(true)
    expect((await own(who)).subscriptions[0]).to.include({ status: 'trial', charges_quantity: 0 })
    expect(await open(who.email)).to.deep.equal([])
    await pass(8)
    await tick()
    expect((await open(who.email)).map(({ amount }) => amount)).to.deep.equal([1400])
  })

  it('invoices of one community are nothing to another', async () => {
    const who = await person()
    await order(who, 0)
    const there = await app.community()
    const theirs = await app.member('admin', { community: there })
    expect((await app.as(theirs).call(payments.routes.invoices)).records).to.deep.equal([])
    const [invoice] = await open(who.email)
    expect(await refusal(pay(invoice!.id, {}, theirs))).to.include({ status: 404 })
  })
})
