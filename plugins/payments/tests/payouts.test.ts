/** What is at the processor goes to the bank: the wire, the webhooks, the screen, and what owners hear. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import Stripe from 'stripe'
import payments from '../contract.ts'
import { kit } from './kit.ts'
import { openWire } from './wire.ts'

const DAY = 86_400_000

describe('payouts', () => {
  let app: TestApp
  let admin: TestMember
  let stripe: Stripe
  let wire: Awaited<ReturnType<typeof openWire>>
  let use: ReturnType<typeof kit>
  const balance = () => app.as(admin).call(payments.routes.balance)
  const shown = async () => (await app.as(admin).call(payments.routes.payouts)).records
  const heard = async (id: string) =>
    (await app.sql(`select payload from kernel.event where name = 'payments.payout' and payload -> 'state' ->> 'id' = $1 order by id`, [id])).map(
      ({ payload }) => payload.state.status,
    )
  const pass = async (days: number) => {
    const { test_now: now } = await app.as(admin).call(payments.routes.setup)
    await use.door((money) => money.test.advance(new Date(Date.parse(now as string) + days * DAY)))
    await app.settle()
  }
  before(async () => {
    app = await testApp(['plugins/payments'])
    admin = await app.member('admin')
    use = kit(app)
    wire = await openWire(app)
    stripe = new Stripe('sk_test_any', { host: '127.0.0.1', port: wire.port, protocol: 'http', maxNetworkRetries: 0 })
  })
  beforeEach(() => app.resetLimits())
  after(async () => {
    wire?.close()
    await app?.close()
  })

  it('are what came in, without fees and what was given back', async () => {
    expect(await balance()).to.deep.equal({ available: [], pending: [] })
    const { state } = await use.buy()
    await use.buy()
    await use.door((money) => money.refund(state.chargeId!, 500, 'a part', 'refund:payout'))
    // 19.00 twice, 0.85 kept of each
    expect((await balance()).available).to.deep.equal([{ amount: 3130, currency: 'eur' }])
    expect(await refusal(app.as(await app.member('member')).call(payments.routes.balance))).to.include({ status: 403 })
  })

  it('arrive, and are heard of once for each state', async () => {
    expect(await refusal(app.as(admin).call(payments.routes.testPayOut, { body: { amount: 3131, currency: 'eur' } }))).to.include({ status: 422 })
    await app.as(admin).call(payments.routes.testPayOut, { body: { amount: 2000, currency: 'eur' } })
    await app.settle()
    const [payout] = await shown()
    expect(payout).to.include({ amount: 2000, currency: 'eur', status: 'in_transit', failure: null })
    expect((await balance()).available).to.deep.equal([{ amount: 1130, currency: 'eur' }])
    expect(await heard(payout!.id)).to.deep.equal(['in_transit'])
    await pass(3)
    expect((await shown())[0]).to.include({ status: 'paid' })
    await app.redeliver()
    expect(await heard(payout!.id)).to.deep.equal(['in_transit', 'paid'])
    const { data } = await stripe.balanceTransactions.list({ type: 'payout' })
    expect(data.map(({ amount, type, source }) => [amount, type, source])).to.deep.equal([[-2000, 'payout', payout!.id]])
    expect((await stripe.balanceTransactions.retrieve(data[0]!.id)).net).to.equal(-2000)
    const whole = await stripe.payouts.retrieve(payout!.id, { expand: ['balance_transaction'] })
    expect((whole.balance_transaction as Stripe.BalanceTransaction).type).to.equal('payout')
  })

  it('come back from an account that is closed', async () => {
    const { id } = await use.door((money) => money.test.payOut({ amount: 1130, currency: 'eur' }, true))
    expect((await balance()).available).to.deep.equal([])
    await pass(3)
    // what was heard on the way depends on how soon the first question was answered
    expect((await heard(id)).at(-1)).to.equal('failed')
    expect((await shown())[0]).to.include({ id, status: 'failed', failure: 'The bank account has been closed.' })
    expect((await balance()).available).to.deep.equal([{ amount: 1130, currency: 'eur' }])
    const whole = await stripe.payouts.retrieve(id, { expand: ['failure_balance_transaction'] })
    expect((whole.failure_balance_transaction as Stripe.BalanceTransaction).amount).to.equal(1130)
  })

  it('of one community are nothing to another', async () => {
    const there = await app.member('admin', { community: await app.community() })
    expect((await app.as(there).call(payments.routes.payouts)).records).to.deep.equal([])
    expect((await app.as(there).call(payments.routes.balance)).available).to.deep.equal([])
  })
})
