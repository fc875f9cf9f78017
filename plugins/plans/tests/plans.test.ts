/** What plans promises, after the suite that every plugin passes. */
import { AGENT_ROLE } from '@atrium/sdk'
import { describePlugin, refusal, type TestApp, testApp, type TestMember, until } from '@atrium/sdk/testing'
import { expect } from 'chai'
import media from '../../media/contract.ts'
import payments from '../../payments/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'

const { routes } = contract
const DAY = 86_400_000
describePlugin('plugins/plans')

describe('plans', () => {
  let app: TestApp
  let home: number
  let owner: TestMember
  let customer: { id: number }
  let admin: TestMember
  let ids: Record<'basic' | 'professional' | 'business', number>

  const overview = (who = admin) => app.as(who).call(routes.list)
  const own = async () => (await app.as(admin).call(routes.subscription)).subscription!
  const here = async () => (await app.sql<{ tier: string; limits: object }>('select tier, limits from kernel.community where id = $1', [customer.id]))[0]!
  /** Events and jobs of payments are delivered, and what they lead to. */
  const settle = async () => {
    for (let i = 0; i < 3; i++) await app.settle()
  }
  /** Pays as a person on the provider's page does. */
  const pay = async () => {
    const [row] = await app.sql<{ checkout: string }>('select checkout from plans.subscription where community_id = $1', [customer.id])
    await app.outside(home, (ctx) => ctx.use(payments).test.pay(row!.checkout))
    await settle()
  }

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/payments', 'plugins/plans'])
    home = await app.primaryId()
    owner = await app.member('admin')
    await app.sql('update kernel.account set is_platform_owner = true where id = $1', [owner.accountId])
    await app.renew(owner)
    await app.settle()
    const prices = (month: number, year: number) => [
      { billing_cycle: 'monthly' as const, currency: 'eur', amount: month },
      { billing_cycle: 'yearly' as const, currency: 'eur', amount: year },
    ]
    const { records } = await app.as(owner).call(routes.list, { query: { plan_type: 'all' } })
    ids = Object.fromEntries(records.map(({ tier, id }) => [tier, id])) as typeof ids
    const change = (id: number, plan: object) => app.as(owner).call(routes.updatePlan, { params: { id }, body: { plan } })
    await change(ids.basic, { is_offered: true, is_start: true, limits: { members: 3, spaces: 2, storage: 1, seats: 2 }, prices: prices(2900, 29_000) })
    await change(ids.professional, { is_offered: true, limits: { members: 5, spaces: 20, storage: 10, seats: 2 }, prices: prices(7900, 79_000) })
    await change(ids.business, { is_offered: true, limits: { members: null, spaces: null, storage: null, seats: null }, prices: prices(19_900, 199_000) })
    customer = await app.community('Loom and Weft')
    await settle()
    admin = await app.member('admin', { community: customer })
  })
  after(() => app?.close())

  it('begin, for a community that has just been made, where the owner said; the owner’s own stays as it is', async () => {
    expect(await here()).to.deep.equal({ tier: 'basic', limits: { members: 3, spaces: 2, seats: 2, storage: 1024 ** 3 } })
    expect((await app.sql('select tier, limits from kernel.community where id = $1', [home]))[0]).to.deep.equal({ tier: 'business', limits: {} })
    const shown = await overview()
    expect(shown).to.include({ current_tier: 'basic', can_edit: false, currency: 'eur' })
    expect(shown.records.map(({ tier }) => tier)).to.deep.equal(['basic', 'professional', 'business'])
  })

  it('are changed by the owner of the platform alone, at home', async () => {
    const body = { plan: { is_offered: false } }
    expect(await refusal(app.as(admin).call(routes.updatePlan, { params: { id: ids.basic }, body }))).to.include({ status: 403 })
    expect(await refusal(app.as(admin).call(routes.customers))).to.include({ status: 403 })
    const member = await app.member('member')
    expect(await refusal(app.as(member).call(routes.list))).to.include({ status: 403 })
    const twice = { plan: { prices: [1, 2].map((amount) => ({ billing_cycle: 'monthly' as const, currency: 'eur', amount })) } }
    expect(await refusal(app.as(owner).call(routes.updatePlan, { params: { id: ids.basic }, body: twice }))).to.include({ status: 422 })
  })

  it('hold a limit where the thing is made, and say what to do', async () => {
    const { records } = await app.as(admin).call(spaces.routes.groups)
    const group = records[0]?.id ?? (await app.as(admin).call(spaces.routes.createGroup, { body: { name: 'All' } })).id
    const make = (name: string) => app.as(admin).call(spaces.routes.create, { body: { name, space_group_id: group } })
    const used = (await overview()).usage.spaces
    for (let i = used; i < 2; i++) await make(`Room ${i}`)
    expect(await refusal(make('One more'))).to.include({ status: 402, code: 'limit_reached' })

    const upload = { blob: { filename: 'a.txt', byte_size: 5 } }
    await app.sql('insert into kernel.file_total values ($1, $2)', [customer.id, 1024 ** 3])
    const { status, body } = await app.as(admin).send('POST', media.routes.directUploads.path, upload)
    expect({ status, code: body.code }).to.deep.equal({ status: 402, code: 'limit_reached' })
    await app.sql('update kernel.file_total set bytes = 0 where community_id = $1', [customer.id])

    const people = (await overview()).usage.members
    for (let i = people; i < 3; i++) await app.member('member', { community: customer })
    const more = await refusal(app.run(customer.id, (ctx) => ctx.members.add({ name: 'Too many', email: 'many@plans.example' })))
    expect(more).to.include({ status: 402, code: 'limit_reached' })
    expect(String(more.said)).to.include('limit of 3 members')
    // an AI agent takes nobody's place
    const agent = await app.run(customer.id, (ctx) => ctx.members.add({ name: 'Helper', email: 'helper@agents.invalid', roles: [AGENT_ROLE] }))
    expect((await overview()).usage.members).to.equal(3)
    await app.run(customer.id, (ctx) => ctx.members.remove(agent.id, 'deactivated'))
  })

  it('let one of eight in who come at once for the last place', async () => {
    await app.sql(`update kernel.community set limits = limits || '{"members": 4}' where id = $1`, [customer.id])
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => app.run(customer.id, (ctx) => ctx.members.add({ name: `R ${i}`, email: `race${i}@plans.example` }))),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    await app.sql(`update kernel.community set limits = limits || '{"members": 3}' where id = $1`, [customer.id])
  })

  it('say which next plan has a feature', async () => {
    const ask = (planId: number, features: string) => app.as(admin).call(routes.nextPlan, { params: { planId }, query: { features } })
    expect((await ask(ids.basic, 'media')).plan).to.include({ tier: 'professional' })
    expect((await ask(0, 'media')).plan).to.include({ tier: 'professional' })
    expect((await ask(ids.business, 'media')).plan).to.equal(null)
    expect((await ask(ids.basic, 'no-such-plugin')).plan).to.equal(null)
  })

  it('are taken by paying: nothing before that, tier and limits right after', async () => {
    const wanted = { plan_id: ids.professional, billing_cycle: 'monthly' as const, billing_currency: 'eur' }
    expect(await refusal(app.as(admin).call(routes.subscribe, { body: { ...wanted, billing_currency: 'usd' } }))).to.include({ status: 422 })
    const preview = await app.as(admin).call(routes.prorations, { query: { new_plan_id: ids.professional, billing_cycle: 'monthly' } })
    expect(preview).to.include({ due_now: 7900, next_amount: 7900, currency: 'eur' })
    const { url } = await app.as(admin).call(routes.subscribe, { body: wanted })
    expect(url).to.be.a('string')
    await settle()
    expect((await here()).tier).to.equal('basic')
    // asked again, the page before is closed and there is one purchase
    await app.as(admin).call(routes.subscribe, { body: wanted })
    await pay()
    expect(await own()).to.include({ status: 'active', tier: 'professional', amount: 7900, is_test: true })
    expect(await here()).to.deep.equal({ tier: 'professional', limits: { members: 5, spaces: 20, seats: 2, storage: 10 * 1024 ** 3 } })
    const { records } = await app.as(admin).call(routes.invoices)
    expect(records[0]).to.include({ amount: 7900, status: 'paid' })
    expect((await app.as(owner).call(routes.customers)).records[0]).to.include({ name: 'Loom and Weft', tier: 'professional', status: 'active' })
    expect(await refusal(app.as(admin).call(routes.subscribe, { body: wanted }))).to.include({ status: 409, code: 'subscribed' })
  })

  it('change nothing when they are told twice', async () => {
    const before = [await own(), await here(), (await app.as(admin).call(routes.invoices)).records]
    await app.redeliver()
    await settle()
    expect([await own(), await here(), (await app.as(admin).call(routes.invoices)).records]).to.deep.equal(before)
  })

  it('become larger at once, with the rest of the period settled', async () => {
    const { id } = await own()
    const preview = await app.as(admin).call(routes.prorations, { query: { new_plan_id: ids.business } })
    expect(preview.due_now).to.be.within(11_000, 12_100)
    await app.as(admin).call(routes.update, { params: { id }, body: { plan_id: ids.business } })
    await settle()
    expect(await own()).to.include({ tier: 'business', amount: 19_900 })
    expect(await here()).to.deep.equal({ tier: 'business', limits: {} })
  })

  it('become smaller with the next period, if all has room in it, and one may think better of it', async () => {
    const { id } = await own()
    const fits = (plan_id: number) => app.as(admin).call(routes.canDowngrade, { params: { id }, query: { plan_id } })
    const not = await fits(ids.basic)
    expect(not.can_downgrade).to.equal(false)
    expect(not.reasons.map(({ limit }) => limit)).to.include('members')
    const schedule = (plan_id: number) => app.as(admin).call(routes.scheduleDowngrade, { params: { id }, body: { plan_id } })
    expect(await refusal(schedule(ids.basic))).to.include({ status: 422, code: 'plan_too_small' })
    expect(await refusal(schedule(ids.business))).to.include({ status: 422 })
    expect(await refusal(app.as(admin).call(routes.update, { params: { id }, body: { plan_id: ids.professional } }))).to.include({
      status: 422,
      code: 'downgrade_is_scheduled',
    })
    expect((await schedule(ids.professional)).scheduled_downgrade).to.include({ tier: 'professional' })
    expect((await app.as(admin).call(routes.cancelDowngrade, { params: { id } })).scheduled_downgrade).to.equal(null)
    await schedule(ids.professional)
    await app.runSchedule('due')
    await settle()
    expect((await here()).tier).to.equal('business')
    const { renews_at: at } = await own()
    await app.clock.advance(Date.parse(at as string) - Date.now() - 3_600_000)
    await app.runSchedule('due')
    await settle()
    expect(await own()).to.include({ tier: 'professional', amount: 7900, scheduled_downgrade: null })
    expect(await here()).to.deep.include({ tier: 'professional' })
  })

  it('end with the paid period, go on when renewed, and fall back to where communities begin', async () => {
    const { id } = await own()
    await app.as(admin).call(routes.cancel, { params: { id } })
    await settle()
    expect((await own()).cancel_at).to.be.a('string')
    expect((await here()).tier).to.equal('professional')
    await app.as(admin).call(routes.renew, { params: { id }, body: {} })
    await settle()
    expect((await own()).cancel_at).to.equal(null)
    await app.as(admin).call(routes.cancel, { params: { id } })
    await settle()
    await app.outside(home, (ctx) => ctx.use(payments).test.advance(new Date(Date.now() + 70 * DAY)))
    await settle()
    expect(await own()).to.include({ status: 'canceled' })
    // more people than there is room for: nobody is thrown out
    expect(await here()).to.deep.include({ tier: 'basic' })
    expect((await overview()).usage.members).to.be.at.least(4)
  })

  it('reach whoever has them when the owner changes their limits', async () => {
    const { id } = await own()
    const { url } = await app.as(admin).call(routes.renew, { params: { id }, body: {} })
    expect(url).to.be.a('string')
    await pay()
    await app
      .as(owner)
      .call(routes.updatePlan, { params: { id: ids.professional }, body: { plan: { limits: { members: 50, spaces: 20, storage: 10, seats: 2 } } } })
    await settle()
    expect((await here()).limits).to.include({ members: 50 })
  })

  it('come with add-ons, which no other community sees', async () => {
    const addon = {
      name: 'Ten more',
      limit: 'members' as const,
      step: 10,
      is_offered: true,
      prices: [{ billing_cycle: 'monthly' as const, currency: 'eur', amount: 500 }],
    }
    const { id } = await app.as(owner).call(routes.createAddon, { body: { plan_addon: addon } })
    const set = (quantity: number, who = admin) => app.as(who).call(routes.setAddons, { body: { community_plan_addons: [{ plan_addon_id: id, quantity }] } })
    expect((await set(3)).subscription.amount).to.equal(7900 + 1500)
    await settle()
    expect((await here()).limits).to.include({ members: 80 })
    const other = await app.community('Type Brewery')
    const stranger = await app.member('admin', { community: other })
    expect((await app.as(stranger).call(routes.addons)).records[0]).to.include({ id, quantity: 0 })
    expect((await app.as(stranger).call(routes.subscription)).subscription).to.equal(null)
    expect(await refusal(set(1, stranger))).to.include({ status: 409, code: 'no_subscription' })
    expect(await refusal(app.as(stranger).call(routes.cancel, { params: { id: (await own()).id } }))).to.include({ status: 404 })
    expect(await refusal(app.as(owner).call(routes.remove, { params: { id } }))).to.include({ status: 409 })
  })

  it('tell the owner of a community once that a limit is near', async () => {
    await app.sql('update kernel.community set limits = $2 where id = $1', [customer.id, { members: (await overview()).usage.members }])
    await app.kernel.modules.communities.changed(customer.id)
    const before = (await app.sent()).length
    await app.runSchedule('watch')
    await app.runSchedule('watch')
    const mails = (await app.sent()).slice(before).filter(({ subject }) => subject.startsWith('Loom'))
    expect(mails.map(({ subject }) => subject)).to.deep.equal(['Loom and Weft has reached a plan limit'])
  })

  it('cost less with a coupon of the owner’s: in the preview, at the change, and with each bill after it', async () => {
    const coupon = { plan_coupon: { name: 'First hundred', percent: 20 } }
    expect(await refusal(app.as(admin).call(routes.createCoupon, { body: coupon }))).to.include({ status: 403 })
    const { id: plan_coupon_id } = await app.as(owner).call(routes.createCoupon, { body: coupon })
    expect(plan_coupon_id).to.be.above(2 ** 39)
    const ask = (query: object) => app.as(admin).call(routes.prorations, { query: { new_plan_id: ids.business, ...query } })
    const { id, amount, renews_at } = await own()
    const [plain, less] = [await ask({}), await ask({ plan_coupon_id })]
    expect([plain.coupon, less.coupon]).to.deep.equal([null, { name: 'First hundred', percent: 20 }])
    expect([plain.next_amount, less.next_amount]).to.deep.equal([21_400, 17_120])
    // the rest of the month at the lower price
    expect(plain.due_now - less.due_now).to.be.within(4_000, 4_280)
    expect(await refusal(ask({ plan_coupon_id: plan_coupon_id + 1 }))).to.include({ status: 404 })
    const change = (plan_id: number, more: object = {}) => app.as(admin).call(routes.update, { params: { id }, body: { plan_id, ...more } })
    expect(await refusal(change(ids.professional, { plan_coupon_id: plan_coupon_id + 1 }))).to.include({ status: 404 })
    await change(ids.professional, { plan_coupon_id })
    await settle()
    expect([amount, (await own()).amount]).to.deep.equal([9400, 7520])
    const bills = () => app.as(admin).call(routes.invoices)
    const before = (await bills()).records.length
    await app.outside(home, (ctx) => ctx.use(payments).test.advance(new Date(Date.parse(renews_at as string) + 100 * DAY)))
    // the first of them use up what was left of the dearer plan, which is the more the earlier in its month it was left
    await until('the bills of three months, the last one of them in full', async () => {
      const { records } = await bills()
      return records.length > before + 2 && records[0]!.amount === 7520
    })
    // over for others, and kept by whoever has it
    const stranger = await app.member('admin', { community: await app.community('Late Bindery') })
    const first = { new_plan_id: ids.professional, billing_currency: 'eur', plan_coupon_id }
    expect(await app.as(stranger).call(routes.prorations, { query: first })).to.include({ next_amount: 6320 })
    await app.as(owner).call(routes.endCoupon, { params: { id: plan_coupon_id } })
    expect(await refusal(app.as(stranger).call(routes.prorations, { query: first }))).to.include({ status: 404 })
    expect((await ask({})).next_amount).to.equal(17_120)
    expect((await app.as(owner).call(routes.coupons)).records[0]).to.include({ name: 'First hundred', is_active: false })
  })
})
