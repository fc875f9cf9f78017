/** What is paid and cannot be given: refused before anybody pays where that can be known, and else on the books, told of, and easily given back. */
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { refusal } from '@atrium/sdk/testing'
import events from '../../events/contract.ts'
import payments from '../../payments/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract

describe('payments at odds with what is sold', () => {
  let s: Shop
  type Sold = Awaited<ReturnType<Shop['sell']>>
  const sell = (more: object = {}) =>
    s.sell({ name: 'Glaze', opens: [{ kind: 'space', id: s.places.glaze.id }], prices: [{ price_type: 'onetime', amount_in_cents: 900 }], ...more })
  const statusOf = async (uid: string) => (await s.app.sql('select status from paywalls.checkout where uid = $1', [uid]))[0].status
  const pageOf = async (uid: string) => {
    const [row] = await s.app.sql('select processor_id from paywalls.checkout where uid = $1', [uid])
    return (await s.door((money) => money.retrieveCheckout(row.processor_id))).status
  }
  const incidents = async (kind: string) =>
    (await s.app.as(s.admin).call(payments.routes.setup)).incidents.filter((one) => one.kind === kind && one.resolved_at === null)
  const chargesFor = ({ id }: Sold) =>
    s.app.sql<{ id: number; status: string }>('select id, status from paywalls.charge where paywall_id = $1 order by id', [id])
  const putOut = (who: TestMember, how: 'deactivated' | 'banned') => s.app.run(null, async (ctx) => void (await ctx.members.remove(who.id, how)))
  const limit = async (members?: number) => {
    await s.app.outside(null, (ctx) => ctx.platform.setPlan({ tier: 'business', limits: members === undefined ? {} : { members } }))
  }
  const active = async () => (await s.app.sql(`select count(*)::int as n from kernel.member where status = 'active'`))[0].n

  before(async () => {
    s = await shop(['plugins/posts', 'plugins/events'])
  })
  beforeEach(async () => {
    await s.app.resetLimits()
    await limit()
  })
  afterEach(async () => expect(await s.unbalanced(), 'the ledger balances').to.deep.equal([]))
  after(() => s?.app.close())

  it('asks for room in the community before anybody pays, and keeps the books of what is paid all the same', async () => {
    const paywall = await sell()
    const [early, late] = [await s.app.member(), await s.app.member()]
    for (const who of [early, late]) await putOut(who, 'deactivated')
    const { id } = await s.begin(early, paywall)
    await limit(await active())
    expect(await refusal(s.begin(late, paywall))).to.include({ status: 402, code: 'limit_reached' })
    await s.pay(id)
    expect(await statusOf(id)).to.equal('fulfilled')
    const [charge] = await chargesFor(paywall)
    expect(charge).to.include({ status: 'paid' })
    const [told, ...more] = await incidents('unopened')
    expect(more).to.deep.equal([])
    expect(told!.refund_path).to.match(/^\/settings\/paywalls\/paywall_charges\?query=/)
    await s.app.as(s.admin).call(routes.refund, { params: { id: charge!.id }, body: { refund_id: randomUUID(), reason_details: 'No room' } })
    await s.app.settle()
    expect((await chargesFor(paywall))[0]).to.include({ status: 'refunded' })
    await limit()
    const { id: again } = await s.begin(late, paywall)
    await s.pay(again)
    expect(await s.inside(late, s.places.glaze), 'whoever had left is in').to.equal(true)
  })

  it('closes the page of whoever is put out, and tells of what was paid on it all the same', async () => {
    const paywall = await sell()
    const [one, other] = [await s.app.member(), await s.app.member()]
    const { id } = await s.begin(one, paywall)
    await putOut(one, 'banned')
    await s.app.settle()
    expect([await statusOf(id), await pageOf(id)]).to.deep.equal(['cancelled', 'expired'])
    const before = (await incidents('unopened')).length
    const { id: paid } = await s.begin(other, paywall)
    const [row] = await s.app.sql('select processor_id from paywalls.checkout where uid = $1', [paid])
    await s.door((money) => money.test.pay(row.processor_id))
    await putOut(other, 'banned')
    await s.app.settle()
    expect(await chargesFor(paywall)).to.have.length(1)
    expect(await incidents('unopened')).to.have.length(before + 1)
  })

  it('closes the pages of what goes off sale', async () => {
    const paywall = await sell()
    const who = await s.app.member()
    const { id } = await s.begin(who, paywall)
    await s.app.as(s.admin).call(routes.update, { params: { id: paywall.id }, body: { paywall: { status: 'inactive' } } })
    await s.app.settle()
    expect([await statusOf(id), await pageOf(id)]).to.deep.equal(['cancelled', 'expired'])
  })

  it('sells no way into what is gone', async () => {
    const { space, event } = await s.app.run(null, async (ctx) => {
      const group = await ctx.use(spaces).createGroup({ name: 'Gone' })
      const space = await ctx.use(spaces).create({ name: 'Gone', spaceGroupId: group.id, isPrivate: true })
      const meet = await ctx.use(spaces).create({ name: 'Meet', spaceGroupId: group.id, types: ['event'] })
      const admin = await ctx.actAs(s.admin.id)
      const made = { spaceId: meet.id, authorMemberId: s.admin.id, name: 'Raku', startsAt: '2099-05-01T10:00', timeZone: 'Europe/Oslo', paid: true }
      return { space, event: { ...(await admin.use(events).create(made)), spaceId: meet.id } }
    })
    const both = await sell({
      opens: [
        { kind: 'space', id: space.id },
        { kind: 'event', id: event.id },
      ],
    })
    const one = await sell({ opens: [{ kind: 'event', id: event.id }] })
    const bundle = await sell({ opens: [], contains: [one.id] })
    const who = await s.app.member()
    const { id } = await s.begin(who, one)
    await s.app.as(s.admin).call(events.routes.destroy, { params: { spaceId: event.spaceId, slug: event.slug } })
    await s.app.settle()
    const states = await s.app.sql('select id, status from paywalls.paywall where id = any ($1) order by id', [[both.id, one.id, bundle.id]])
    expect(states.map(({ status }: { status: string }) => status)).to.deep.equal(['active', 'inactive', 'inactive'])
    expect(await statusOf(id)).to.equal('cancelled')
    expect(await refusal(s.begin(who, one))).to.include({ status: 409, code: 'not_for_sale' })
  })

  it('has one page of each buyer for a paywall, the newest, and many of gifts', async () => {
    const paywall = await sell()
    for (let round = 1; round <= 4; round++) {
      const who = await s.app.member()
      const body = { paywall_id: paywall.id, price_id: paywall.prices[0]!.id }
      const ids: string[] = []
      for (let n = 0; n < 3; n++) ids.push((await s.app.as(who).call(routes.createSession, { body })).id)
      await Promise.all(
        ids.map((id) =>
          s.app
            .as(who)
            .call(routes.checkout, { body: { session_id: id } })
            .catch(() => null),
        ),
      )
      await s.app.settle()
      const open = await s.app.sql('select uid, processor_id from paywalls.checkout where account_id = $1 and status = $2', [who.accountId, 'started'])
      expect(open, `round ${round}`).to.have.length(1)
      const last = await s.begin(who, paywall)
      expect([await statusOf(open[0].uid), await statusOf(last.id)]).to.deep.equal(['cancelled', 'started'])
      expect(await pageOf(open[0].uid)).to.equal('expired')
    }
    const giver = await s.app.member()
    for (const name of ['ann', 'ben']) await s.begin(giver, paywall, { gift: { email: `${name}@example.com` } })
    expect(await s.app.sql('select 1 from paywalls.checkout where account_id = $1 and status = $2', [giver.accountId, 'started'])).to.have.length(2)
  })

  it('gives back what somebody pays a second time, by itself, and ends what it paid for', async () => {
    const paywall = await sell({
      prices: [
        { price_type: 'onetime', amount_in_cents: 900 },
        { price_type: 'subscription', amount_in_cents: 300, interval: 'monthly' },
      ],
    })
    for (const place of [0, 1]) {
      const who = await s.app.member()
      const first = await s.begin(who, paywall, {}, place)
      // a page that was not closed in time
      await s.app.sql(`update paywalls.checkout set status = 'cancelled' where uid = $1`, [first.id])
      const second = await s.begin(who, paywall, {}, place)
      await s.app.sql(`update paywalls.checkout set status = 'started' where uid = $1`, [first.id])
      const pages = await s.app.sql('select processor_id from paywalls.checkout where uid = any ($1)', [[first.id, second.id]])
      for (const { processor_id } of pages) await s.door((money) => money.test.pay(processor_id))
      await s.app.settle()
      const charges = await s.app.sql('select status from paywalls.charge where member_id = $1 order by status', [who.id])
      expect(
        charges.map(({ status }: { status: string }) => status),
        `price ${place}`,
      ).to.deep.equal(['paid', 'refunded'])
      expect(await s.app.sql('select 1 from paywalls.purchase where member_id = $1 and is_open', [who.id])).to.have.length(1)
      expect(await s.inside(who, s.places.glaze)).to.equal(true)
    }
    expect(await incidents('doubled')).to.have.length(2)
  })
})
