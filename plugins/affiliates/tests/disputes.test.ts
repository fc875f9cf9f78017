/** Payments as the processor makes them: disputed in the same moment, and those of members of long ago. */
import { expect } from 'chai'
import { tickJob } from '../../payments/server/jobs.ts'
import { type Shop, shop, type TestMember } from '../../paywalls/tests/sold.ts'
import contract from '../contract.ts'

const { routes } = contract
const DAY = 86_400_000
const DISPUTED = '4000000000000259'

describe('affiliates and real payments', () => {
  let s: Shop
  let link: { id: number; code: string }
  const commissions = async () => (await s.app.as(s.admin).call(routes.commissions, { query: { affiliate_id: link.id } })).records
  const sell = (prices: object[]) => s.sell({ name: 'Glaze', opens: [{ kind: 'space', id: s.places.glaze.id }], prices })
  async function pay(who: TestMember, paywall: Awaited<ReturnType<typeof sell>>, { card, via }: { card?: string; via?: string } = {}) {
    const { id } = await s.begin(who, paywall, via ? { brought: { via } } : {})
    await s.pay(id, card)
  }

  before(async () => {
    s = await shop(['plugins/notifications', 'plugins/affiliates'])
    const hana = await s.app.member('member', { name: 'Hana Ishikawa' })
    await s.app.as(s.admin).call(routes.updateSettings, { body: { enabled: true, percent: 30, duration: 'forever', hold_days: 10 } })
    link = await s.app.as(s.admin).call(routes.create, { body: { affiliate: { community_member_id: hana.id } } })
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.app.close())

  it('let no commission ripen of a payment that was disputed as it was made', async () => {
    const paywall = await sell([{ price_type: 'onetime', amount_in_cents: 10_000 }])
    for (let round = 1; round <= 4; round++) await pay(await s.app.member(), paywall, { card: DISPUTED, via: link.code })
    await s.app.clock.advance(11 * DAY)
    await s.app.runSchedule('ripen')
    const found = await commissions()
    expect(found.map(({ state, flags }) => ({ state, flags: flags.filter((flag) => flag === 'disputed') }))).to.deep.equal(
      Array.from({ length: 4 }, () => ({ state: 'pending', flags: ['disputed'] })),
    )
  })

  it('earn of a member of long ago what the link sold, and nothing of what they pay besides', async () => {
    const monthly = await sell([{ price_type: 'subscription', amount_in_cents: 5000, interval: 'monthly' }])
    const trifle = await sell([{ price_type: 'onetime', amount_in_cents: 100 }])
    const old = await s.app.member()
    await pay(old, monthly)
    await s.app.clock.advance(2 * DAY)
    const before = (await commissions()).length
    await pay(old, trifle, { via: link.code })
    expect((await commissions())[0]).to.include({ sale_amount: 100 })
    await s.app.clock.advance(31 * DAY)
    await s.app.run(null, (ctx) => ctx.as('payments').enqueue(tickJob, {}))
    await s.app.settle()
    expect(
      (await s.charges(old)).filter(({ amount }) => amount === 5000),
      'it was renewed',
    ).to.have.length(2)
    expect(await commissions()).to.have.length(before + 1)
  })
})
