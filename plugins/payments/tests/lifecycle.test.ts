/** What becomes of what was sold: trials, renewals, failures, changes, instalments, coupons, other cards, money that came by other ways. */
import { refusal, type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import payments from '../contract.ts'
import { kit, LINE, MONTHLY } from './kit.ts'

const DAY = 86_400_000

describe('life of a subscription', () => {
  let app: TestApp
  let use: ReturnType<typeof kit>
  before(async () => {
    app = await testApp(['plugins/payments'])
    use = kit(app)
  })
  after(() => app?.close())
  const passTo = async (moment: string, ms = 1000) => {
    await use.door((money) => money.test.advance(new Date(new Date(moment).getTime() + ms)))
    await app.settle()
  }
  const subscription = async (reference: string) => (await use.last('payments.subscription', reference)).state
  const charges = async (reference: string) => {
    const all = await use.heard('payments.charge', reference)
    return [...Map.groupBy(all, ({ state }) => state.id).values()].map((each) => each.at(-1).state)
  }
  const monthly = (fields = {}) => ({ mode: 'subscription' as const, lines: [MONTHLY], ...fields })

  it('a trial asks for nothing, and then the card pays', async () => {
    const { reference, state } = await use.buy(monthly({ trialDays: 14 }))
    expect(state).to.include({ paid: true, chargeId: null })
    const trial = await subscription(reference)
    expect(trial.status).to.equal('trialing')
    expect(new Date(trial.trialEnd).getTime() - new Date(trial.createdAt).getTime()).to.equal(14 * DAY)
    expect(await charges(reference)).to.deep.equal([])
    await passTo(trial.trialEnd)
    expect(await subscription(reference)).to.include({ status: 'active', periodStart: trial.trialEnd })
    expect((await charges(reference)).map(({ status }) => status)).to.deep.equal(['paid'])
  })

  it('a trial without a card is over with its end', async () => {
    const asked = use.input(monthly({ trialDays: 7, trialNeedsMethod: false }))
    const page = await use.door((money) => money.checkout(asked))
    const shown = await app.as(null).call(payments.routes.testPage, { params: { session: page.id } })
    expect(shown).to.include({ needs_method: false, trial_days: 7, total: 0 })
    const paid = await app.as(null).call(payments.routes.testPay, { params: { session: page.id }, body: {} })
    expect(paid.url).to.equal(`https://example.com/done?session=${page.id}`)
    await app.settle()
    const trial = await subscription(asked.purpose.reference)
    expect(trial).to.include({ status: 'trialing', method: null })
    await passTo(trial.trialEnd)
    expect(await subscription(asked.purpose.reference)).to.include({ status: 'canceled', endedAt: trial.trialEnd })
  })

  it('a card that fails is tried after 3, 5 and 7 days, and then it is over', async () => {
    const { reference } = await use.buy(monthly({ trialDays: 1 }), '4000000000000341')
    const trial = await subscription(reference)
    await passTo(trial.trialEnd)
    let now = await subscription(reference)
    expect(now.status).to.equal('past_due')
    const waits = []
    for (let last = trial.trialEnd; now.status === 'past_due'; now = await subscription(reference)) {
      waits.push((new Date(now.nextAttemptAt).getTime() - new Date(last).getTime()) / DAY)
      last = now.nextAttemptAt
      await passTo(now.nextAttemptAt)
    }
    expect(waits).to.deep.equal([3, 5, 7])
    expect(now.status).to.equal('canceled')
    expect((await charges(reference)).map(({ status, failure }) => [status, failure.code])).to.deep.equal([['failed', 'generic_decline']])
  })

  it('another card pays what is open at once', async () => {
    const { reference } = await use.buy(monthly({ trialDays: 1 }), '4000000000000341')
    const trial = await subscription(reference)
    await passTo(trial.trialEnd)
    const due = await subscription(reference)
    expect(await refusal(use.door((money) => money.retry(due.id, 'retry:1')))).to.include({ status: 402, code: 'payment_failed' })
    const { url } = await use.door((money) =>
      money.methodSession({ customerId: due.customerId, subscriptionId: due.id, returnTo: 'https://example.com/billing', key: 'method:1' }),
    )
    const session = url!.split('/').at(-1)!
    expect(await refusal(app.as(null).call(payments.routes.testPay, { params: { session }, body: { card: '4000000000000002' } }))).to.include({ status: 402 })
    await app.as(null).call(payments.routes.testPay, { params: { session }, body: { card: '5555555555554444' } })
    await app.settle()
    const now = await subscription(reference)
    expect(now).to.include({ status: 'active', openInvoiceId: null })
    expect(now.method).to.include({ brand: 'mastercard', last4: '4444' })
    expect((await charges(reference)).at(-1)).to.include({ status: 'paid' })
  })

  it('3-D Secure is asked for before anything is sold; a declined card sells nothing', async () => {
    const asked = use.input(monthly())
    const page = await use.door((money) => money.checkout(asked))
    const pay = (body: object) => app.as(null).call(payments.routes.testPay, { params: { session: page.id }, body })
    expect(await refusal(pay({ card: '4000000000009995' }))).to.include({ status: 402, code: 'payment_failed' })
    expect(await pay({ card: '4000002500003155' })).to.deep.include({ result: 'authenticate' })
    await app.settle()
    expect(await use.heard('payments.subscription', asked.purpose.reference)).to.deep.equal([])
    expect(await pay({ card: '4000002500003155', authenticate: true })).to.deep.include({ result: 'done' })
    await app.settle()
    expect(await subscription(asked.purpose.reference)).to.include({ status: 'active' })
    expect(await refusal(pay({ card: '4242424242424242' })), 'it is paid').to.include({ status: 422 })
  })

  it('fifty who press Pay at once pay once', async () => {
    const asked = use.input()
    const page = await use.door((money) => money.checkout(asked))
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => app.as(null).call(payments.routes.testPay, { params: { session: page.id }, body: { card: '4242424242424242' } })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    await app.settle()
    expect(await charges(asked.purpose.reference)).to.have.length(1)
    expect(
      (
        await app.sql(`select count(*)::int as all from payments.thing where object = 'charge' and data -> 'metadata' ->> 'reference' = $1`, [
          asked.purpose.reference,
        ])
      )[0].all,
    ).to.equal(1)
  })

  it('the same key asked again after a crash makes one page, one refund, one change', async () => {
    const asked = use.input({ expiresInMinutes: 60 })
    const pages = []
    for (let time = 0; time < 3; time++) {
      pages.push(await use.door((money) => money.checkout(asked)))
      await app.clock.advance(2000)
    }
    expect(new Set(pages.map(({ id }) => id)).size).to.equal(1)
    expect(
      await refusal(use.door((money) => money.checkout({ ...asked, lines: [{ ...LINE, unit: { amount: 1, currency: 'eur' } }] }))),
      'another content',
    ).to.include({ status: 409, code: 'payment_in_progress' })
  })

  it('a dearer price is settled for the rest of the period, and shown before', async () => {
    const { reference } = await use.buy(monthly())
    const before = await subscription(reference)
    const half = new Date((new Date(before.periodStart).getTime() + new Date(before.periodEnd).getTime()) / 2)
    await use.door((money) => money.test.advance(half))
    const line = { ...MONTHLY, reference: 'price-2', name: 'Studio pass, large', unit: { amount: 3900, currency: 'eur' } }
    const shown = await use.door((money) => money.previewChange(before.id, { line }))
    expect(shown.dueNow.amount).to.be.within(999, 1001)
    expect(shown.lines.map(({ amount }) => Math.sign(amount))).to.deep.equal([-1, 1])
    await use.door((money) => money.change(before.id, { line, prorate: true }, 'change:1'))
    await app.settle()
    expect((await subscription(reference)).lines[0]).to.deep.include({ reference: 'price-2', unit: { amount: 3900, currency: 'eur' } })
    const paid = await charges(reference)
    expect(paid.at(-1)).to.include({ status: 'paid' })
    expect(paid.at(-1).amount.amount).to.equal(shown.dueNow.amount)
    expect(paid.at(-1).invoice.lines.every(({ proration }: { proration: boolean }) => proration)).to.equal(true)
  })

  it('is paused without payments, goes on, ends with its period, or now', async () => {
    const { reference } = await use.buy(monthly())
    const { id, periodEnd } = await subscription(reference)
    await use.door((money) => money.change(id, { pause: 'void', prorate: false }, 'pause:1'))
    await passTo(periodEnd)
    let now = await subscription(reference)
    expect(now).to.include({ status: 'active', collectionPaused: true, periodStart: periodEnd })
    expect(await charges(reference)).to.have.length(1)
    await use.door((money) => money.change(id, { pause: null, prorate: false }, 'pause:2'))
    await use.door((money) => money.change(id, { cancel: 'period_end', prorate: false }, 'cancel:1'))
    await use.door((money) => money.change(id, { cancel: null, prorate: false }, 'cancel:2'))
    await use.door((money) => money.change(id, { cancel: 'period_end', prorate: false }, 'cancel:3'))
    await app.settle()
    now = await subscription(reference)
    expect(now).to.include({ cancelAtPeriodEnd: true, collectionPaused: false })
    await passTo(now.periodEnd)
    expect(await subscription(reference)).to.include({ status: 'canceled', endedAt: now.periodEnd })
    const other = await use.buy(monthly())
    await use.door((money) => money.change(other.state.subscriptionId!, { cancel: 'now', prorate: false }, 'cancel:now'))
    await app.settle()
    expect((await subscription(other.reference)).status).to.equal('canceled')
  })

  it('instalments are so many payments and no more', async () => {
    const { reference } = await use.buy(monthly({ instalments: 3 }))
    let now = await subscription(reference)
    expect(now.instalments).to.equal(3)
    expect(now.cancelAt, 'the end stands from the start').to.not.equal(null)
    for (let month = 0; now.status === 'active' && month < 6; month++) {
      await passTo(now.periodEnd)
      now = await subscription(reference)
    }
    expect(now).to.include({ status: 'canceled', endedAt: now.cancelAt })
    expect((await charges(reference)).map(({ status }) => status)).to.deep.equal(['paid', 'paid', 'paid'])
  })

  it('coupons count once, for some months, or for ever; taxes lie on top or within, and with a tax id on nobody', async () => {
    const amounts = async (discount: object, months: number) => {
      const { reference } = await use.buy(monthly({ discount: { reference: `coupon-${JSON.stringify(discount)}`, name: 'Welcome', ...discount } }))
      for (let month = 1; month < months; month++) await passTo((await subscription(reference)).periodEnd)
      return (await charges(reference)).map(({ amount }) => amount.amount)
    }
    expect(await amounts({ percent: 25, duration: 'once' }, 2)).to.deep.equal([1425, 1900])
    expect(await amounts({ amount: { amount: 500, currency: 'eur' }, duration: 'repeating', months: 2 }, 3)).to.deep.equal([1400, 1400, 1900])
    expect(await amounts({ percent: 50, duration: 'forever' }, 2)).to.deep.equal([950, 950])
    const taxed = async (behavior: 'exclusive' | 'inclusive', body: object) => {
      const asked = use.input({ tax: { automatic: true, behavior, collectTaxId: true } })
      const { id } = await use.door((money) => money.checkout(asked))
      await app.as(null).call(payments.routes.testPay, { params: { session: id }, body: { card: '4242424242424242', country: 'DE', ...body } })
      await app.settle()
      const [charge] = await charges(asked.purpose.reference)
      return [charge.amount.amount, charge.tax, charge.billing.country, charge.billing.taxId?.value ?? null]
    }
    expect(await taxed('exclusive', {})).to.deep.equal([2261, 361, 'DE', null])
    expect(await taxed('inclusive', {})).to.deep.equal([1900, 303, 'DE', null])
    expect(await taxed('exclusive', { tax_id: 'DE123456789' })).to.deep.equal([1900, 0, 'DE', 'DE123456789'])
  })

  it('a dispute holds the money, and gives it back when it is won', async () => {
    const { reference, state } = await use.buy({}, '4000000000000259')
    expect((await charges(reference))[0]).to.include({ status: 'paid', dispute: 'open', disputed: 1900 })
    expect(await refusal(use.door((money) => money.refund(state.chargeId!, null, 'x', 'refund:disputed')))).to.include({ status: 422 })
    await use.door((money) => money.test.dispute(state.chargeId!, 'won'))
    await app.settle()
    expect((await charges(reference))[0]).to.include({ dispute: 'won', disputed: 0 })
  })

  it('what is left open expires', async () => {
    const asked = use.input({ expiresInMinutes: 30 })
    const page = await use.door((money) => money.checkout(asked))
    await passTo(page.expiresAt)
    expect((await use.last('payments.checkout', asked.purpose.reference)).state.status).to.equal('expired')
    expect(await refusal(use.door((money) => money.test.pay(page.id)))).to.include({ status: 422 })
  })

  // fifty at once have used up what one address may press
  beforeEach(() => app.resetLimits())

  it('somebody who is to be paid connects an account first', async () => {
    const purpose = { owner: 'tests', reference: 'affiliate-1' }
    const account = await use.door((money) => money.connectAccount({ purpose, email: 'marit@example.com', key: 'account:1' }))
    expect(account).to.include({ status: 'pending' })
    const send = () => use.door((money) => money.transfer({ purpose, accountId: account.id, money: { amount: 500, currency: 'eur' }, key: 'payout:1' }))
    expect(await refusal(send())).to.include({ status: 422 })
    const { url } = await use.door((money) =>
      money.onboardingLink(account.id, { returnTo: 'https://example.com/paid', refreshTo: 'https://example.com/again' }),
    )
    const session = url.split('/').at(-1)!
    expect(await app.as(null).call(payments.routes.testPage, { params: { session } })).to.include({ mode: 'account', status: 'open' })
    expect((await app.as(null).call(payments.routes.testPay, { params: { session }, body: {} })).url).to.equal('https://example.com/paid')
    await app.settle()
    expect((await use.last('payments.account', 'affiliate-1')).state).to.include({ status: 'ready' })
    const [one, two] = [
      await use.door((money) => money.transfer({ purpose, accountId: account.id, money: { amount: 500, currency: 'eur' }, key: 'payout:2' })),
      await use.door((money) => money.transfer({ purpose, accountId: account.id, money: { amount: 500, currency: 'eur' }, key: 'payout:2' })),
    ]
    expect(one.id).to.equal(two.id)
  })

  it('money that comes by other ways is marked by hand: at once, and with each renewal', async () => {
    await app.run(null, async (ctx) => void (await ctx.as('payments').saveSettings(payments, { provider: 'manual' })))
    try {
      const asked = use.input(monthly())
      const page = await use.door((money) => money.checkout(asked))
      expect(page.url).to.equal(null)
      expect(await refusal(app.as(null).call(payments.routes.testPage, { params: { session: page.id } })), 'it has no pay page').to.include({ status: 404 })
      await use.door((money) => money.manual.markPaid(page.id))
      await app.settle()
      const { reference } = asked.purpose
      const first = await subscription(reference)
      expect(first).to.include({ status: 'active', provider: 'manual' })
      expect((await charges(reference))[0].method).to.include({ type: 'manual' })
      expect(await refusal(use.door((money) => money.manual.markPaid(page.id)))).to.include({ status: 409 })
      await app.clock.advance(32 * DAY)
      await app.runSchedule('tick')
      const renewed = await subscription(reference)
      expect(renewed.status).to.equal('active')
      expect(renewed.openInvoiceId).to.not.equal(null)
      await app.clock.advance(15 * DAY)
      await app.runSchedule('tick')
      expect((await subscription(reference)).status).to.equal('past_due')
      await use.door((money) => money.manual.markPaid(renewed.openInvoiceId))
      await app.settle()
      expect(await subscription(reference)).to.include({ status: 'active', openInvoiceId: null })
      expect(await charges(reference)).to.have.length(2)
      expect(await refusal(use.door((money) => money.test.advance(new Date())))).to.include({ status: 409, code: 'not_test' })
    } finally {
      await app.run(null, async (ctx) => void (await ctx.as('payments').saveSettings(payments, { provider: 'test' })))
    }
  })

  it('nobody calls a provider with a transaction open', async () => {
    const called = app.run(null, async (ctx) => {
      await ctx.sql('select $1::bigint')
      return ctx.use(payments).checkout(use.input())
    })
    expect(await refusal(called)).to.include({ status: 500 })
  })
})
