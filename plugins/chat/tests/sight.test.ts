/** Who sees what of a conversation: of what was said before they came, of who is in it, of who is here. */
import { expect } from 'chai'
import type { Ctx } from '@atrium/sdk/server'
import { refusal, type TestApp, type TestMember } from '@atrium/sdk/testing'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import chat from '../contract.ts'
import { listReminders } from '../server/service/scheduled.ts'
import { seenText } from '../server/service/present.ts'
import { listRooms } from '../server/service/rooms.ts'
import { listThreads } from '../server/service/threads.ts'
import { cast, talk, texts, tomorrow } from './kit.ts'

const { routes } = chat

describe('sight in chat', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let tom: TestMember
  let told: { room: string; name: string; payload: any }[] = []
  const { group, enter, say, read } = talk(() => app)
  const add = (who: TestMember, { uuid }: { uuid: string }, whom: TestMember) =>
    app.as(who).call(routes.addParticipant, { params: { uuid }, body: { chat_room_participant: { community_member_id: whom.id } } })
  const people = (who: TestMember, { uuid }: { uuid: string }, query: object = {}) => app.as(who).call(routes.participants, { params: { uuid }, query })
  const mention = (...members: TestMember[]) => ({
    rich_text_body: {
      body: {
        type: 'doc' as const,
        content: [{ type: 'paragraph', content: members.map(({ id, name }) => ({ type: 'mention', attrs: { id, label: name } })) }],
      },
    },
  })
  /** What went to the sockets of that room, and to nobody before `told` was emptied. */
  const pushed = ({ uuid }: { uuid: string }) =>
    told.filter((one) => one.room === `chat:${uuid}` && one.name === 'message.changed').map(({ payload }) => payload)
  const chatSpace = (fields: object = {}) => makeSpace(app, admin, [], { types: ['chat'], ...fields })
  const join = (who: TestMember, id: number) => app.as(who).call(spaces.routes.join, { params: { id } })

  before(async () => {
    ;({ app, admin, nell, priya, tom } = await cast())
    const { realtime } = app.kernel.modules
    const publish = realtime.publish.bind(realtime)
    realtime.publish = (communityId: number, room: string, name: string, payload: unknown) => {
      told.push({ room, name, payload })
      publish(communityId, room, name, payload)
    }
  })
  beforeEach(() => {
    app.resetLimits()
    told = []
  })
  after(() => app?.close())

  it('pushes nothing of older messages into a room without history once somebody has come later', async () => {
    const room = await group(nell, [priya], { show_history: false })
    const old = await say(nell, room, 'before')
    const answer = await say(priya, room, 'answer before', { parent_message_id: old.id })
    await app.as(nell).call(routes.updateMessage, { params: { uuid: room.uuid, id: old.id }, body: { body: 'before, changed' } })
    expect(pushed(room).at(-1).records, 'nobody has come later yet').to.have.length(1)
    await add(nell, room, tom)
    told = []
    const at = { params: { uuid: room.uuid, messageId: old.id } }
    await app.as(nell).call(routes.updateMessage, { params: { uuid: room.uuid, id: old.id }, body: { body: 'secret' } })
    await app.as(nell).call(routes.pin, at)
    await app.as(nell).call(content.routes.react, { body: { reactable_type: 'message', reactable_id: old.id, emoji: '🔥' } })
    await say(nell, room, 'answer after', { parent_message_id: old.id })
    await app.settle()
    expect(pushed(room)).to.have.length(4)
    expect(JSON.stringify(told.filter(({ room: name }) => name === `chat:${room.uuid}`))).not.to.match(/secret|before|answer/)
    await say(nell, room, 'for all')
    expect(pushed(room).at(-1).records[0]).to.include({ body: 'for all' })
    expect(texts(await read(tom, room)), 'threads go with the message they hang on').to.deep.equal(['for all'])
    expect(texts(await read(tom, room, { after_sequence: 0 }))).to.deep.equal(['for all'])
    expect(await refusal(app.as(tom).call(routes.message, { params: { uuid: room.uuid, id: answer.id } }))).to.include({ status: 404 })
    expect(texts(await read(priya, room, { after_sequence: 0 }))).to.include('answer after')
  })

  it('tells nobody of a mention that they could not read', async () => {
    const named = async (id: number) => {
      await app.settle()
      return (
        await app.sql<{ who: string }>(`select payload ->> 'memberId' as who from kernel.event where name = 'content.mentioned' and payload ->> 'id' = $1`, [
          id,
        ])
      )
        .map(({ who }) => Number(who))
        .sort((a, b) => a - b)
    }
    const room = await group(nell, [priya], { show_history: false })
    const old = await say(nell, room, 'old')
    expect(await named((await say(nell, room, '', mention(priya, tom))).id)).to.deep.equal([priya.id])
    await add(nell, room, tom)
    await app.as(nell).call(routes.updateMessage, { params: { uuid: room.uuid, id: old.id }, body: mention(priya, tom) })
    expect(await named(old.id)).to.deep.equal([priya.id])
    const [open, closed] = [await chatSpace(), await chatSpace({ is_private: true })]
    expect(await named((await say(admin, await enter(admin, open.id), '', mention(nell, tom))).id)).to.deep.equal([nell.id, tom.id])
    await app.as(admin).call(spaces.routes.bulkAddMembers, { params: { space_id: closed.id }, body: { community_member_ids: [nell.id] } })
    expect(await named((await say(admin, await enter(admin, closed.id), '', mention(nell, tom))).id)).to.deep.equal([nell.id])
  })

  it('shows who is in a chat space where the space does, and who has read what where the room is small', async () => {
    const space = await chatSpace()
    const room = await enter(admin, space.id)
    for (const who of [nell, tom]) {
      await join(who, space.id)
      await enter(who, space.id)
    }
    const { records } = await people(nell, room)
    expect(records.map(({ community_member_id, read_position }) => [community_member_id, read_position])).to.deep.equal([
      [admin.id, null],
      [nell.id, 0],
      [tom.id, null],
    ])
    expect((await people(nell, room, { community_member_ids: `${tom.id},${priya.id}` })).records.map((one) => one.name)).to.deep.equal(['Tom'])
    await app.as(admin).call(spaces.routes.update, { params: { id: space.id }, body: { visible_tabs: { members: false } } })
    expect(await refusal(people(nell, room))).to.include({ status: 403 })
    expect((await people(admin, room)).records).to.have.length(3)
    const seen = async (who: TestMember) => (await app.as(who).call(routes.show, { params: { uuid: room.uuid } })).chat_room.other_participants_preview.length
    expect([await seen(nell), await seen(admin)]).to.deep.equal([0, 2])
    const small = await group(nell, [tom])
    expect((await people(tom, small)).records.map(({ read_position }) => read_position)).to.deep.equal([0, 0])
  })

  it('leaves a group an admin when two take each other’s rights at once', async () => {
    for (let n = 0; n < 4; n++) {
      const room = await group(nell, [priya])
      const { records } = await people(nell, room)
      const of = (who: TestMember) => records.find(({ community_member_id }) => community_member_id === who.id)!.id
      const set = (who: TestMember, whom: TestMember, isAdmin: boolean) =>
        app.as(who).call(routes.updateParticipant, { params: { uuid: room.uuid, id: of(whom) }, body: { admin: isAdmin } })
      await set(nell, priya, true)
      const answers = await Promise.allSettled([set(nell, priya, false), set(priya, nell, false)])
      expect(answers.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
      expect((await people(nell, room)).records.filter((one) => one.admin)).to.have.length(1)
    }
  })

  it('sends nothing later for those who have gone, and reminds them of nothing', async () => {
    const gone = await app.member('member', { name: 'Gone' })
    const left = await app.member('member', { name: 'Left' })
    const room = await group(nell, [gone, left])
    const said = await say(nell, room, 'remember')
    for (const who of [gone, left]) {
      await app.as(who).call(routes.schedule, { params: { uuid: room.uuid }, body: { body: `from ${who.name}`, send_at: tomorrow() } })
      await app.as(who).call(routes.remind, { params: { uuid: room.uuid, messageId: said.id }, body: { remind_at: tomorrow() } })
    }
    await app.sql(`update kernel.member set status = 'banned' where id = $1`, [gone.id])
    const { records } = await people(nell, room)
    await app.as(nell).call(routes.removeParticipant, {
      params: { uuid: room.uuid, id: records.find(({ community_member_id }) => community_member_id === left.id)!.id },
    })
    await app.clock.advance(2 * 86_400_000)
    await app.sql('update graphile_worker._private_jobs set run_at = now()')
    await app.settle()
    await app.clock.advance(-2 * 86_400_000)
    expect(texts(await read(nell, room))).to.deep.equal(['remember'])
    expect((await app.sql<{ failure: string }>('select failure from chat.scheduled order by id')).map(({ failure }) => failure)).to.deep.equal([
      'You’re no longer a member of this conversation.',
      'Conversation not found.',
    ])
    expect(await app.sql(`select 1 from kernel.event where name = 'message.reminded'`)).to.deep.equal([])
  })

  it('knows who is here, who is idle, and when the others were', async () => {
    const room = await group(nell, [priya, tom])
    const { realtime } = app.kernel.modules
    const { presence } = realtime
    realtime.presence = (_: number, id: number) => (id === nell.id ? 'online' : id === priya.id ? 'idle' : 'offline')
    try {
      await app.sql(`update kernel.member set last_seen_at = now() - interval '3 hours' where id = any ($1)`, [[priya.id, tom.id]])
      const shown = async () => (await people(nell, room)).records.map(({ name, status, last_seen_text }) => [name, status, last_seen_text])
      expect(await shown()).to.deep.equal([
        ['Nell', 'online', ''],
        ['Priya', 'idle', '3h ago'],
        ['Tom', 'offline', '3h ago'],
      ])
    } finally {
      realtime.presence = presence
    }
    const now = new Date(2026, 10, 25, 12)
    const at = (locale: string, minutes: number) => seenText({ locale, now: () => now }, new Date(now.getTime() - minutes * 60_000))
    expect([at('en-US', 0), at('en-US', 5), at('en-US', 1_500), at('pt-BR', 120)]).to.deep.equal(['now', '5m ago', 'yesterday', 'há 2 h'])
    expect(seenText({ locale: 'en-US', now: () => now }, null)).to.equal('')
  })

  it('obeys the space: what it is about, and whether newcomers read what was said before they joined', async () => {
    const space = await chatSpace({ chat_room_description: 'Of clay', chat_room_show_history: false })
    const room = await enter(admin, space.id)
    expect(room).to.include({ chat_room_description: 'Of clay', chat_room_show_history: false })
    await join(nell, space.id)
    await enter(nell, space.id)
    await say(admin, room, 'first')
    await join(tom, space.id)
    await say(admin, room, 'second')
    await enter(tom, space.id)
    expect(texts(await read(nell, room))).to.deep.equal(['first', 'second'])
    expect(texts(await read(tom, room)), 'said after he joined, before he first looked').to.deep.equal(['second'])
    expect(texts(await read(priya, room)), 'from outside').to.deep.equal([])
    const [last] = (await people(tom, room)).records.slice(-1)
    expect(last!.community_member_id).to.equal(tom.id)
    expect((await app.as(priya).call(routes.bySpace, { params: { spaceId: space.id } })).chat_room!.last_message).to.equal(null)
    await app.as(admin).call(spaces.routes.update, { params: { id: space.id }, body: { chat_room_show_history: true, chat_room_description: 'Of ash' } })
    await app.settle()
    expect((await app.as(tom).call(routes.show, { params: { uuid: room.uuid } })).chat_room).to.include({
      chat_room_description: 'Of ash',
      chat_room_show_history: true,
    })
    expect(texts(await read(tom, room))).to.deep.equal(['first', 'second'])
  })

  it('lists a conversation with its last message and who may write', async () => {
    const room = await group(nell, [priya])
    const said = await say(priya, room, 'glaze')
    await say(nell, room, 'yes', { parent_message_id: said.id })
    const { last_message, other_participants_preview } = (await app.as(nell).call(routes.show, { params: { uuid: room.uuid } })).chat_room
    expect(last_message).to.deep.include({
      ...{ id: said.id, parent_message_id: null, chat_thread_id: said.id, chat_room_participant_id: said.chat_room_participant_id },
      ...{ body: 'glaze', edited_at: null, sent_at: said.sent_at, sender: said.sender, rich_text_body: { body: said.rich_text_body!.body } },
    })
    expect(other_participants_preview.map(({ name, can_send_message }) => [name, can_send_message])).to.deep.equal([['Priya', true]])
    await app.as(admin).call(routes.updatePreferences, { body: { group_messaging_enabled: false } })
    const off = (await app.as(nell).call(routes.show, { params: { uuid: room.uuid } })).chat_room
    expect([off.current_participant.can_send_message, off.other_participants_preview[0]!.can_send_message]).to.deep.equal([false, false])
    await app.as(admin).call(routes.updatePreferences, { body: { group_messaging_enabled: true } })
  })

  it('is taken along as a text, as far as one may read it', async () => {
    const room = await group(nell, [priya], { show_history: false, name: 'Raku/notes' })
    const old = await say(nell, room, 'before')
    await say(priya, room, 'answer', { parent_message_id: old.id })
    await add(nell, room, tom)
    await say(nell, room, 'two\nlines')
    const file = (who: TestMember) => app.as(who).send('GET', `/internal_api/chat_rooms/${room.uuid}/export`)
    const { headers, body } = await file(nell)
    expect(headers['content-disposition']).to.equal("attachment; filename*=UTF-8''Raku%2Fnotes.txt")
    const at = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d'
    expect(body).to.match(new RegExp(`^Raku/notes\nUTC\n\n${at}  Nell: before\n    ${at}  Priya: answer\n${at}  Nell: two\n    lines\n$`))
    expect((await file(tom)).body).not.to.match(/before|answer/)
    expect((await file(admin)).status).to.equal(404)
  })

  it('asks as many statements for many as for one', async () => {
    const who = await app.member('member', { name: 'Busy' })
    /** What the plugin asks the database for in the reader's name. */
    const asks = (run: (ctx: Ctx) => Promise<{ records: unknown[] }>) =>
      app.run(null, async (ctx) => {
        let count = 0
        const real = await ctx.actAs(who.id)
        const counting = new Proxy(real, {
          get(target, key) {
            const value = Reflect.get(target, key, target)
            if (typeof value !== 'function') return value
            return (...given: unknown[]) => {
              if (key === 'read' || key === 'sql' || key === 'use') count++
              return value.apply(target, given)
            }
          },
        })
        return { rows: (await run(counting)).records.length, count }
      })
    const page = { page: 1, per_page: 20 }
    const lists: ((ctx: Ctx) => Promise<{ records: unknown[] }>)[] = [
      (ctx) => listRooms(ctx, { ...page, filter: 'all', pinned: 'among' }),
      (ctx) => listThreads(ctx, page),
      (ctx) => listReminders(ctx),
    ]
    const make = async () => {
      app.resetLimits()
      const other = await app.member('member')
      const { chat_room: room } = await app.as(who).call(routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [other.id] } } })
      const said = await say(other, room, 'hello')
      await say(who, room, 'answer', { parent_message_id: said.id })
      await app.as(who).call(routes.remind, { params: { uuid: room.uuid, messageId: said.id }, body: { remind_at: tomorrow() } })
    }
    await make()
    const once = async () => {
      const asked: { rows: number; count: number }[] = []
      for (const run of lists) asked.push(await asks(run))
      return asked
    }
    const one = await once()
    for (let n = 0; n < 4; n++) await make()
    expect(await once()).to.deep.equal(one.map(({ count }) => ({ rows: 5, count })))
  })
})
