/** Seats and gifts: one pays, others go in; by the test provider, to the last cent and the last seat. */
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { refusal } from '@atrium/sdk/testing'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember, tokenOf } from './sold.ts'

const { routes } = contract
const DAY = 86_400_000

describe('seats and gifts', () => {
  let at: Shop
  let team: Awaited<ReturnType<Shop['sell']>>
  let gift: Awaited<ReturnType<Shop['sell']>>
  const as = (who: TestMember) => at.app.as(who)
  const seatsOf = async (who: TestMember, id: number) => (await as(who).call(routes.seats, { params: { id } })).records
  async function boughtSeats(seats = 3) {
    const who = await at.app.member()
    const { id } = await at.begin(who, team, { seats })
    await at.pay(id)
    const [held] = await at.mine(who)
    return { who, held: held! }
  }
  const linkOf = async (who: TestMember, id: number, renew = false) => tokenOf((await as(who).call(routes.seatLink, { params: { id }, body: { renew } })).url)

  before(async () => {
    at = await shop()
    team = await at.sell({
      name: 'Studio pass',
      opens: [{ kind: 'space', id: at.places.glaze.id }],
      prices: [{ name: 'Each', price_type: 'subscription', amount_in_cents: 1000, interval: 'monthly', seats_min: 2, seats_max: 6 }],
    })
    gift = await at.sell({
      name: 'Kiln club',
      opens: [{ kind: 'space', id: at.places.kiln.id }],
      prices: [
        { name: 'Once', price_type: 'onetime', amount_in_cents: 4900 },
        { name: 'Monthly', price_type: 'subscription', amount_in_cents: 900, interval: 'monthly', trial_days: 7 },
        { name: 'Parts', price_type: 'installments', amount_in_cents: 9000, interval: 'monthly', installments_count: 3 },
      ],
    })
  })
  beforeEach(() => at.app.resetLimits())
  afterEach(async () => expect(await at.unbalanced()).to.deep.equal([]))
  after(() => at?.app.close())

  it('takes the number of seats within the price, and no other price by the seat', async () => {
    const who = await at.app.member()
    const preview = (seats: number | undefined, paywall = team) =>
      as(who).call(routes.preview, { body: { paywall_id: paywall.id, price_id: paywall.prices[0]!.id, seats } })
    expect((await preview(undefined)).due_today, 'the least of them').to.equal(2000)
    expect(await preview(5)).to.include({ due_today: 5000, seats: 5 })
    for (const seats of [1, 7]) expect(await refusal(preview(seats))).to.include({ status: 422 })
    expect(await refusal(preview(3, gift))).to.include({ status: 422 })
    expect(await refusal(at.begin(who, team, { seats: 7 }))).to.include({ status: 422 })
    const sent = await as(who).send('POST', '/internal_api/paywalls/checkout/preview', { paywall_id: team.id, price_id: team.prices[0]!.id, seats: 1.5 })
    expect(sent.status).to.equal(422)
  })

  it('lets in who has a seat, by mail and by the link, as many as were paid for', async () => {
    const { who, held } = await boughtSeats(3)
    expect(held).to.include({ amount: 3000 })
    expect(held.seats).to.include({ count: 3, used: 1, can_change: true })
    expect(await at.inside(who, at.places.glaze), 'the buyer has one').to.equal(true)
    const [mia, tom, late] = await Promise.all([at.app.member(), at.app.member(), at.app.member()])
    const invite = (emails: string[]) => as(who).call(routes.inviteToSeats, { params: { id: held.id }, body: { emails } })
    expect((await invite(['mia@example.com', 'MIA@example.com'])).sent).to.equal(1)
    expect((await invite(['mia@example.com'])).sent, 'asked twice, mailed once').to.equal(0)
    expect(await refusal(invite(['one@example.com', 'two@example.com']))).to.include({ status: 409, code: 'no_seat' })
    const byMail = await at.token('mia@example.com')
    const byLink = await linkOf(who, held.id)
    await at.take(mia!, byMail)
    await at.take(mia!, byMail)
    expect(await refusal(at.take(tom!, byMail))).to.include({ status: 409, code: 'taken' })
    const both = await Promise.allSettled([at.take(tom!, byLink), at.take(late!, byLink)])
    expect(both.filter(({ status }) => status === 'fulfilled').length, 'one seat was left').to.equal(1)
    const [got, not] = (await at.inside(tom!, at.places.glaze)) ? [tom!, late!] : [late!, tom!]
    expect([await at.inside(mia!, at.places.glaze), await at.inside(got, at.places.glaze), await at.inside(not, at.places.glaze)]).to.deep.equal([
      true,
      true,
      false,
    ])
    expect(await refusal(at.take(not, byLink))).to.include({ status: 409, code: 'no_seat' })
    expect((await as(got).call(routes.prepare, { body: { paywall_id: team.id } })).closed).to.equal('held')
    // taken away: shut for them, free for another
    const seat = (await seatsOf(who, held.id)).find(({ is_own, state }) => !is_own && state === 'taken')!
    await as(who).call(routes.removeSeat, { params: { id: held.id, seat_id: seat.id } })
    expect(await at.inside(mia!, at.places.glaze)).to.equal(false)
    await at.take(not, byLink)
    expect(await at.inside(not, at.places.glaze)).to.equal(true)
    const fresh = await linkOf(who, held.id, true)
    expect(fresh).not.to.equal(byLink)
    expect(await refusal(at.take(mia!, byLink)), 'the link before is void').to.include({ status: 404 })
  })

  it('is the buyer’s affair alone', async () => {
    const { held } = await boughtSeats(2)
    const other = await at.app.member()
    const params = { id: held.id }
    for (const asked of [
      () => as(other).call(routes.seats, { params }),
      () => as(other).call(routes.seatLink, { params, body: {} }),
      () => as(other).call(routes.inviteToSeats, { params, body: { emails: ['x@example.com'] } }),
      () => as(other).call(routes.previewSeats, { params, body: { seats: 4 } }),
      () => as(other).call(routes.changeOwn, { params, body: { act: 'change_seats', seats: 4 } }),
    ])
      expect(await refusal(asked())).to.include({ status: 404 })
    expect(await refusal(as(other).call(routes.offered, { body: { token: 'a'.repeat(32) } }))).to.include({ status: 404 })
  })

  it('tells whoever sits in it who pays, and lets them leave: shut for them, free for another', async () => {
    const { who, held } = await boughtSeats(2)
    const [mia, tom] = await Promise.all([at.app.member(), at.app.member()])
    const link = await linkOf(who, held.id)
    await at.take(mia, link)
    const heldBy = async (one: TestMember) => (await as(one).call(routes.own)).held_seats
    const leave = (one: TestMember, id: number) => as(one).call(routes.leaveSeat, { params: { id } })
    const [buyer] = await at.app.sql('select name from kernel.member where id = $1', [who.id])
    const [seat, ...more] = await heldBy(mia)
    expect(seat).to.include({ paywall_name: 'Studio pass', buyer_name: buyer.name, ends_at: null })
    expect(more).to.deep.equal([])
    expect([await heldBy(who), await heldBy(tom)], 'who pays reads of it elsewhere').to.deep.equal([[], []])
    const own = (await seatsOf(who, held.id)).find(({ is_own }) => is_own)!
    const others: [TestMember, number][] = [
      [tom, seat!.id],
      [who, seat!.id],
      [who, own.id],
      [mia, own.id],
    ]
    for (const [one, id] of others) expect(await refusal(leave(one, id))).to.include({ status: 404 })
    expect(await at.inside(mia, at.places.glaze)).to.equal(true)
    await leave(mia, seat!.id)
    expect(await refusal(leave(mia, seat!.id))).to.include({ status: 404 })
    expect([await heldBy(mia), await at.inside(mia, at.places.glaze)]).to.deep.equal([[], false])
    expect((await at.mine(who))[0]!.seats).to.include({ count: 2, used: 1 })
    const [last] = await at.app.sql(`select actor_member_id from paywalls.happening where purchase_id = $1 and kind = 'seat_left'`, [held.id])
    expect(Number(last.actor_member_id)).to.equal(mia.id)
    await at.take(tom, link)
    expect(await at.inside(tom, at.places.glaze)).to.equal(true)
  })

  it('adds and takes away seats, with the rest of the month settled, and shuts all with the subscription', async () => {
    const { who, held } = await boughtSeats(2)
    const mia = await at.app.member()
    await at.take(mia, await linkOf(who, held.id))
    const change = (seats: number) => as(who).call(routes.changeOwn, { params: { id: held.id }, body: { act: 'change_seats', seats } })
    const preview = await as(who).call(routes.previewSeats, { params: { id: held.id }, body: { seats: 4 } })
    expect(preview.due_now).to.be.within(1900, 2000)
    expect(preview.next_amount).to.equal(4000)
    expect(await refusal(change(7))).to.include({ status: 422 })
    await change(4)
    await at.app.settle()
    const [more] = await at.mine(who)
    expect([more!.seats!.count, more!.amount, more!.charges_quantity]).to.deep.equal([4, 4000, 2])
    const [mrr] = await at.app.sql('select mrr from paywalls.purchase where id = $1', [held.id])
    expect(Number(mrr.mrr)).to.equal(4000)
    const tom = await at.app.member()
    await at.take(tom, await linkOf(who, held.id))
    expect(await refusal(change(2)), 'three are given out').to.include({ status: 409, code: 'seats_taken' })
    await change(3)
    await change(3)
    await at.app.settle()
    expect((await at.mine(who))[0]!.seats).to.include({ count: 3, used: 3 })
    expect(await refusal(at.take(await at.app.member(), await linkOf(who, held.id)))).to.include({ code: 'no_seat' })
    await as(at.admin).call(routes.changeSubscription, { params: { id: held.id }, body: { act: 'cancel', ends_at: 'now' } })
    await at.app.settle()
    expect(await Promise.all([who, mia, tom].map((one) => at.inside(one, at.places.glaze)))).to.deep.equal([false, false, false])
    expect(await refusal(as(who).call(routes.seatLink, { params: { id: held.id }, body: {} }))).to.include({ status: 409, code: 'subscription_over' })
  })

  it('follows a provider that has fewer seats: the last one goes', async () => {
    const { who, held } = await boughtSeats(3)
    const [mia, tom] = await Promise.all([at.app.member(), at.app.member()])
    const link = await linkOf(who, held.id)
    await at.take(mia!, link)
    await at.take(tom!, link)
    await at.door((money) => money.change(held.processor_id!, { quantity: 2, prorate: false }, `dashboard:${held.id}`))
    await at.app.settle()
    expect((await at.mine(who))[0]!.seats).to.include({ count: 2, used: 2 })
    expect([await at.inside(mia!, at.places.glaze), await at.inside(tom!, at.places.glaze)]).to.deep.equal([true, false])
  })

  it('gives what was paid to whoever has the link, once, and ends the period by itself', async () => {
    const [who, mia] = await Promise.all([at.app.member(), at.app.member()])
    const present = { email: 'mia.gift@example.com', name: 'Mia', note: 'For the winter.' }
    expect((await as(who).call(routes.preview, { body: { paywall_id: gift.id, price_id: gift.prices[1]!.id, as_gift: true } })).renewal).to.equal(null)
    expect(await refusal(at.begin(who, gift, { gift: present }, 2)), 'instalments are one’s own').to.include({ status: 422 })
    const { id, amount } = await at.begin(who, gift, { gift: present }, 1)
    expect(amount, 'a month, without the trial').to.equal(900)
    expect(await at.token(present.email), 'nothing before it is paid').to.equal('')
    await at.pay(id)
    const [held] = await at.mine(who)
    expect(held!.gift).to.include({ state: 'sent', email: present.email, note: present.note })
    expect(held!.paywall_price_type).to.equal('onetime')
    expect(await at.inside(who, at.places.kiln), 'the buyer has paid, and has nothing').to.equal(false)
    const first = await at.token(present.email)
    expect(await as(mia).call(routes.offered, { body: { token: first } })).to.include({ kind: 'gift', note: present.note, closed: null })
    await as(who).call(routes.resendGift, { params: { id: held!.id }, body: { email: 'other@example.com' } })
    expect(await refusal(at.take(mia, first)), 'replaced').to.include({ status: 404 })
    const token = await at.token('other@example.com')
    const both = await Promise.allSettled([at.take(mia, token), at.take(await at.app.member(), token)])
    expect(both.filter(({ status }) => status === 'fulfilled').length).to.equal(1)
    const [seat] = await at.app.sql('select member_id from paywalls.seat where purchase_id = $1', [held!.id])
    const lucky = { id: Number(seat.member_id) }
    expect(await at.inside(lucky, at.places.kiln)).to.equal(true)
    expect((await at.mine(who))[0]!.gift!.state).to.equal('redeemed')
    expect(await refusal(as(who).call(routes.resendGift, { params: { id: held!.id }, body: {} }))).to.include({ status: 409, code: 'taken' })
    await at.app.clock.advance(32 * DAY)
    await at.app.runSchedule('due')
    await at.app.settle()
    expect(await at.inside(lucky, at.places.kiln)).to.equal(false)
  })

  it('sends a gift on its day, once', async () => {
    const who = await at.app.member()
    const [{ now }] = (await at.app.run(null, async (ctx) => [{ now: ctx.now() }])) as [{ now: Date }]
    const day = (days: number) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10)
    const present = { email: 'late@example.com', name: '', note: '' }
    expect(await refusal(at.begin(who, gift, { gift: { ...present, send_on: day(500) } }))).to.include({ status: 422 })
    const { id } = await at.begin(who, gift, { gift: { ...present, send_on: day(3) } })
    await at.pay(id)
    await at.app.runSchedule('due')
    expect((await at.mine(who))[0]!.gift).to.include({ state: 'waits', send_on: day(3) })
    expect(await at.token(present.email)).to.equal('')
    await at.app.clock.advance(3 * DAY)
    await at.app.runSchedule('due')
    await at.app.runSchedule('due')
    await at.app.settle()
    expect((await at.app.sent()).filter(({ recipient }) => recipient === present.email).length).to.equal(1)
  })

  it('mails nobody for nothing: the giver of what is free gets the link to hand on', async () => {
    const [who, mia] = await Promise.all([at.app.member(), at.app.member()])
    const free = await at.sell({
      name: 'Open evening',
      opens: [{ kind: 'space', id: at.places.wheel.id }],
      prices: [{ price_type: 'onetime', amount_in_cents: 0 }],
    })
    await at.begin(who, free, { gift: { email: 'stranger@example.com', note: 'Look at https://example.com' } })
    await at.app.settle()
    expect((await at.app.sent()).filter(({ recipient }) => recipient === 'stranger@example.com')).to.deep.equal([])
    const [held] = await at.mine(who)
    expect(held!.gift!.state).to.equal('link')
    const resend = as(who).call(routes.resendGift, { params: { id: held!.id }, body: { email: 'stranger@example.com' } })
    expect(await refusal(resend)).to.include({ status: 409, code: 'gift_free' })
    const link = () => as(who).call(routes.giftLink, { params: { id: held!.id } })
    const [{ url }, again] = [await link(), await link()]
    expect(again.url, 'the same, pressed again').to.equal(url)
    await at.take(mia, tokenOf(url))
    expect(await at.inside(mia, at.places.wheel)).to.equal(true)
    expect(await refusal(link())).to.include({ status: 409, code: 'taken' })
  })

  it('mails so many gifts of one member in a day, and the others on the next', async () => {
    const who = await at.app.member()
    const friends = Array.from({ length: 22 }, (_, n) => `friend${n}@example.com`)
    for (const email of friends) {
      at.app.resetLimits()
      await at.pay((await at.begin(who, gift, { gift: { email } })).id)
    }
    const told = async () => (await at.app.sent()).filter(({ recipient, text }) => friends.includes(recipient) && text.includes('/redeem/')).length
    expect(await told()).to.equal(20)
    const [last, ...others] = await at.mine(who)
    expect(last!.gift).to.include({ state: 'waits' })
    const resend = (id: number) => as(who).call(routes.resendGift, { params: { id }, body: {} })
    expect(await refusal(resend(others.at(-1)!.id))).to.include({ status: 429, code: 'rate_limited' })
    at.app.clock.advance(DAY)
    await at.app.runSchedule('due')
    await at.app.settle()
    expect(await told()).to.equal(22)
    await resend(others.at(-1)!.id)
  })

  it('is void once it was given back, and shut where it was taken before', async () => {
    const [who, mia] = await Promise.all([at.app.member(), at.app.member()])
    const buy = async (email: string) => {
      const { id } = await at.begin(who, gift, { gift: { email, name: '', note: '' } })
      await at.pay(id)
      return (await at.charges(who))[0]!.id
    }
    const giveBack = async (charge: number) => {
      await as(at.admin).call(routes.refund, { params: { id: charge }, body: { refund_id: randomUUID(), reason_details: 'Asked for' } })
      await at.app.settle()
    }
    await giveBack(await buy('void@example.com'))
    expect((await at.mine(who))[0]!.gift!.state).to.equal('void')
    expect(await refusal(at.take(mia, await at.token('void@example.com')))).to.include({ status: 409, code: 'gift_over' })
    expect(await at.inside(mia, at.places.kiln)).to.equal(false)
    const second = await buy('again@example.com')
    await at.take(mia, await at.token('again@example.com'))
    expect(await at.inside(mia, at.places.kiln)).to.equal(true)
    await giveBack(second)
    expect(await at.inside(mia, at.places.kiln)).to.equal(false)
  })

  it('makes a visitor a member in the step that takes the gift', async () => {
    const who = await at.app.member()
    const { id } = await at.begin(who, gift, { gift: { email: 'visitor@example.com', name: '', note: '' } })
    await at.pay(id)
    const token = await at.token('visitor@example.com')
    const browse = (path: string, body: object, cookie = '') =>
      fetch(`${at.app.url}/internal_api/paywalls/checkout/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: at.app.url, cookie },
        body: JSON.stringify(body),
      })
    expect((await browse('redeem', { token })).status, 'not without an account').to.equal(401)
    const { session_id } = (await (await browse('redeem/sessions', { token })).json()) as { session_id: string }
    await browse('otp', { session_id, email: 'visitor@example.com', name: 'A Visitor' })
    const code = (await at.app.sent()).findLast(({ recipient, text }) => recipient === 'visitor@example.com' && /\d{6}/.test(text))!.text.match(/\d{6}/)![0]
    const verified = await browse('verifications', { session_id, code })
    const cookie = verified.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const taken = await browse('redeem', { token, name: 'A Visitor', consent: true }, cookie)
    expect([taken.status, await taken.json()]).to.deep.equal([200, { to: `/c/${at.places.kiln.slug}` }])
    const [seat] = await at.app.sql(
      `select s.member_id from paywalls.seat s join paywalls.purchase u on u.id = s.purchase_id where u.checkout_uid = $1 and s.taken_at is not null`,
      [id],
    )
    expect(await at.inside({ id: Number(seat.member_id) }, at.places.kiln)).to.equal(true)
  })
})
