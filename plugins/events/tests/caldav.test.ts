/** Calendars by CalDAV, as calendar programs ask for them: found by a password, listed, asked by span and by name, changed by nobody. */
import { expect } from 'chai'
import ICAL from 'ical.js'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import events from '../contract.ts'
import { at, eventSpace, inDays, NEEDS, planEvent } from './kit.ts'

const { routes } = events
const asks = (inner: string) =>
  `<?xml version="1.0"?><D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"><D:prop>${inner}</D:prop></D:propfind>`
const span = (start: Date, end: Date) => {
  const stamp = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, '')
  return `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>
    <C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${stamp(start)}" end="${stamp(end)}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`
}
const summaries = (text: string) =>
  [...text.matchAll(/<c:calendar-data>(.*?)<\/c:calendar-data>/gs)].map(([, data]) => {
    const calendar = new ICAL.Component(ICAL.parse(data!.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')))
    const [event] = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
    return [event!.summary, event!.startDate.toJSDate().toISOString()]
  })

describe('calendars by CalDAV', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let space: { id: number; slug: string }
  let home: string
  let token: string
  const ask = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(app.url + path, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }

  before(async () => {
    app = await testApp([...NEEDS])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    space = await eventSpace(app, admin, [nell], { is_private: true })
    const feed = await app.as(nell).call(routes.openFeed, { body: { space_id: space.id } })
    home = new URL(feed.caldav_url).pathname
    token = home.split('/')[2]!
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('is found from the well-known address by the secret as a password, and by nothing else', async () => {
    const sought = await ask('PROPFIND', '/.well-known/caldav')
    expect([sought.status, sought.headers.get('location')]).to.deep.equal([301, '/caldav/'])
    expect((await ask('GET', '/.well-known/caldav')).status).to.equal(301)
    const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`nell:${password}`).toString('base64')}`, depth: '0' })
    const who = asks('<D:current-user-principal/>')
    const unknown = await ask('PROPFIND', '/caldav/', who)
    expect([unknown.status, unknown.headers.get('www-authenticate')]).to.deep.equal([401, 'Basic realm="Calendars", charset="UTF-8"'])
    expect((await ask('PROPFIND', '/caldav/', who, basic('x'.repeat(43)))).status).to.equal(401)
    const known = await ask('PROPFIND', '/caldav/', who, basic(token))
    expect(known.status).to.equal(207)
    expect(known.text).to.include(`<d:current-user-principal><d:href>${home}</d:href></d:current-user-principal>`)
    const options = await ask('OPTIONS', home)
    expect([options.status, options.headers.get('dav')]).to.deep.equal([200, '1, calendar-access'])
    expect(options.headers.get('allow')).to.include('REPORT')
  })

  it('has one calendar, says what is not known of it, and a tag that changes with it', async () => {
    const wanted = asks('<D:resourcetype/><D:displayname/><C:calendar-home-set/><A:calendar-color/>')
    const listed = await ask('PROPFIND', home, wanted, { depth: '1' })
    expect(listed.text).to.include(`<d:href>${home}calendar/</d:href>`).and.include('<d:collection/><c:calendar/>')
    expect(listed.text).to.include('xmlns:x="http://apple.com/ns/ical/"').and.include('404 Not Found')
    const many = await ask('PROPFIND', home, asks(Array.from({ length: 60 }, (_, at) => `<A:p${at}/>`).join('')), { depth: '1' })
    expect([many.status, JSON.parse(many.text).code]).to.deep.equal([403, 'too_many_properties'])
    const often = await ask('PROPFIND', home, asks('<A:p/>'.repeat(20_000)), { depth: '1' })
    expect([often.status, often.text.match(/<x:p /g)!.length], 'each once for each of two places').to.deep.equal([207, 2])
    expect((await ask('PROPFIND', home, asks(`${'<A:p>'.repeat(3_000)}${'</A:p>'.repeat(3_000)}`))).status).to.equal(400)
    const ctag = async () => /<s:getctag>(.*?)<\/s:getctag>/.exec((await ask('PROPFIND', `${home}calendar/`, undefined, { depth: '0' })).text)![1]
    const before = await ctag()
    expect(await ctag()).to.equal(before)
    const event = await planEvent(app, admin, space.id, { name: 'Tagged' })
    const made = await ctag()
    expect(made).to.not.equal(before)
    await app.as(nell).call(routes.rsvp, { ...at(event), body: { status: 'maybe' } })
    expect(await ctag(), 'one’s own answer is part of it').to.not.equal(made)
  })

  it('answers by span and by name, the same instants as the page', async () => {
    const name = 'Pots <&> "kilns" 🔥'
    const near = await planEvent(app, admin, space.id, { name, settings: { starts_at: inDays(20) } })
    const far = await planEvent(app, admin, space.id, { name: 'Far', settings: { starts_at: inDays(60) } })
    const day = 86_400_000
    const begin = new Date(near.starts_at).getTime()
    const found = await ask('REPORT', `${home}calendar/`, span(new Date(begin - day), new Date(begin + day)), { depth: '1' })
    expect(found.status).to.equal(207)
    expect(summaries(found.text)).to.deep.equal([[name, near.starts_at]])
    const path = (event: { occurrence_id: number }) => `${home}calendar/${event.occurrence_id}.ics`
    const many = await ask(
      'REPORT',
      `${home}calendar/`,
      `<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>
        <D:href>${path(far)}</D:href><D:href>${home}calendar/99999999.ics</D:href><D:href>/etc/passwd</D:href></C:calendar-multiget>`,
    )
    expect(summaries(many.text)).to.deep.equal([['Far', far.starts_at]])
    expect(many.text.match(/404 Not Found/g)).to.have.length(2)
    const file = await ask('GET', path(far))
    expect([file.status, file.headers.get('content-type')]).to.deep.equal([200, 'text/calendar; charset=utf-8'])
    expect(file.text).to.include('Far').and.not.include('METHOD:')
    expect(/<d:getetag>(.*?)<\/d:getetag>/.exec(many.text)![1]!.replaceAll('&quot;', '"')).to.equal(file.headers.get('etag'))
    for (const line of file.text.split('\r\n')) expect(Buffer.byteLength(line)).to.be.at.most(75)
  })

  it('refuses what it does not know, what is no XML, and every change', async () => {
    const refused = await ask('REPORT', `${home}calendar/`, '<D:sync-collection xmlns:D="DAV:"><D:sync-token/></D:sync-collection>')
    expect([refused.status, refused.text.includes('supported-report')]).to.deep.equal([403, true])
    const filter = '<C:comp-filter name="VEVENT"><C:prop-filter name="SUMMARY"><C:text-match>a</C:text-match></C:prop-filter></C:comp-filter>'
    const asked = await ask(
      'REPORT',
      `${home}calendar/`,
      `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR">${filter}</C:comp-filter></C:filter></C:calendar-query>`,
    )
    expect([asked.status, asked.text.includes('supported-filter')]).to.deep.equal([403, true])
    expect((await ask('PROPFIND', home, 'no xml at all')).status).to.equal(400)
    expect((await ask('PROPFIND', home, `<a>${'x'.repeat(300_000)}</a>`)).status).to.equal(413)
    for (const method of ['PUT', 'DELETE', 'PROPPATCH', 'MKCALENDAR']) expect((await ask(method, `${home}calendar/1.ics`)).status, method).to.equal(404)
    expect((await ask('PROPFIND', `/caldav/${'x'.repeat(43)}/`)).status).to.equal(404)
  })

  it('ends with its owner’s place in the space', async () => {
    const { records } = await app.as(admin).call(spaces.routes.members, { params: { space_id: space.id } })
    const membership = records.find(({ community_member_id }) => community_member_id === nell.id)!
    await app.as(admin).call(spaces.routes.removeMember, { params: { space_id: space.id, id: membership.id } })
    expect((await ask('PROPFIND', `${home}calendar/`)).status).to.equal(404)
  })
})
