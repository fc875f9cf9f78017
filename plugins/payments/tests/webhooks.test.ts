/** Webhooks: many times, in any order, late, forged; the provider away; the comparison at night. */
import { refusal, type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import Stripe from 'stripe'
import payments from '../contract.ts'
import { kit, MONTHLY } from './kit.ts'

describe('webhooks of payments', () => {
  let app: TestApp
  let use: ReturnType<typeof kit>
  /** That our own server signs with. */
  let secret: string
  before(async () => {
    app = await testApp(['plugins/payments'])
    use = kit(app)
    await app.run(null, async (ctx) => void (await ctx.as('payments').saveSettings(payments, { webhook_secret: ctx.seal('whsec_0123456789abcdef') })))
    await use.buy()
    const [{ object_id: sealed }] = await app.sql(`select object_id from payments.named where key = 'webhook_secret' and provider = 'test'`)
    secret = await app.run(null, async (ctx) => ctx.unseal(sealed))
  })
  after(() => app?.close())

  /** Posts a body as Stripe does. */
  async function post(event: object | string, { signed = secret, at = Date.now(), communityId }: { signed?: string; at?: number; communityId?: number } = {}) {
    const payload = typeof event === 'string' ? event : JSON.stringify(event)
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: signed, timestamp: Math.floor(at / 1000) })
    const response = await fetch(`${app.url}/webhooks/payments/${communityId ?? (await app.primaryId())}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
      body: payload,
    })
    return { status: response.status, body: (await response.json()) as { code?: string } }
  }
  const events = () => app.sql<{ data: any }>(`select data from payments.thing where object = 'event' order by id`)
  const heard = (reference: string) =>
    app.sql<{ name: string; payload: any }>(`select name, payload from kernel.event where payload -> 'purpose' ->> 'reference' = $1 order by id`, [reference])
  /** What an owner ends up with who goes by versions. */
  const end = (all: { name: string; payload: any }[]) =>
    Object.fromEntries(
      [...Map.groupBy(all, ({ name, payload }) => `${name} ${payload.state.id}`)].map(([key, each]) => [
        key,
        each.reduce((a, b) => (b.payload.version > a.payload.version ? b : a)).payload.state,
      ]),
    )

  it('F27: fifty of the same at once are one row, one refresh and no second event', async () => {
    const { reference } = await use.buy()
    const before = await heard(reference)
    const [event] = (await events()).slice(-1)
    const copy = { ...event!.data, id: 'evt_fifty' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(copy)))
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]))
    await app.settle()
    const [row] = await app.sql(
      `select received, (select count(*)::int from payments.refresh) as waiting from payments.webhook_event where event_id = 'evt_fifty'`,
    )
    expect(row).to.deep.equal({ received: 50, waiting: 0 })
    expect(await heard(reference)).to.have.length(before.length)
  })

  it('F28: whatever the order, owners end with the same states', async () => {
    const { reference, state } = await use.buy({ mode: 'subscription', lines: [MONTHLY] })
    const subscription = (await use.door((money) => money.retrieveSubscription(state.subscriptionId!))).id
    await use.door((money) => money.change(subscription, { quantity: 3, prorate: true }, 'quantity:1'))
    await use.door((money) => money.change(subscription, { cancel: 'period_end', prorate: false }, 'cancel:1'))
    await use.door((money) => money.refund(state.chargeId!, 700, 'kind', 'refund:order'))
    await app.settle()
    const wanted = end(await heard(reference))
    const all = (await events())
      .map(({ data }) => data)
      .filter(({ data: { object } }) => [object.id, object.payment_intent, object.subscription].some((id) => id && JSON.stringify(wanted).includes(id)))
    expect(all.length).to.be.above(6)
    const orders = [
      all,
      all.toReversed(),
      ...Array.from({ length: 4 }, (_, seed) =>
        all
          .map((event, at) => ({ event, key: (at * 7919 + seed * 104_729) % 97 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ event }) => event),
      ),
    ]
    for (const [round, order] of orders.entries()) {
      // as if nothing had ever been heard
      await app.sql('delete from payments.snapshot')
      await app.sql(`delete from kernel.event where name like 'payments.%'`)
      for (const event of order) {
        await post({ ...event, id: `${event.id}_${round}` })
        if (round % 2) await app.settle()
      }
      await app.settle()
      expect(end(await heard(reference)), `order ${round}`).to.deep.equal(wanted)
    }
  })

  it('late ones say what is true now; those older than five minutes are refused', async () => {
    const { reference, state } = await use.buy()
    const late = (await events()).map(({ data }) => data).find(({ type, data }) => type === 'payment_intent.succeeded' && data.object.id === state.chargeId)
    await use.door((money) => money.refund(state.chargeId!, null, 'back', `refund:${reference}`))
    await app.settle()
    expect((await post({ ...late, id: 'evt_late' })).status).to.equal(200)
    await app.settle()
    expect(end(await heard(reference))[`payments.charge ${state.chargeId}`].refunded).to.equal(1900)
    expect((await post({ ...late, id: 'evt_old' }, { at: Date.now() - 10 * 60_000 })).status).to.equal(400)
  })

  it('forged ones change nothing: no signature, another secret, another body, another community', async () => {
    const { state } = await use.buy()
    const forged = { id: 'evt_forged', object: 'event', type: 'charge.refunded', data: { object: { id: 'ch_x', payment_intent: state.chargeId } } }
    const before = await app.sql('select count(*)::int as rows from payments.webhook_event')
    expect(await post(forged, { signed: 'whsec_another_secret_1' })).to.deep.include({ status: 400 })
    const bare = await fetch(`${app.url}/webhooks/payments/${await app.primaryId()}`, { method: 'POST', body: JSON.stringify(forged) })
    expect(bare.status).to.equal(400)
    const payload = JSON.stringify(forged)
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret })
    const changed = await fetch(`${app.url}/webhooks/payments/${await app.primaryId()}`, {
      method: 'POST',
      headers: { 'stripe-signature': header },
      body: `${payload} `,
    })
    expect(changed.status).to.equal(400)
    const other = await app.community()
    expect((await post(forged, { communityId: other.id })).status).to.equal(400)
    expect((await post(forged, { communityId: 987_654 })).status).to.be.oneOf([400, 404])
    expect(await app.sql('select count(*)::int as rows from payments.webhook_event')).to.deep.equal(before)
    const incidents = await app.sql(`select kind, times from payments.incident where kind = 'webhook_refused'`)
    expect(incidents).to.have.length(1)
    expect((await post('no json at all')).status).to.equal(400)
  })

  it('a signed event that says something untrue is a reason to ask and nothing more', async () => {
    const { reference, state } = await use.buy({}, undefined)
    await post({
      id: 'evt_lie',
      object: 'event',
      type: 'charge.refunded',
      data: { object: { id: 'ch_x', payment_intent: state.chargeId, amount_refunded: 1900, refunded: true } },
    })
    await post({
      id: 'evt_nothing',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_there_is_none', amount: 1_000_000, metadata: { owner: 'tests', reference } } },
    })
    await app.settle()
    expect(end(await heard(reference))[`payments.charge ${state.chargeId}`].refunded).to.equal(0)
    expect(await app.sql(`select from payments.snapshot where object_id = 'pi_there_is_none'`)).to.deep.equal([])
    expect(await app.sql('select from payments.refresh')).to.deep.equal([])
  })

  it('F29: while the provider is away the queue waits and admins are told; afterwards everything arrives', async () => {
    const away = await testApp([{ from: 'plugins/payments', options: { stripe: { host: '127.0.0.1', port: 9, protocol: 'http' } } }])
    try {
      const them = kit(away)
      const { state, reference } = await them.buy()
      // the same things at a provider that does not answer
      await away.sql(`update payments.snapshot set provider = 'stripe'`)
      await away.run(
        null,
        async (ctx) => void (await ctx.as('payments').saveSettings(payments, { secret_key: ctx.seal('sk_test_123456'), provider: 'stripe' })),
      )
      await away.outside(null, (ctx) => ctx.use(payments).refresh('charge', state.chargeId!))
      for (let tries = 0; tries < 4; tries++) {
        await away.settle()
        await away.clock.advance(3_600_000)
        await away.runSchedule('tick')
      }
      const [waits] = await away.sql('select tries, error from payments.refresh')
      expect(waits.tries).to.be.at.least(3)
      const [incident] = await away.sql(`select kind, resolved_at from payments.incident`)
      expect(incident).to.deep.equal({ kind: 'provider_down', resolved_at: null })
      const theirs = await away.member('admin')
      const seen = await away.as(theirs).call(payments.routes.setup)
      expect(seen).to.include({ state: 'unreachable', waiting: 1 })
      expect(seen.incidents[0]).to.include({ kind: 'provider_down' })
      expect(await refusal(away.outside(null, (ctx) => ctx.use(payments).refund(state.chargeId!, null, 'x', 'refund:away')))).to.include({
        code: 'provider_down',
      })
      // it is back
      await away.sql(`update payments.snapshot set provider = 'test'`)
      await away.sql(`update payments.refresh set provider = 'test'`)
      await away.run(null, async (ctx) => void (await ctx.as('payments').saveSettings(payments, { provider: 'test' })))
      await them.door((money) => money.refund(state.chargeId!, null, 'x', 'refund:away'))
      await away.clock.advance(3_600_000)
      await away.runSchedule('tick')
      expect(await away.sql('select from payments.refresh')).to.deep.equal([])
      const [last] = await away.sql(
        `select payload from kernel.event where name = 'payments.charge' and payload -> 'purpose' ->> 'reference' = $1 order by id desc limit 1`,
        [reference],
      )
      expect(last.payload.state.refunded).to.equal(1900)
      expect((await away.sql('select resolved_at from payments.incident'))[0].resolved_at).to.not.equal(null)
    } finally {
      await away.close()
    }
  })

  it('the night finds what nobody was told of, tells admins, and hands it out', async () => {
    const { state, reference } = await use.buy()
    await app.sql(`update payments.snapshot set state = jsonb_set(state, '{refunded}', '5') where object_id = $1`, [state.chargeId])
    await app.runSchedule('compare')
    const [incident] = await app.sql(`select subject, said from payments.incident where subject = $1`, [`charge ${state.chargeId}`])
    expect(incident).to.deep.equal({ subject: `charge ${state.chargeId}`, said: { thing: 'charge', id: state.chargeId } })
    const shown = (await app.as(await app.member('admin')).call(payments.routes.setup)).incidents
    expect(shown.map(({ text }) => text).join()).to.contain(state.chargeId)
    expect(end(await heard(reference))[`payments.charge ${state.chargeId}`].refunded).to.equal(0)
    await app.runSchedule('compare')
    expect((await app.sql(`select max(times) as times from payments.incident where kind = 'difference'`))[0].times).to.equal(1)
  })

  it('of one community are nothing to another', async () => {
    const there = await app.community()
    const admin = await app.member('admin', { community: there })
    expect((await app.as(admin).call(payments.routes.webhookEvents)).records).to.deep.equal([])
    const { page, state } = await use.buy()
    expect(await refusal(app.as(admin).call(payments.routes.testPage, { params: { session: page.id } }))).to.include({ status: 404 })
    for (const ask of [
      (money: import('../contract.ts').PaymentsService) => money.retrieveCharge(state.chargeId!),
      (money: import('../contract.ts').PaymentsService) => money.refund(state.chargeId!, null, 'mine', 'refund:theirs'),
    ])
      expect(await refusal(app.outside(there.id, (ctx) => ask(ctx.use(payments))))).to.include({ status: 404 })
  })
})
