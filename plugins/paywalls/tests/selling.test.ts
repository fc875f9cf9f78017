/** Selling where the thing stands: the first price of an event or a course makes its paywall; what is open to all is named before it is sold. */
import { expect } from 'chai'
import events from '../../events/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract, { MOST } from '../contract.ts'
import { openToAll } from '../web/components/editor/openToAll.ts'
import { paywallOf } from '../web/components/selling/price.ts'
import { type Shop, shop } from './sold.ts'

const { routes } = contract

describe('selling in place', () => {
  let s: Shop
  let meet: { id: number }
  before(async () => {
    s = await shop(['plugins/posts', 'plugins/events', 'plugins/courses'])
    meet = await s.app.run(null, async (ctx) => {
      const group = await ctx.use(spaces).createGroup({ name: 'Meet' })
      return ctx.use(spaces).create({ name: 'Meetups', spaceGroupId: group.id, types: ['event'] })
    })
  })
  after(() => s?.app.close())
  const plan = (name: string) =>
    s.app.run(null, async (ctx) => {
      const admin = await ctx.actAs(s.admin.id)
      const at = { startsAt: '2099-05-01T10:00', timeZone: 'Europe/Oslo' }
      return admin.use(events).create({ spaceId: meet.id, authorMemberId: s.admin.id, name, paid: true, ...at })
    })

  it('makes a paywall of a price, and none of what is no amount', async () => {
    const once = { amount: 4500, currency: 'eur', billed: 'once' as const }
    for (const amount of [Number.NaN, 0, -1, MOST + 1]) expect(paywallOf('event', { id: 1, name: 'Raku' }, { ...once, amount })).to.equal(null)
    expect([...paywallOf('event', { id: 1, name: '陶'.repeat(200) }, once)!.name]).to.have.length(120)
    const raku = await plan('Raku day')
    await s.app.as(s.admin).call(routes.create, { body: { paywall: paywallOf('event', { id: raku.id, name: 'Raku day' }, once)! } })
    const { records } = await s.app.as(await s.app.member()).call(routes.opening, { query: { kind: 'event', target_id: raku.id } })
    expect(records.map(({ name, prices }) => [name, prices.map(({ display_name }) => display_name)])).to.deep.equal([['Raku day', ['€45 per ticket']]])
    const monthly = paywallOf('space', { id: s.places.glaze.id, name: 'Glaze' }, { ...once, amount: 900, billed: 'monthly' })!
    const made = await s.app.as(s.admin).call(routes.create, { body: { paywall: monthly } })
    expect(made.status).to.equal('active')
    expect(made.prices[0]).to.include({ price_type: 'subscription', interval: 'monthly', amount_in_cents: 900 })
  })

  it('begins in the currency of the newest paywall, before there is one in that of the country where the seller is', async () => {
    const fresh = await shop()
    try {
      const usual = async () => (await fresh.app.as(fresh.admin).call(routes.defaults)).currency
      expect(await usual()).to.equal('usd')
      for (const [country, currency] of [
        ['NO', 'nok'],
        ['DE', 'eur'],
      ] as const) {
        await fresh.app.as(fresh.admin).call(routes.updateTaxSettings, { body: { country } })
        expect(await usual()).to.equal(currency)
      }
      await fresh.sell({ name: 'Glaze', currency: 'gbp', prices: [{ price_type: 'onetime', amount_in_cents: 900 }] })
      expect(await usual()).to.equal('gbp')
    } finally {
      await fresh.app.close()
    }
  })

  it('says of a coupon at what is paid once that it is off, and of what is paid again for how long', async () => {
    const coupon = { code: 'FRIENDS', kind: 'percent', percent_off: 5000, duration: 'repeating', duration_in_months: 3 }
    await s.app.as(s.admin).call(routes.createCoupon, { body: { coupon: coupon as never } })
    const { id, prices } = await s.sell({
      name: 'Wheel',
      opens: [{ kind: 'space', id: s.places.wheel.id }],
      prices: [
        { price_type: 'onetime', amount_in_cents: 4900 },
        { price_type: 'subscription', interval: 'monthly', amount_in_cents: 900 },
      ],
    })
    const who = await s.app.member()
    const terms = async ({ id: price_id }: { id: number }) =>
      (await s.app.as(who).call(routes.preview, { body: { paywall_id: id, price_id, coupon_code: 'FRIENDS' } })).coupon?.terms
    expect(await Promise.all(prices.map(terms))).to.deep.equal(['50% off', '50% off for 3 months'])
  })

  it('names what is sold and open to all: public spaces, alone or in a group, and events that ask for no ticket any more', async () => {
    const [raku, market] = [await plan('Raku'), await plan('Market')]
    for (const { id } of [raku, market])
      await s.sell({ name: 'Ticket', opens: [{ kind: 'event', id }], prices: [{ price_type: 'onetime', amount_in_cents: 900 }] })
    await s.app.as(s.admin).call(events.routes.update, {
      params: { spaceId: meet.id, slug: market.slug },
      body: { event: { event_setting_attributes: { ticket_type: 'free' } } },
    })
    const tickets = (await s.app.as(s.admin).call(routes.tickets)).records
    expect(tickets.filter(({ id }) => id === raku.id || id === market.id).map(({ name, is_free }) => [name, is_free])).to.have.deep.members([
      ['Raku', false],
      ['Market', true],
    ])
    const groups = [
      {
        id: 1,
        spaces: [
          { id: 11, name: 'Lab', is_private: true },
          { id: 12, name: 'Lobby', is_private: false },
        ],
      },
      { id: 2, spaces: [{ id: 21, name: 'Hall', is_private: false }] },
    ]
    const open = (...opens: Parameters<typeof openToAll>[0]) => openToAll(opens, groups, tickets)
    expect(open({ kind: 'space', id: 11 }, { kind: 'event', id: raku.id })).to.deep.equal([])
    expect(open({ kind: 'space', id: 12 }, { kind: 'event', id: market.id })).to.deep.equal(['Lobby', 'Market'])
    expect(open({ kind: 'space_group', id: 1 }, { kind: 'space', id: 12 })).to.deep.equal(['Lobby'])
    expect(open({ kind: 'space_group', id: 2 }, { kind: 'access_group', id: 2 })).to.deep.equal(['Hall'])
    expect(open()).to.deep.equal([])
  })
})
