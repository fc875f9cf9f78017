/** The wire of the test server, spoken by the official SDK over real HTTP: its refusals, its keys, its pages, its clocks. */
import { type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import Stripe from 'stripe'
import { kit, MONTHLY } from './kit.ts'
import { openWire } from './wire.ts'

describe('wire of the test server', function suite() {
  let app: TestApp
  let stripe: Stripe
  let wire: Awaited<ReturnType<typeof openWire>>
  let base: string
  before(async () => {
    app = await testApp(['plugins/payments'])
    wire = await openWire(app)
    base = `http://127.0.0.1:${wire.port}`
    stripe = new Stripe('sk_test_any', { host: '127.0.0.1', port: wire.port, protocol: 'http', maxNetworkRetries: 0 })
  })
  after(async () => {
    wire?.close()
    await app?.close()
  })
  const refused = (call: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
    call.then(
      () => {
        throw new Error('it was not refused')
      },
      (error) => error,
    )
  const bare = async (
    method: string,
    path: string,
    { key = 'sk_test_any', body, headers = {} }: { key?: string | null; body?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(base + path, {
      method,
      body,
      headers: { ...(key ? { authorization: `Bearer ${key}` } : {}), 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    return { status: response.status, body: (await response.json()) as any }
  }

  it('refuses as Stripe does: unknown paths, parameters, records, values, keys', async () => {
    expect(await bare('GET', '/v1/nonsense')).to.deep.include({ status: 404 })
    expect((await bare('GET', '/v1/nonsense')).body.error).to.include({ type: 'invalid_request_error' })
    expect((await bare('GET', '/v1/nonsense')).body.error.message).to.match(/^Unrecognized request URL \(GET: \/v1\/nonsense\)/)
    expect((await bare('PUT', '/v1/customers')).status).to.equal(404)
    expect((await bare('POST', '/v1/customers', { body: 'flavour=mint' })).body.error).to.include({
      code: 'parameter_unknown',
      param: 'flavour',
      message: 'Received unknown parameter: flavour',
    })
    expect((await bare('POST', '/v1/prices', { body: 'currency=eur&unit_amount=5&recurring[interval]=month&recurring[taste]=x' })).body.error).to.include({
      param: 'recurring[taste]',
    })
    expect((await bare('POST', '/v1/products')).body.error).to.include({ code: 'parameter_missing', param: 'name', message: 'Missing required param: name.' })
    expect((await bare('POST', '/v1/prices', { body: 'currency=eur&unit_amount=1.5' })).body.error).to.include({ param: 'unit_amount' })
    expect((await bare('GET', '/v1/customers/cus_none')).body.error).to.include({ code: 'resource_missing', message: "No such customer: 'cus_none'" })
    expect((await bare('GET', '/v1/customers', { key: null })).status).to.equal(401)
    expect((await bare('GET', '/v1/customers', { key: 'sk_live_1' })).status).to.equal(401)
    expect((await bare('POST', '/v1/customers', { body: '__proto__[polluted]=1' })).status).to.be.oneOf([200, 400])
    expect(({} as any).polluted).to.equal(undefined)
    for (const path of ['/v1/customers/%00', '/v1/customers?limit=0', '/v1/customers?limit=101', '/v1/customers?limit[a]=1', '/v1/invoices/create_preview'])
      expect((await bare('GET', path)).status, path).to.be.within(400, 404)
  })

  it('answers the same for the same key, and refuses it for another request', async () => {
    const options = { idempotencyKey: 'one' }
    const all = await Promise.all(Array.from({ length: 20 }, () => stripe.customers.create({ email: 'one@example.com' }, options)))
    expect(new Set(all.map(({ id }) => id)).size).to.equal(1)
    const other = await refused(stripe.customers.create({ email: 'two@example.com' }, options))
    expect(other).to.include({ type: 'StripeIdempotencyError', statusCode: 400 })
    // what was refused for its parameters may be asked again
    await refused(stripe.coupons.create({ duration: 'once' }, { idempotencyKey: 'two' }))
    expect((await stripe.coupons.create({ duration: 'once', percent_off: 10 }, { idempotencyKey: 'two' })).percent_off).to.equal(10)
  })

  it('pays and declines with Stripe’s test cards', async () => {
    const pay = (payment_method: string) =>
      stripe.paymentIntents.create({
        amount: 500,
        currency: 'usd',
        payment_method,
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      })
    const intent = await pay('pm_card_visa')
    expect(intent).to.include({ object: 'payment_intent', status: 'succeeded', amount_received: 500 })
    const declined = await refused(pay('pm_card_chargeDeclinedInsufficientFunds'))
    expect(declined).to.include({ type: 'StripeCardError', code: 'card_declined', decline_code: 'insufficient_funds', statusCode: 402 })
    expect((declined.raw as any).payment_intent.status).to.equal('requires_payment_method')
    const deep = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.balance_transaction'] })
    const charge = deep.latest_charge as Stripe.Charge
    expect((charge.balance_transaction as Stripe.BalanceTransaction).net).to.equal(500 - 45)
    expect(await refused(stripe.paymentIntents.retrieve(intent.id, { expand: ['nonsense'] }))).to.include({ statusCode: 400 })
    const given = await stripe.refunds.create({ payment_intent: intent.id, amount: 200 })
    expect(given).to.include({ object: 'refund', amount: 200, status: 'succeeded' })
    expect(await refused(stripe.refunds.create({ payment_intent: intent.id, amount: 301 }))).to.include({ statusCode: 400, param: 'amount' })
  })

  it('pages its lists forwards and backwards', async () => {
    for (let i = 0; i < 12; i++) await stripe.products.create({ name: `Product ${i}` })
    const names: string[] = []
    for await (const product of stripe.products.list({ limit: 5 })) names.push(product.name)
    expect(names.slice(0, 3)).to.deep.equal(['Product 11', 'Product 10', 'Product 9'])
    expect(names.length).to.equal(12)
  })

  it('lets time pass on a test clock: a subscription renews, its webhooks come, and nobody else’s time moves', async () => {
    const start = Math.floor(Date.UTC(2030, 0, 31, 12) / 1000)
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start, name: 'January' })
    const customer = await stripe.customers.create({ email: 'clock@example.com', test_clock: clock.id })
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
    const price = await stripe.prices.create({ currency: 'eur', unit_amount: 1000, recurring: { interval: 'month' }, product_data: { name: 'Clocked' } })
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      metadata: { owner: 'tests', reference: 'clocked' },
    })
    expect(subscription).to.include({ object: 'subscription', status: 'active' })
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 100 * 86_400 })
    await app.settle()
    expect((await stripe.testHelpers.testClocks.retrieve(clock.id)).status).to.equal('ready')
    const invoices = await stripe.invoices.list({ subscription: subscription.id })
    const days = invoices.data.map(({ period_start }) => new Date(period_start * 1000).toISOString().slice(0, 10))
    expect(days, 'the 31st is the last day of a shorter month').to.deep.equal(['2030-04-30', '2030-03-31', '2030-02-28', '2030-01-31'])
    expect(invoices.data.every(({ status }) => status === 'paid')).to.equal(true)
    const [row] = await app.sql(`select count(*)::int as rows from payments.webhook_event where type = 'invoice.paid' and object_id = $1`, [subscription.id])
    expect(row.rows).to.equal(4)
    expect((await stripe.customers.create({ email: 'now@example.com' })).created).to.be.within(Date.now() / 1000 - 60, Date.now() / 1000 + 60)
    expect(await refused(stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start }))).to.include({ statusCode: 400 })
  })

  it('shows nothing of it to another community', async () => {
    const there = await app.community()
    const { id } = await stripe.customers.create({ email: 'mine@example.com' })
    const other = await openWire(app, there.id)
    try {
      const theirs = new Stripe('sk_test_any', { host: '127.0.0.1', port: other.port, protocol: 'http', maxNetworkRetries: 0 })
      expect(await refused(theirs.customers.retrieve(id))).to.include({ statusCode: 404 })
      expect((await theirs.customers.list()).data).to.deep.equal([])
    } finally {
      other.close()
    }
  })

  /** `PAYMENTS_RENEWALS=10000` is what is measured now and then. */
  const MANY = Number(process.env.PAYMENTS_RENEWALS ?? 1_000)
  it(`${MANY} subscriptions renew on one day, and everybody hears of each`, async function renewals() {
    this.timeout(30_000 + MANY * 60)
    const use = kit(app)
    const { state, reference } = await use.buy({ mode: 'subscription', lines: [MONTHLY] })
    // copies of one that was really sold, each with a buyer of its own
    await app.sql(
      `insert into payments.thing (community_id, object_id, object, customer, clock, made_at, data)
       select community_id, object_id || '_' || n, object, null, '', made_at, jsonb_set(data, '{id}', to_jsonb(object_id || '_' || n))
       from payments.thing, generate_series(1, $2) n where object_id = $1`,
      [state.customerId, MANY],
    )
    await app.sql(
      `insert into payments.thing (community_id, object_id, object, customer, clock, made_at, due_at, data)
       select community_id, object_id || '_' || n, object, customer || '_' || n, '', made_at, due_at,
         data || jsonb_build_object('id', object_id || '_' || n, 'customer', customer || '_' || n, 'metadata', jsonb_build_object('owner', 'tests', 'reference', $3 || '-' || n))
       from payments.thing, generate_series(1, $2) n where object_id = $1`,
      [state.subscriptionId, MANY, reference],
    )
    const { state: now } = await use.last('payments.subscription', reference)
    const started = performance.now()
    await use.door((money) => money.test.advance(new Date(new Date(now.periodEnd).getTime() + 1000)))
    const renewed = performance.now()
    for (;;) {
      await app.settle().catch(() => {})
      const [{ left }] = await app.sql(
        `select (select count(*) from payments.refresh)::int + (select count(*) from payments.thing where parent = 'pending')::int + (select count(*) from kernel.event where relayed_at is null)::int as left`,
      )
      if (left === 0) break
    }
    const ended = performance.now()
    if (process.env.PAYMENTS_RENEWALS)
      console.log(`      ${MANY} renewals: ${Math.round(renewed - started)} ms on the server, ${Math.round(ended - renewed)} ms until every owner had heard`)
    const [{ charges, subscriptions }] = await app.sql(
      `select count(distinct payload -> 'state' ->> 'id') filter (where name = 'payments.charge' and payload -> 'state' ->> 'status' = 'paid')::int as charges,
         count(distinct payload -> 'state' ->> 'id') filter (where name = 'payments.subscription')::int as subscriptions
       from kernel.event where payload -> 'purpose' ->> 'reference' like $1`,
      [`${reference}-%`],
    )
    expect({ charges, subscriptions }).to.deep.equal({ charges: MANY, subscriptions: MANY })
    const [{ twice }] = await app.sql(
      `select count(*)::int as twice from (select data ->> 'payment_intent' from payments.thing where object = 'charge' group by 1 having count(*) > 1) t`,
    )
    expect(twice).to.equal(0)
  })
})
