/** What a room leaves: news of it, recordings, feedback, reports, its chat as a text, points, and nothing of whoever has left. */
import { expect } from 'chai'
import type { TestMember } from '@atrium/sdk/testing'
import chat from '../../chat/contract.ts'
import events from '../../events/contract.ts'
import { at as eventAt, eventSpace, planEvent } from '../../events/tests/kit.ts'
import gamification from '../../gamification/contract.ts'
import moderation from '../../moderation/contract.ts'
import notifications from '../../notifications/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import { at, eight, MINUTE, outcome, routes, type Studio, studio } from './kit.ts'

const NOBODY = { members_ids: [], spaces_ids: [], space_groups_ids: [], member_tags_ids: [] }

describe('after a live room', () => {
  let all: Studio
  before(async () => {
    all = await studio(['media', 'posts', 'home', 'chat', 'notifications', 'moderation', 'gamification', 'events'])
  })
  beforeEach(() => all.app.resetLimits())
  after(() => all?.app.close())
  const told = async (who: TestMember, roomId: number) =>
    (await all.app.as(who).call(notifications.routes.list, { query: { per_page: 50 } })).records
      .filter(({ notifiable_type, notifiable_id }) => notifiable_type === 'LiveRoom' && notifiable_id === roomId)
      .map(({ action, action_web_url }) => `${action} ${new URL(action_web_url, all.app.url).pathname}`)

  it('A06: those who are invited are told once, and nobody who does not see it', async () => {
    const { app, admin, maya, nell, tom, priya, createRoom } = all
    const room = await createRoom({ name: 'Tea', access_type: 'secret', invited_entities_ids: { ...NOBODY, members_ids: [nell.id] } }, maya)
    const space = await makeSpace(app, admin, [priya])
    const invite = (invited: object, who = maya) =>
      app.as(who).call(routes.invite, { ...at(room.id), body: { invited_entities_ids: { ...NOBODY, ...invited } } })
    expect(await outcome(invite({ members_ids: [tom.id] }, nell))).to.equal('403 forbidden')
    expect(await outcome(invite({ members_ids: [987_654] }))).to.equal('404 not_found')
    expect(await outcome(invite({ member_tags_ids: [1] })), 'tags are for those who manage people').to.equal('403 forbidden')
    const closed = await makeSpace(app, admin, [tom], { is_private: true })
    expect(await outcome(invite({ spaces_ids: [closed.id] })), 'a space that they do not see').to.equal('404 not_found')
    expect((await invite({ members_ids: [nell.id], spaces_ids: [space.id] })).invited_count).to.equal(3)
    await app.settle()
    await app.redeliver()
    await app.settle()
    expect(await Promise.all([nell, priya, tom, maya].map((who) => told(who, room.id)))).to.deep.equal([
      ['live_invited /live/tea'],
      ['live_invited /live/tea'],
      [],
      [],
    ])
    await app.as(maya).call(routes.updateRoom, { ...at(room.id), body: { room: { invited_entities_ids: NOBODY } } })
    expect(await told(nell, room.id), 'what one does not see any more').to.deep.equal([])
    const open = await createRoom({ name: 'Inside', space_id: closed.id, invited_entities_ids: { ...NOBODY, members_ids: [nell.id] } }, admin)
    await app.settle()
    expect(await told(nell, open.id)).to.deep.equal([])
    const group = await app
      .as(admin)
      .call(routes.invite, { ...at(open.id), body: { invited_entities_ids: { ...NOBODY, space_groups_ids: [space.space_group_id] } } })
    expect(group.invited_count).to.equal(2)
  })

  it('its space is told when it begins, of a secret one those who are invited', async () => {
    const { app, admin, nell, tom, priya, createRoom, goLive } = all
    const space = await makeSpace(app, admin, [nell, tom])
    const open = await createRoom({ name: 'Kiln walk', space_id: space.id }, admin)
    await app.as(admin).call(routes.createModerator, { ...at(open.id), body: { moderator: { community_member_id: priya.id } } })
    const secret = await createRoom(
      { name: 'Quiet walk', access_type: 'secret', space_id: space.id, invited_entities_ids: { ...NOBODY, members_ids: [nell.id] } },
      admin,
    )
    await app.settle()
    await Promise.all([open, secret].map(({ id }) => goLive(admin, id)))
    await app.settle()
    expect(await Promise.all([nell, tom, priya].map((who) => told(who, open.id)))).to.deep.equal([
      ['live_started /live/kiln-walk'],
      ['live_started /live/kiln-walk'],
      ['live_started /live/kiln-walk', 'live_invited /live/kiln-walk'],
    ])
    expect(await Promise.all([nell, tom].map((who) => told(who, secret.id)))).to.deep.equal([
      ['live_started /live/quiet-walk', 'live_invited /live/quiet-walk'],
      [],
    ])
    await app.as(admin).call(routes.destroyRoom, at(open.id))
    await app.settle()
    expect(await told(nell, open.id)).to.deep.equal([])
  })

  it('a date of an event has one room, however often it is opened', async () => {
    const { app, admin, maya, nell } = all
    const space = await eventSpace(app, admin, [maya, nell])
    const event = await planEvent(app, maya, space.id, {
      name: 'Night shift',
      settings: { location_type: 'live_stream', live_stream_room_setting_attributes: { access_type: 'public_stream', mute_on_join: true } },
    })
    const open = (who: TestMember) => app.as(who).call(events.routes.liveRoom, { ...eventAt(event), body: {} })
    expect(await eight(() => open(maya))).to.deep.equal({ ok: 8 })
    const { url } = await open(maya)
    const rooms = await app.sql('select slug, room_type, access_type, mute_on_join, space_id, event_id from live.room where event_id = $1', [event.id])
    expect(rooms.map(({ slug, ...rest }) => [`/live/${slug}`, rest])).to.deep.equal([
      [url, { room_type: 'stream', access_type: 'public_stream', mute_on_join: true, space_id: space.id, event_id: event.id }],
    ])
    expect(await outcome(open(nell))).to.equal('403 forbidden')
    const talk = await planEvent(app, admin, space.id, { name: 'Round table', settings: { location_type: 'live_room' } })
    await app.as(admin).call(events.routes.liveRoom, { ...eventAt(talk), body: {} })
    const [room] = await app.sql('select room_type from live.room where event_id = $1', [talk.id])
    expect(room.room_type).to.equal('conference')
  })

  it('recordings are made one at a time, by those who run the room, and say what has become of them', async () => {
    const { app, maya, nell, tom, onAir, createRoom, end } = all
    const room = await onAir()
    await app.as(maya).call(routes.createModerator, { ...at(room.id), body: { moderator: { community_member_id: tom.id } } })
    const start = (who: TestMember, id = room.id) => app.as(who).call(routes.createRecorder, at(id))
    for (const who of [nell, tom]) expect(await outcome(start(who)), who.name).to.equal('403 forbidden')
    expect(await outcome(start(maya, (await createRoom({}, maya)).id))).to.equal('409 not_live')
    expect(await outcome(start(maya, (await onAir('room', { recording_enabled: false })).id))).to.equal('403 recording_off')
    expect(await eight(() => start(maya))).to.deep.equal({ ok: 1, '409 already_recording': 7 })
    expect((await all.show(nell, room.slug)).is_recording).to.equal(true)
    const { records } = await app.as(maya).call(routes.recorders, at(room.id))
    const [{ recording_key, id }] = records as [(typeof records)[number]]
    expect(await outcome(app.as(nell).call(routes.recorders, at(room.id)))).to.equal('403 forbidden')
    const one = { params: { id: room.id, recording_key } }
    expect(await outcome(app.as(maya).call(routes.destroyRecording, { params: { id: room.id, itemId: id } }))).to.equal('409 still_recording')
    expect((await app.as(maya).call(routes.updateRecorder, { ...one, body: { recorder: { name: 'First firing' } } })).name).to.equal('First firing')
    expect(await eight(() => app.as(maya).call(routes.stopRecorder, one))).to.deep.equal({ ok: 1, '409 not_recording': 7 })
    await app.settle()
    expect(await app.as(maya).call(routes.recorder, one), 'nothing was carried').to.deep.include({ status: 'failed', reason: 'no_media', url: null })
    await app.as(maya).call(routes.destroyRecording, { params: { id: room.id, itemId: id } })
    // the end of the room ends it too, and says where it goes
    await start(maya)
    await end(maya, room.id)
    await app.settle()
    const [left] = await app.sql('select status from live.recording where room_id = $1', [room.id])
    expect(left.status).to.equal('failed')
    const thrown = await onAir()
    await start(maya, thrown.id)
    await end(maya, thrown.id, { keeps_recording: false })
    await app.settle()
    expect(await app.sql('select 1 from live.recording where room_id = $1', [thrown.id])).to.have.length(0)
  })

  it('a recording is posted only where whoever ends the room may post', async () => {
    const { app, admin, maya, onAir, end } = all
    const closed = await makeSpace(app, admin, [], { is_private: true })
    const space = await makeSpace(app, admin, [maya])
    const room = await onAir()
    await app.as(maya).call(routes.createRecorder, at(room.id))
    expect(await outcome(end(maya, room.id, { post_to_space_id: closed.id }))).to.equal('404 not_found')
    await end(maya, room.id, { post_to_space_id: space.id })
    const [row] = await app.sql('select post_space_id from live.recording where room_id = $1', [room.id])
    expect(row.post_space_id).to.equal(space.id)
  })

  it('feedback comes once from those who were there', async () => {
    const { app, maya, nell, tom, onAir, join, end, goLive } = all
    const room = await onAir()
    await join(nell, room.id)
    await end(maya, room.id)
    const say = (who: TestMember, rating: number, text = '') => app.as(who).call(routes.feedback, { ...at(room.id), body: { rating, text } })
    expect(await outcome(say(tom, 5))).to.equal('403 not_there')
    expect(await eight(() => say(nell, 4, 'Good'))).to.deep.equal({ ok: 8 })
    await say(nell, 2, 'On second thought')
    const given = () => app.sql('select run, rating, text from live.feedback where room_id = $1 order by run', [room.id])
    expect(await given()).to.deep.equal([{ run: 1, rating: 2, text: 'On second thought' }])
    await goLive(maya, room.id)
    expect(await outcome(say(nell, 5)), 'of this call').to.equal('403 not_there')
    await join(nell, room.id)
    await say(nell, 5)
    expect((await given()).map(({ run }) => run)).to.deep.equal([1, 2])
  })

  it('reports of people go to moderators', async () => {
    const { app, admin, nell, tom, onAir, join, browser } = all
    const stream = await onAir('stream', { name: 'Open kiln', access_type: 'public_stream' })
    const [own, other] = [(await join(nell, stream.id)).participant.id, (await join(tom, stream.id)).participant.id]
    const report = (who: TestMember, participant_id: number) =>
      app.as(who).call(routes.report, { ...at(stream.id), body: { participant_id, reason: 'Shouts' } })
    await report(nell, other)
    expect(await outcome(report(nell, own))).to.equal('403 forbidden')
    expect(await outcome(report(nell, 987_654))).to.equal('404 not_found')
    const { body } = await browser().call(routes.join, { ...at(stream.id), body: { name: 'Vera' } })
    expect(await outcome(report(nell, body.participant.id))).to.equal('422 invalid_input')
    const { records } = await app.as(admin).call(moderation.routes.list, { query: { content_type: 'member' } })
    expect(records.map(({ author, reported_reason_body }) => [author?.name, reported_reason_body])).to.deep.equal([
      ['Tom', 'In the live room “Open kiln”: Shouts'],
    ])
  })

  it('the chat is a text for those who keep order, where there is one', async () => {
    const { app, maya, nell, tom, onAir } = all
    const room = await onAir()
    const transcript = (who: TestMember) => app.as(who).send('GET', `/internal_api/live/${room.id}/chat_transcript`)
    expect((await transcript(nell)).status).to.equal(403)
    expect((await transcript(maya)).body.code).to.equal('chat_off')
    const { uuid } = await app.run(null, async (ctx) => {
      const talk = await (await ctx.actAs(maya.id)).use(chat).group({ name: 'Coffee', memberIds: [nell.id, tom.id] })
      await (await ctx.actAs(nell.id)).use(chat).send({ roomUuid: talk.uuid, doc: 'Hello\nall' })
      return talk
    })
    await app.sql('update live.room set chat_room_uuid = $2 where id = $1', [room.id, uuid])
    expect(String((await transcript(maya)).body)).to.include('Nell: Hello\n    all\n')
  })

  it('who stays for a while has attended: an event for workflows, and points once a call', async () => {
    const { app, maya, priya, onAir, join, leave, end } = all
    const points = async () => (await app.run(null, (ctx) => ctx.use(gamification).statsOf([priya.id]))).get(priya.id)?.total_points ?? 0
    const before = await points()
    const room = await onAir()
    await join(priya, room.id)
    await leave(priya, room.id)
    await app.settle()
    expect(await points(), 'merely looked in').to.equal(before)
    for (let visit = 0; visit < 2; visit++) {
      await join(priya, room.id)
      await app.clock.advance(6 * MINUTE)
      app.resetLimits()
      await leave(priya, room.id)
    }
    await app.settle()
    expect(await points()).to.equal(before + 5)
    await end(maya, room.id)
    await app.clock.advance(-12 * MINUTE)
  })

  it('A85: nothing is left of whoever deletes their account but what they said to others, under no name', async () => {
    const { app, admin, maya, nell, onAir, join, ask, createRoom, questions, differences } = all
    const greta = await app.member('moderator', { name: 'Greta' })
    const room = await onAir('room', { invited_entities_ids: { ...NOBODY, members_ids: [greta.id, nell.id] } })
    const own = await onAir('room', { name: 'Of Greta' }, greta)
    const unopened = await createRoom({ name: 'Never opened' }, greta)
    await app.as(maya).call(routes.createModerator, { ...at(room.id), body: { moderator: { community_member_id: greta.id } } })
    await join(greta, room.id)
    await join(greta, own.id)
    await app.as(greta).call(routes.feedback, { ...at(room.id), body: { rating: 1, text: 'Greta was here' } })
    const asked = await ask(greta, room.id, 'Which clay?')
    const voted = await ask(nell, room.id, 'Which glaze?')
    await app.as(greta).call(routes.upvoteQuestion, { params: { id: room.id, questionId: voted.id } })
    await app.as(greta).call(routes.createReply, { params: { id: room.id, questionId: voted.id }, body: { reply: { text: 'Celadon' } } })
    await app.as(greta).call(routes.createRecorder, at(own.id))
    await app.settle()
    for (let twice = 0; twice < 2; twice++)
      await app.run(null, async (ctx) => {
        const { erase } = await import('../server/service/erase.ts')
        await erase(ctx.as('live'), { memberId: greta.id, formerName: 'Former member', names: ['Greta'], emails: [] })
      })
    await app.settle()
    const tables = ['room', 'staff', 'participant', 'question', 'question_vote', 'question_reply', 'recording', 'feedback']
    for (const table of tables) {
      const columns = await app.sql<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = 'live' and table_name = $1 and column_name like '%member_id%'`,
        [table],
      )
      for (const { name } of columns) {
        const condition = name.endsWith('ids') ? `$1 = any (${name})` : `${name} = $1`
        expect(await app.sql(`select 1 from live.${table} where ${condition}`, [greta.id]), `${table}.${name}`).to.have.length(0)
      }
    }
    const [invited] = await app.sql('select invited from live.room where id = $1', [room.id])
    expect(invited.invited.members_ids).to.deep.equal([nell.id])
    expect(await app.sql('select 1 from live.room where id = $1', [unopened.id])).to.have.length(0)
    const left = await questions(maya, room.id)
    expect(left.map(({ text, author, votes_count, replies_count }) => [text, author?.name ?? null, votes_count, replies_count])).to.deep.equal([
      ['Which glaze?', 'Nell', 0, 1],
      ['Which clay?', null, 0, 0],
    ])
    expect(left[1]!.id).to.equal(asked.id)
    expect((await all.show(admin, own.slug)).creator).to.equal(null)
    expect(await differences()).to.deep.equal([])
  })
})
