/** Events: conformance, and what people do with them. */
import { expect } from 'chai'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import content from '../../content/contract.ts'
import { writePost } from '../../posts/tests/kit.ts'
import spaces from '../../spaces/contract.ts'
import events from '../contract.ts'
import { at, eventSpace, inDays, NEEDS, planEvent } from './kit.ts'

const { routes } = events
describePlugin('plugins/events')

describe('events', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let space: { id: number; slug: string }
  const plan = (event: { settings?: object; [field: string]: unknown } = {}, who = admin) => planEvent(app, who, space.id, event)
  const series = (settings: object = {}, recurring: object = {}) =>
    plan({ name: 'Glaze office hour', settings, recurring_setting_attributes: { frequency: 'weekly', occurrences: 4, ...recurring } })
  const dates = async (event: { space_id: number; slug: string }) => (await app.as(admin).call(routes.recurring, at(event))).records
  const change = (event: { space_id: number; slug: string }, fields: object, who = admin) =>
    app.as(who).call(routes.update, { ...at(event), body: { event: fields } })

  before(async () => {
    app = await testApp([...NEEDS])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
    space = await eventSpace(app, admin, [nell, priya])
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('stands at an address of its space that no post has, and posts keep off it', async () => {
    const event = await plan({ name: 'Open studio' })
    expect(event.url).to.equal(`/c/${space.slug}/open-studio`)
    const post = await writePost(app, nell, space.id, { name: 'Open studio' })
    expect(post.slug).to.match(/^open-studio-[a-z0-9]{6}$/)
    await writePost(app, nell, space.id, { name: 'Raku for two' })
    expect((await plan({ name: 'Raku for two' })).slug).to.match(/^raku-for-two-[a-z0-9]{6}$/)
    expect((await app.as(nell).send('GET', `/internal_api/spaces/${space.id}/posts/open-studio`)).status).to.equal(404)
    // what screens are called, and its own calls
    for (const name of ['New', 'Members', 'Upcoming', 'Calendar']) expect((await plan({ name })).slug, name).to.match(/^\w+-[a-z0-9]{6}$/)
  })

  it('is one with posts where both want an address in the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const name = `Wood firing ${round}`
      const wanted = `wood-firing-${round}`
      const made = await Promise.all([...[1, 2, 3].map(() => plan({ name })), ...[1, 2, 3].map(() => writePost(app, nell, space.id, { name }))])
      const slugs = made.map(({ slug }) => slug)
      expect(new Set(slugs).size, slugs.join()).to.equal(6)
      expect(slugs.filter((slug) => slug === wanted)).to.have.length(1)
      for (const { url, id } of made) {
        const [, , , slug] = url.split('/')
        expect((await app.as(nell).call(content.routes.at, { query: { space: space.slug, slug: slug! } })).id).to.equal(id)
      }
    }
  })

  it('comes with the answer to what stands at its address, at the date that the address names, and to nobody who may not see it', async () => {
    const event = await series()
    const [, second] = await dates(event)
    const ask = (who: TestMember | null, search?: string) => app.as(who).call(content.routes.at, { query: { space: space.slug, slug: event.slug, search } })
    const shown = await app.as(nell).call(routes.show, { params: { spaceId: space.slug, slug: event.slug } })
    expect(await ask(nell)).to.deep.equal({
      kind: 'event',
      id: event.id,
      path: event.url,
      first: [{ key: ['events', 'show', { params: { spaceId: space.slug, slug: event.slug }, query: {} }], data: JSON.parse(JSON.stringify(shown)) }],
    })
    const later = await ask(nell, `date=${second!.id}`)
    expect(later.first[0]!.key).to.deep.equal(['events', 'show', { params: { spaceId: space.slug, slug: event.slug }, query: { occurrence_id: second!.id } }])
    expect((later.first[0]!.data as { occurrence_id: number }).occurrence_id).to.equal(second!.id)
    const draft = await plan({ name: 'Not yet', status: 'draft' })
    expect(await refusal(app.as(priya).call(content.routes.at, { query: { space: space.slug, slug: draft.slug } }))).to.include({ status: 404 })
    const page = await app.as(null).send('GET', event.url, undefined, { accept: 'text/html' })
    expect(page.status).to.equal(200)
    expect(String(page.body)).to.include('Glaze office hour')
  })

  it('tells strangers neither who comes, where the directory is not public, nor where an event is that they do not see', async () => {
    const settings = (public_member_directory: boolean) => app.as(admin).send('PATCH', '/internal_api/community/settings', { public_member_directory })
    const event = await plan({ name: 'Open firing' })
    await app.as(nell).call(routes.rsvp, { ...at(event), body: {} })
    await app.settle()
    const page = async () => String((await app.as(null).send('GET', event.url, undefined, { accept: 'text/html' })).body)
    await settings(true)
    expect(await page()).to.include('Nell')
    await settings(false)
    expect(await page())
      .to.include('Open firing')
      .and.not.include('Nell')

    const closed = await eventSpace(app, admin, [nell], { is_private: true })
    const hidden = await planEvent(app, admin, closed.id, {
      settings: { location_type: 'in_person', in_person_location: 'Kiln yard 3' },
    })
    const cardFor = (who: number | null, id: number) =>
      app.outside(admin.communityId, async (ctx) => (who === null ? ctx : await ctx.actAs(who)).use(events).dateCard(id))
    expect((await cardFor(nell.id, hidden.occurrence_id))!.place).to.equal('Kiln yard 3')
    expect((await cardFor(null, hidden.occurrence_id))!.place).to.equal('Visible to attendees only')
    const draft = await plan({ name: 'Not yet', status: 'draft' })
    expect(await cardFor(null, draft.occurrence_id)).to.equal(null)
  })

  it('answers two seats and fifty presses with exactly two, the rest in line', async () => {
    const event = await plan({ settings: { rsvp_limit: 2 } })
    const people = await Promise.all(Array.from({ length: 25 }, (_, n) => app.member('member', { name: `Guest ${n}` })))
    await Promise.all([...people, ...people].map((who) => app.as(who).call(routes.rsvp, { ...at(event), body: {} })))
    const seen = await app.as(admin).call(routes.show, at(event))
    expect([seen.event_setting_attributes.rsvp_count, seen.event_setting_attributes.waiting_count]).to.deep.equal([2, 23])
    const counted = await app.sql('select status, count(*)::int from events.rsvp where event_id = $1 group by 1 order by 1', [event.id])
    expect(counted).to.deep.equal([
      { status: 'waiting', count: 23 },
      { status: 'yes', count: 2 },
    ])
  })

  it('lets the next in line have a place that comes free, in their order, guests counted', async () => {
    const event = await plan({ settings: { rsvp_limit: 3, guests_limit: 2 } })
    const [one, two, three] = await Promise.all(['One', 'Two', 'Three'].map((name) => app.member('member', { name })))
    const press = (who: TestMember, body: object = {}) => app.as(who).call(routes.rsvp, { ...at(event), body })
    expect((await press(one!, { guests: 1 })).event_setting_attributes.rsvp_count).to.equal(2)
    expect((await press(two!, { guests: 1 })).rsvp_status, 'two do not fit').to.equal('waiting')
    expect((await press(three!, { guests: 2 })).waiting_position).to.equal(2)
    expect((await press(two!, { guests: 1 })).waiting_position, 'pressing again keeps the place in line').to.equal(1)
    await app.as(one!).call(routes.unrsvp, at(event))
    const after = await app.as(two!).call(routes.show, at(event))
    expect([after.rsvp_status, after.event_setting_attributes.rsvp_count, after.event_setting_attributes.waiting_count]).to.deep.equal(['yes', 2, 1])
    await change(event, { event_setting_attributes: { rsvp_limit: 5 } })
    expect((await app.as(three!).call(routes.show, at(event))).rsvp_status, 'more places').to.equal('yes')
    expect((await refusal(press(two!, { guests: 2 }))).code).to.equal('event_full')
    expect((await refusal(press(nell, { guests: 3 }))).status).to.equal(422)
  })

  it('refuses answers to what is over, called off, not out, or takes none', async () => {
    const press = (event: { space_id: number; slug: string }, who = nell) => app.as(who).call(routes.rsvp, { ...at(event), body: {} })
    const over = await plan({ settings: { starts_at: inDays(1) } })
    await app.sql("update events.occurrence set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where event_id = $1", [over.id])
    expect((await refusal(press(over))).code).to.equal('event_over')
    const off = await series()
    const [first] = await dates(off)
    await app.as(admin).call(routes.destroy, { ...at(off), query: { edit_mode: 'current', occurrence_id: first!.id, note: 'Flu' } })
    expect((await refusal(app.as(nell).call(routes.rsvp, { ...at(off), body: { occurrence_id: first!.id } }))).code).to.equal('event_cancelled')
    expect((await app.as(nell).call(routes.show, { ...at(off), query: { occurrence_id: first!.id } })).cancel_note).to.equal('Flu')
    const draft = await plan({ status: 'draft' })
    expect((await refusal(press(draft))).status).to.equal(404)
    expect((await refusal(press(draft, admin))).code).to.equal('not_published')
    expect((await refusal(press(await plan({ settings: { rsvp_disabled: true } })))).code).to.equal('rsvp_closed')
    expect((await refusal(plan({ settings: { ticket_type: 'paid' } }))).status).to.equal(422)
    expect((await refusal(plan({ settings: { starts_at: '2020-01-01T10:00' } }))).status, 'planned for the past').to.equal(422)
    expect((await refusal(plan({ settings: { starts_at: '2027-02-31T10:00' } }))).status).to.equal(422)
    expect((await refusal(plan({ settings: { time_zone: 'Mars/Olympus' } }))).status).to.equal(422)
    expect((await refusal(plan({ settings: { ends_at: inDays(9) } }))).status).to.equal(422)
    expect((await refusal(series({}, { frequency: 'daily', occurrences: 36_500 }))).status, 'a hundred years').to.equal(422)
  })

  it('asks what must be asked, and shows the answers to those who run it alone', async () => {
    const questions = [
      { key: 'diet', label: 'What do you not eat?', required: true },
      { key: 'shift', label: 'Which shift?', kind: 'choice', options: ['Dusk', 'Dawn'] },
    ]
    const event = await plan({ settings: { questions } })
    const press = (answers?: object) => app.as(nell).call(routes.rsvp, { ...at(event), body: { answers } as never })
    expect((await refusal(press())).status).to.equal(422)
    expect((await refusal(press({ diet: 'Nothing', shift: 'Noon' }))).status).to.equal(422)
    expect((await press({ diet: '=1+1', shift: 'Dusk', other: 'x' })).rsvp_answers).to.deep.equal({ diet: '=1+1', shift: 'Dusk' })
    const list = (who: TestMember) => app.as(who).call(routes.attendees, at(event))
    expect((await list(priya)).records[0]!.answers).to.equal(null)
    const only = async (who: TestMember) =>
      (await app.as(admin).call(routes.attendees, { ...at(event), query: { community_member_id: who.id } })).records.length
    expect([await only(nell), await only(priya)]).to.deep.equal([1, 0])
    expect((await list(admin)).records[0]!.answers).to.deep.equal({ diet: '=1+1', shift: 'Dusk' })
    const file = await app.as(admin).send('POST', `/internal_api/spaces/${space.id}/events/${event.slug}/attendees/export`, {})
    expect(String(file.body)).to.include('What do you not eat?').and.not.include(',=1+1')
    expect((await app.as(priya).send('POST', `/internal_api/spaces/${space.id}/events/${event.slug}/attendees/export`, {})).status).to.equal(403)
  })

  it('keeps place and list from who does not come, where it is so wished', async () => {
    const settings = { location_type: 'in_person', in_person_location: 'Fjellveien 12', hide_location_from_non_attendees: true, hide_attendees: true }
    const event = await plan({ settings })
    const place = async (who: TestMember | null) => (await app.as(who).call(routes.show, at(event))).event_setting_attributes
    expect(await place(nell)).to.include({ in_person_location: null, is_location_hidden: true })
    expect(JSON.stringify(await app.as(nell).call(routes.addToCalendar, at(event)))).to.not.include('Fjellveien')
    await app.as(nell).call(routes.rsvp, { ...at(event), body: {} })
    expect((await place(nell)).in_person_location).to.equal('Fjellveien 12')
    expect((await place(admin)).in_person_location).to.equal('Fjellveien 12')
    expect((await refusal(app.as(priya).call(routes.attendees, at(event)))).code).to.equal('attendees_hidden')
    expect((await app.as(priya).call(routes.show, at(event))).event_attendees).to.deep.equal({ records: [], count: 0 })
  })

  it('changes one date, this and the following, or all, and nobody loses their place', async () => {
    const event = await series()
    const [one, two, three, four] = await dates(event)
    await app.as(nell).call(routes.recurringRsvp, { ...at(event), body: { event_ids: [one!.id, two!.id, three!.id, four!.id] } })
    await change(event, {
      edit_mode: 'current',
      occurrence_id: two!.id,
      name: 'Kiln hour',
      event_setting_attributes: { in_person_location: 'Yard', location_type: 'in_person' },
    })
    expect((await dates(event)).map(({ name }) => name)).to.deep.equal(['Glaze office hour', 'Kiln hour', 'Glaze office hour', 'Glaze office hour'])
    const moved = await change(event, { occurrence_id: one!.id, event_setting_attributes: { starts_at: `${one!.start_date.slice(0, 10)}T11:00` } })
    expect(moved.id).to.equal(event.id)
    expect(
      (await dates(event)).map(({ start_date }) => start_date.slice(11)),
      'all of them an hour later',
    ).to.deep.equal(['11:00', '11:00', '11:00', '11:00'])
    const further = await change(event, {
      edit_mode: 'remaining',
      occurrence_id: three!.id,
      name: 'Glaze evening',
      event_setting_attributes: { starts_at: `${three!.start_date.slice(0, 10)}T19:00` },
    })
    expect(further.id).to.not.equal(event.id)
    expect((await dates(event)).map(({ id }) => id)).to.deep.equal([one!.id, two!.id])
    const rest = await dates(further)
    expect(rest.map(({ id, start_date, name }) => [id, start_date.slice(11), name])).to.deep.equal([
      [three!.id, '19:00', 'Glaze evening'],
      [four!.id, '19:00', 'Glaze evening'],
    ])
    expect(rest.map(({ rsvp_count }) => rsvp_count)).to.deep.equal([1, 1])
    const seen = await app.as(nell).call(routes.show, { ...at(further), query: { occurrence_id: four!.id } })
    expect(seen.rsvp_status).to.equal('yes')
    expect(seen.recurring_setting_attributes!.text).to.match(/^Every \w+, 2 times$/)
  })

  it('moves a series by days, leaves out days, puts them back, and calls off what somebody comes to', async () => {
    const event = await series()
    const before = await dates(event)
    await app.as(nell).call(routes.recurringRsvp, { ...at(event), body: { event_ids: [before[1]!.id] } })
    const day = (local: string, days: number) => new Date(Date.parse(`${local.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
    await change(event, { event_setting_attributes: { starts_at: `${day(before[0]!.start_date, 1)}T10:00` } })
    const moved = await dates(event)
    expect(moved.map(({ id }) => id)).to.deep.equal(before.map(({ id }) => id))
    expect(moved.map(({ start_date }) => start_date.slice(0, 10))).to.deep.equal(before.map(({ start_date }) => day(start_date, 1)))
    const rule = { frequency: 'weekly', occurrences: 4 }
    const left = { exceptions: [{ date: day(before[1]!.start_date, 1), note: 'Away' }, { date: day(before[2]!.start_date, 1) }] }
    await change(event, { recurring_setting_attributes: { ...rule, ...left } })
    expect((await dates(event)).map(({ id, is_cancelled }) => [id, is_cancelled])).to.deep.equal([
      [before[0]!.id, false],
      [before[1]!.id, true],
      [before[3]!.id, false],
    ])
    await change(event, { recurring_setting_attributes: rule })
    expect((await dates(event)).map(({ is_cancelled }) => is_cancelled)).to.deep.equal([false, false, false, false])
  })

  it('previews a rule in words and dates, in both languages, and saves nothing', async () => {
    const ask = (recurring: object) => ({
      event: { event_setting_attributes: { starts_at: '2026-12-03T10:00', time_zone: 'Europe/Oslo' }, recurring_setting_attributes: recurring },
    })
    const address = `/internal_api/spaces/${space.id}/events/calculate_schedule`
    const rule = { frequency: 'bi_weekly', ends_at: '2027-03-11', exceptions: [{ date: '2026-12-31', note: 'Year end' }] }
    const { body } = await app.as(admin).send('POST', address, ask(rule))
    expect([body.text, body.count]).to.deep.equal(['Every other Thursday until March 11, 2027', 7])
    expect(body.dates.slice(0, 3).map(({ date, is_left_out, note }: any) => [date, is_left_out, note])).to.deep.equal([
      ['2026-12-03', false, ''],
      ['2026-12-17', false, ''],
      ['2026-12-31', true, 'Year end'],
    ])
    const portuguese = await app.as(admin).send('POST', address, ask(rule), { 'Accept-Language': 'pt-BR' })
    expect(portuguese.body.text).to.equal('Às quintas, a cada duas semanas até 11 de março de 2027')
    const bad = await app.as(admin).send('POST', address, ask({ frequency: 'daily', ends_at: '2126-01-01' }))
    expect([bad.status, JSON.stringify(bad.body.error_details)]).to.satisfy(([status, text]: [number, string]) => status === 422 && text.includes('500'))
    expect((await app.as(nell).send('POST', address, ask({ ...rule, frequency: 'sometimes' }))).status).to.equal(422)
  })

  it('is seen where its space is seen', async () => {
    const closed = await eventSpace(app, admin, [nell], { is_private: true })
    const event = await planEvent(app, admin, closed.id, { name: 'Moderators' })
    const address = `/internal_api/spaces/${closed.id}/events/${event.slug}`
    expect((await app.as(nell).send('GET', address)).status).to.equal(200)
    for (const who of [priya, null]) {
      expect((await app.as(who).send('GET', address)).status).to.equal(404)
      for (const path of [
        '/internal_api/upcoming_events',
        '/internal_api/events',
        `/internal_api/events/calendar?from=${new Date().toISOString()}&to=2099-01-01T00:00:00Z`,
      ])
        expect(JSON.stringify((await app.as(who).send('GET', path)).body), path).to.not.include('Moderators')
    }
    expect((await app.as(priya).send('POST', `${address}/rsvp`, {})).status).to.equal(404)
    const bulk = await app.as(admin).call(routes.bulkRsvp, { ...at(event), body: { community_member_ids: [nell.id, priya.id] } })
    await app.settle()
    const report = await app.as(admin).call(routes.bulkRsvpReport, { params: { ...at(event).params, id: bulk.id } })
    expect([report.succeeded, report.errors], 'who may not see it is not put on the list').to.deep.equal([
      1,
      [{ name: 'Priya', message: 'They aren’t members of this event’s space.' }],
    ])
    expect((await app.as(admin).call(routes.searchMembers, { ...at(event), query: { query: 'Pri' } })).records).to.deep.equal([])
    const plain = await app
      .as(admin)
      .send('POST', `/internal_api/spaces/${closed.id}/events`, { event: { name: 'x', event_setting_attributes: { starts_at: inDays(2), time_zone: 'UTC' } } })
    expect(plain.status).to.equal(201)
  })

  it('puts many on the list in the background, with the reason for each who is not, until somebody ends it', async () => {
    const event = await plan({ settings: { rsvp_limit: 2, waiting_list_enabled: true } })
    const people = await Promise.all(Array.from({ length: 4 }, (_, n) => app.member('member', { name: `Learner ${n}` })))
    const ask = (body: object, who = admin) => app.as(who).call(routes.bulkRsvp, { ...at(event), body })
    const report = (id: number, who = admin) => app.as(who).call(routes.bulkRsvpReport, { params: { ...at(event).params, id } })
    const ids = people.map(({ id }) => id)
    const begun = await ask({ community_member_ids: [...ids, 999_999_999] })
    expect([begun.status, begun.total], 'who is nobody here is not counted').to.deep.equal(['running', 4])
    await app.settle()
    expect(await report(begun.id)).to.include({ status: 'done', succeeded: 4, failed: 0, waiting: 2 })
    await app.sql('update events.event set waiting_list_enabled = false where id = $1', [event.id])
    const full = await ask({ community_member_ids: [...ids, nell.id] })
    await app.settle()
    const { succeeded, errors } = await report(full.id)
    expect([succeeded, errors], 'who is on it stays, and the others hear why not').to.deep.equal([4, [{ name: 'Nell', message: 'This event is full.' }]])
    expect((await app.as(admin).call(routes.bulkRsvps, at(event))).records.map(({ id }) => id)).to.deep.equal([full.id, begun.id])
    for (const call of [() => ask({ community_member_ids: ids }, nell), () => report(begun.id, nell)]) expect((await refusal(call())).status).to.equal(403)
    expect((await refusal(ask({ community_member_ids: [] }))).status).to.equal(422)
    const other = await plan()
    expect((await refusal(app.as(admin).call(routes.bulkRsvpReport, { params: { ...at(other).params, id: begun.id } }))).status, 'of another event').to.equal(
      404,
    )
    const ended = await app.as(admin).call(routes.bulkRsvp, { ...at(other), body: { invited_entities_ids: { spaces_ids: [space.id] } } })
    await app.settle()
    // as it stands between two steps
    await app.sql("update events.bulk_rsvp set status = 'running', finished_at = null where id = $1", [ended.id])
    const end = { params: { ...at(other).params, id: ended.id } }
    expect((await refusal(app.as(nell).call(routes.cancelBulkRsvp, end))).status).to.equal(403)
    expect((await app.as(admin).call(routes.cancelBulkRsvp, end)).status).to.equal('cancelled')
    expect((await app.as(admin).call(routes.cancelBulkRsvp, end)).status, 'again').to.equal('cancelled')
  })

  it('is changed by who made it, by co-hosts and by those who manage events, and not by others', async () => {
    const event = await planEvent(app, nell, space.id, { name: 'Wedge and chat' })
    expect((await refusal(change(event, { name: 'Mine now' }, priya))).status).to.equal(403)
    await app.as(nell).call(routes.bulkRsvp, { ...at(event), body: { community_member_ids: [priya.id], role: 'cohost' } })
    await app.settle()
    expect((await change(event, { name: 'Wedge and talk' }, priya)).cohosts.map(({ name }) => name)).to.deep.equal(['Priya'])
    expect((await refusal(app.as(priya).call(routes.destroy, at(event)))).status).to.equal(403)
    expect((await refusal(app.as(nell).call(routes.pin, at(event)))).status).to.equal(403)
    expect((await app.as(admin).call(routes.pin, at(event))).is_pinned_at_top_of_space).to.equal(true)
    const copy = await app.as(nell).call(routes.duplicate, at(event))
    expect([copy.status, copy.name, copy.slug === event.slug]).to.deep.equal(['draft', 'Wedge and talk', false])
    const stale = await app.as(nell).send('PATCH', `/internal_api/spaces/${space.id}/events/${event.slug}`, { event: { name: 'Late', version: 1 } })
    expect([stale.status, stale.body.code]).to.deep.equal([409, 'edit_conflict'])
    await app.as(nell).call(routes.destroy, at(event))
    expect((await app.as(priya).send('GET', `/internal_api/spaces/${space.id}/events/${event.slug}`)).status).to.equal(404)
  })

  it('opens a space that was made for events on what is to come, and one that only holds some on its posts', async () => {
    const opening = async (fields: object) => {
      const { id } = await eventSpace(app, admin, [nell], fields)
      return (await app.as(nell).call(spaces.routes.show, { params: { id } })).default_tab
    }
    expect(await opening({ types: ['event', 'basic'] })).to.equal('upcoming')
    expect(await opening({})).to.equal('posts')
    expect(await opening({ types: ['event', 'basic'], default_tab: 'posts' })).to.equal('posts')
  })

  it('lists what is to come, what is over, drafts, a month, and of a series its next date', async () => {
    const here = await eventSpace(app, admin, [nell])
    const make = (name: string, settings: object, more: object = {}) => planEvent(app, admin, here.id, { name, settings, ...more })
    await make('Second', { starts_at: inDays(4) })
    await make('First', { starts_at: inDays(2) })
    await make('Series', { starts_at: inDays(3) }, { recurring_setting_attributes: { frequency: 'daily', occurrences: 3 } })
    await make('Draft', { starts_at: inDays(1) }, { status: 'draft' })
    const old = await make('Old', { starts_at: inDays(1) })
    await app.sql("update events.occurrence set starts_at = now() - interval '3 days', ends_at = now() - interval '2 days' where event_id = $1", [old.id])
    const names = async (query: object, who = nell) =>
      (await app.as(who).call(routes.list, { params: { spaceId: here.id }, query })).records.map(({ name }) => name)
    expect(await names({})).to.deep.equal(['First', 'Series', 'Second', 'Series', 'Series'].sort((a, b) => (a === 'First' ? -1 : b === 'First' ? 1 : 0)))
    expect(await names({ past_events: true })).to.deep.equal(['Old'])
    expect(await names({ status: 'draft' })).to.deep.equal([])
    expect(await names({ status: 'draft' }, admin)).to.deep.equal(['Draft'])
    expect(await names({ search_text: 'eco' })).to.deep.equal(['Second'])
    const page = await app.as(nell).call(routes.list, { params: { spaceId: here.id }, query: { per_page: 2 } })
    const rest = await names({ per_page: 10, cursor: page.next_cursor! })
    expect([page.records.length + rest.length, page.has_next_page]).to.deep.equal([5, true])
    const next = await app.as(nell).call(routes.upcomingIn, { params: { spaceId: here.id } })
    expect(next.records.map(({ name, next_dates }) => [name, next_dates?.length])).to.deep.equal([
      ['First', undefined],
      ['Series', 2],
      ['Second', undefined],
    ])
    const month = await app.as(nell).call(routes.calendar, {
      params: { spaceId: here.id },
      query: { from: new Date().toISOString(), to: new Date(Date.now() + 31 * 86_400_000).toISOString() },
    })
    expect([month.records.length, month.has_more]).to.deep.equal([5, false])
  })
})
