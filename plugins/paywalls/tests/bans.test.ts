/** A ban takes no payments while it lasts; what was paid for is there again when it is lifted. */
import { expect } from 'chai'
import archive from '../../archive/contract.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const DAY = 86_400_000

describe('a ban and the subscriptions of whom it meets', function all() {
  this.timeout(400_000)
  let s: Shop
  let paid: { id: number; prices: { id: number }[] }
  let tried: typeof paid
  const now = () => s.app.run(null, async (ctx) => ctx.now().getTime())
  const purchaseOf = async (who: TestMember) => (await s.app.sql('select * from paywalls.purchase where member_id = $1 order by id desc', [who.id]))[0]
  const atProvider = async (who: TestMember) => s.door(async (money) => money.retrieveSubscription((await purchaseOf(who)).processor_id))
  const chargesOf = async (who: TestMember) => (await s.app.sql('select id from paywalls.charge where member_id = $1 and paid_at is not null', [who.id])).length
  async function buyer(paywall: typeof paid) {
    const who = await s.app.member()
    await s.pay((await s.begin(who, paywall)).id)
    return who
  }
  async function ban(who: TestMember, days: number | null) {
    const endsAt = days === null ? null : new Date((await now()) + days * DAY).toISOString()
    await s.app.as(s.admin).call(archive.routes.ban, { params: { id: who.id }, body: { reason: 'Rude', content: 'keep', ends_at: endsAt } })
    await s.app.settle()
  }
  async function lift(who: TestMember) {
    // days have passed, and with them the session of whoever banned
    const admin = s.app.as(await s.app.member('admin'))
    const { records } = await admin.call(archive.routes.bans, { query: {} })
    await admin.call(archive.routes.lift, { params: { id: records.find(({ member }) => member.id === who.id)!.id } })
    await s.app.settle()
  }

  before(async () => {
    s = await shop(['plugins/archive'])
    const price = { price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly' }
    paid = await s.sell({ name: 'Glaze', opens: [{ kind: 'space', id: s.places.glaze.id }], prices: [price] })
    tried = await s.sell({ name: 'Kiln', opens: [{ kind: 'space', id: s.places.kiln.id }], prices: [{ ...price, trial_days: 7 }] })
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.app.close())

  it('pauses what is paid while it lasts, and gives it back with its access when it is lifted in the paid time', async () => {
    const who = await buyer(paid)
    await ban(who, 7)
    expect(await purchaseOf(who)).to.include({ status: 'paused', canceled_at: null })
    expect((await atProvider(who)).collectionPaused).to.equal(true)
    await lift(who)
    expect(await purchaseOf(who)).to.include({ status: 'active', is_open: true, suspended_at: null })
    expect((await atProvider(who)).collectionPaused).to.equal(false)
    expect(await s.inside(who, s.places.glaze)).to.equal(true)
    expect(await chargesOf(who)).to.equal(1)
  })

  it('gives a trial the days that the ban took', async () => {
    const who = await buyer(tried)
    await ban(who, 14)
    await s.pass(10)
    expect(await chargesOf(who)).to.equal(0)
    await lift(who)
    const bought = await purchaseOf(who)
    expect(bought).to.include({ status: 'trial', is_open: true })
    const left = (bought.trial_ends_at.getTime() - (await now())) / DAY
    expect(left).to.be.within(6.9, 7.1)
    expect(await s.inside(who, s.places.kiln)).to.equal(true)
    await s.pass(8)
    expect(await chargesOf(who), 'and is paid after them').to.equal(1)
  })

  it('ends all with a ban for good, and with one that becomes one', async () => {
    const [at, later] = [await buyer(paid), await buyer(paid)]
    await ban(at, null)
    await ban(later, 7)
    expect((await purchaseOf(later)).status).to.equal('paused')
    await ban(later, null)
    for (const who of [at, later]) {
      expect((await purchaseOf(who)).status).to.equal('canceled')
      expect((await atProvider(who)).status).to.equal('canceled')
    }
  })

  it('takes no payment in a ban that outlasts what is paid, and begins a new period after it', async () => {
    const who = await buyer(paid)
    await ban(who, 40)
    await s.pass(32)
    expect(await chargesOf(who), 'none while banned').to.equal(1)
    await lift(who)
    expect(await purchaseOf(who)).to.include({ status: 'active', is_open: true })
    expect(await chargesOf(who)).to.equal(2)
    expect(await s.inside(who, s.places.glaze)).to.equal(true)
  })
})
