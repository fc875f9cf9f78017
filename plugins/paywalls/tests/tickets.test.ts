/** Tickets to events and ways into courses: what is paid gives a place exactly once, a full date refuses before anybody pays, and a refund takes the place away. */
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { refusal } from '@atrium/sdk/testing'
import courses from '../../courses/contract.ts'
import events from '../../events/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { type Shop, shop, type TestMember } from './sold.ts'

const { routes } = contract

describe('tickets and courses that are sold', () => {
  let at: Shop
  let studio: { id: number }
  const as = (who: TestMember) => at.app.as(who)
  const plan = (more: object = {}) =>
    at.app.run(null, async (ctx) => {
      const admin = await ctx.actAs(at.admin.id)
      return admin.use(events).create({
        ...{ spaceId: studio.id, authorMemberId: at.admin.id, name: 'Raku day', startsAt: '2099-05-01T10:00', timeZone: 'Europe/Oslo', paid: true },
        ...more,
      })
    })
  const limit = ({ slug }: { slug: string }, most: number) =>
    as(at.admin).call(events.routes.update, {
      params: { spaceId: studio.id, slug },
      body: { event: { event_setting_attributes: { rsvp_limit_enabled: true, rsvp_limit: most } } },
    })
  const sell = (eventId: number, more: object = {}) =>
    at.sell({ name: 'Raku day', opens: [{ kind: 'event', id: eventId }], prices: [{ price_type: 'onetime', amount_in_cents: 4500 }], ...more })
  const answers = async (occurrenceId: number) =>
    (
      await at.app.sql<{ member_id: number; status: string }>('select member_id, status from events.rsvp where occurrence_id = $1 order by id', [occurrenceId])
    ).map(({ member_id, status }) => `${member_id} ${status}`)
  const going = async (occurrenceId: number) => (await at.app.sql('select going_count from events.occurrence where id = $1', [occurrenceId]))[0].going_count
  const refund = async (who: TestMember) => {
    const charge = (await at.charges(who)).find(({ status }) => status === 'paid')
    await as(at.admin).call(routes.refund, { params: { id: charge!.id }, body: { refund_id: randomUUID(), reason_details: 'Cannot come' } })
    await at.app.settle()
  }
  before(async () => {
    at = await shop(['plugins/notifications', 'plugins/posts', 'plugins/events', 'plugins/courses'])
    studio = await at.app.run(null, async (ctx) => {
      const group = await ctx.use(spaces).createGroup({ name: 'Meet' })
      return ctx.use(spaces).create({ name: 'Meetups', spaceGroupId: group.id, types: ['event'] })
    })
  })
  beforeEach(() => at.app.resetLimits())
  after(() => at?.app.close())

  it('sells a place on the date that one came from, once, and takes it back with the money', async () => {
    const raku = await plan({ recurring: { frequency: 'weekly', occurrences: 3 } })
    const second = raku.occurrenceIds[1]!
    const paywall = await sell(raku.id)
    expect(paywall.opens.map(({ kind, name }) => `${kind} ${name}`)).to.deep.equal(['event Raku day'])
    const who = await at.app.member()
    const page = () => as(who).send('GET', `/internal_api/spaces/${studio.id}/events/${raku.slug}?occurrence_id=${second}`)
    expect((await page()).body.needs_ticket).to.equal(true)
    const offer = await as(who).call(routes.opening, { query: { kind: 'event', target_id: raku.id, occurrence_id: second } })
    expect(offer.records.map(({ id, is_full }) => [id, is_full])).to.deep.equal([[paywall.id, false]])
    const { id } = await at.begin(who, paywall, { occurrence_id: second })
    expect(await answers(second), 'nothing before it is paid').to.deep.equal([])
    await at.pay(id)
    await at.app.settle()
    expect(await answers(second)).to.deep.equal([`${who.id} yes`])
    expect(await going(second)).to.equal(1)
    expect(await answers(raku.occurrenceIds[0]!)).to.deep.equal([])
    expect((await page()).body.needs_ticket).to.equal(false)
    // a ticket to all dates: another one is answered by hand
    await at.app.run(null, async (ctx) => (await ctx.actAs(who.id)).use(events).rsvp(raku.occurrenceIds[2]!, 'yes'))
    await refund(who)
    for (const date of raku.occurrenceIds) expect(await answers(date)).to.deep.equal([])
    expect(await going(second)).to.equal(0)
    expect((await page()).body.needs_ticket).to.equal(true)
  })

  it('makes a member of whoever pays, on the only date there is', async () => {
    const raku = await plan({ locationType: 'in_person', place: 'Kiln yard 3' })
    const paywall = await sell(raku.id)
    const who = await at.app.member()
    // visitors read what it costs, and the way to pay for it, before any script runs
    const html = String(
      (
        await at.app.as(null).send('GET', `/c/${(await as(at.admin).call(spaces.routes.show, { params: { id: studio.id } })).slug}/${raku.slug}`, undefined, {
          Accept: 'text/html',
        })
      ).body,
    )
    expect(html).to.include('€45 per ticket').and.include('Get a ticket').and.include(`/checkout/${paywall.id}?back=`)
    const { id, occurrence_id } = await at.begin(who, paywall)
    expect(occurrence_id).to.equal(raku.occurrenceIds[0])
    await at.pay(id)
    // the buyer ends at the date and its code, and has the ticket by mail with an entry for the calendar
    const { event } = await as(who).call(routes.session, { params: { id } })
    expect(event).to.deep.include({ name: 'Raku day', place: 'Kiln yard 3', starts_at: '2099-05-01T08:00:00.000Z', time_zone: 'Europe/Oslo' })
    expect(event!.check_in_code).to.be.a('string')
    await at.app.settle()
    const [mail] = await at.app.sql<{ text: string; attachments: { filename: string }[] }>(
      `select text, attachments from kernel.mail where subject = 'Your ticket: Raku day' order by id desc limit 1`,
    )
    expect(mail!.text).to.include('Kiln yard 3').and.include(event!.check_in_code!).and.not.include('Unsubscribe')
    expect(mail!.attachments.map(({ filename }) => filename)).to.deep.equal([`${raku.slug}.ics`])
    expect(await answers(raku.occurrenceIds[0]!)).to.deep.equal([`${who.id} yes`])
  })

  it('refuses before anybody pays where all places are taken or about to be', async () => {
    const raku = await plan({ limit: 2 })
    const [date] = raku.occurrenceIds
    const paywall = await sell(raku.id)
    const people = await Promise.all(Array.from({ length: 5 }, () => at.app.member()))
    const body = { paywall_id: paywall.id, price_id: paywall.prices[0]!.id, occurrence_id: date }
    const tried = await Promise.all(
      people.map((who) =>
        as(who)
          .call(routes.createSession, { body })
          .then(
            ({ id }) => ({ who, id, code: 'made' }),
            ({ code }: { code: string }) => ({ who, id: '', code }),
          ),
      ),
    )
    const made = tried.filter(({ code }) => code === 'made')
    expect(made).to.have.length(2)
    expect(tried.filter(({ code }) => code === 'full')).to.have.length(3)
    for (const { who, id } of made) await as(who).call(routes.checkout, { body: { session_id: id } })
    const late = await at.app.member()
    const offer = await as(late).call(routes.opening, { query: { kind: 'event', target_id: raku.id, occurrence_id: date } })
    expect(offer.records[0]!.is_full).to.equal(true)
    const prepared = await as(late).call(routes.prepare, { body: { paywall_id: paywall.id, occurrence_id: date } })
    expect(prepared.closed).to.equal('full')
    expect(prepared.event).to.include({ starts_at: '2099-05-01T08:00:00.000Z' })
    // one gives up: the place is free again
    await as(made[0]!.who).call(routes.cancel, { body: { session_id: made[0]!.id } })
    await at.pay(made[1]!.id)
    expect(await going(date!)).to.equal(1)
    const { id } = await at.begin(late, paywall, { occurrence_id: date })
    await at.pay(id)
    expect(await going(date!)).to.equal(2)
    await refund(late)
    expect(await going(date!)).to.equal(1)
  })

  it('keeps the place of a gift until it is taken, and gives it to whoever takes it', async () => {
    const raku = await plan({ limit: 1 })
    const [date] = raku.occurrenceIds
    const paywall = await sell(raku.id)
    const [buyer, other] = [await at.app.member(), await at.app.member()]
    const { id } = await at.begin(buyer, paywall, { occurrence_id: date, gift: { email: 'given@example.com' } })
    await at.pay(id)
    expect(await answers(date!)).to.deep.equal([])
    expect(await refusal(at.begin(await at.app.member(), paywall, { occurrence_id: date }))).to.include({ status: 409 })
    await at.take(other, await at.token('given@example.com'))
    await at.app.settle()
    expect(await answers(date!)).to.deep.equal([`${other.id} yes`])
  })

  it('counts the seats of another price, when it is chosen and when paying begins', async () => {
    const raku = await plan({ limit: 2 })
    const paywall = await sell(raku.id, {
      prices: [
        { price_type: 'onetime', amount_in_cents: 4500 },
        { price_type: 'onetime', amount_in_cents: 9000, seats_min: 5, seats_max: 9 },
      ],
    })
    const who = await at.app.member()
    const [single, five] = paywall.prices
    const { id } = await as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: single!.id } })
    const choice = as(who).call(routes.updateSession, { params: { id }, body: { price_id: five!.id } })
    expect(await refusal(choice)).to.include({ status: 409, code: 'full' })
    // prepared while there was room, started when there is none
    await limit(raku, 9)
    await as(who).call(routes.updateSession, { params: { id }, body: { price_id: five!.id } })
    await limit(raku, 2)
    expect(await refusal(as(who).call(routes.checkout, { body: { session_id: id } }))).to.include({ status: 409, code: 'full' })
  })

  it('holds nothing for whoever is not signed in, one prepared checkout of each account, and few orders that nobody pays', async () => {
    const raku = await plan({ limit: 7 })
    const paywall = await sell(raku.id)
    const body = { paywall_id: paywall.id, price_id: paywall.prices[0]!.id }
    const isFull = async () => (await as(await at.app.member()).call(routes.prepare, { body: { paywall_id: paywall.id } })).closed === 'full'
    for (let n = 0; n < 7; n++) await at.app.as(null).call(routes.createSession, { body })
    const who = await at.app.member()
    for (let n = 0; n < 7; n++) await as(who).call(routes.createSession, { body })
    expect(await isFull()).to.equal(false)
    const outcomes: string[] = []
    for (let n = 0; n < 6; n++)
      outcomes.push(
        await at.begin(who, paywall, { gift: { email: `friend${n}@example.com` } }).then(
          () => 'started',
          ({ code }: { code: string }) => code,
        ),
      )
    expect(outcomes).to.deep.equal([...Array.from({ length: 5 }, () => 'started'), 'too_many_orders'])
    await at.begin(await at.app.member(), paywall)
    expect(await isFull()).to.equal(true)
  })

  it('asks for a place at a checkout that came by a gift’s link, and lets no ticket take a place that is sold', async () => {
    const raku = await plan({ limit: 2 })
    const [date] = raku.occurrenceIds
    const paywall = await sell(raku.id)
    const [buyer, giver, third, taker] = await Promise.all(Array.from({ length: 4 }, () => at.app.member()))
    await at.pay((await at.begin(giver!, paywall, { gift: { email: 'kept@example.com' } })).id)
    const token = await at.token('kept@example.com')
    const { session_id: linked } = await at.app.as(null).call(routes.redeemSession, { body: { token } })
    await at.pay((await at.begin(buyer!, paywall, { occurrence_id: date })).id)
    expect(await refusal(as(third!).call(routes.checkout, { body: { session_id: linked } }))).to.include({ status: 409, code: 'full' })
    // a ticket that is to no date in particular
    const pass = await sell(raku.id, {
      name: 'Pass',
      opens: [
        { kind: 'event', id: raku.id },
        { kind: 'event', id: (await plan()).id },
      ],
    })
    await at.pay((await at.begin(third!, pass)).id)
    const yes = at.app.run(null, async (ctx) => (await ctx.actAs(third!.id)).use(events).rsvp(date!, 'yes'))
    expect((await yes).status).to.equal('waiting')
    await at.take(taker!, token)
    await at.app.settle()
    expect(await answers(date!)).to.have.members([`${buyer!.id} yes`, `${third!.id} waiting`, `${taker!.id} yes`])
  })

  it('lets nobody bring guests on one ticket', async () => {
    const raku = await plan({ guestsLimit: 3 })
    const [date] = raku.occurrenceIds
    const who = await at.app.member()
    await at.pay((await at.begin(who, await sell(raku.id))).id)
    const yes = (guests: number) => at.app.run(null, async (ctx) => (await ctx.actAs(who.id)).use(events).rsvp(date!, 'yes', { guests }))
    expect(await refusal(yes(1))).to.include({ status: 422 })
    expect(await going(date!)).to.equal(1)
  })

  it('sells no date of another event, and none that is over or called off', async () => {
    const [one, two] = [await plan(), await plan()]
    const paywall = await sell(one.id)
    const who = await at.app.member()
    expect(await refusal(at.begin(who, paywall, { occurrence_id: two.occurrenceIds[0] }))).to.include({ status: 422 })
    expect(await refusal(at.sell({ name: 'None', opens: [{ kind: 'event', id: 987_654 }] }))).to.include({ status: 422 })
    const { id } = await as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[0]!.id } })
    await at.app.sql('update events.occurrence set cancelled_at = now() where event_id = $1', [one.id])
    expect(await refusal(as(who).call(routes.checkout, { body: { session_id: id } }))).to.include({ status: 409, code: 'not_for_sale' })
  })

  it('leaves a place for which another ticket stands', async () => {
    const raku = await plan()
    const [date] = raku.occurrenceIds
    const who = await at.app.member()
    const pass = await sell(raku.id, { name: 'Pass' })
    const single = await sell(raku.id)
    for (const paywall of [pass, single]) await at.pay((await at.begin(who, paywall, { occurrence_id: date })).id)
    await refund(who)
    expect(await answers(date!)).to.deep.equal([`${who.id} yes`])
    await refund(who)
    expect(await answers(date!)).to.deep.equal([])
  })

  it('puts whoever pays for a course among its learners', async () => {
    const course = await at.app.run(null, async (ctx) => {
      const group = await ctx.use(spaces).createGroup({ name: 'Courses' })
      const space = await ctx.use(spaces).create({ name: 'Throwing', spaceGroupId: group.id, types: ['course'], isPrivate: true })
      const admin = await ctx.actAs(at.admin.id)
      await admin.use(courses).create(space.id, { summary: 'From zero' })
      return space
    })
    const paywall = await at.sell({ name: 'Throwing', opens: [{ kind: 'space', id: course.id }], prices: [{ price_type: 'onetime', amount_in_cents: 4900 }] })
    const who = await at.app.member()
    const offer = await as(who).call(routes.opening, { query: { kind: 'space', target_id: course.id } })
    expect(offer.records[0]).to.include({ id: paywall.id })
    await at.pay((await at.begin(who, paywall)).id)
    const enrolled = () => at.app.sql('select 1 from courses.enrolment where course_id = $1 and member_id = $2', [course.id, who.id])
    expect(await enrolled()).to.have.length(1)
    await refund(who)
    expect(await enrolled()).to.have.length(0)
  })

  it('shows the offer on other sites, with nothing of whoever looks, and lets nothing else be framed', async () => {
    const raku = await plan()
    const paywall = await sell(raku.id, { name: 'Raku <day>', description: 'Smoke & fire' })
    const page = await fetch(`${at.app.url}/embed/paywalls/${paywall.id}`)
    const text = await page.text()
    expect(page.headers.get('content-security-policy')).to.include('frame-ancestors *').and.include("default-src 'none'")
    expect(text)
      .to.include('Raku &#60;day')
      .and.include('Smoke &#38; fire')
      .and.include('45')
      .and.include(`/checkout/${paywall.id}?price=${paywall.prices[0]!.id}"`)
      .and.include('target="_blank"')
    expect(text).not.to.match(/<script|<input|<form/)
    const signedIn = await fetch(`${at.app.url}/embed/paywalls/${paywall.id}`, { headers: { cookie: `atrium_session=${at.admin.token}` } })
    expect(await signedIn.text(), 'the same for everybody').to.equal(text)
    expect((await fetch(`${at.app.url}/embed/paywalls/987654`)).status).to.equal(404)
    const checkout = await fetch(`${at.app.url}/checkout/${paywall.id}`, { headers: { accept: 'text/html' } })
    expect(checkout.headers.get('content-security-policy')).to.include("frame-ancestors 'none'")
    await as(at.admin).call(routes.createCoupon, { body: { coupon: { code: 'SMOKE', kind: 'percent', percent_off: 1000 } } })
    expect(await (await fetch(`${at.app.url}/embed/paywalls/${paywall.id}?coupon_code=smoke`)).text())
      .to.include('10%')
      .and.include('coupon_code=SMOKE')
  })
})
