/** Rooms: who sees which, and how they go live and end. */
import { expect } from 'chai'
import type { TestMember } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import contract, { roomFields } from '../contract.ts'
import { at, eight, MINUTE, outcome, routes, type Studio, studio } from './kit.ts'

const NOBODY = { members_ids: [], spaces_ids: [], space_groups_ids: [], member_tags_ids: [] }

describe('live rooms', () => {
  let all: Studio
  before(async () => {
    all = await studio(['events'])
  })
  beforeEach(() => all.app.resetLimits())
  after(() => all?.app.close())
  /** Every way in which a room could show to somebody. */
  const ways = async (who: TestMember | null, { id, slug, room_type }: { id: number; slug: string; room_type: string }) => {
    const as = all.app.as(who)
    const byType = room_type === 'stream' ? routes.stream : routes.room
    const single = [
      outcome(as.call(routes.bySlug, { params: { slug } })),
      // rooms have no address for visitors
      ...(who || room_type === 'stream' ? [outcome(as.call(byType, at(id)))] : []),
      outcome(as.call(routes.join, { ...at(id), body: { name: 'Vera' } })),
      outcome(as.call(routes.questions, at(id))),
      outcome(as.call(routes.stageItems, at(id))),
      outcome(as.call(routes.subscribe, { ...at(id), body: { sdp: 'v=0' } })),
    ]
    const lists = who
      ? [
          as
            .call(room_type === 'stream' ? routes.streams : routes.rooms, { query: { search_text: 'Coffee' } })
            .then(({ records }) => records.map((one) => one.id)),
          as.call(routes.now).then(({ records }) => records.map((one) => one.id)),
        ]
      : []
    return { single: [...new Set(await Promise.all(single))], isListed: (await Promise.all(lists)).flat().includes(id) }
  }
  const HIDDEN = { single: ['404 not_found'], isListed: false }

  it('are started by those who may, in spaces that they see', async () => {
    const { app, admin, maya, nell, createRoom, createStream } = all
    expect(await outcome(createRoom({}, nell))).to.equal('403 forbidden')
    const made = await createStream({ name: 'Opening the kiln', description: 'At noon' }, maya)
    expect(made).to.deep.include({ slug: 'opening-the-kiln', status: 'backstage', room_type: 'stream', is_creator: true, can_host: true, can_manage: true })
    expect((await createStream({ name: 'Opening the kiln' }, maya)).slug).to.equal('opening-the-kiln-2')
    expect(await outcome(createRoom({ slug: 'opening-the-kiln' }, maya))).to.equal('409 slug_taken')
    const closed = await makeSpace(app, admin, [nell], { is_private: true })
    expect(await outcome(createRoom({ space_id: closed.id }, maya))).to.equal('404 not_found')
    expect(await outcome(createRoom({ space_id: closed.id }, nell))).to.equal('403 forbidden')
    expect(await outcome(createRoom({ access_type: 'public_stream' }, maya))).to.equal('422 invalid_input')
    const same = await eight(() => createRoom({ name: 'Same name' }, maya))
    expect(same).to.deep.equal({ ok: 8 })
  })

  it('have addresses by their type', async () => {
    const { app, maya, createRoom, createStream } = all
    const [room, stream] = [await createRoom({}, maya), await createStream({}, maya)]
    expect(await outcome(app.as(maya).call(routes.stream, at(room.id)))).to.equal('404 not_found')
    expect(await outcome(app.as(maya).call(routes.updateRoom, { ...at(stream.id), body: { room: { name: 'X' } } }))).to.equal('404 not_found')
    expect(await outcome(app.as(maya).call(routes.destroyRoom, at(stream.id)))).to.equal('404 not_found')
  })

  it('A01 A06: of a space are for those who see it, in every list and by every call', async () => {
    const { app, admin, nell, tom, onAir } = all
    const closed = await makeSpace(app, admin, [nell], { is_private: true })
    const room = await onAir('room', { space_id: closed.id }, admin)
    expect(await ways(tom, room)).to.deep.equal(HIDDEN)
    expect((await ways(nell, room)).isListed).to.equal(true)
    expect(await outcome(app.hear(tom, `live:${room.id}`))).to.match(/^undefined/)
    await app.hear(nell, `live:${room.id}`)
  })

  it('A06: that are secret show nothing to whoever was not invited, staff and managers aside', async () => {
    const { app, admin, maya, nell, tom, priya, onAir } = all
    const room = await onAir('room', { access_type: 'secret', invited_entities_ids: { ...NOBODY, members_ids: [nell.id] } })
    for (const who of [tom, priya, null]) expect(await ways(who, room), who?.name ?? 'a visitor').to.deep.equal(HIDDEN)
    for (const who of [maya, nell, admin]) expect((await ways(who, room)).isListed, who.name).to.equal(true)
    // who runs it knows whom it invites, nobody else
    const seen = await Promise.all([maya, nell].map((who) => all.show(who, room.slug)))
    expect(seen.map(({ invited_entities_ids }) => invited_entities_ids?.members_ids ?? null)).to.deep.equal([[nell.id], null])
    await app.as(maya).call(routes.updateRoom, { ...at(room.id), body: { room: { description: 'At noon' } } })
    expect((await all.show(nell, room.slug)).description, 'who is invited stays so').to.equal('At noon')
    // a helper sees it as long as they help
    const helper = await app.as(maya).call(routes.createModerator, { ...at(room.id), body: { moderator: { community_member_id: tom.id } } })
    expect((await ways(tom, room)).isListed).to.equal(true)
    await app.as(maya).call(routes.destroyModerator, { params: { id: room.id, itemId: helper.id } })
    expect(await ways(tom, room)).to.deep.equal(HIDDEN)
    // members of an invited space, as long as they are in it
    const space = await makeSpace(app, admin, [priya])
    await app.as(maya).call(routes.invite, { ...at(room.id), body: { invited_entities_ids: { ...NOBODY, spaces_ids: [space.id] } } })
    expect((await ways(priya, room)).isListed).to.equal(true)
    await app.run(null, (ctx) => ctx.use(spaces).removeMembers(space.id, [priya.id]))
    expect(await ways(priya, room)).to.deep.equal(HIDDEN)
  })

  it('A08: stop being heard by whoever does not see them any more', async () => {
    const { app, maya, nell, onAir } = all
    const room = await onAir('room', { access_type: 'secret', invited_entities_ids: { ...NOBODY, members_ids: [nell.id] } })
    const heard = await app.hear(nell, `live:${room.id}`)
    await app.as(maya).call(routes.updateRoom, { ...at(room.id), body: { room: { invited_entities_ids: NOBODY } } })
    await app.settle()
    expect(await outcome(app.hear(nell, `live:${room.id}`))).to.match(/^undefined/)
    const before = heard.length
    await app.as(maya).call(routes.updateRoom, { ...at(room.id), body: { room: { name: 'Coffee again' } } })
    await app.settle()
    expect(heard.slice(before)).to.deep.equal([])
  })

  it('that are public are for visitors too, once they are on and after', async () => {
    const { admin, maya, app, createStream, goLive, end } = all
    const closed = await makeSpace(app, admin, [], { is_private: true, is_hidden: true, name: 'Glaze lab' })
    const stream = await createStream({ access_type: 'public_stream', space_id: closed.id }, admin)
    expect(await ways(null, stream)).to.deep.equal(HIDDEN)
    expect(await ways(maya, stream)).to.deep.equal(HIDDEN)
    await goLive(admin, stream.id)
    expect((await ways(null, stream)).single).to.include('ok')
    const shown = await all.show(null, stream.slug)
    expect(shown).to.deep.include({ space: null, invited_entities_ids: null, chat_room_uuid: null, can_host: false, is_creator: false })
    expect((await ways(maya, stream)).isListed).to.equal(true)
    // a private community opens that much, as the host has said so
    const setPrivate = (is_private: boolean) => app.as(admin).send('PATCH', '/internal_api/community', { is_private })
    await setPrivate(true)
    expect((await all.show(null, stream.slug)).status).to.equal('live')
    await setPrivate(false)
    await end(admin, stream.id)
    expect((await all.show(null, stream.slug)).status).to.equal('ended')
  })

  it('go live once, however many press at once, and again when they are over', async () => {
    const { app, maya, nell, createRoom, goLive, end } = all
    const room = await createRoom({}, maya)
    expect(await outcome(goLive(nell, room.id))).to.equal('403 forbidden')
    expect(await outcome(end(maya, room.id))).to.equal('409 not_live')
    expect(await eight(() => goLive(maya, room.id))).to.deep.equal({ ok: 1, '409 already_live': 7 })
    expect(await eight(() => end(maya, room.id))).to.deep.equal({ ok: 1, '409 not_live': 7 })
    const again = await goLive(maya, room.id)
    expect([again.status, again.runs_count, again.closed_at]).to.deep.equal(['live', 2, null])
    const told = await app.sql(
      `select name from kernel.event where name in ('room.went_live', 'room.ended') and (payload ->> 'roomId')::bigint = $1 order by id`,
      [room.id],
    )
    expect(told.map(({ name }) => name)).to.deep.equal(['room.went_live', 'room.ended', 'room.went_live'])
  })

  it('end in some minutes where somebody says so, and not where that is taken back', async () => {
    const { app, maya, nell, onAir, join, minute, show } = all
    const [first, second] = [await onAir(), await onAir()]
    const later = (id: number, minutes: number | null, who = maya) => app.as(who).call(routes.endDelayed, { ...at(id), body: { minutes } })
    expect(await outcome(later(first.id, 5, nell))).to.equal('403 forbidden')
    await join(nell, first.id)
    expect((await later(first.id, 5)).ends_at).to.be.a('string')
    await later(second.id, 5)
    await later(second.id, null)
    await minute()
    expect((await show(maya, first.slug)).status).to.equal('live')
    await app.clock.advance(6 * MINUTE)
    app.resetLimits()
    await minute()
    expect([(await show(maya, first.slug)).status, (await show(maya, second.slug)).status]).to.deep.equal(['ended', 'live'])
    expect(await all.count(first.id)).to.equal(0)
    await app.clock.advance(-6 * MINUTE)
    expect(await outcome(later(first.id, 5))).to.equal('409 not_live')
  })

  it('are listed with those that are on first, page by page', async () => {
    const { app, maya, createStream, goLive } = all
    const made: number[] = []
    for (let n = 0; n < 4; n++) made.push((await createStream({ name: `Paged ${n}` }, maya)).id)
    await goLive(maya, made[1]!)
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await app.as(maya).call(routes.streams, { query: { search_text: 'paged', per_page: 1, ...(cursor && { cursor }) } })
      seen.push(...page.records.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(seen).to.deep.equal([made[1], made[3], made[2], made[0]])
    // a cursor that somebody has made up is a refusal or a page, never a fault
    for (const key of [
      [1e15, -8e15, 0.5],
      [-1, 8.64e15, 1e15],
      [0.1, 0.1, 0.1],
    ])
      for (const [path, parts] of [
        ['/internal_api/live_streams', 3],
        [`/internal_api/live/${made[1]}/questions`, 3],
        [`/internal_api/live/${made[1]}/participants`, 2],
      ] as const) {
        const cursor = Buffer.from(JSON.stringify(key.slice(0, parts))).toString('base64url')
        expect((await app.as(maya).send('GET', `${path}?cursor=${cursor}`)).status, `${path} ${key}`).to.equal(200)
      }
    const live = await app.as(maya).call(routes.streams, { query: { search_text: 'paged', status: 'live' } })
    expect(live.records.map(({ id }) => id)).to.deep.equal([made[1]])
  })

  it('A03: are changed by hosts and cohosts, and deleted by hosts and managers alone, with everything in them', async () => {
    const { app, admin, maya, nell, tom, onAir, join, ask } = all
    const room = await onAir()
    await join(nell, room.id)
    await ask(nell, room.id, 'Which clay?')
    await app.as(maya).call(routes.createCohost, { ...at(room.id), body: { cohost: { community_member_id: tom.id } } })
    const rename = (who: TestMember) => app.as(who).call(routes.updateRoom, { ...at(room.id), body: { room: { name: `By ${who.name}`, is_locked: true } } })
    const destroy = (who: TestMember) => app.as(who).call(routes.destroyRoom, at(room.id))
    expect(await outcome(rename(nell))).to.equal('403 forbidden')
    expect(await rename(tom)).to.include({ name: 'By Tom', is_locked: true })
    expect([await outcome(destroy(nell)), await outcome(destroy(tom))]).to.deep.equal(['403 forbidden', '403 forbidden'])
    await destroy(admin)
    for (const table of ['participant', 'question', 'staff'])
      expect(await app.sql(`select 1 from live.${table} where room_id = $1`, [room.id]), table).to.have.length(0)
    const [entry] = await app.sql(`select member_id, data from kernel.audit where action = 'live_room.deleted' and subject = $1`, [`live_room:${room.id}`])
    expect([entry.member_id, entry.data.name]).to.deep.equal([admin.id, 'By Tom'])
    expect(await outcome(destroy(admin))).to.equal('404 not_found')
  })

  it('go with their space', async () => {
    const { app, admin, nell, onAir, join } = all
    const space = await makeSpace(app, admin, [nell])
    const room = await onAir('room', { space_id: space.id }, admin)
    await join(nell, room.id)
    await app.as(admin).call(spaces.routes.destroy, { params: { id: space.id } })
    await app.settle()
    expect(await app.sql('select 1 from live.room where id = $1', [room.id])).to.have.length(0)
  })

  it('are what other plugins write: one that is over, with who was there', async () => {
    const { app, admin, nell, tom, show, differences } = all
    const liveAt = new Date('2026-01-05T10:00:00Z')
    const closedAt = new Date('2026-01-05T11:00:00Z')
    const made = await app.run(null, async (ctx) =>
      (await ctx.actAs(admin.id)).use(contract).addPast({
        room: { ...roomFields.parse({ name: 'Glaze talk' }), room_type: 'stream' },
        ...{ liveAt, closedAt },
        people: [
          { memberId: nell.id, role: 'participant', joinedAt: liveAt, seconds: 1_800 },
          { memberId: tom.id, role: 'cohost', joinedAt: liveAt, seconds: 3_600 },
        ],
        questions: [{ text: 'Which glaze?', memberId: nell.id, votes: [tom.id, admin.id], isAnswered: true, at: liveAt }],
        feedback: [{ memberId: nell.id, rating: 5, text: 'More of it' }],
      }),
    )
    await app.settle()
    const room = await show(admin, made.slug)
    expect(room).to.deep.include({ status: 'ended', runs_count: 1, questions_count: 1, live_at: liveAt.toISOString(), closed_at: closedAt.toISOString() })
    const [question] = await all.questions(admin, made.id)
    expect(question).to.deep.include({ status: 'answered', votes_count: 2 })
    expect(await differences()).to.deep.equal([])
  })
})
