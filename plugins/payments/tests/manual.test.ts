/** Money by other ways: what the provider says of it, and that sales of installations from before go on as they were. */
import { refusal, type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import payments, { type ChargeState, type CheckoutState, type ProviderKey, type SubscriptionState } from '../contract.ts'
import { up } from '../server/migrations/0008_manual.ts'
import { eraseFrom } from '../server/service/erase.ts'
import { kit, LINE, MONTHLY } from './kit.ts'

const DAY = 86_400_000
const METHOD = { type: 'manual', brand: null, last4: null, fingerprint: null }

describe('payments by hand', () => {
  let app: TestApp
  let use: ReturnType<typeof kit>
  const sellBy = (provider: ProviderKey) => app.run(null, async (ctx) => void (await ctx.as('payments').saveSettings(payments, { provider })))
  const last = async <S>(name: string, reference: string): Promise<S> => (await use.last(name, reference)).state
  const subscription = (reference: string) => last<SubscriptionState>('payments.subscription', reference)
  const charges = async (reference: string): Promise<ChargeState[]> =>
    Object.values(Object.fromEntries((await use.heard('payments.charge', reference)).map(({ state }) => [state.id, state])))
  const open = async (reference: string) => use.door((money) => money.manual.open([reference]))
  async function pass(days: number) {
    await app.clock.advance(days * DAY)
    await app.runSchedule('tick')
    await app.settle()
  }
  /** Orders it and pays it by hand. */
  async function sell(fields: Parameters<typeof use.input>[0] = {}) {
    const asked = use.input(fields)
    const page = await use.door((money) => money.checkout(asked))
    if (page.total.amount) await use.door((money) => money.manual.markPaid(page.id))
    await app.settle()
    return { asked, page, reference: asked.purpose.reference }
  }
  beforeEach(() => app.resetLimits())

  describe('of today', () => {
    before(async () => {
      app = await testApp(['plugins/payments'])
      use = kit(app)
      await sellBy('manual')
    })
    after(() => app?.close())

    it('asked twice by one key is ordered once', async () => {
      const asked = use.input()
      const pages = await Promise.all([1, 2, 3].map(() => use.door((money) => money.checkout(asked))))
      expect(new Set(pages.map(({ id }) => id)).size).to.equal(1)
      expect(await open(asked.purpose.reference)).to.have.length(1)
    })

    it('is given back once for a key, and never more than came', async () => {
      const { reference } = await sell()
      const [{ id }] = (await charges(reference)) as [ChargeState]
      const twice = await Promise.all([1, 2].map(() => use.door((money) => money.refund(id, 500, 'too small', 'refund:1'))))
      expect(twice.map(({ refunded }) => refunded)).to.deep.equal([500, 500])
      expect(await refusal(use.door((money) => money.refund(id, 600, 'too small', 'refund:1')))).to.include({ status: 409, code: 'payment_in_progress' })
      expect(await refusal(use.door((money) => money.refund(id, 1500, 'too much', 'refund:2')))).to.include({ status: 422, code: 'payment_refused' })
      expect((await use.door((money) => money.refund(id, null, 'the rest', 'refund:3'))).refunded).to.equal(1900)
      expect(await refusal(use.door((money) => money.refund(id, null, 'and more', 'refund:4')))).to.include({ status: 422 })
      await app.settle()
      expect((await charges(reference))[0]).to.include({ refunded: 1900, status: 'paid' })
    })

    it('changes once for a key; what was paid too much is used up by later invoices', async () => {
      const large = { ...MONTHLY, reference: 'large', name: 'Large', unit: { amount: 5000, currency: 'eur' }, product: 'pass' }
      const { reference } = await sell({ mode: 'subscription', lines: [large] })
      const { id, periodEnd } = await subscription(reference)
      const small = { ...MONTHLY, reference: 'small', name: 'Small', product: 'pass' }
      const preview = await use.door((money) => money.previewChange(id, { line: small }))
      expect(preview.dueNow.amount).to.equal(0)
      const credit = -preview.lines.reduce((sum, { amount }) => sum + amount, 0)
      expect(credit).to.be.within(3000, 3100)
      for (const key of ['change:1', 'change:1']) await use.door((money) => money.change(id, { line: small, prorate: true }, key))
      await app.settle()
      expect((await subscription(reference)).lines[0]).to.include({ reference: 'small', amount: 1900 })
      // two months are paid by it, the third in part
      await pass(32)
      expect(await open(reference)).to.deep.equal([])
      expect((await subscription(reference)).periodStart).to.equal(periodEnd)
      await pass(31)
      expect((await open(reference)).map(({ amount }) => amount)).to.deep.equal([3800 - credit])
    })

    it('asks nobody in a pause, and begins a new period after it', async () => {
      const { reference } = await sell({ mode: 'subscription', lines: [MONTHLY] })
      const { id } = await subscription(reference)
      await use.door((money) => money.change(id, { pause: 'void', prorate: false }, 'pause:1'))
      await pass(70)
      expect(await open(reference)).to.deep.equal([])
      expect(await subscription(reference)).to.include({ status: 'active', collectionPaused: true })
      await use.door((money) => money.change(id, { pause: null, restart: true, prorate: false }, 'resume:1'))
      await app.settle()
      expect((await open(reference)).map(({ amount }) => amount)).to.deep.equal([1900])
    })

    it('catches up period by period, and ends with its instalments', async () => {
      const { reference } = await sell({ mode: 'subscription', lines: [MONTHLY], instalments: 3 })
      await pass(120)
      const state = await subscription(reference)
      expect(state).to.include({ status: 'canceled', instalments: 3 })
      expect(state.endedAt).to.equal(state.cancelAt)
      expect(await open(reference)).to.have.length(2)
      expect(await refusal(use.door((money) => money.change(state.id, { quantity: 2, prorate: false }, 'late:1')))).to.include({ code: 'subscription_over' })
    })

    it('says of each payment which period it is for', async () => {
      const { reference } = await sell({ mode: 'subscription', lines: [MONTHLY] })
      const { periodStart, periodEnd } = await subscription(reference)
      await pass(32)
      const { id } = (await open(reference))[0]!
      await use.door((money) => money.manual.markPaid(id))
      await app.settle()
      const now = await subscription(reference)
      expect((await charges(reference)).map(({ invoice }) => [invoice!.periodStart, invoice!.periodEnd])).to.deep.equal([
        [periodStart, periodEnd],
        [periodEnd, now.periodEnd],
      ])
      expect((await charges(reference))[1]!.invoice).to.include({ id })
    })

    it('has no card, no page and no payouts', async () => {
      const { reference } = await sell({ mode: 'subscription', lines: [MONTHLY] })
      const { id, customerId } = await subscription(reference)
      const method = { customerId, subscriptionId: id, returnTo: 'https://example.com', key: 'method:1' }
      expect(await use.door((money) => money.methodSession(method))).to.deep.equal({ url: null })
      const admin = await app.member('admin')
      expect((await app.as(admin).call(payments.routes.payouts)).records).to.deep.equal([])
      expect(await app.as(admin).call(payments.routes.balance)).to.deep.equal({ available: [], pending: [] })
    })

    it('keeps sums and no name of whoever has deleted their account', async () => {
      const key = 'customer:wren'
      const customerId = await use.door((money) => money.ensureCustomer({ email: 'Wren@example.com', name: 'Wren Calloway', known: null, key }))
      const { reference } = await sell({ customerId, email: 'Wren@example.com' })
      const asked = use.input({ customerId })
      await use.door((money) => money.checkout(asked))
      expect((await open(asked.purpose.reference))[0]).to.include({ name: 'Wren Calloway', email: 'Wren@example.com' })
      const gone = { emails: ['wren@example.com'], names: ['Wren Calloway'], formerName: 'Former member' } as Parameters<typeof eraseFrom>[1]
      await app.run(null, (ctx) => eraseFrom(ctx.as('payments'), gone))
      expect((await open(asked.purpose.reference))[0]).to.include({ name: 'Former member', email: 'removed@deleted.invalid' })
      const [{ id }] = (await charges(reference)) as [ChargeState]
      expect((await use.door((money) => money.retrieveCharge(id))).billing).to.include({ name: 'Former member', email: 'removed@deleted.invalid' })
      const left = await app.sql(`select to_jsonb(c) as c from payments.manual_customer c where to_jsonb(c)::text ~* 'wren@|calloway'`)
      expect(left).to.deep.equal([])
    })

    it('says every night what it said before', async () => {
      await app.runSchedule('compare')
      expect(await app.sql(`select text, said from payments.incident where kind = 'difference'`)).to.deep.equal([])
    })
  })

  describe('of before', () => {
    before(async () => {
      app = await testApp(['plugins/payments'])
      use = kit(app)
    })
    after(() => app?.close())

    it('is known by the same names and states, and goes on', async () => {
      const coupon = { reference: 'c', name: 'THREE', amount: { amount: 300, currency: 'eur' }, duration: 'repeating' as const, months: 2 }
      const parts = { ...MONTHLY, name: 'Parts', unit: { amount: 0, currency: 'eur' }, exact: '333.5', quantity: 3 }
      const once = await use.buy({ lines: [LINE, { ...LINE, reference: 'extra', name: 'Extra' }] })
      await use.door((money) => money.refund(once.state.chargeId!, 500, 'too small', 'refund:1'))
      const monthly = await use.buy({ mode: 'subscription', lines: [MONTHLY], discount: coupon })
      await use.buy({ mode: 'subscription', lines: [parts], instalments: 3 })
      const late = await use.buy({ mode: 'subscription', lines: [MONTHLY], trialDays: 25 }, '4000000000000341')
      await pass(32)
      await use.buy({ mode: 'subscription', lines: [MONTHLY], trialDays: 7 })
      const ended = await use.buy({ mode: 'subscription', lines: [MONTHLY] })
      await use.door((money) => money.change(ended.state.subscriptionId!, { cancel: 'now', prorate: false }, 'end:1'))
      await use.door((money) => money.change(monthly.state.subscriptionId!, { quantity: 2, prorate: true }, 'seats:1'))
      const asked = use.input({ mode: 'subscription', lines: [MONTHLY], discount: coupon })
      const order = await use.door((money) => money.checkout(asked))
      await app.settle()
      const said = await app.sql<{ kind: string; object_id: string; state: any }>('select kind, object_id, state from payments.snapshot order by id')
      expect(said.length).to.be.greaterThan(15)
      const { openInvoiceId: owed } = await subscription(late.reference)

      // as it stood there when nobody had rows of their own
      await app.sql(`
        alter table payments.thing add column realm text not null default 'manual';
        alter table payments.answer add column realm text not null default 'manual';
        drop index payments.thing_newest, payments.thing_customer, payments.thing_parent, payments.thing_due;
        update payments.snapshot set provider = 'manual';
        update payments.named set provider = 'manual'`)
      await app.sql(up.slice(up.indexOf('create function payments.moved_line')))
      await sellBy('manual')

      for (const { kind, object_id: id, state } of said) {
        const now = await use.door(
          (money): Promise<CheckoutState | SubscriptionState | ChargeState> =>
            kind === 'checkout' ? money.retrieveCheckout(id) : kind === 'charge' ? money.retrieveCharge(id) : money.retrieveSubscription(id),
        )
        const byHand = { provider: 'manual', ...('method' in state && { method: METHOD }), ...('fee' in state && { fee: 0 }) }
        // cards are tried; whoever has not paid by hand has not failed
        const untried = 'nextAttemptAt' in state ? { nextAttemptAt: null } : state.status === 'failed' ? { status: 'pending', failure: null } : {}
        expect(now, `${kind} ${id}`).to.deep.equal({ ...state, ...byHand, ...untried })
      }
      expect(await app.sql('select from payments.thing')).to.deep.equal([])

      // what was done by a key is not done again
      expect((await use.door((money) => money.refund(once.state.chargeId!, 500, 'too small', 'refund:1'))).refunded).to.equal(500)
      await use.door((money) => money.change(monthly.state.subscriptionId!, { quantity: 5, prorate: true }, 'seats:1'))
      expect((await subscription(monthly.reference)).lines[0]!.quantity).to.equal(2)
      // what was open is paid
      await use.door((money) => money.manual.markPaid(owed!))
      await use.door((money) => money.manual.markPaid(order.id))
      await app.settle()
      expect(await subscription(late.reference)).to.include({ status: 'active', openInvoiceId: null })
      expect((await charges(asked.purpose.reference)).map(({ amount }) => amount.amount)).to.deep.equal([1600])
      // and what renews asks for its money: the coupon of the first has run out
      await pass(32)
      expect((await open(monthly.reference)).map(({ amount }) => amount)).to.deep.equal([3800])
      expect((await open(asked.purpose.reference)).map(({ amount }) => amount)).to.deep.equal([1600])
    })
  })
})
