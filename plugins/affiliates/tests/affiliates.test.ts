/** What affiliates promises, after the suite that every plugin passes. */
import { describePlugin, refusal, type TestApp, testApp, type TestMember } from '@atrium/sdk/testing'
import { expect } from 'chai'
import notifications from '../../notifications/contract.ts'
import paywalls from '../../paywalls/contract.ts'
import contract from '../contract.ts'

const { routes } = contract
const DAY = 86_400_000
describePlugin('plugins/affiliates')

describe('affiliates', () => {
  let app: TestApp
  let admin: TestMember
  let hana: TestMember
  let link: { id: number; code: string }
  let charge = 1000

  const visit = (code: string, userAgent: string, token: string | null = null) =>
    app.as(null).send('POST', '/internal_api/affiliates/clicks', { code, path: '/', token }, { 'user-agent': userAgent })
  /** A payment as paywalls tells of it. */
  async function pay(
    member: TestMember,
    more: { amount?: number; tax?: number; coupon?: string; attribution?: Record<string, string>; chargeId?: number; currency?: string } = {},
  ) {
    const { amount = 10_000, tax = 0, coupon = null, attribution = {}, chargeId = ++charge, currency = 'eur' } = more
    await app.run(null, async (ctx) =>
      ctx.emit(paywalls.events['paywalls.paid'], {
        ...{ chargeId, memberId: member.id, money: { amount, currency }, tax, paywallId: 1, priceId: 1, subscriptionId: null },
        ...{ coupon, first: true, checkout: null, attribution },
      }),
    )
    await app.settle()
    return chargeId
  }
  async function refund(chargeId: number, total: number) {
    await app.run(null, async (ctx) => ctx.emit(paywalls.events['paywalls.refunded'], { chargeId, memberId: null, amount: total, total, currency: 'eur' }))
    await app.settle()
  }
  const sums = async () => (await app.as(admin).call(routes.show, { params: { id: link.id } })).sums
  const commissions = async () => (await app.as(admin).call(routes.commissions, { query: { affiliate_id: link.id } })).records
  /** A member who has joined by the house's clock. */
  async function joined(name: string) {
    const member = await app.member('member', { name })
    const now = await app.run(null, async (ctx) => ctx.now())
    await app.sql('update kernel.member set created_at = $2 where id = $1', [member.id, now])
    return member
  }
  /** Somebody who follows the link in a browser of their own and becomes a member. */
  async function brought(name: string, code = link.code) {
    const { body } = await visit(code, name)
    await app.clock.advance(1000)
    const member = await joined(name)
    await app.as(member).call(routes.claim, { body: { token: body.token } })
    return member
  }

  before(async () => {
    app = await testApp([
      'plugins/spaces',
      'plugins/content',
      'plugins/members',
      'plugins/access',
      'plugins/notifications',
      'plugins/payments',
      'plugins/paywalls',
      'plugins/affiliates',
    ])
    admin = await app.member('admin')
    hana = await app.member('member', { name: 'Hana Ishikawa' })
    await app.as(admin).call(routes.updateSettings, {
      body: { enabled: true, percent: 30, duration: 'months', months: 12, hold_days: 10, minimum_payout: 2000, cookie_days: 60, enrolment: 'approval' },
    })
    link = await app.as(admin).call(routes.create, { body: { affiliate: { community_member_id: hana.id } } })
  })
  after(() => app?.close())

  it('give a link, count a visitor once a day, and nothing where there is no such affiliate', async () => {
    expect(link.code).to.equal('hana')
    const first = await visit('hana', 'Firefox')
    expect(first.body).to.include({ days: 60 })
    await visit('HANA', 'Firefox')
    await visit('hana', 'Safari')
    expect((await visit('nobody', 'Safari')).body.token).to.equal(null)
    const mine = await app.as(hana).call(routes.me)
    expect(mine.affiliate).to.include({ clicks_count: 2, sign_ups_count: 0 })
    expect(mine.months.at(-1)).to.include({ clicks: 2 })
    expect(mine.qr_svg).to.include('<svg')
  })

  it('pay a share of a real sign-up by the link, without tax, and show first names alone', async () => {
    const oskar = await brought('Oskar Lind')
    await pay(oskar, { amount: 14_400, tax: 2400 })
    const [commission] = await commissions()
    expect(commission).to.include({ sale_amount: 12_000, amount: 3600, state: 'pending', buyer: 'Oskar Lind' })
    expect(await sums()).to.deep.equal([{ currency: 'eur', pending: 3600, due: 0, paid: 0 }])
    const { records } = await app.as(hana).call(routes.referrals)
    expect(records[0]).to.include({ first_name: 'Oskar', state: 'paying', earned: 3600 })
    expect(JSON.stringify(records)).not.to.include('Lind')
  })

  it('earn once, however often a payment is told', async () => {
    const tuva = await brought('Tuva')
    const chargeId = await pay(tuva, { amount: 1000 })
    const before = await sums()
    await pay(tuva, { amount: 1000, chargeId })
    await app.redeliver()
    expect(await sums()).to.deep.equal(before)
  })

  it('bring nothing for who was a member before, and nobody is brought by two', async () => {
    const old = await joined('Old')
    await app.clock.advance(1000)
    const { body } = await visit('hana', 'Old')
    await app.as(old).call(routes.claim, { body: { token: body.token } })
    const count = (await commissions()).length
    await pay(old)
    expect(await commissions()).to.have.length(count)

    const priya = await app.member('member', { name: 'Priya' })
    const other = await app.as(admin).call(routes.create, { body: { affiliate: { community_member_id: priya.id } } })
    const dario = await brought('Dario')
    await pay(dario, { attribution: { affiliate: `${other.id}:` } })
    expect((await commissions())[0]).to.include({ buyer: 'Dario' })
    expect((await app.as(admin).call(routes.show, { params: { id: other.id } })).sums).to.deep.equal([])
  })

  it('keep the first or the last link, by the terms', async () => {
    const [rui] = [await app.member('member', { name: 'Rui' })]
    await app.as(admin).call(routes.create, { body: { affiliate: { community_member_id: rui.id } } })
    const first = (await visit('hana', 'Two links')).body.token
    await app.as(admin).call(routes.updateSettings, { body: { touch: 'first' } })
    expect((await visit('rui', 'Two links', first)).body.token).to.equal(first)
    await app.as(admin).call(routes.updateSettings, { body: { touch: 'last' } })
    expect((await visit('rui', 'Two links', first)).body.token).not.to.equal(first)
  })

  it('pay nothing on oneself, nor when the days or months are over', async () => {
    const count = (await commissions()).length
    await pay(hana, { attribution: { affiliate: `${link.id}:` } })
    expect(await commissions()).to.have.length(count)

    const { body } = await visit('hana', 'Slow')
    await app.clock.advance(61 * DAY)
    const slow = await joined('Slow')
    await app.as(slow).call(routes.claim, { body: { token: body.token } })
    await pay(slow)
    expect(await commissions()).to.have.length(count)

    await app.as(admin).call(routes.updateSettings, { body: { duration: 'once' } })
    const ines = await brought('Ines')
    await pay(ines)
    await pay(ines)
    expect(await commissions()).to.have.length(count + 1)
    await app.as(admin).call(routes.updateSettings, { body: { duration: 'months' } })
  })

  it('take one’s own card for oneself', async () => {
    // the same card in two hands: what paywalls knows of the charge is asked there, so here its trace is compared by the mailbox
    const twin = await app.member('member', { name: 'Twin' })
    const [account] = await app.sql<{ email: string }>('select email from kernel.account where id = $1', [hana.accountId])
    const [name, host] = account!.email.split('@')
    await app.sql('update kernel.account set email = $2 where id = $1', [twin.accountId, `${name}+twin@${host}`])
    const before = await sums()
    await pay(twin, { attribution: { affiliate: `${link.id}:` } })
    expect((await commissions())[0]).to.deep.include({ flags: ['same_mailbox'], state: 'reversed' })
    expect(await sums()).to.deep.equal(before)
  })

  it('are due after the days of the terms, take back the same part of a refund, before payment and after it', async () => {
    const affiliate = await app.member('member', { name: 'Adaeze Obi' })
    const own = await app.as(admin).call(routes.create, { body: { affiliate: { community_member_id: affiliate.id } } })
    const of = async () => (await app.as(admin).call(routes.show, { params: { id: own.id } })).sums[0]
    const buyer = await brought('Buyer', own.code)
    const half = await pay(buyer, { amount: 10_000 })
    await refund(half, 5000)
    expect(await of()).to.include({ pending: 1500 })
    await refund(half, 5000)
    expect(await of()).to.include({ pending: 1500 })
    const whole = await pay(buyer, { amount: 10_000 })
    await app.runSchedule('ripen')
    expect(await of()).to.include({ pending: 4500, due: 0 })
    await app.clock.advance(11 * DAY)
    await app.runSchedule('ripen')
    expect(await of()).to.include({ pending: 0, due: 4500 })

    const { records } = await app.as(admin).call(routes.startPayouts, { body: { community_member_ids: [affiliate.id] } })
    expect(records).to.have.length(1)
    expect(records[0]).to.include({ amount: 4500, method: 'manual', status: 'processing' })
    expect((await app.as(admin).call(routes.startPayouts, { body: { community_member_ids: [affiliate.id] } })).records).to.have.length(0)
    const { body: list } = await app.as(admin).send('GET', '/internal_api/paywall_affiliate_payouts/export')
    expect(String(list)).to.include('Adaeze Obi').and.to.include('45.00,EUR')
    expect((await app.as(admin).call(routes.markPaid, { body: { community_member_ids: [affiliate.id] } })).records[0]).to.include({ status: 'paid' })
    expect((await app.as(admin).call(routes.markPaid, { body: { community_member_ids: [affiliate.id] } })).records).to.have.length(0)
    expect(await of()).to.include({ due: 0, paid: 4500 })

    await refund(whole, 10_000)
    await app.redeliver()
    expect(await of()).to.include({ due: -3000, paid: 4500 })
    expect(
      await app.run(null, async (ctx) =>
        ctx.sql(`select sum(amount - reversed)::int as due from affiliates.commission where community_id = $1 and affiliate_id = $2 and state = 'due'`, [
          own.id,
        ]),
      ),
    ).to.deep.equal([{ due: -3000 }])
  })

  it('carry over what is below the minimum', async () => {
    const overview = await app.as(admin).call(routes.overview)
    expect(overview.open.filter((one) => one.below_minimum).every(({ amount }) => amount < 2000)).to.equal(true)
  })

  it('are let in by admins; members ask, and see nobody else’s', async () => {
    const nell = await app.member('member', { name: 'Nell' })
    expect((await app.as(nell).call(routes.me)).affiliate).to.equal(null)
    expect((await app.as(nell).call(routes.join, { body: {} })).affiliate).to.include({ status: 'pending' })
    const { records } = await app.as(admin).call(routes.list, { query: { status: 'pending' } })
    expect(records.map(({ community_member: member }) => member.name)).to.deep.equal(['Nell'])
    for (const call of [
      () => app.as(nell).call(routes.list),
      () => app.as(nell).call(routes.commissions),
      () => app.as(nell).call(routes.startPayouts, { body: {} }),
      () => app.as(nell).call(routes.update, { params: { id: records[0]!.id }, body: { affiliate: { status: 'enrolled' } } }),
    ])
      expect(await refusal(call())).to.include({ status: 403 })
    expect((await visit('nell', 'Early')).body.token).to.equal(null)
    await app.as(admin).call(routes.update, { params: { id: records[0]!.id }, body: { affiliate: { status: 'enrolled' } } })
    expect((await visit('nell', 'Late')).body.token).to.be.a('string')
    expect(await refusal(app.as(nell).call(routes.changeCode, { body: { code: 'hana' } }))).to.include({ status: 422 })
  })

  it('stop at the most of a month', async () => {
    await app.as(admin).call(routes.updateSettings, { body: { monthly_limit: 4000 } })
    const seller = await app.member('member', { name: 'Zora' })
    const own = await app.as(admin).call(routes.create, { body: { affiliate: { community_member_id: seller.id } } })
    const buyer = await brought('Big', own.code)
    await pay(buyer, { amount: 10_000 })
    await pay(buyer, { amount: 10_000 })
    await pay(buyer, { amount: 10_000 })
    expect((await app.as(admin).call(routes.show, { params: { id: own.id } })).sums[0]).to.include({ pending: 4000 })
  })

  it('are told: let in or refused, a referral, what is due, paid and taken back; each once, and only of their own', async () => {
    const said = async (who: TestMember) =>
      (await app.as(who).call(notifications.routes.list)).records.map(({ action, sentence, action_web_url: url }) => {
        expect(url).to.equal('/account/affiliate')
        return `${action}: ${sentence.map(({ text }) => text).join('')}`
      })
    const [ines, kofi] = [await app.member('member', { name: 'Ines' }), await app.member('member', { name: 'Kofi' })]
    await app.as(admin).call(routes.updateSettings, { body: { monthly_limit: 0, minimum_payout: 0 } })
    for (const who of [ines, kofi]) await app.as(who).call(routes.join, { body: {} })
    const { records } = await app.as(admin).call(routes.list, { query: { status: 'pending' } })
    const of = (who: TestMember) => records.find(({ community_member: { id } }) => id === who.id)!
    await app.as(admin).call(routes.update, { params: { id: of(ines).id }, body: { affiliate: { status: 'enrolled' } } })
    await app.as(admin).call(routes.update, { params: { id: of(kofi).id }, body: { affiliate: { status: 'rejected' } } })
    await app.settle()
    expect(await said(kofi)).to.deep.equal(['affiliate_declined: Affiliate program: your application was declined'])
    const buyer = await brought('Latecomer', of(ines).code)
    const chargeId = await pay(buyer, { amount: 10_000 })
    await app.clock.advance(11 * DAY)
    await app.runSchedule('ripen')
    await app.as(admin).call(routes.startPayouts, { body: { community_member_ids: [ines.id] } })
    await app.as(admin).call(routes.markPaid, { body: { community_member_ids: [ines.id] } })
    await refund(chargeId, 10_000)
    await app.redeliver()
    expect(await said(ines)).to.have.members([
      'affiliate_approved: Affiliate program: you’re approved and your link is ready',
      'affiliate_referral: Affiliate program: a new person joined through your link',
      'commission_due: Affiliate program: you have €30.00 due',
      'commission_paid: Affiliate program: you were paid €30.00',
      'commission_reversed: Affiliate program: €30.00 was reversed',
    ])
    expect(JSON.stringify(await said(ines))).to.not.contain('Latecomer')
  })

  it('keep sums that their rows come to', async () => {
    const wrong = await app.sql(
      `select b.id from affiliates.balance b, lateral (
         select coalesce(sum(amount - reversed) filter (where state = 'pending'), 0) as pending, coalesce(sum(amount - reversed) filter (where state = 'due'), 0) as due,
           coalesce(sum(amount - reversed) filter (where state = 'paid'), 0) as paid from affiliates.commission c where c.affiliate_id = b.affiliate_id and c.currency = b.currency) c
       where (b.pending, b.due, b.paid) is distinct from (c.pending, c.due, c.paid)`,
    )
    expect(wrong).to.deep.equal([])
    const differences = await app.run(null, (ctx) => ctx.platform.operations.counters())
    expect(differences.filter(({ counter }) => counter.startsWith('affiliates.'))).to.deep.equal([])
  })
})
