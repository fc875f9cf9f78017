/** Stripe's official command line drives the test server over HTTP: a client that nobody here wrote, with requests that nobody here chose. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import payments from '../contract.ts'
import { openWire } from './wire.ts'

const COMMAND = createRequire(import.meta.url).resolve('@stripe/cli/bin/shim.js')

describe('Stripe’s command line', () => {
  let app: TestApp
  let wire: Awaited<ReturnType<typeof openWire>>
  let env: Record<string, string | undefined>
  const HOME = mkdtempSync(path.join(os.tmpdir(), 'stripe-cli-'))
  before(async () => {
    app = await testApp(['plugins/payments'])
    wire = await openWire(app)
    // it would ask elsewhere for newer versions of itself, and tell how it is used
    const alone = { HTTPS_PROXY: 'http://127.0.0.1:9', STRIPE_CLI_TELEMETRY_OPTOUT: '1' }
    env = { PATH: process.env.PATH, HOME, XDG_CONFIG_HOME: HOME, STRIPE_API_KEY: 'sk_test_ofatrium', ...alone }
  })
  after(async () => {
    wire?.close()
    await app?.close()
    rmSync(HOME, { recursive: true, force: true })
  })

  const run = (...args: string[]) =>
    new Promise<{ done: boolean; out: string; err: string }>((answer) => {
      execFile(process.execPath, [COMMAND, ...args, '--api-base', `http://127.0.0.1:${wire.port}`], { env }, (error, out, err) =>
        answer({ done: error === null, out, err }),
      )
    })
  /** What the server has answered, as it is printed. */
  async function ask(...args: string[]): Promise<any> {
    const { out, err } = await run(...args)
    expect(err).to.equal('')
    return JSON.parse(out)
  }
  const form = (fields: Record<string, string | number>) => Object.entries(fields).flatMap(([name, value]) => ['-d', `${name}=${value}`])

  it('makes products, prices, customers and checkout sessions, which are paid and read back', async () => {
    const [product, customer] = await Promise.all([
      ask('products', 'create', '--name=Kiln pass'),
      ask('customers', 'create', '--email=wren@example.com', '--name=Wren'),
    ])
    expect(product).to.include({ object: 'product', name: 'Kiln pass', active: true })
    expect(customer).to.include({ object: 'customer', email: 'wren@example.com' })
    const price = await ask('prices', 'create', '--currency=eur', '--unit-amount=1900', `--product=${product.id}`, ...form({ 'recurring[interval]': 'month' }))
    expect(price).to.include({ object: 'price', product: product.id, unit_amount: 1900, type: 'recurring' })
    const session = await ask(
      'checkout',
      'sessions',
      'create',
      '--mode=subscription',
      `--customer=${customer.id}`,
      '--success-url=https://example.com/done',
      ...form({ 'line_items[0][price]': price.id, 'line_items[0][quantity]': 2 }),
    )
    expect(session).to.include({ object: 'checkout.session', status: 'open', amount_total: 3800, customer: customer.id })
    await app.as(null).call(payments.routes.testPay, { params: { session: session.id }, body: { card: '4242424242424242' } })
    const [paid, held] = await Promise.all([ask('checkout', 'sessions', 'retrieve', session.id), ask('subscriptions', 'list', `--customer=${customer.id}`)])
    expect(paid).to.include({ status: 'complete', payment_status: 'paid' })
    expect(held.data.map(({ id, status }: { id: string; status: string }) => [id, status])).to.deep.equal([[paid.subscription, 'active']])
  })

  it('triggers events, whose webhooks arrive', async () => {
    const told = async () =>
      Object.fromEntries(
        (await app.sql('select type, count(*)::int as times from payments.webhook_event group by type')).map(({ type, times }) => [type, times]),
      )
    const before = await told()
    const wanted = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'customer.created', 'customer.subscription.created', 'charge.refunded']
    for (const { done, out, err } of await Promise.all(wanted.map((event) => run('trigger', event)))) expect(done, out + err).to.equal(true)
    await app.settle()
    const after = await told()
    for (const event of wanted) expect(after[event], event).to.be.greaterThan(before[event] ?? 0)
    const { data } = await ask('events', 'list', '--limit=50')
    expect(data.map(({ type }: { type: string }) => type)).to.include.members(wanted)
  })

  it('is refused in Stripe’s words where the test server does not know what is asked, and nothing is passed over', async () => {
    const refusals = await Promise.all([
      ask('get', '/v1/nonsense'),
      ask('customers', 'create', ...form({ flavour: 'mint' })),
      ask('customers', 'retrieve', 'cus_nobody'),
      ask('payment_intents', 'create', '--amount=500'),
    ])
    expect(refusals.map(({ error: { type, code, param } }) => [type, code, param])).to.deep.equal([
      ['invalid_request_error', undefined, undefined],
      ['invalid_request_error', 'parameter_unknown', 'flavour'],
      ['invalid_request_error', 'resource_missing', 'id'],
      ['invalid_request_error', 'parameter_missing', 'currency'],
    ])
    expect(refusals[0].error.message).to.match(/^Unrecognized request URL \(GET: \/v1\/nonsense\)/)
    expect(refusals[2].error.message).to.equal("No such customer: 'cus_nobody'")
    // what makes an event in a way that the test server has not
    const [item, page] = await Promise.all(['invoice.paid', 'checkout.session.completed'].map((event) => run('trigger', event)))
    expect([item!.done, page!.done]).to.deep.equal([false, false])
    expect(item!.err).to.contain('Unrecognized request URL (POST: /v1/invoiceitems)')
    expect(page!.err).to.contain('Unrecognized request URL (GET: /v1/payment_pages/')
  })
})
