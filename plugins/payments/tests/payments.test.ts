/** Selling through the test provider: the official SDK against our own server, its webhooks, and what owners hear. */
import { describePlugin, refusal, type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import payments, { type CheckoutInput } from '../contract.ts'

const LINE = { reference: 'price-1', name: 'Studio pass', unit: { amount: 1900, currency: 'eur' } }
const MONTHLY = { ...LINE, recurring: { interval: 'month' as const, count: 1 } }

describePlugin('plugins/payments')

describe('payments', () => {
  let app: TestApp
  let count = 0
  before(async () => {
    app = await testApp(['plugins/payments'])
  })
  after(() => app?.close())

  const input = (fields: Partial<CheckoutInput> = {}): CheckoutInput => ({
    purpose: { owner: 'tests', reference: `row-${++count}` },
    key: `checkout:${count}`,
    mode: 'payment',
    lines: [LINE],
    email: `buyer${count}@example.com`,
    successUrl: 'https://example.com/done?session={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://example.com/back',
    ...fields,
  })
  const heard = async (name: string, reference: string) =>
    (await app.sql(`select payload from kernel.event where name = $1 and payload -> 'purpose' ->> 'reference' = $2 order by id`, [name, reference])).map(
      ({ payload }) => payload,
    )
  const last = async (name: string, reference: string) => (await heard(name, reference)).at(-1)
  const door = <T>(work: (door: import('../contract.ts').PaymentsService) => Promise<T>) => app.outside(null, (ctx) => work(ctx.use(payments)))
  async function buy(fields: Partial<CheckoutInput> = {}, card?: string) {
    const asked = input(fields)
    const page = await door((money) => money.checkout(asked))
    const state = await door((money) => money.test.pay(page.id, card))
    await app.settle()
    return { asked, page, state, reference: asked.purpose.reference }
  }

  it('sells once: a page, a card, an event each for checkout and charge', async () => {
    const { page, state, reference } = await buy()
    expect(page.url).to.match(/\/payments\/test\/cs_test_/)
    expect(state).to.include({ status: 'complete', paid: true, subscriptionId: null })
    expect(await heard('payments.checkout', reference)).to.have.length(1)
    const [charge] = await heard('payments.charge', reference)
    expect(charge.state).to.deep.include({ status: 'paid', amount: { amount: 1900, currency: 'eur' }, refunded: 0, fee: 85 })
    expect(charge.state.method).to.include({ type: 'card', brand: 'visa', last4: '4242' })
    expect(charge.state.id).to.equal(state.chargeId)
  })

  it('sells by month: renews, fails, is tried again, ends', async () => {
    const { state, reference } = await buy({ mode: 'subscription', lines: [MONTHLY] })
    const first = await last('payments.subscription', reference)
    expect(first.state).to.include({ status: 'active', customerId: state.customerId })
    expect(first.state.lines[0]).to.deep.include({ reference: 'price-1', quantity: 1, unit: { amount: 1900, currency: 'eur' }, interval: 'month' })
    await door((money) => money.test.advance(new Date(new Date(first.state.periodEnd).getTime() + 1000)))
    await app.settle()
    const renewed = await last('payments.subscription', reference)
    expect(renewed.version).to.be.above(first.version)
    expect(renewed.state.periodStart).to.equal(first.state.periodEnd)
    const charges = await heard('payments.charge', reference)
    expect(charges.map(({ state: { status } }) => status)).to.deep.equal(['paid', 'paid'])
    expect(charges[1].state).to.include({ subscriptionId: state.subscriptionId })
  })

  it('gives back in part and whole, once for a key', async () => {
    const { state, reference } = await buy()
    const twice = await Promise.all([1, 2].map(() => door((money) => money.refund(state.chargeId!, 500, 'too small', 'refund:1'))))
    expect(twice.map(({ refunded }) => refunded)).to.deep.equal([500, 500])
    expect(await refusal(door((money) => money.refund(state.chargeId!, 1500, 'too much', 'refund:2')))).to.include({ status: 422 })
    const other = await refusal(door((money) => money.refund(state.chargeId!, 600, 'too small', 'refund:1')))
    expect(other).to.include({ status: 409, code: 'payment_in_progress' })
    expect(other.message, 'nobody has pressed a key').not.to.match(/idempotent|key/i)
    expect((await door((money) => money.refund(state.chargeId!, null, 'the rest', 'refund:3'))).refunded).to.equal(1900)
    await app.settle()
    expect((await last('payments.charge', reference)).state).to.include({ refunded: 1900, status: 'paid' })
  })
})
