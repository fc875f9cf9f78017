/** Events on pages of the site: what visitors see, and what they never do. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { drawn, offered } from '../../site/tests/drawing.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import events from '../contract.ts'
import { at, eventSpace, inDays, NEEDS, planEvent } from './kit.ts'

describe('events on pages', () => {
  let app: TestApp
  let admin: TestMember
  let open: { id: number; name: string }
  let closed: { id: number; name: string }
  before(async () => {
    app = await testApp([...NEEDS.slice(0, -1), 'plugins/site', 'plugins/events'])
    admin = await app.member('admin')
    open = await eventSpace(app, admin, [admin])
    closed = await eventSpace(app, admin, [admin], { is_private: true })
    await planEvent(app, admin, open.id, { name: 'Raku <script>alert(1)</script>', settings: { starts_at: inDays(2, '18:30'), time_zone: 'America/New_York' } })
    await planEvent(app, admin, open.id, { name: 'Plaster day' })
    await planEvent(app, admin, open.id, { name: 'Not out yet', status: 'draft' })
    await planEvent(app, admin, closed.id, { name: 'Secret firing' })
  })
  after(() => app?.close())

  it('are those of public spaces, the next one first, with titles as text', async () => {
    const html = (await drawn(app, 'Events', { title: 'Next at the kiln' }))!
    expect(html).to.include('<h2>Next at the kiln</h2>').and.include('Raku &#60;script&#62;alert(1)&#60;/script&#62;').and.not.include('<script')
    expect(html.indexOf('Raku')).to.be.below(html.indexOf('Plaster day'))
    expect(html).to.not.include('Secret firing').and.not.include('Not out yet')
  })

  it('are told on their own clocks, which are named', async () => {
    const html = (await drawn(app, 'Events', { count: 1 }))!
    expect(html)
      .to.match(/6:30\sPM/)
      .and.include('(Eastern Time)')
      .and.match(/datetime="\d{4}-\d\d-\d\dT\d\d:30:00/)
  })

  it('are the same whoever looks', async () => {
    for (const isMember of [false, true])
      expect(await drawn(app, 'Events', {}, { by: admin.id, isMember }))
        .to.include('Plaster day')
        .and.not.include('Secret firing')
    expect(await drawn(app, 'Events', { space: closed.id }, { by: admin.id })).to.equal(null)
    expect(await drawn(app, 'Events', { space: open.id, layout: 'cards' })).to.include('Plaster day')
  })

  it('say how many go, but not where those who go are hidden', async () => {
    const hidden = await planEvent(app, admin, open.id, { name: 'Quiet hour', settings: { starts_at: inDays(1), hide_attendees: true } })
    const shown = await planEvent(app, admin, open.id, { name: 'Loud hour', settings: { starts_at: inDays(1, '11:00') } })
    for (const event of [hidden, shown]) await app.as(admin).call(events.routes.rsvp, { ...at(event), body: {} as never })
    const html = (await drawn(app, 'Events', { count: 2 }))!
    expect(html.match(/1 going/g)).to.have.length(1)
  })

  it('go from the page with the page of all events, but for a space that was chosen', async () => {
    const allow = (public_events_page: boolean) => app.as(admin).send('PATCH', '/internal_api/community/settings', { public_events_page })
    await allow(false)
    expect(await drawn(app, 'Events', {}, { by: admin.id })).to.equal(null)
    expect(await drawn(app, 'Events', { count: 9 }, { isMember: true })).to.include('Plaster day')
    expect(await drawn(app, 'Events', { count: 9, space: open.id })).to.include('Plaster day')
    await allow(true)
  })

  it('are looked for in public spaces that have events', async () => {
    const plain = await makeSpace(app, admin, [])
    const names = await offered(app, 'Events', 'space')
    expect(names).to.include(open.name).and.not.include(closed.name).and.not.include(plain.name)
    expect(await offered(app, 'Events', 'space', open.name.toUpperCase())).to.deep.equal([open.name])
    expect(await offered(app, 'Events', 'space', 'nothing like it')).to.deep.equal([])
  })

  it('leave nothing where there are none, and say so to who builds the page', async () => {
    const empty = await eventSpace(app, admin, [])
    expect(await drawn(app, 'Events', { title: 'Soon', space: empty.id })).to.equal(null)
    expect(await drawn(app, 'Events', { title: 'Soon', space: empty.id }, { isPreview: true })).to.include('No upcoming events')
  })
})
