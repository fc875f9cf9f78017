/** Free trials: one for each person, whichever account, mailbox or card they come with; and what an invitation gives. */
import { refusal } from '@atrium/sdk/testing'
import { expect } from 'chai'
import invitations from '../../invitations/contract.ts'
import payments from '../../payments/contract.ts'
import contract from '../contract.ts'
import { buyersAmong } from '../server/selling/service/holding.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract
const ROUNDS = 8
const [MASTERCARD, OTHER] = ['5555555555554444', '4000000000000341']

describe('free trials', () => {
  let s: Shop
  let paywall: { id: number; prices: { id: number }[] }
  const TRIED = 0
  const BIG = 1
  const fresh = async () =>
    s.sell({
      name: 'Glaze',
      opens: [{ kind: 'space', id: s.places.glaze.id }],
      prices: [
        { name: 'Tried', price_type: 'subscription', amount_in_cents: 1400, interval: 'monthly', trial_days: 14 },
        { name: 'Big', price_type: 'subscription', amount_in_cents: 50_000, interval: 'monthly' },
      ],
    })
  const preview = (who: TestMember, more: object = {}, place = TRIED) =>
    s.app.as(who).call(routes.preview, { body: { paywall_id: paywall.id, price_id: paywall.prices[place]!.id, ...more } })
  const purchasesOf = (who: TestMember) => s.app.sql('select status, is_open, cancellation from paywalls.purchase where member_id = $1 order by id', [who.id])
  async function pay(uid: string, card?: string) {
    const [row] = await s.app.sql('select processor_id from paywalls.checkout where uid = $1', [uid])
    await s.door((money) => money.test.pay(row.processor_id, card))
    await s.app.settle()
  }
  const link = async (paywallFields: object, max_uses: number | null = 1) => {
    const { invitation_link: made } = await s.app.as(s.admin).call(invitations.routes.createLink, {
      body: { invitation_link: { name: 'Kiln fair', max_uses }, paywall: { paywall_id: paywall.id, ...paywallFields } },
    })
    const uses = async () => (await s.app.as(s.admin).call(invitations.routes.link, { params: { id: made.id } })).invitation_link.members_joined_count
    return { token: made.redemption_url.split('/').at(-1)!, uses }
  }
  const mailOf = async (who: TestMember, email: string) => s.app.sql('update kernel.account set email = $2 where id = $1', [who.accountId, email])

  before(async () => {
    s = await shop(['plugins/community', 'plugins/audience', 'plugins/invitations'])
  })
  beforeEach(async () => {
    s.app.resetLimits()
    paywall = await fresh()
  })
  after(() => s?.app.close())

  it('is one for each member', async () => {
    const who = await s.app.member()
    const { id, amount } = await s.begin(who, paywall)
    expect(amount).to.equal(0)
    await pay(id)
    expect(await s.inside(who, s.places.glaze)).to.equal(true)
    const other = await s.app.member()
    expect(await s.app.run(null, (ctx) => buyersAmong(ctx, [other.id, who.id]))).to.deep.equal([who.id])
    const [held] = await s.mine(who)
    await s.app.as(s.admin).call(routes.changeSubscription, { params: { id: held!.id }, body: { act: 'cancel', ends_at: 'now' } })
    await s.app.settle()
    expect((await preview(who)).due_today).to.equal(1400)
    expect((await s.begin(who, paywall)).amount).to.equal(1400)
  })

  it('is one for each mailbox', async () => {
    const [one, other, third] = [await s.app.member(), await s.app.member(), await s.app.member()]
    await mailOf(one, 'kiln.fire@gmail.com')
    await mailOf(other, 'KilnFire+again@googlemail.com')
    await mailOf(third, 'kiln.fire@example.com')
    await pay((await s.begin(one, paywall)).id)
    expect((await s.begin(other, paywall)).amount).to.equal(1400)
    expect((await s.begin(third, paywall)).amount).to.equal(0)
  })

  it('is one for each card: who comes with it again is told, and charged nothing', async () => {
    const [one, other, third] = [await s.app.member(), await s.app.member(), await s.app.member()]
    await pay((await s.begin(one, paywall)).id, MASTERCARD)
    await pay((await s.begin(other, paywall)).id, MASTERCARD)
    expect(await purchasesOf(other)).to.deep.equal([{ status: 'canceled', is_open: false, cancellation: 'trial_used' }])
    expect(await s.inside(other, s.places.glaze)).to.equal(false)
    const { test_now: now } = await s.app.as(s.admin).call(payments.routes.setup)
    await s.door((money) => money.test.advance(new Date(Date.parse(now!) + 20 * 86_400_000)))
    await s.app.settle()
    expect(await s.charges(other)).to.deep.equal([])
    const [account] = await s.app.sql('select email from kernel.account where id = $1', [other.accountId])
    expect((await s.app.sent()).filter(({ recipient, subject }) => recipient === account.email && subject.includes('card'))).to.have.length(1)
    await pay((await s.begin(third, paywall)).id, OTHER)
    expect(await s.inside(third, s.places.glaze)).to.equal(true)
  })

  it('goes to one of two pages that a member opens, and is there again where neither is paid', async () => {
    const who = await s.app.member()
    const first = await s.begin(who, paywall)
    const second = await s.begin(who, paywall)
    expect([first.amount, second.amount]).to.deep.equal([0, 0])
    await s.app.as(who).call(routes.cancel, { body: { session_id: second.id } })
    await s.app.settle()
    const third = await s.begin(who, paywall)
    expect(third.amount).to.equal(0)
    await pay(third.id)
    await pay(first.id).catch(() => {})
    expect((await purchasesOf(who)).filter(({ status }) => status === 'trial')).to.have.length(1)
  })

  it('is one where a member presses twice at once', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const who = await s.app.member()
      await Promise.allSettled([s.begin(who, paywall), s.begin(who, paywall)])
      const [row] = await s.app.sql('select count(*)::int as n from paywalls.once where member_id = $1', [who.id])
      expect(row.n, `round ${round}`).to.equal(1)
    }
  })

  it('comes with an invitation for the price that it names, and takes a use of it', async () => {
    const { token, uses } = await link({ paywall_price_id: paywall.prices[TRIED]!.id, trial_days: 90 })
    const [one, other] = [await s.app.member(), await s.app.member()]
    const days = async (who: TestMember, place = TRIED) => (await preview(who, { invitation_token: token }, place)).trial_ends_at
    expect(await days(one, BIG), 'not for another price').to.equal(null)
    const begun = await s.begin(one, paywall, { invitation_token: token })
    expect(await uses()).to.equal(1)
    const ends = (await preview(other)).trial_ends_at!
    expect(Date.parse((await days(other))!) - Date.parse(ends), 'the days of the price').to.be.lessThan(86_400_000)
    await s.app.as(one).call(routes.cancel, { body: { session_id: begun.id } })
    await s.app.settle()
    expect(await uses(), 'given back').to.equal(0)
    const { id } = await s.begin(other, paywall, { invitation_token: token })
    await pay(id)
    expect(await uses()).to.equal(1)
    await s.app.as(other).call(invitations.routes.join, { params: { token }, body: {} })
    expect(await uses(), 'who has bought by it comes in by that use').to.equal(1)
    expect(await refusal(s.app.as(one).call(invitations.routes.join, { params: { token }, body: {} }))).to.include({ status: 410 })
  })

  it('gives the last use of an invitation to one', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const { token, uses } = await link({ paywall_price_id: paywall.prices[TRIED]!.id, trial_days: 90 })
      const people = await Promise.all([s.app.member(), s.app.member(), s.app.member()])
      const done = await Promise.allSettled(people.map((who) => s.begin(who, paywall, { invitation_token: token })))
      const got = await s.app.sql(
        `select uid from paywalls.checkout where status = 'started' and (ordered ->> 'trialDays')::int = 90 and paywall_id = $1 and account_id = any ($2)`,
        [paywall.id, people.map(({ accountId }) => accountId)],
      )
      expect(got, `round ${round}`).to.have.length(1)
      expect(done.some(({ status }) => status === 'fulfilled')).to.equal(true)
      expect(await uses()).to.equal(1)
    }
  })

  it('begins nothing at another sum than was shown', async () => {
    const who = await s.app.member()
    const { due_today, currency } = await preview(who, {}, BIG)
    await s.app.as(s.admin).call(routes.update, {
      params: { id: paywall.id },
      body: { paywall: { prices: [{ id: paywall.prices[BIG]!.id, name: 'Big', price_type: 'subscription', amount_in_cents: 99_000, interval: 'monthly' }] } },
    })
    const { id } = await s.app.as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[BIG]!.id } })
    const start = (body: object) => s.app.as(who).call(routes.checkout, { body: { session_id: id, ...body } })
    const refused = await refusal(start({ due_today, currency }))
    expect(refused).to.deep.include({ status: 409, code: 'price_changed', details: { due_today: 99_000, currency: 'eur' } })
    expect(refused.message).to.match(/990/)
    expect(await refusal(start({ due_today: 99_000, currency: 'usd' }))).to.include({ status: 409 })
    expect((await start({ due_today: 99_000, currency })).amount).to.equal(99_000)
  })
  it('holds for coupons too, unless their seller says otherwise', async () => {
    const coupon = (code: string, more: object = {}) =>
      s.app.as(s.admin).call(routes.createCoupon, { body: { coupon: { code, kind: 'percent', percent_off: 9000, ...more } } })
    const [once, often] = [await coupon(`ONCE${paywall.id}`), await coupon(`OFTEN${paywall.id}`, { once_per_member: false })]
    expect([once.once_per_member, often.once_per_member]).to.deep.equal([true, false])
    const [who, same] = [await s.app.member(), await s.app.member()]
    await mailOf(who, `clay${paywall.id}@gmail.com`)
    await mailOf(same, `cl.ay${paywall.id}+x@gmail.com`)
    const end = async () => {
      const [held] = await s.mine(who)
      await s.app.as(s.admin).call(routes.changeSubscription, { params: { id: held!.id }, body: { act: 'cancel', ends_at: 'now' } })
      await s.app.settle()
    }
    const left = await s.begin(who, paywall, { coupon_code: once.code }, BIG)
    await s.app.as(who).call(routes.cancel, { body: { session_id: left.id } })
    await s.app.settle()
    for (const { code } of [once, often]) {
      const { id, amount } = await s.begin(who, paywall, { coupon_code: code }, BIG)
      expect(amount).to.equal(5000)
      await pay(id)
      await end()
    }
    const used = { status: 422, code: 'coupon_used' }
    expect(await refusal(preview(who, { coupon_code: once.code }, BIG))).to.include(used)
    expect(await refusal(s.begin(who, paywall, { coupon_code: once.code }, BIG))).to.include(used)
    expect(await refusal(s.begin(same, paywall, { coupon_code: once.code }, BIG)), 'by another account').to.include(used)
    expect((await s.begin(who, paywall, { coupon_code: often.code }, BIG)).amount).to.equal(5000)
    expect((await s.app.as(s.admin).call(routes.coupon, { params: { id: once.id } })).uses_count).to.equal(1)
  })

  it('gives a coupon to one of the pages that a member opens at once', async () => {
    const { code, id } = await s.app
      .as(s.admin)
      .call(routes.createCoupon, { body: { coupon: { code: `AT${paywall.id}`, kind: 'percent', percent_off: 9000 } } })
    for (let round = 1; round <= ROUNDS; round++) {
      const who = await s.app.member()
      const done = await Promise.allSettled([1, 2, 3].map(() => s.begin(who, paywall, { coupon_code: code }, BIG)))
      expect(done.some(({ status }) => status === 'fulfilled')).to.equal(true)
      // one that begins when another has its page closes that one, so more than one may have begun
      const open = await s.app.sql(`select uid from paywalls.checkout where member_id = $1 and status = 'started'`, [who.id])
      expect(open, `round ${round}`).to.have.length(1)
    }
    expect((await s.app.as(s.admin).call(routes.coupon, { params: { id } })).uses_count).to.equal(ROUNDS)
  })
})
