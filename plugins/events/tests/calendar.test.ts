/** Events for calendar programs: the same instants as the page, read by a parser of another maker; private feeds that end with their owner. */
import { expect } from 'chai'
import ICAL from 'ical.js'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import events, { type EventReply } from '../contract.ts'
import { at, eventSpace, inDays, NEEDS, planEvent } from './kit.ts'

const { routes } = events

/** Moments of a calendar by the name of the event. */
function momentsIn(text: string): { name: string; from: string; to: string; status: string; place: string | null }[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      name: event.summary,
      from: event.startDate.toJSDate().toISOString(),
      to: event.endDate.toJSDate().toISOString(),
      status: String(component.getFirstPropertyValue('status')),
      place: event.location,
    }
  })
}

describe('calendars of events', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let space: { id: number; slug: string }
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.as(null).send('GET', new URL(url).pathname, undefined, { 'Cache-Control': 'max-age=0', ...headers })

  before(async () => {
    app = await testApp([...NEEDS])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    space = await eventSpace(app, admin, [nell])
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('says the same instants as the page, across a change of the clocks, in zones of both halves of the world', async () => {
    // the days on which clocks change are of one year
    const since = Date.now() - Date.parse('2027-01-01T00:00:00Z')
    await app.clock.advance(-since)
    for (const [zone, start] of [
      ['Europe/Berlin', '2027-03-25T10:00'],
      ['America/New_York', '2027-03-11T18:30'],
      ['Australia/Lord_Howe', '2027-04-02T07:15'],
      ['Pacific/Auckland', '2027-04-02T09:00'],
    ] as const) {
      const event = await planEvent(app, admin, space.id, {
        name: `In ${zone}`,
        settings: { starts_at: start, time_zone: zone },
        recurring_setting_attributes: { frequency: 'weekly', occurrences: 3 },
      })
      const shown = (await app.as(nell).call(routes.recurring, at(event))).records.map(({ starts_at, ends_at }) => [starts_at, ends_at])
      const file = await app.as(nell).send('GET', `/internal_api/spaces/${space.id}/events/${event.slug}/download_calendar`)
      expect(file.headers['content-type']).to.equal('text/calendar; charset=utf-8')
      expect(momentsIn(String(file.body)).map(({ from, to }) => [from, to])).to.deep.equal(shown)
      const hours = shown.map(([from]) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'short' }).format(new Date(from!)))
      expect(new Set(hours), zone).to.deep.equal(new Set([start.slice(11)]))
    }
    await app.clock.advance(since)
  })

  it('has names with commas, quotes, emoji and new lines as they are', async () => {
    const name = 'Pots, "kilns"; and \\ 🔥 – ação'
    const event = await planEvent(app, admin, space.id, {
      name,
      body: 'One, two;\nthree',
      settings: { location_type: 'in_person', in_person_location: 'Fjellveien 12, Bergen' },
    })
    const file = await app.as(nell).send('GET', `/internal_api/spaces/${space.id}/events/${event.slug}/download_calendar`)
    expect(momentsIn(String(file.body))[0]).to.include({ name, place: 'Fjellveien 12, Bergen' })
    const links = await app.as(nell).call(routes.addToCalendar, at(event))
    expect(new URL(links.google).searchParams.get('text')).to.equal(name)
    expect(new URL(links.google).searchParams.get('dates')).to.equal(
      `${event.starts_at.replace(/[-:]|\.\d{3}/g, '')}/${event.ends_at.replace(/[-:]|\.\d{3}/g, '')}`,
    )
  })

  it('has a private feed of a space that changes with it, costs nothing unchanged, and ends when it is wished or its owner leaves', async () => {
    const closed = await eventSpace(app, admin, [nell], { is_private: true })
    const one = await planEvent(app, admin, closed.id, { name: 'Moderators' })
    const feed = await app.as(nell).call(routes.openFeed, { body: { space_id: closed.id } })
    expect((await app.as(nell).call(routes.openFeed, { body: { space_id: closed.id } })).url, 'the same again').to.equal(feed.url)
    const first = await get(feed.url)
    expect(momentsIn(String(first.body)).map(({ name, from }) => [name, from])).to.deep.equal([['Moderators', one.starts_at]])
    const etag = first.headers.etag!
    expect((await get(feed.url, { 'If-None-Match': etag })).status).to.equal(304)
    await app.as(admin).call(routes.destroy, { ...at(one), query: { edit_mode: 'current' } })
    const second = await get(feed.url, { 'If-None-Match': etag })
    expect([second.status, momentsIn(String(second.body))[0]!.status]).to.deep.equal([200, 'CANCELLED'])
    const fresh = await app.as(nell).call(routes.openFeed, { body: { space_id: closed.id, reset: true } })
    expect([(await get(feed.url)).status, (await get(fresh.url)).status]).to.deep.equal([404, 200])
    const membership = (await app.as(admin).call(spaces.routes.members, { params: { space_id: closed.id } })).records.find(
      ({ community_member_id }) => community_member_id === nell.id,
    )!
    await app.as(admin).call(spaces.routes.removeMember, { params: { space_id: closed.id, id: membership.id } })
    expect((await get(fresh.url)).status, 'no longer inside').to.equal(404)
    await app.as(nell).call(routes.closeFeed, { query: { space_id: closed.id } })
    expect((await app.as(nell).call(routes.feeds)).records).to.deep.equal([])
    expect((await get(`${app.url}/public/event_feeds/${'x'.repeat(43)}/calendar.ics`)).status).to.equal(404)
  })

  it('has a feed of what one goes to, with places that are kept from others', async () => {
    const settings = { location_type: 'in_person', in_person_location: 'Hidden lane 3', hide_location_from_non_attendees: true, starts_at: inDays(6) }
    const event = await planEvent(app, admin, space.id, { name: 'Mine', settings })
    await planEvent(app, admin, space.id, { name: 'Not mine' })
    await app.as(nell).call(routes.rsvp, { ...at(event), body: {} })
    const feed = await app.as(nell).call(routes.openFeed, { body: {} })
    expect(momentsIn(String((await get(feed.url)).body)).map(({ name, place }) => [name, place])).to.deep.equal([['Mine', 'Hidden lane 3']])
    const ofSpace = await app.as(await app.member('member')).call(routes.openFeed, { body: { space_id: space.id } })
    expect(String((await get(ofSpace.url)).body))
      .to.include('Not mine')
      .and.not.include('Hidden lane 3')
  })

  describe('know a date again', () => {
    /** What a program goes by, of the one date of a text. */
    const markIn = (text: unknown) => {
      const event = new ICAL.Component(ICAL.parse(String(text))).getFirstSubcomponent('vevent')!
      return { uid: String(event.getFirstPropertyValue('uid')), sequence: Number(event.getFirstPropertyValue('sequence')) }
    }
    const fileOf = async (event: { slug: string }) =>
      (await app.as(nell).send('GET', `/internal_api/spaces/${space.id}/events/${event.slug}/download_calendar`)).body
    const change = (event: Parameters<typeof at>[0], settings: object) =>
      app.as(admin).call(routes.update, { ...at(event), body: { event: { event_setting_attributes: settings } } as never })

    it('that was moved, put elsewhere or called off', async () => {
      const event = await planEvent(app, admin, space.id, { name: 'Moving' })
      await app.as(nell).call(routes.rsvp, { ...at(event), body: {} })
      const feed = await app.as(nell).call(routes.openFeed, { body: {} })
      const marks = async () => {
        const [file, feeds] = [markIn(await fileOf(event)), String((await get(feed.url)).body)]
        const block = feeds.split('BEGIN:VEVENT').find((text) => text.includes('Moving'))!
        expect([/UID:(.*)/.exec(block)![1]!.trim(), Number(/SEQUENCE:(\d+)/.exec(block)![1])], 'the feed').to.deep.equal([file.uid, file.sequence])
        return file
      }
      let before = await marks()
      const steps: [string, () => Promise<unknown>][] = [
        ['another day', () => change(event, { starts_at: inDays(12) })],
        ['longer', () => change(event, { duration_in_seconds: 10_800 })],
        ['another place', () => change(event, { location_type: 'in_person', in_person_location: 'Kiln 2' })],
        ['called off', () => app.as(admin).call(routes.destroy, { ...at(event), query: { edit_mode: 'current' } })],
      ]
      for (const [what, step] of steps) {
        await step()
        const now = await marks()
        expect(now.uid, what).to.equal(before.uid)
        expect(now.sequence, what).to.be.greaterThan(before.sequence)
        before = now
      }
    })
    it('of a series, alone and with the others, and after the series was parted', async () => {
      const event = await planEvent(app, admin, space.id, { name: 'Weekly', recurring_setting_attributes: { frequency: 'weekly', occurrences: 4 } })
      const marks = async () =>
        new Map(
          (
            await app.sql('select o.id, o.uid, o.sequence from events.occurrence o join events.event e on e.id = o.event_id where e.name like $1', ['Weekly%'])
          ).map(({ id, uid, sequence }) => [Number(id), { uid, sequence }]),
        )
      const dates = (await app.as(nell).call(routes.recurring, at(event))).records
      const first = await marks()
      const edit = (place: number, edit_mode: string, settings: object) =>
        app.as(admin).call(routes.update, {
          ...at(event),
          body: { event: { edit_mode, occurrence_id: dates[place]!.id, event_setting_attributes: settings } } as never,
        })
      await edit(1, 'current', { location_type: 'in_person', in_person_location: 'Kiln 3' })
      const alone = await marks()
      expect([...alone.values()].map(({ sequence }) => sequence).sort(), 'one of them').to.deep.equal([0, 0, 0, 1])
      await edit(0, 'all', { location_type: 'in_person', in_person_location: 'Kiln 4' })
      const all = await marks()
      for (const [id, { uid, sequence }] of all) {
        expect(uid).to.equal(first.get(id)!.uid)
        expect(sequence).to.be.greaterThan(alone.get(id)!.sequence)
      }
      await edit(2, 'remaining', { duration_in_seconds: 1800 })
      for (const [id, { uid, sequence }] of await marks()) {
        expect(uid).to.equal(first.get(id)!.uid)
        expect(sequence).to.be.at.least(all.get(id)!.sequence)
      }
    })
    it('stays the same where nothing of it has changed but its name, and whatever the community is called', async () => {
      const event = await planEvent(app, admin, space.id, { name: 'Standing' })
      const before = markIn(await fileOf(event))
      await app.as(admin).call(routes.update, { ...at(event), body: { event: { name: 'Standing still' } } as never })
      expect(markIn(await fileOf(event))).to.deep.equal(before)
      const host = await app.run(null, async (ctx) => new URL(ctx.community.url).hostname)
      expect(before.uid, 'no host name').to.not.include(host)
    })
    it('in a calendar whose name has commas, semicolons and backslashes', async () => {
      const name = 'Pots, kilns; and \\ more'
      const named = await eventSpace(app, admin, [nell], { name })
      await planEvent(app, admin, named.id, { name: 'One' })
      const feed = await app.as(nell).call(routes.openFeed, { body: { space_id: named.id } })
      const text = String((await get(feed.url)).body)
      const calendar = new ICAL.Component(ICAL.parse(text))
      for (const property of ['name', 'x-wr-calname']) {
        const raw = calendar.getFirstProperty(property)!.toICALString().replace(/\r\n /g, '')
        expect(raw, property).to.include('Pots\\, kilns\\; and \\\\ more')
      }
    })
  })
})

