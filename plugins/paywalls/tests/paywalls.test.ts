/** Selling: conformance; prices that browsers send, coupons, what follows each word of the provider, in any order; the ledger. */
import { expect } from 'chai'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import access from '../../access/contract.ts'
import payments, { type ChargeState, type CheckoutState, type SubscriptionState } from '../../payments/contract.ts'
import contract from '../contract.ts'
import { chargeState, checkoutState, orderOf, subscriptionState, sellSpace } from './kit.ts'
import { isInside } from '../../spaces/tests/kit.ts'

const { routes } = contract
const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/access', 'plugins/payments']

describePlugin('plugins/paywalls')

describe('paywalls', () => {
  let app: TestApp
  let admin: TestMember
  let space: { id: number; slug: string }
  let paywall: { id: number; prices: { id: number }[] }
  const monthly = () => paywall.prices[0]!.id
  const once = () => paywall.prices[1]!.id
  const free = () => paywall.prices[2]!.id
  const inside = (memberId: number) => isInside(app, space.id, memberId)
  const purchaseOf = async (uid: string) => (await app.sql('select * from paywalls.purchase where checkout_uid = $1', [uid]))[0]
  const session = (who: TestMember, priceId: number, more: object = {}) =>
    app.as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: priceId, ...more } })
  /** A checkout as it is once the provider was asked. */
  async function started(who: TestMember, priceId: number, due = 1400): Promise<string> {
    const { id } = await session(who, priceId)
    await app.sql(`update paywalls.checkout set status = 'started', provider = 'test', processor_id = $2, ordered = $3 where uid = $1`, [
      id,
      `cs_${id}`,
      JSON.stringify(orderOf(priceId, due, priceId === monthly() ? {} : { kind: 'onetime', interval: null, intervalCount: null })),
    ])
    return id
  }
  type Said =
    | { checkout: Partial<CheckoutState>; version?: number }
    | { subscription: Partial<SubscriptionState>; version?: number }
    | { charge: Partial<ChargeState>; version?: number }
  async function say(uid: string, priceId: number, said: Said): Promise<void> {
    const purpose = { owner: 'paywalls', reference: uid }
    const version = said.version ?? 1
    await app.run(null, async (ctx) => {
      if ('checkout' in said) ctx.emit(payments.events['payments.checkout'], { purpose, version, state: checkoutState(uid, said.checkout) })
      else if ('subscription' in said)
        ctx.emit(payments.events['payments.subscription'], { purpose, version, state: subscriptionState(uid, priceId, said.subscription) })
      else ctx.emit(payments.events['payments.charge'], { purpose, version, state: chargeState(uid, said.charge) })
    })
    await app.settle()
  }
  const browse = (call: string, body: object, cookie: string) =>
    fetch(`${app.url}/internal_api/paywalls/checkout/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'pt-PT,pt;q=0.9', origin: app.url, cookie },
      body: JSON.stringify(body),
    })
  const balance = async () =>
    (await app.sql('select currency, sum(amount)::bigint as sum from paywalls.entry group by currency having sum(amount) <> 0')).length

  before(async () => {
    app = await testApp([...NEEDS, 'plugins/paywalls'])
    admin = await app.member('admin')
    ;({ space, paywall } = await sellSpace(app, admin, [
      { name: 'Monthly', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly' },
      { name: 'Once', price_type: 'onetime', amount_in_cents: 19_000 },
      { name: 'Guests', price_type: 'onetime', amount_in_cents: 0 },
    ]))
  })
  beforeEach(() => app.resetLimits())
  afterEach(async () => expect(await balance(), 'the ledger balances').to.equal(0))
  after(() => app?.close())

  it('opens what is free at once, and once', async () => {
    const who = await app.member()
    const { id } = await session(who, free())
    expect(await inside(who.id)).to.equal(false)
    expect((await app.as(who).call(routes.checkout, { body: { session_id: id } })).url).to.equal(null)
    await app.settle()
    await app.redeliver()
    expect(await app.as(who).call(routes.session, { params: { id } })).to.include({ status: 'fulfilled', to: `/c/${space.slug}` })
    expect(await inside(who.id)).to.equal(true)
    expect((await app.as(who).call(routes.prepare, { body: { paywall_id: paywall.id } })).closed).to.equal('held')
    expect(await refusal(session(who, monthly()))).to.include({ status: 409, code: 'held' })
  })

  it('takes no amount from the browser, but what a buyer may name, within its bounds', async () => {
    const who = await app.member()
    const sent = await app.as(who).send('POST', '/internal_api/paywalls/checkout/preview', {
      paywall_id: paywall.id,
      price_id: monthly(),
      amount_in_cents: 1,
      amount: 1,
      currency: 'jpy',
      due_today: 1,
    })
    expect(sent.body).to.include({ due_today: 1400, currency: 'eur' })
    expect(await refusal(app.as(who).call(routes.preview, { body: { paywall_id: paywall.id, price_id: monthly(), custom_amount_in_cents: 1 } }))).to.include({
      status: 422,
    })
    const own = await app.as(admin).call(routes.create, {
      body: {
        paywall: {
          name: 'Donate',
          currency: 'usd',
          status: 'active',
          prices: [{ price_type: 'onetime', amount_in_cents: 500, is_custom_amount: true, suggested_amount_in_cents: 1000 }],
        },
      },
    })
    const preview = (custom?: number) =>
      app.as(who).call(routes.preview, { body: { paywall_id: own.id, price_id: own.prices[0]!.id, custom_amount_in_cents: custom } })
    expect((await preview()).due_today).to.equal(1000)
    expect((await preview(2500)).due_today).to.equal(2500)
    expect(await refusal(preview(499))).to.include({ status: 422 })
    expect(await refusal(app.as(who).call(routes.preview, { body: { paywall_id: own.id, price_id: monthly() } }))).to.include({ status: 404 })
  })

  it('divides instalments without losing a cent, and takes coupons and tax into account', async () => {
    await app.as(admin).call(routes.updateTaxSettings, { body: { platform_status: 'enabled', country: 'AT', default_tax_behavior: 'inclusive' } })
    const made = await app.as(admin).call(routes.create, {
      body: {
        paywall: {
          name: 'Kiln',
          currency: 'eur',
          status: 'active',
          tax_behavior: 'exclusive',
          prices: [{ price_type: 'installments', amount_in_cents: 10_000, interval: 'monthly', installments_count: 3 }],
        },
      },
    })
    await app.as(admin).call(routes.createCoupon, { body: { coupon: { code: 'KILN20', kind: 'percent', percent_off: 2000 } } })
    const preview = (paywallId: number, priceId: number, more: object) =>
      app.as(admin).call(routes.preview, { body: { paywall_id: paywallId, price_id: priceId, ...more } })
    const parts = await preview(made.id, made.prices[0]!.id, { country: 'DE' })
    expect(parts.due_today + parts.renewal!.times! * parts.renewal!.amount, 'the whole with 19 %').to.equal(11_900)
    const with20 = await preview(paywall.id, once(), { country: 'AT', coupon_code: 'kiln20' })
    expect(with20).to.include({ due_today: 15_200, discount: 3800, tax: 2533, tax_rate: 2000, reverse_charge: false })
    const business = await preview(paywall.id, once(), { country: 'DE', tax_id: 'DE 136695976' })
    expect(business, 'net, the buyer owes the tax').to.include({ reverse_charge: true, tax: 0, due_today: 15_966 })
    expect((await preview(paywall.id, once(), { country: 'AT', tax_id: 'ATU13585627' })).reverse_charge, 'at home it is owed').to.equal(false)
    await app.as(admin).call(routes.updateTaxSettings, { body: { platform_status: 'disabled' } })
  })

  it('gives a coupon of limit 1 to one of fifty', async () => {
    const coupon = await app.as(admin).call(routes.createCoupon, { body: { coupon: { code: 'ONLYONE', kind: 'percent', percent_off: 10_000, max_uses: 1 } } })
    const people = await Promise.all(Array.from({ length: 50 }, () => app.member()))
    const sessions = await Promise.all(people.map((who) => session(who, once(), { coupon_code: 'ONLYONE' })))
    const results = await Promise.allSettled(people.map((who, i) => app.as(who).call(routes.checkout, { body: { session_id: sessions[i]!.id } })))
    await app.settle()
    expect(results.filter(({ status }) => status === 'fulfilled').length).to.equal(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason.code).to.be.oneOf(['coupon_used_up', 'coupon_invalid'])
    expect((await app.as(admin).call(routes.coupon, { params: { id: coupon.id } })).uses_count).to.equal(1)
    expect((await Promise.all(people.map(({ id }) => inside(id)))).filter(Boolean).length).to.equal(1)
  })

  it('lets the prices of a coupon be others, and names them', async () => {
    const save = (id: number, price_ids: number[]) => app.as(admin).call(routes.updateCoupon, { params: { id }, body: { coupon: { price_ids } } })
    const preview = () => app.as(admin).call(routes.preview, { body: { paywall_id: paywall.id, price_id: once(), coupon_code: 'MOVED' } })
    const other = paywall.prices.find(({ id }) => id !== once())!
    const made = { code: 'MOVED', kind: 'percent' as const, percent_off: 1000, price_ids: [other.id] }
    const { id, prices } = await app.as(admin).call(routes.createCoupon, { body: { coupon: made } })
    expect(prices).to.have.length(1)
    expect(prices[0]!.name).to.include('Glaze chemistry')
    expect(await refusal(preview())).to.include({ status: 422, code: 'coupon_invalid' })
    expect((await save(id, [once()])).price_ids).to.deep.equal([once()])
    expect((await preview()).coupon).to.include({ code: 'MOVED' })
    expect(await refusal(save(id, [999_999]))).to.include({ status: 422 })
    expect((await save(id, [])).prices, 'of all prices none is named').to.deep.equal([])
  })

  it('gives a coupon back when the checkout comes to nothing, once', async () => {
    const coupon = await app.as(admin).call(routes.createCoupon, { body: { coupon: { code: 'BACK', kind: 'percent', percent_off: 5000, max_uses: 1 } } })
    const uses = async () => (await app.as(admin).call(routes.coupon, { params: { id: coupon.id } })).uses_count
    const who = await app.member()
    const uid = await started(who, monthly())
    await app.sql('update paywalls.checkout set coupon_id = $2, coupon_held = true where uid = $1', [uid, coupon.id])
    await app.sql('update paywalls.coupon set uses_count = 1 where id = $1', [coupon.id])
    await say(uid, monthly(), { checkout: { status: 'expired', paid: false } })
    await app.redeliver()
    await say(uid, monthly(), { checkout: { status: 'expired', paid: false }, version: 2 })
    expect(await uses()).to.equal(0)
    expect((await app.as(who).call(routes.session, { params: { id: uid } })).status).to.equal('expired')
  })

  const ORDERS = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]
  for (const order of ORDERS)
    it(`ends the same in the order ${order.join('')}: paid, open, one charge`, async () => {
      const who = await app.member()
      const uid = await started(who, monthly())
      const said: Said[] = [{ checkout: { subscriptionId: `sub_${uid}` } }, { subscription: {} }, { charge: { subscriptionId: `sub_${uid}` } }]
      for (const i of order) await say(uid, monthly(), said[i]!)
      await app.redeliver()
      const purchase = await purchaseOf(uid)
      expect(purchase).to.include({
        status: 'active',
        is_open: true,
        member_id: who.id,
        charges_quantity: 1,
        total_paid: 1400,
        mrr: 1400,
        processor_id: `sub_${uid}`,
      })
      expect(await inside(who.id)).to.equal(true)
      const entries = await app.sql('select account, amount from paywalls.entry where purchase_id = $1 order by account', [purchase.id])
      expect(entries.map(({ account, amount }) => [account, amount])).to.deep.equal([
        ['processor', 1400],
        ['recurring', 1400],
        ['recurring_contra', -1400],
        ['revenue', -1400],
      ])
      const paid = await app.sql(`select payload from kernel.event where name = 'paywalls.paid' and payload ->> 'checkout' = $1`, [uid])
      expect(paid.length).to.equal(1)
      expect(paid[0].payload).to.deep.include({ memberId: who.id, first: true, money: { amount: 1400, currency: 'eur' }, attribution: {} })
    })

  it('opens nothing that is not paid', async () => {
    const who = await app.member()
    const uid = await started(who, monthly())
    await say(uid, monthly(), { checkout: { paid: false, chargeId: null, subscriptionId: `sub_${uid}` } })
    await say(uid, monthly(), { subscription: { status: 'incomplete' } })
    await say(uid, monthly(), { charge: { status: 'failed', failure: { code: 'card_declined', message: 'Declined' }, paidAt: null } })
    expect(await inside(who.id)).to.equal(false)
    expect(await purchaseOf(uid)).to.include({ status: 'pending', charges_quantity: 0, total_paid: 0 })
    expect((await app.sql('select 1 from paywalls.entry where purchase_id = $1', [(await purchaseOf(uid)).id])).length).to.equal(0)
    await say(uid, monthly(), { charge: {}, version: 2 })
    await say(uid, monthly(), { subscription: {}, version: 2 })
    expect(await inside(who.id)).to.equal(true)
  })

  it('follows a refund that is heard of before the payment', async () => {
    const who = await app.member()
    const uid = await started(who, once(), 19_000)
    const amount = { amount: 19_000, currency: 'eur' }
    await say(uid, once(), { charge: { amount, refunded: 19_000 }, version: 2 })
    await say(uid, once(), { charge: { amount }, version: 1 })
    await say(uid, once(), { checkout: { total: amount } })
    const purchase = await purchaseOf(uid)
    expect(purchase).to.include({ status: 'refunded', is_open: false, total_paid: 19_000, total_refunded: 19_000 })
    expect(await inside(who.id)).to.equal(false)
    const [sum] = await app.sql(`select sum(amount)::bigint as left from paywalls.entry where purchase_id = $1 and account = 'processor'`, [purchase.id])
    expect(sum.left).to.equal(0)
  })

  it('closes with its reason alone: a part given back leaves the door open, the whole shuts it', async () => {
    const who = await app.member()
    const uid = await started(who, once(), 19_000)
    const amount = { amount: 19_000, currency: 'eur' }
    await say(uid, once(), { charge: { amount } })
    await say(uid, once(), { charge: { amount, refunded: 5000 }, version: 2 })
    expect(await inside(who.id)).to.equal(true)
    await app.run(null, (ctx) => ctx.use(access).open([who.id], [{ kind: 'space', id: space.id }], { source: 'manual', sourceId: null }))
    await say(uid, once(), { charge: { amount, refunded: 19_000 }, version: 3 })
    expect(await purchaseOf(uid)).to.include({ status: 'refunded', is_open: false })
    expect(await inside(who.id), 'another reason is left').to.equal(true)
    await app.run(null, (ctx) => ctx.use(access).close([who.id], { source: 'manual', sourceId: null }))
    expect(await inside(who.id)).to.equal(false)
    const refunds = await app.sql(
      `select (payload ->> 'amount')::int as amount, (payload ->> 'total')::int as total from kernel.event where name = 'paywalls.refunded' and (payload ->> 'memberId')::bigint = $1 order by id`,
      [who.id],
    )
    expect(refunds).to.deep.equal([
      { amount: 5000, total: 5000 },
      { amount: 14_000, total: 19_000 },
    ])
  })

  it('keeps the door open for seven days while a payment fails, and opens it again when it is paid', async () => {
    const who = await app.member()
    const uid = await started(who, monthly())
    await say(uid, monthly(), { charge: {} })
    await say(uid, monthly(), { subscription: {} })
    await say(uid, monthly(), { charge: { id: `late_${uid}`, status: 'failed', paidAt: null, failure: { code: 'card_declined', message: 'Declined' } } })
    await say(uid, monthly(), { subscription: { status: 'past_due' }, version: 2 })
    expect(await inside(who.id)).to.equal(true)
    expect((await app.sent()).some(({ subject, text }) => subject.includes('failed') && text.includes('Your card was declined.'))).to.equal(true)
    await app.clock.advance(6 * 86_400_000)
    await app.runSchedule('due')
    await app.settle()
    expect(await inside(who.id)).to.equal(true)
    await app.clock.advance(2 * 86_400_000)
    await app.runSchedule('due')
    await app.settle()
    expect(await purchaseOf(uid)).to.include({ status: 'past_due', is_open: false })
    await say(uid, monthly(), { charge: { id: `late_${uid}` }, version: 2 })
    await say(uid, monthly(), { subscription: {}, version: 3 })
    expect(await purchaseOf(uid)).to.include({ status: 'active', is_open: true, charges_quantity: 2 })
    expect(await inside(who.id)).to.equal(true)
  })

  it('counts recurring income as it comes and goes', async () => {
    const who = await app.member()
    const uid = await started(who, monthly())
    const report = () => app.as(admin).call(routes.report, { query: { days: 90, currency: 'eur' } })
    const before = await report()
    await say(uid, monthly(), { charge: {} })
    await say(uid, monthly(), { subscription: {} })
    const with1 = await report()
    expect([with1.mrr - before.mrr, with1.active - before.active]).to.deep.equal([1400, 1])
    await say(uid, monthly(), { subscription: { collectionPaused: true }, version: 2 })
    expect((await report()).mrr).to.equal(before.mrr)
    await say(uid, monthly(), { subscription: {}, version: 3 })
    await say(uid, monthly(), { subscription: { status: 'canceled', endedAt: new Date().toISOString() }, version: 4 })
    expect((await report()).active).to.equal(before.active)
    expect(await inside(who.id)).to.equal(false)
    const moves = await app.sql(`select kind, amount from paywalls.entry where purchase_id = $1 and account = 'recurring' order by id`, [
      (await purchaseOf(uid)).id,
    ])
    expect(moves).to.deep.equal([
      { kind: 'new', amount: 1400 },
      { kind: 'paused', amount: -1400 },
      { kind: 'returned', amount: 1400 },
      { kind: 'left', amount: -1400 },
    ])
  })

  it('holds a ledger that balances and that nobody changes', async () => {
    const failed = (text: string) =>
      app.sql(text).then(
        () => 'done',
        (error) => error.message as string,
      )
    const line = (amount: number, account: string) =>
      `((select min(id) from kernel.community), 'b3b1c8f0-0000-4000-8000-000000000001', 'test', '${account}', 'charge', ${amount}, 'eur', now()::date)`
    const insert = 'insert into paywalls.entry (community_id, posting, key, account, kind, amount, currency, day) values'
    expect(await failed(`${insert} ${line(100, 'processor')}, ${line(-99, 'revenue')}`)).to.include('does not balance')
    expect(await failed('update paywalls.entry set amount = amount + 1')).to.include('is not changed')
    expect(await failed('delete from paywalls.entry')).to.include('is not changed')
    const [sums] = await app.sql(
      `select (select coalesce(sum(amount), 0) from paywalls.entry where account = 'revenue')::bigint as entries, (select coalesce(sum(amount), 0) from paywalls.entry_day where account = 'revenue')::bigint as days`,
    )
    expect(sums.entries).to.equal(sums.days)
  })

  it('keeps numbers that are what their rows come to', async () => {
    const differences = await app.run(null, (ctx) => ctx.platform.operations.counters())
    expect(differences.filter(({ counter }) => counter.startsWith('paywalls.'))).to.deep.equal([])
  })

  it('answers a change with what it has made of it', async () => {
    const change = (paywallId: number, fields: object) => app.as(admin).call(routes.update, { params: { id: paywallId }, body: { paywall: fields } })
    const made = await app.as(admin).call(routes.create, { body: { paywall: { name: 'Draft', currency: 'eur', prices: [] } } })
    const first = await change(made.id, { description: 'Changed', version: made.version })
    expect(first).to.include({ description: 'Changed' })
    expect(await change(made.id, { description: 'Changed again', version: first.version })).to.include({ description: 'Changed again' })
  })

  it('stops whoever guesses codes, wherever they ask', async () => {
    const guess = async () => (await fetch(`${app.url}/embed/paywalls/${paywall.id}?coupon_code=GUESS`)).status
    for (let round = 0; round < 30; round++) expect(await Promise.all(Array.from({ length: 5 }, guess))).to.deep.equal([200, 200, 200, 200, 200])
    expect(await guess()).to.equal(429)
    const visitor = app.as(null)
    expect(await refusal(visitor.call(routes.prepare, { body: { paywall_id: paywall.id, coupon_code: 'GUESS' } }))).to.include({ status: 429 })
    expect(await refusal(visitor.call(routes.preview, { body: { paywall_id: paywall.id, price_id: once(), coupon_code: 'GUESS' } }))).to.include({
      status: 429,
    })
  })

  it('replaces a price that was sold, and spreads what is opened to whoever holds it', async () => {
    const who = await app.member()
    const made = await app.as(admin).call(routes.create, {
      body: {
        paywall: { name: 'Selling', currency: 'eur', status: 'active', opens: [], prices: [{ price_type: 'onetime', amount_in_cents: 0, name: 'Free' }] },
      },
    })
    await app.run(null, (ctx) => ctx.use(contract).grantFree(who.id, made.prices[0]!.id))
    await app.settle()
    expect(await inside(who.id)).to.equal(false)
    const { prices } = await app.as(admin).call(routes.show, { params: { id: made.id } })
    const changed = await app.as(admin).call(routes.update, {
      params: { id: made.id },
      body: {
        paywall: { opens: [{ kind: 'space', id: space.id }], prices: [{ id: prices[0]!.id, name: 'Paid', price_type: 'onetime', amount_in_cents: 900 }] },
      },
    })
    await app.settle()
    expect(changed.prices.map(({ amount_in_cents, status }) => [amount_in_cents, status])).to.have.deep.members([
      [900, 'active'],
      ...(prices[0]!.is_sold ? [[0, 'inactive']] : []),
    ])
    expect(await inside(who.id)).to.equal(true)
    await app.as(admin).call(routes.update, { params: { id: made.id }, body: { paywall: { opens: [] } } })
    await app.settle()
    expect(await inside(who.id)).to.equal(false)
    expect(await refusal(app.as(admin).call(routes.destroy, { params: { id: made.id } }))).to.include({ status: 409, code: 'paywall_sold' })
  })

  it('makes a visitor a member in the same step, by a code to their mailbox', async () => {
    const visitor = app.as(null)
    const made = await visitor.call(routes.createSession, { body: { paywall_id: paywall.id, price_id: free() } })
    expect(await refusal(visitor.call(routes.checkout, { body: { session_id: made.id, key: made.key } }))).to.include({ status: 401 })
    // whoever is led to it by its address alone goes on with nothing of it
    for (const key of [undefined, 'another']) {
      expect(await refusal(visitor.call(routes.session, { params: { id: made.id }, query: { key } }))).to.include({ status: 404 })
      expect(await refusal(visitor.call(routes.updateSession, { params: { id: made.id }, body: { key, country: 'AT' } }))).to.include({ status: 404 })
      expect(await refusal(visitor.call(routes.destroySession, { params: { id: made.id }, query: { key } }))).to.include({ status: 404 })
      for (const call of [
        visitor.call(routes.otp, { body: { session_id: made.id, key, email: 'nora@example.com', name: 'Nora' } }),
        visitor.call(routes.cancel, { body: { session_id: made.id, key } }),
        visitor.call(routes.complete, { body: { session_id: made.id, key } }),
        app.as(await app.member()).call(routes.checkout, { body: { session_id: made.id, key } }),
      ])
        expect(await refusal(call)).to.include({ status: 404 })
    }
    expect((await visitor.call(routes.session, { params: { id: made.id }, query: { key: made.key } })).key, 'said once').to.equal(null)
    await visitor.call(routes.otp, { body: { session_id: made.id, key: made.key, email: 'nora@example.com', name: 'Nora' } })
    await app.settle()
    const mail = (await app.sent()).find(({ recipient }) => recipient === 'nora@example.com')!
    // alone on a line, which a mail shows large
    const code = mail.text.match(/^\d{6}$/m)![0]
    expect(mail.html).to.match(new RegExp(`font:700 30px/36px [^>]*>${code}</p>`))
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await refusal(visitor.call(routes.verifications, { body: { session_id: made.id, key: made.key, code: wrong } }))).to.include({
      status: 422,
      code: 'otp_invalid',
    })
    const verified = await browse('verifications', { session_id: made.id, key: made.key, code }, '')
    expect(await verified.json()).to.include({ success: true, two_fa_required: false })
    const [account] = await app.sql(`select locale from kernel.account where email = 'nora@example.com'`)
    expect(account!.locale, 'her receipts come in the language that she bought in').to.equal('pt-BR')
    expect(
      (await app.sql(`select 1 from kernel.member m join kernel.account a on a.id = m.account_id where a.email = 'nora@example.com'`)).length,
      'no member before it is bought',
    ).to.equal(0)
    const cookie = verified.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const bought = await browse('create', { session_id: made.id, key: made.key }, cookie)
    expect(bought.status, await bought.text()).to.equal(200)
    await app.settle()
    const [nora] = await app.sql(
      `select m.id, a.email_confirmed_at is not null as proven from kernel.member m join kernel.account a on a.id = m.account_id where a.email = 'nora@example.com'`,
    )
    expect(nora.proven).to.equal(true)
    expect(await inside(nora.id)).to.equal(true)
    expect(await refusal(visitor.call(routes.verifications, { body: { session_id: made.id, key: made.key, code } }))).to.include({ status: 404 })
  })

  it('shows a checkout to nobody but its own, and nothing of a community to another', async () => {
    const [one, other] = [await app.member(), await app.member()]
    const { id } = await session(one, monthly())
    expect(await refusal(app.as(other).call(routes.session, { params: { id } }))).to.include({ status: 404 })
    expect(await refusal(app.as(null).call(routes.session, { params: { id } }))).to.include({ status: 404 })
    const away = await app.community('Loom')
    const stranger = await app.member('admin', { community: away })
    expect((await app.as(stranger).call(routes.charges)).records).to.deep.equal([])
    expect((await app.as(stranger).call(routes.report, { query: { currency: 'eur' } })).mrr).to.equal(0)
    expect(await refusal(app.as(stranger).call(routes.show, { params: { id: paywall.id } }))).to.include({ status: 404 })
    for (const route of [routes.list, routes.charges, routes.subscriptions, routes.coupons] as const)
      expect(await refusal(app.as(one).call(route))).to.include({ status: 403 })
  })
})
