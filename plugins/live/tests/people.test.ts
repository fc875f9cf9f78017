/** People of a room: who comes in, in which role, how many at once, and how they go. */
import { expect } from 'chai'
import { type TestMember, until } from '@atrium/sdk/testing'
import { LIVE_LIMITS } from '../contract.ts'
import { at, eight, outcome, routes, type Studio, studio } from './kit.ts'

describe('people of a live room', () => {
  let all: Studio
  before(async () => {
    all = await studio()
    // the smallest rooms
    await all.app.outside(null, (ctx) => ctx.platform.setPlan({ tier: 'basic', limits: {} }))
  })
  beforeEach(() => all.app.resetLimits())
  after(() => all?.app.close())
  const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => all.app.member('member')))
  const limits = LIVE_LIMITS.basic
  const attended = (roomId: number) =>
    all.app.sql(`select payload from kernel.event where name = 'room.attended' and (payload ->> 'roomId')::bigint = $1 order by id`, [roomId])

  it('come in once it is live; those who run it prepare before', async () => {
    const { maya, nell, tom, app, createRoom, goLive, join, people, end } = all
    const room = await createRoom({}, maya)
    await app.as(maya).call(routes.createCohost, { ...at(room.id), body: { cohost: { community_member_id: tom.id } } })
    expect(await outcome(join(nell, room.id))).to.equal('409 room_not_open')
    expect((await join(maya, room.id)).participant).to.deep.include({ role: 'host', status: 'in', can_speak: true, hand_raised_at: null })
    expect((await join(tom, room.id)).participant.role).to.equal('cohost')
    await goLive(maya, room.id)
    expect(await people(nell, room.id), 'who prepared it is there').to.deep.equal(['Maya Lund host in', 'Tom cohost in'])
    const { participant, media } = await join(nell, room.id)
    expect([participant.role, participant.can_speak, media]).to.deep.equal(['participant', true, 'room'])
    expect((await all.show(nell, room.slug)).participants_preview).to.deep.include({ count: 3 })
    await end(maya, room.id)
    expect(await outcome(join(maya, room.id))).to.equal('409 room_not_open')
  })

  it('A14: have no more than their role, and less where they like', async () => {
    const { admin, maya, nell, onAir, join } = all
    const room = await onAir('stream')
    for (const role of ['host', 'cohost', 'moderator']) expect(await outcome(join(nell, room.id, { role })), role).to.equal('403 forbidden')
    expect((await join(nell, room.id)).participant).to.include({ role: 'participant', can_speak: false })
    expect((await join(maya, room.id, { role: 'participant' })).participant).to.include({ role: 'participant', can_speak: false })
    expect((await join(admin, room.id)).participant).to.include({ role: 'host', can_speak: true })
    expect((await join(maya, room.id, { only_listens: true })).participant).to.include({ role: 'host', can_speak: false })
  })

  it('never more than there is room for, however many come at once', async () => {
    const { maya, onAir, join, count, leave, differences } = all
    const room = await onAir()
    const capacity = limits.live_room_participants_capacity
    const people = await crowd(capacity + 4)
    await join(maya, room.id)
    for (const who of people.slice(0, capacity - 4)) await join(who, room.id)
    const last = people.slice(capacity - 4)
    expect(await eight((n) => join(last[n]!, room.id))).to.deep.equal({ ok: 3, '409 room_full': 5 })
    expect(await count(room.id)).to.equal(capacity)
    // who is in comes in again, and a place that comes free is taken
    expect(await eight(() => join(maya, room.id))).to.deep.equal({ ok: 8 })
    await leave(people[0]!, room.id)
    expect(await eight((n) => join(last[n]!, room.id))).to.include({ '409 room_full': 4 })
    expect(await count(room.id)).to.equal(capacity)
    expect(await differences()).to.deep.equal([])
  })

  it('of streams speak up to a number of their own', async () => {
    const { maya, onAir, join, role } = all
    const stream = await onAir('stream')
    await join(maya, stream.id)
    const speakers = await crowd(limits.live_stream_max_host_capacity)
    const ids: number[] = []
    for (const who of speakers) ids.push((await join(who, stream.id)).participant.id)
    for (const id of ids.slice(1)) await role(maya, stream.id, id, 'cohost')
    expect(await outcome(role(maya, stream.id, ids[0]!, 'cohost'))).to.equal('409 room_full')
    await role(maya, stream.id, ids[1]!, 'participant')
    expect((await role(maya, stream.id, ids[0]!, 'cohost')).can_speak).to.equal(true)
  })

  it('wait at the door where there is one, until somebody opens', async () => {
    const { app, maya, nell, tom, onAir, join, change, people, count } = all
    const room = await onAir('room', { has_waiting_room: true })
    const heard = await app.hear(nell)
    await join(maya, room.id)
    const { participant, media } = await join(nell, room.id)
    expect([participant.status, participant.can_speak, media]).to.deep.equal(['waiting', false, 'waiting'])
    expect(await count(room.id)).to.equal(1)
    expect(await outcome(app.as(nell).call(routes.subscribe, { ...at(room.id), body: { sdp: 'v=0' } }))).to.equal('403 not_in_room')
    expect(await people(maya, room.id, { status: 'waiting' })).to.deep.equal(['Nell participant waiting'])
    expect(await people(tom, room.id, { status: 'waiting' })).to.deep.equal([])
    expect(await outcome(change(tom, room.id, participant.id, { is_admitted: true }))).to.equal('403 forbidden')
    expect(await eight(() => change(maya, room.id, participant.id, { is_admitted: true }))).to.deep.equal({ ok: 8 })
    expect(await count(room.id)).to.equal(2)
    expect((await join(nell, room.id)).participant.status).to.equal('in')
    await app.settle()
    expect(heard.filter(({ name }) => name === 'participant.told').map(({ payload }) => payload.what)).to.deep.equal(['admitted'])
  })

  it('find a room locked but for those who are in it, and those who run it', async () => {
    const { app, maya, nell, tom, onAir, join } = all
    const room = await onAir()
    await join(nell, room.id)
    await app.as(maya).call(routes.updateRoom, { ...at(room.id), body: { room: { is_locked: true } } })
    expect(await outcome(join(tom, room.id))).to.equal('403 room_locked')
    expect(await outcome(join(nell, room.id))).to.equal('ok')
    expect(await outcome(join(maya, room.id))).to.equal('ok')
  })

  it('A81: who are put out may come back, unless they are banned, from later calls too', async () => {
    const { app, maya, nell, tom, priya, onAir, join, remove, end, goLive, count, ask } = all
    const room = await onAir()
    const _keeper = await app.as(maya).call(routes.createModerator, { ...at(room.id), body: { moderator: { community_member_id: priya.id } } })
    const own = (await join(nell, room.id)).participant.id
    const heard = await app.hear(nell)
    expect(await outcome(remove(tom, room.id, own))).to.equal('403 forbidden')
    await remove(priya, room.id, own)
    expect(await count(room.id)).to.equal(0)
    expect(await outcome(app.as(nell).call(routes.hand, { ...at(room.id), body: { is_raised: true } }))).to.equal('403 not_in_room')
    expect((await join(nell, room.id)).participant).to.include({ id: own, status: 'in' })
    expect(await outcome(remove(priya, room.id, own, true)), 'moderators ban nobody').to.equal('403 forbidden')
    await remove(maya, room.id, own, true)
    await remove(priya, room.id, own)
    expect(await outcome(join(nell, room.id)), 'a ban is not lifted by putting out').to.equal('403 room_banned')
    expect(await outcome(ask(nell, room.id, 'Still here?'))).to.equal('403 room_banned')
    await end(maya, room.id)
    await goLive(maya, room.id)
    expect(await outcome(join(nell, room.id))).to.equal('403 room_banned')
    await app.settle()
    expect(heard.filter(({ name }) => name === 'participant.told').map(({ payload }) => payload.what)).to.deep.equal(['removed', 'removed'])
    const [entry] = await app.sql(`select data from kernel.audit where action = 'live_room.banned' and subject = $1`, [`live_room:${room.id}`])
    expect(entry.data).to.include({ member_id: nell.id })
    // who is asked to help may come in
    await app.as(maya).call(routes.createModerator, { ...at(room.id), body: { moderator: { community_member_id: nell.id } } })
    expect((await join(nell, room.id)).participant.role).to.equal('moderator')
  })

  it('A15 A16: get another role in mid-call, at once and for later; cohosts by the host alone, in both directions', async () => {
    const { app, maya, nell, tom, priya, onAir, join, role, remove, people, end, goLive } = all
    const stream = await onAir('stream')
    const [host, own, other] = [await join(maya, stream.id), await join(nell, stream.id), await join(tom, stream.id)].map(
      ({ participant }) => participant.id,
    ) as [number, number, number]
    const heard = await app.hear(nell, `live:${stream.id}`)
    expect(await outcome(role(nell, stream.id, own, 'cohost'))).to.equal('403 forbidden')
    expect(await role(maya, stream.id, own, 'cohost')).to.include({ role: 'cohost', can_speak: true })
    // a cohost makes moderators, and neither makes nor unmakes cohosts
    expect(await role(nell, stream.id, other, 'moderator')).to.include({ role: 'moderator', can_speak: false })
    expect(await outcome(role(nell, stream.id, other, 'cohost'))).to.equal('403 forbidden')
    await role(maya, stream.id, other, 'cohost')
    expect(await outcome(role(nell, stream.id, other, 'participant'))).to.equal('403 forbidden')
    const add = (who: TestMember, memberId: number, kind: 'cohost' | 'moderator') =>
      kind === 'cohost'
        ? app.as(who).call(routes.createCohost, { ...at(stream.id), body: { cohost: { community_member_id: memberId } } })
        : app.as(who).call(routes.createModerator, { ...at(stream.id), body: { moderator: { community_member_id: memberId } } })
    expect(await outcome(add(nell, priya.id, 'cohost'))).to.equal('403 forbidden')
    expect(await outcome(add(nell, tom.id, 'moderator')), 'a cohost demotes no cohost').to.equal('403 forbidden')
    const { records: cohosts } = await app.as(nell).call(routes.cohosts, at(stream.id))
    const toms = cohosts.find(({ community_member_id }) => community_member_id === tom.id)!
    expect(await outcome(app.as(nell).call(routes.updateCohost, { params: { id: stream.id, itemId: toms.id }, body: { role: 'moderator' } }))).to.equal(
      '403 forbidden',
    )
    expect(await outcome(app.as(nell).call(routes.destroyCohost, { params: { id: stream.id, itemId: toms.id } }))).to.equal('403 forbidden')
    // nobody changes the host, whatever they have come as
    for (const who of [nell, all.admin]) {
      expect(await outcome(role(who, stream.id, host, 'participant')), who.name).to.equal('403 forbidden')
      expect(await outcome(remove(who, stream.id, host)), who.name).to.equal('403 forbidden')
      expect(await outcome(add(who, maya.id, 'moderator')), who.name).to.equal('403 forbidden')
    }
    await join(maya, stream.id, { role: 'participant' })
    expect(await outcome(remove(nell, stream.id, host))).to.equal('403 forbidden')
    // who has come as less than they are is what they are to others
    await join(tom, stream.id, { role: 'participant' })
    expect(await outcome(remove(nell, stream.id, other))).to.equal('403 forbidden')
    await app.settle()
    expect(heard.filter(({ name }) => name === 'participant.told').map(({ payload }) => [payload.what, payload.memberId])).to.deep.equal([['role', nell.id]])
    expect(heard.map(({ name }) => name)).to.include.members(['people.changed', 'live_room.changed'])
    // it is theirs in the next call
    await end(maya, stream.id)
    await goLive(maya, stream.id)
    await join(nell, stream.id)
    expect(await people(maya, stream.id)).to.deep.equal(['Nell cohost in'])
    await app.as(maya).call(routes.destroyCohost, { params: { id: stream.id, itemId: cohosts.find((one) => one.community_member_id === nell.id)!.id } })
    expect(await people(maya, stream.id)).to.deep.equal(['Nell participant in'])
    expect(await outcome(app.as(nell).call(routes.end, { ...at(stream.id), body: {} })), 'A17: at once').to.equal('403 forbidden')
  })

  it('are kept silent, one by one or all, and told so', async () => {
    const { app, maya, nell, tom, onAir, join, change } = all
    const room = await onAir('room', { mute_on_join: true })
    await join(maya, room.id)
    const quiet = (await join(nell, room.id)).participant
    expect([quiet.is_muted, quiet.can_speak]).to.deep.equal([true, false])
    expect(await outcome(app.as(nell).call(routes.publish, { ...at(room.id), body: { sdp: 'v=0' } }))).to.equal('403 may_not_speak')
    const heard = await app.hear(nell)
    expect(await outcome(change(nell, room.id, quiet.id, { is_muted: false }))).to.equal('403 forbidden')
    expect(await change(maya, room.id, quiet.id, { is_muted: false })).to.include({ can_speak: true })
    expect(await outcome(app.as(nell).call(routes.publish, { ...at(room.id), body: { sdp: 'v=0' } })), 'no engine').to.equal('409 media_off')
    expect((await join(nell, room.id)).participant.can_speak, 'who may speak may do so after a reload').to.equal(true)
    await join(tom, room.id)
    expect(await outcome(app.as(nell).call(routes.muteAll, at(room.id)))).to.equal('403 forbidden')
    await app.as(maya).call(routes.muteAll, at(room.id))
    const { records } = await app.as(maya).call(routes.participants, at(room.id))
    expect(records.map(({ name, can_speak }) => [name, can_speak])).to.deep.equal([
      ['Maya Lund', true],
      ['Nell', false],
      ['Tom', false],
    ])
    await app.settle()
    expect(heard.filter(({ name }) => name === 'participant.told').map(({ payload }) => payload.what)).to.deep.equal(['unmuted', 'muted'])
  })

  it('raise a hand, which those who run the room take down, and react', async () => {
    const { app, maya, nell, onAir, join, change } = all
    const room = await onAir()
    const hand = (is_raised: boolean) => app.as(nell).call(routes.hand, { ...at(room.id), body: { is_raised } })
    expect(await outcome(hand(true))).to.equal('403 not_in_room')
    const own = (await join(nell, room.id)).participant.id
    const heard = await app.hear(maya, `live:${room.id}`)
    await hand(true)
    const { records } = await app.as(maya).call(routes.participants, at(room.id))
    expect(records[0]!.hand_raised_at).to.be.a('string')
    expect((await change(maya, room.id, own, { hand_raised: false })).hand_raised_at).to.equal(null)
    await app.as(nell).call(routes.react, { ...at(room.id), body: { emoji: '🎉' } })
    await app.settle()
    expect(heard.find(({ name }) => name === 'reaction.given')?.payload).to.deep.equal({ roomId: room.id, participantId: own, emoji: '🎉' })
    expect(heard.map(({ name }) => name)).to.include('people.changed')
  })

  it('who merely listen to a stream make no screens ask but those of whoever runs it', async () => {
    const { app, maya, nell, tom, onAir, join, leave } = all
    const [stream, room] = [await onAir('stream'), await onAir()]
    for (const { id } of [stream, room]) await join(maya, id)
    await join(nell, stream.id)
    const [host, listener] = await Promise.all([app.hear(maya, `live:${stream.id}`), app.hear(nell, `live:${stream.id}`, `live:${room.id}`)])
    await join(tom, stream.id)
    await leave(tom, stream.id)
    await join(tom, room.id)
    await app.settle()
    const changed = (heard: typeof host) => heard.filter(({ name }) => name === 'people.changed').map(({ payload }) => payload.roomId)
    await until('all who are told have heard it', () => changed(listener).length > 0 && changed(host).length > 1)
    expect([changed(host), changed(listener)]).to.deep.equal([[stream.id, stream.id], [room.id]])
  })

  it('say that they are here; who says nothing for a minute is gone, and counted no more', async () => {
    const { app, maya, nell, tom, onAir, join, count, minute, leave, differences } = all
    const room = await onAir()
    const [, own] = [await join(maya, room.id), (await join(nell, room.id)).participant.id]
    const beat = (who: TestMember, participant_id = own) => app.as(who).call(routes.beat, { ...at(room.id), body: { participant_id } })
    expect((await beat(nell)).room).to.deep.equal({ status: 'live', is_recording: false, ends_at: null })
    expect(await outcome(beat(tom)), 'another’s row').to.equal('404 not_found')
    await app.clock.advance(50_000)
    await beat(nell)
    await app.clock.advance(20_000)
    app.resetLimits()
    await minute()
    expect(await count(room.id)).to.equal(1)
    expect((await beat(nell)).participant.status).to.equal('in')
    await app.clock.advance(70_000)
    app.resetLimits()
    await minute()
    expect([await count(room.id), (await beat(nell)).participant.status]).to.deep.equal([0, 'left'])
    const [row] = await app.sql('select seconds, leave_reason from live.participant where id = $1', [own])
    expect(row).to.deep.equal({ seconds: 70, leave_reason: 'lost' })
    // the next visit is added
    await join(nell, room.id)
    await app.clock.advance(30_000)
    await leave(nell, room.id)
    await leave(nell, room.id)
    expect((await attended(room.id)).filter(({ payload }) => payload.memberId === nell.id).map(({ payload }) => payload.seconds)).to.deep.equal([70, 100])
    await app.clock.advance(-170_000)
    expect(await differences()).to.deep.equal([])
  })

  it('A86: are named to whoever sees the room, but for rooms that hide their list', async () => {
    const { maya, nell, tom, onAir, join, people } = all
    const room = await onAir('stream', { hide_participants_list: true })
    for (const who of [maya, nell, tom]) await join(who, room.id)
    expect(await people(maya, room.id)).to.have.length(3)
    expect(await people(nell, room.id)).to.deep.equal(['Maya Lund host in', 'Nell participant in'])
    const preview = (await all.show(nell, room.slug)).participants_preview
    expect([preview.count, preview.records.map(({ name }) => name)]).to.deep.equal([3, ['Maya Lund']])
    expect(await outcome(all.app.as(nell).call(routes.participantsCsv, at(room.id)))).to.equal('403 forbidden')
    expect(await people(maya, room.id, { search_text: 'ne' })).to.deep.equal(['Nell participant in'])
  })

  it('A72: stand in a file with their times, where no name is a formula', async () => {
    const { app, maya, onAir, join, end } = all
    const sly = await app.member('member', { name: '=HYPERLINK("https://evil.example")' })
    const room = await onAir()
    await join(sly, room.id)
    await app.clock.advance(150_000)
    app.resetLimits()
    await end(maya, room.id)
    const file = await app.as(maya).send('GET', `/internal_api/live/${room.id}/participants.csv`)
    expect(file.headers['content-type']).to.equal('text/csv; charset=utf-8')
    const [head, line] = String(file.body).replace('\uFEFF', '').split('\r\n')
    expect(head).to.equal('Session,Name,Role,Joined,Left,Minutes')
    expect(line)
      .to.match(/^1,"'=HYPERLINK/)
      .and.match(/,3$/)
    await app.clock.advance(-150_000)
  })

  it('who are visitors give a name, are known by their browser, and never speak', async () => {
    const { maya, onAir, browser, remove, count, people } = all
    const stream = await onAir('stream', { access_type: 'public_stream' })
    const vera = browser()
    const come = (who = vera, body: object = { name: 'Vera' }) => who.call(routes.join, { ...at(stream.id), body })
    expect((await come(vera, {})).status).to.equal(422)
    expect(vera.jar.size, 'nobody is known who was not let in').to.equal(0)
    const { body } = await come()
    expect(body.participant).to.deep.include({ community_member_id: null, name: 'Vera', role: 'participant', can_speak: false })
    expect([...vera.jar.keys()]).to.deep.equal(['atrium_mark_live'])
    expect((await come(vera, {})).body.participant.id, 'the same row').to.equal(body.participant.id)
    for (const role of ['host', 'cohost', 'moderator']) expect((await come(vera, { name: 'Vera', role })).status, role).to.equal(403)
    const beat = (who: typeof vera) => who.call(routes.beat, { ...at(stream.id), body: { participant_id: body.participant.id } })
    expect((await beat(vera)).status).to.equal(200)
    const other = browser()
    await come(other, { name: 'Victor' })
    expect([(await beat(other)).status, (await beat(browser())).status]).to.deep.equal([404, 404])
    const refused = await Promise.all([
      vera.call(routes.publish, { ...at(stream.id), body: { sdp: 'v=0' } }),
      vera.call(routes.hand, { ...at(stream.id), body: { is_raised: true } }),
      vera.call(routes.react, { ...at(stream.id), body: { emoji: '👏' } }),
      vera.call(routes.participants, at(stream.id)),
      vera.call(routes.createQuestion, { ...at(stream.id), body: { question: { text: 'Who?' } } }),
    ])
    expect(refused.map(({ status }) => status)).to.deep.equal(Array(5).fill(401))
    // who watches is named to members, and faces of members to no visitor
    await all.join(maya, stream.id)
    await all.join(all.nell, stream.id)
    expect((await all.show(null, stream.slug)).participants_preview.records.map(({ name }) => name)).to.deep.equal(['Maya Lund'])
    expect(await people(maya, stream.id)).to.deep.equal(['Vera participant in', 'Victor participant in', 'Maya Lund host in', 'Nell participant in'])
    expect(await outcome(all.role(maya, stream.id, body.participant.id, 'moderator'))).to.equal('422 invalid_input')
    await remove(maya, stream.id, body.participant.id, true)
    expect((await come()).body.code).to.equal('room_banned')
    expect(await count(stream.id)).to.equal(3)
    expect((await other.call(routes.leave, { ...at(stream.id), body: {} })).status).to.equal(200)
    expect(await count(stream.id)).to.equal(2)
  })
})