describe('rules that go by a day of the month', () => {
  let app: TestApp
  let admin: TestMember
  let space: { id: number }
  before(async () => {
    app = await testApp([...NEEDS])
    admin = await app.member('admin')
    space = await eventSpace(app, admin, [])
  })
  after(() => app?.close())

  it('say which months and years they leave out, or which day is taken there', async () => {
    const ends = { occurrences: 3 }
    const said = async (starts_at: string, rule: object, locale: string) => {
      const event = await planEvent(app, admin, space.id, {
        name: 'Day',
        settings: { starts_at, time_zone: 'UTC' },
        recurring_setting_attributes: { ...ends, ...rule },
      })
      const { body } = await app.as(admin).send('GET', `/internal_api/spaces/${space.id}/events/${event.slug}`, undefined, { 'Accept-Language': locale })
      const { text, on_last_day } = (body as EventReply).recurring_setting_attributes!
      expect(on_last_day).to.equal('on_last_day' in rule)
      return text
    }
    const monthly = { frequency: 'monthly' }
    const last = { on_last_day: true }
    const CASES: [start: string, rule: object, en: string, pt: string][] = [
      ['2027-01-15T10:00', monthly, 'Monthly on day 15', 'Todo mês no dia 15'],
      [
        '2027-01-31T10:00',
        monthly,
        'Monthly on day 31, except February, April, June, September, and November',
        'Todo mês no dia 31, exceto em fevereiro, abril, junho, setembro e novembro',
      ],
      ['2027-01-30T10:00', monthly, 'Monthly on day 30, except February', 'Todo mês no dia 30, exceto em fevereiro'],
      ['2027-01-29T10:00', monthly, 'Monthly on day 29 (in February, leap years only)', 'Todo mês no dia 29 (em fevereiro, só em anos bissextos)'],
      ['2027-01-31T10:00', { ...monthly, ...last }, 'Monthly on the last day', 'Todo mês no último dia'],
      ['2027-01-30T10:00', { ...monthly, ...last }, 'Monthly on day 30 (in February, on the last day)', 'Todo mês no dia 30 (em fevereiro, no último dia)'],
      ['2028-02-29T10:00', { frequency: 'yearly' }, 'Yearly on February 29, leap years only', 'Todo ano em 29 de fevereiro, só em anos bissextos'],
      ['2028-02-29T10:00', { frequency: 'yearly', ...last }, 'Yearly on the last day of February', 'Todo ano no último dia de fevereiro'],
    ]
    for (const [start, rule, en, pt] of CASES) {
      expect(await said(start, rule, 'en-US')).to.equal(`${en}, 3 times`)
      expect(await said(start, rule, 'pt-BR')).to.equal(`${pt}, 3 vezes`)
    }
  })
})
