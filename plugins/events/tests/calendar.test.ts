/** Events for calendar programs: the same instants as the page, read by a parser of another maker; private feeds that end with their owner. */
import { expect } from 'chai'
import ICAL from 'ical.js'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import events from '../contract.ts'
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

describe('calendars of events', function all() {
  this.timeout(60_000)
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
})
