/** Who is told what of events and when; what visitors read; the door; points and filters. */
import type { Cards } from '@atrium/sdk/server'
import { expect } from 'chai'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { createHash } from 'node:crypto'
import gamification from '../../gamification/contract.ts'
import members from '../../members/contract.ts'
import notifications from '../../notifications/contract.ts'
import events from '../contract.ts'
import { at, eventSpace, inDays, NEEDS, planEvent } from './kit.ts'

const { routes } = events
const HOUR = 3_600_000

describe('telling of events', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let space: { id: number; slug: string }
  const told = async (who: TestMember) =>
    (await app.as(who).call(notifications.routes.list, { query: { per_page: 50 } })).records.map(
      ({ action, notifiable_title }) => `${action} ${notifiable_title}`,
    )
  const press = (who: TestMember, event: { space_id: number; slug: string }, body: object = {}) => app.as(who).call(routes.rsvp, { ...at(event), body })
  const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

  before(async () => {
    app = await testApp(['plugins/members', 'plugins/notifications', 'plugins/gamification', 'plugins/home', ...NEEDS])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
    space = await eventSpace(app, admin, [nell, priya])
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('tells the space of a new event, and who says yes that they are going, once', async () => {
    const event = await planEvent(app, admin, space.id, { name: 'Open day' })
    await press(nell, event)
    await app.settle()
    await app.redeliver()
    await app.settle()
    // one's own press is no news in the app: it is confirmed by email, with an entry for the calendar
    expect(await told(nell)).to.deep.equal(['new_event Open day'])
    const mailed = async () =>
      app.sql<{ subject: string; text: string; attachments: { filename: string; content: string }[] | null }>(
        'select subject, text, attachments from kernel.mail order by id',
      )
    await app.clock.advance(6 * 60_000)
    await app.kernel.modules.jobs.tick('notifications.mail-due', new Date())
    await app.settle()
    await app.clock.advance(-6 * 60_000)
    const confirmation = (await mailed()).find(({ subject }) => subject === 'You’re going to Open day')!
    expect(confirmation.text).to.include('Not going:\n').and.not.include('\nGoing:')
    expect(confirmation.attachments!.map(({ filename }) => filename)).to.deep.equal([`${event.slug}.ics`])
    expect(confirmation.attachments![0]!.content).to.include('BEGIN:VEVENT').and.include('SUMMARY:Open day')
    const quiet = await planEvent(app, admin, space.id, {
      name: 'Quiet',
      settings: { send_email_confirmation: false, send_in_app_notification_confirmation: false },
    })
    await press(nell, quiet)
    await app.settle()
    expect(await told(nell)).to.not.include('event_confirmed Quiet')
  })

  it('confirms several dates of a series in one, with one file for the calendar', async () => {
    const weekly = { frequency: 'weekly', occurrences: 20 }
    const settings = { starts_at: inDays(10) }
    const event = await planEvent(app, admin, space.id, { name: 'Wedge and chat', settings, recurring_setting_attributes: weekly })
    const dates = (await app.as(admin).call(routes.recurring, { ...at(event), query: { per_page: 50 } })).records
    const all = { ...at(event), body: { event_ids: dates.map(({ id }) => id) } }
    const points = async () => (await app.run(null, (ctx) => ctx.use(gamification).statsOf([priya.id]))).get(priya.id)?.total_points ?? 0
    const before = await points()
    for (let press = 0; press < 2; press++) await app.as(priya).call(routes.recurringRsvp, all)
    await app.settle()
    expect((await points()) - before, 'a series earns once').to.equal(2)
    const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'Europe/Oslo' }).format(new Date(dates[0]!.starts_at))
    const title = `Wedge and chat: every ${weekday}, 20 dates`
    expect((await told(priya)).filter((line) => line.startsWith('event_') && line.includes('Wedge'))).to.deep.equal([`event_series_confirmed ${title}`])
    await app.clock.advance(6 * 60_000)
    await app.kernel.modules.jobs.tick('notifications.mail-due', new Date())
    await app.settle()
    await app.clock.advance(-6 * 60_000)
    const mails = await app.sql<{ subject: string; text: string; attachments: { content: string }[] }>(
      `select subject, text, attachments from kernel.mail where subject like '%Wedge%'`,
    )
    expect(mails.map(({ subject }) => subject)).to.deep.equal([`You’re going to ${title}`])
    expect(mails[0]!.text).to.match(/\nNext: \w+ \d+( · \w+ \d+){4}\n/)
    expect(mails[0]!.attachments.map(({ content }) => content.match(/BEGIN:VEVENT/g)!.length)).to.deep.equal([20])
    await app.as(priya).call(routes.recurringUnrsvp, { ...at(event), query: { mode: 'current' } })
    await app.settle()
    expect((await points()) - before, 'while there is a date left').to.equal(2)
    await app.as(priya).call(routes.recurringUnrsvp, { ...at(event), query: { mode: 'all' } })
    await app.settle()
    expect(await points()).to.equal(before)
  })

  it('takes an answer where the event is told of, by the reader’s clocks', async () => {
    const event = await planEvent(app, admin, space.id, { name: 'Answered from the bell', settings: { starts_at: inDays(20, '18:00') } })
    const questions = [{ key: 'diet', label: 'Diet', required: true }]
    const asking = await planEvent(app, admin, space.id, { name: 'With a question', settings: { questions } })
    await app.settle()
    const noticeOf = async ({ id }: { id: number }) =>
      (await app.as(priya).call(notifications.routes.list, { query: { per_page: 50 } })).records.find(({ notifiable_id }) => notifiable_id === id)!
    const take = async (key: string) => app.as(priya).call(notifications.routes.take, { params: { id: (await noticeOf(event)).id, key }, body: {} })
    const chosen = (offers: { key: string; chosen: boolean }[]) => offers.filter((one) => one.chosen).map(({ key }) => key)
    expect((await noticeOf(event)).offers.map(({ label }) => label)).to.deep.equal(['Going', 'Not going'])
    expect((await noticeOf(asking)).offers, 'what asks for more is not answered in passing').to.deep.equal([])
    expect(chosen((await take('going')).offers)).to.deep.equal(['going'])
    expect((await noticeOf(event)).read_at, 'answered is read').to.be.a('string')
    expect((await app.as(priya).call(routes.show, at(event))).rsvp_status).to.equal('yes')
    expect(chosen((await take('not_going')).offers)).to.deep.equal(['not_going'])
    const recurring_setting_attributes = { frequency: 'weekly', occurrences: 3 }
    const series = await planEvent(app, admin, space.id, { name: 'Weekly', settings: { starts_at: '2099-03-05T18:00' }, recurring_setting_attributes })
    await app.settle()
    expect((await noticeOf(series)).offers.map(({ label }) => label)).to.deep.equal(['Going on Mar 5', 'Not going on Mar 5'])
    await app.as(priya).call(notifications.routes.noteZone, { body: { time_zone: 'America/New_York' } })
    await app.as(admin).call(routes.bulkRsvp, { ...at(event), body: { community_member_ids: [priya.id] } })
    await app.settle()
    const put = (await app.as(priya).call(notifications.routes.list)).records.find(({ action }) => action === 'event_invited')!
    expect(put.excerpt, 'Oslo at six in the evening').to.match(/\b(12|1):00 PM \(Eastern Time\)$/)
  })

  it('tells who is put on the list, who moves up, and those who come of another time or of none', async () => {
    const event = await planEvent(app, admin, space.id, { name: 'Full house', settings: { rsvp_limit: 1 } })
    await app.as(admin).call(routes.bulkRsvp, { ...at(event), body: { community_member_ids: [nell.id] } })
    await app.settle()
    await press(priya, event)
    await app.as(nell).call(routes.unrsvp, at(event))
    await app.settle()
    expect(await told(nell)).to.include('event_invited Full house')
    expect(await told(priya))
      .to.include('event_place_free Full house')
      .and.not.include('event_confirmed Full house')
    await app.as(admin).call(routes.update, { ...at(event), body: { event: { event_setting_attributes: { starts_at: inDays(12) } } } })
    await app.settle()
    expect(await told(priya)).to.include('event_moved Full house')
    await app.as(admin).call(routes.destroy, { ...at(event), query: { edit_mode: 'current' } })
    await app.settle()
    expect(await told(priya)).to.include('event_cancelled Full house')
    expect(await told(nell)).to.not.include('event_cancelled Full house')
  })

  it('reminds who comes at each of its moments, once, and nobody else', async () => {
    const starts = soon(2 * HOUR)
    const event = await planEvent(app, admin, space.id, { name: 'Kiln opens', settings: { starts_at: starts, time_zone: 'Europe/Oslo', reminders: [60, 0] } })
    await press(nell, event)
    await press(priya, event, { status: 'no' })
    const look = async () => {
      await app.runSchedule('due')
      await app.settle()
    }
    await look()
    expect(await told(nell)).to.not.include('event_reminder Kiln opens')
    await app.clock.advance(HOUR + 60_000)
    await look()
    await look()
    expect((await told(nell)).filter((line) => line === 'event_reminder Kiln opens')).to.have.length(1)
    await app.clock.advance(HOUR)
    await look()
    expect(await told(nell)).to.include('event_starting Kiln opens')
    expect((await told(priya)).some((line) => line.includes('event_reminder') || line.includes('event_starting'))).to.equal(false)
    expect(await app.sql('select remind_at from events.occurrence where event_id = $1', [event.id])).to.deep.equal([{ remind_at: null }])
  })

  it('tells who came of a recording', async () => {
    const event = await planEvent(app, admin, space.id, { name: 'Talk', settings: { starts_at: inDays(20) } })
    await press(nell, event)
    const add = () =>
      app
        .as(admin)
        .call(routes.update, { ...at(event), body: { event: { event_setting_attributes: { live_stream_recording_url: 'https://media.example.org/talk' } } } })
    expect((await add()).event_setting_attributes.live_stream_recording_url).to.equal('https://media.example.org/talk')
    await add()
    await app.settle()
    expect((await told(nell)).filter((line) => line === 'event_recording Talk')).to.have.length(1)
  })

  it('notes at the door who has come, by code or by hand, once, also what was seen offline', async () => {
    const event = await planEvent(app, admin, space.id, { name: 'Door', settings: { starts_at: inDays(20) } })
    await press(nell, event)
    const code = (await app.as(nell).call(routes.show, at(event))).check_in_code!
    expect((await app.as(priya).send('GET', `/internal_api/spaces/${space.id}/events/${event.slug}/check_in`)).status).to.equal(403)
    const list = await app.as(admin).call(routes.checkInList, at(event))
    expect(list.records.map(({ name, code_hash }) => [name, code_hash])).to.deep.equal([['Nell', createHash('sha256').update(code).digest('hex')]])
    expect(JSON.stringify(list)).to.not.include(code)
    const send = (...records: object[]) => app.as(admin).call(routes.checkIn, { ...at(event), body: { records: records as never } })
    expect((await send({ code }, { code }, { code: 'another' })).records.map(({ result }) => result)).to.deep.equal(['checked_in', 'already', 'unknown'])
    expect((await app.as(admin).call(routes.attendees, { ...at(event), query: { status: 'checked_in' } })).records).to.have.length(1)
    expect((await send({ id: list.records[0]!.id, undo: true })).records[0]!.result).to.equal('undone')
    await send({ code })
    await app.settle()
    const standing = await app.run(null, (ctx) => ctx.use(gamification).statsOf([nell.id]))
    expect(standing.get(nell.id)!.total_points).to.be.greaterThan(10)
    const who = (filter: string, operator: string) =>
      app.run(null, async (ctx) => {
        const { member } = await ctx.use(members).condition({ match: 'all', rules: [{ filter, operator, value: [String(event.id)] }] })
        const all = ctx.em.getKysely<Cards>().selectFrom('kernel.member_card as m').select('m.name').where('m.community_id', '=', ctx.community.id)
        return (await all.where(member).execute()).map(({ name }) => name)
      })
    expect(await who('event_attended', 'any_of')).to.deep.equal(['Nell'])
    expect(await who('event', 'none_of'))
      .to.include('Priya')
      .and.not.include('Nell')
  })

  it('says to visitors from when until when by its own clocks, which it names, and leaves to the script to say it by theirs', async () => {
    const at = { starts_at: '2027-02-01T22:30', time_zone: 'Europe/Oslo' }
    const event = await planEvent(app, admin, space.id, { name: 'Night firing', settings: { ...at, duration_in_seconds: 3 * 3600 } })
    const read = async (path: string, language = 'en-US') => {
      const { body } = await app.as(null).send('GET', path, undefined, { Accept: 'text/html', 'Accept-Language': language })
      return String(body).replace(/[\u202f\u00a0]/g, ' ')
    }
    const said = (html: string) => /<time datetime="2027-02-01T21:30[^"]*">(?!<b)(.*?)<\/time>/.exec(html)![1]!.replace(/<[^>]*>/g, '')
    expect(said(await read(event.url))).to.equal('Monday, February 1, 10:30 PM to Tuesday, February 2, 1:30 AM (Central European Time)')
    const list = await read('/events')
    expect(list).to.include('data-clock="2027-02-01T21:30:00.000Z"')
    expect(said(list.slice(list.indexOf('Night firing')))).to.equal('Monday, February 1, 10:30 PM to Tuesday, February 2, 1:30 AM (Central European Time)')
    expect(said(await read(event.url, 'pt-BR'))).to.equal(
      'segunda-feira, 1º de fevereiro, 22:30 – terça-feira, 2 de fevereiro, 1:30 (Horário da Europa Central)',
    )
    expect(await read(event.url)).to.match(/name="description" content="Monday, February 1, 2027 at 10:30 PM \(Central European Time\)/)
  })

  it('shows visitors an event with structured data, and the page of all events where the community wants it', async () => {
    const settings = { location_type: 'in_person', in_person_location: 'Harbour </script> hall', starts_at: inDays(30) }
    const event = await planEvent(app, admin, space.id, { name: 'Winter market', body: 'Our own tables.', settings })
    const page = async (path: string) => String((await app.as(null).send('GET', path, undefined, { Accept: 'text/html' })).body)
    const html = await page(event.url)
    const data = JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)![1]!)
    expect(data).to.deep.include({ '@type': 'Event', name: 'Winter market', startDate: event.starts_at, endDate: event.ends_at })
    expect(data.location.name).to.equal('Harbour </script> hall')
    expect(html, 'who hosts, and the way into a calendar').to.include('>Hosts<').and.include(`download_calendar?occurrence_id=${event.occurrence_id}`)
    const names = async () => JSON.stringify((await app.as(null).send('GET', '/internal_api/upcoming_events')).body)
    // what anybody may open is listed, and can be answered from the list
    expect(await page('/events'))
      .to.include('Winter market')
      .and.include(`data-press="rsvp:event:${event.occurrence_id}"`)
    expect(await names()).to.include('Winter market')
    await app.run(null, (ctx) => ctx.platform.update<typeof events>({ public_events_page: false }))
    expect(await page('/events'))
      .to.include('data-press="events"')
      .and.not.include('Winter market')
    expect(await names()).to.not.include('Winter market')
  })

  it('tells visitors how many places are left, and asks to wait where there are none', async () => {
    const event = await planEvent(app, admin, space.id, { name: 'One wheel', settings: { rsvp_limit: 1, waiting_list_enabled: true, starts_at: inDays(31) } })
    const page = async () => String((await app.as(null).send('GET', event.url, undefined, { Accept: 'text/html' })).body)
    const press = new RegExp(`data-press="rsvp:event:${event.occurrence_id}"[^>]*>([^<]*)<`)
    const before = await page()
    expect(before).to.include('>1 spot left<').and.not.include('0 going')
    expect(press.exec(before)?.[1]).to.equal('RSVP')
    await app.as(nell).call(routes.rsvp, { ...at(event), body: {} })
    const full = await page()
    expect(full).to.include('Full · Waitlist open')
    expect(press.exec(full)?.[1]).to.equal('Join waitlist')
    await app.sql('update events.event set waiting_list_enabled = false where id = $1', [event.id])
    const closed = await page()
    expect(closed).to.not.match(press)
    expect(closed).to.include('>Full<')
  })
})
