/** Chat: conformance, who may read and write what, order, marks, threads, and what waits for its moment. */
import { expect } from 'chai'
import { describePlugin, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import chat, { callsRoom, type ChatRoom, type Message } from '../contract.ts'
import { peaksOf } from '../server/later.ts'

const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/media']
const { routes } = chat
const doc = (text: string) => ({ body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] } })
/** The beginning of a WAV file. */
const WAV = Buffer.concat([
  Buffer.from('RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0', 'latin1'),
  Buffer.alloc(64),
])

async function voice(app: TestApp, who: TestMember) {
  const begun = await app.as(who).call(routes.voiceUpload, { body: { byte_size: WAV.length, filename: 'voice.wav' } })
  const sent = await app.as(who).send('PUT', begun.url, WAV as never, { ...begun.headers, 'upload-offset': '0' })
  return sent.body.signed_id as string
}
const process = (app: TestApp, who: TestMember, signed_id: string) =>
  app.as(who).call(routes.processVoice, { body: { signed_id, duration_ms: 1200, peaks: [0, 50, 100] } })
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

describePlugin('plugins/chat', {
  needs: NEEDS,
  async fill(app, admin, canary) {
    const friend = await app.member('member', { community: { id: admin.communityId }, name: 'Friend' })
    const as = app.as(admin)
    const { chat_room: room } = await as.call(routes.create, {
      body: { chat_room: { kind: 'group_chat', name: canary, community_member_ids: [friend.id], body: canary } },
    })
    const uuid = room.uuid
    const first = room.last_message!.id
    const send = (fields: object) => as.call(routes.createMessage, { params: { uuid }, body: { body: canary, ...fields } })
    const reply = await send({ parent_message_id: first })
    await as.call(routes.updateMessage, { params: { uuid, id: reply.id }, body: { body: `${canary} changed` } })
    const waiting = await as.call(routes.schedule, { params: { uuid }, body: { body: canary, send_at: tomorrow() } })
    await as.call(routes.remind, { params: { uuid, messageId: first }, body: { remind_at: tomorrow() } })
    const signed_id = await voice(app, admin)
    await send({ voice_message_id: (await process(app, admin, signed_id)).id })
    const { records } = await as.call(routes.participants, { params: { uuid } })
    const other = records.find(({ community_member_id }) => community_member_id === friend.id)!
    const { body: group } = await as.send('POST', '/internal_api/space_groups', { name: 'G' })
    const { space } = await as.call(spaces.routes.create, {
      body: { name: 'Talk', space_group_id: group.id, types: ['chat'], is_private: true, is_hidden: true },
    })
    await as.call(routes.openSpace, { params: { spaceId: space.id } })
    const [params, message, onMessage] = [{ uuid }, { uuid, id: first }, { uuid, messageId: first }]
    return {
      create: { body: { chat_room: { kind: 'direct', community_member_ids: [friend.id] } } },
      bySpace: { params: { spaceId: space.id } },
      openSpace: { params: { spaceId: space.id } },
      byId: { params: { id: room.id } },
      show: { params },
      update: { params, body: { chat_room: { name: 'changed' } } },
      destroy: { params },
      participant: { params },
      participants: { params },
      addParticipant: { params, body: { chat_room_participant: { community_member_ids: [friend.id] } } },
      updateParticipant: { params: { uuid, id: other.id }, body: { admin: true } },
      removeParticipant: { params: { uuid, id: other.id } },
      pinRoom: { params },
      unpinRoom: { params },
      pinnedRooms: { params },
      markRead: { params, body: { message_id: first } },
      markThreadRead: { params, body: { parent_message_id: first } },
      messages: { params, query: { id: first } },
      pinned: { params },
      createMessage: { params, body: { body: 'mine' } },
      message: { params: message },
      updateMessage: { params: message, body: { body: 'changed' } },
      destroyMessage: { params: message },
      revisions: { params: { uuid, id: reply.id } },
      readers: { params: message },
      pin: { params: onMessage },
      unpin: { params: onMessage },
      markUnread: { params: onMessage },
      spotlight: { params: onMessage },
      removeSpotlight: { params: onMessage },
      remind: { params: onMessage, body: { remind_at: tomorrow() } },
      forgetReminder: { params: onMessage },
      scheduled: { params },
      schedule: { params, body: { body: 'mine', send_at: tomorrow() } },
      unschedule: { params: { uuid, id: waiting.id } },
      thread: { params: { id: first } },
      markThread: { params: { id: first } },
      search: { query: { text: canary, uuid } },
      voiceUpload: { body: { byte_size: 10 } },
      processVoice: { body: { signed_id, duration_ms: 10, peaks: [1] } },
      updatePreferences: { body: { messaging_enabled: true } },
    }
  },
})

describe('chat', function all() {
  this.timeout(60_000)
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let tom: TestMember
  const refused = (promise: Promise<unknown>) =>
    promise.then(
      () => ({ status: 200, code: '' }),
      (error): { status: number; code: string; retryAfter?: number } => ({ status: error.status, code: error.code, retryAfter: error.retryAfter }),
    )
  const direct = async (from: TestMember, to: TestMember) =>
    (await app.as(from).call(routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [to.id] } } })).chat_room
  const group = async (from: TestMember, to: TestMember[], fields: object = {}) =>
    (
      await app
        .as(from)
        .call(routes.create, { body: { chat_room: { kind: 'group_chat', name: 'Kiln crew', community_member_ids: to.map(({ id }) => id), ...fields } } })
    ).chat_room
  const say = (who: TestMember, { uuid }: { uuid: string }, body: string, fields: object = {}) =>
    app.as(who).call(routes.createMessage, { params: { uuid }, body: { body, ...fields } })
  const read = (who: TestMember, { uuid }: { uuid: string }, query: object = {}) => app.as(who).call(routes.messages, { params: { uuid }, query })
  const show = async (who: TestMember, { uuid }: { uuid: string }) => (await app.as(who).call(routes.show, { params: { uuid } })).chat_room
  const me = async (who: TestMember, room: { uuid: string }) => (await show(who, room)).current_participant
  const participant = async (who: TestMember, { uuid }: { uuid: string }, of: TestMember) =>
    (await app.as(who).call(routes.participants, { params: { uuid } })).records.find(({ community_member_id }) => community_member_id === of.id)!
  const texts = ({ records }: { records: Message[] }) => records.map(({ body }) => body)
  const prefer = (body: object) => app.as(admin).call(routes.updatePreferences, { body })

  before(async () => {
    app = await testApp([...NEEDS, 'plugins/chat'])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
    tom = await app.member('member', { name: 'Tom' })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  describe('conversations', () => {
    it('of two exist once, whoever begins', async () => {
      const [one, two] = await Promise.all([direct(nell, priya), direct(nell, priya)])
      const three = await direct(priya, nell)
      expect(new Set([one.uuid, two.uuid, three.uuid]).size).to.equal(1)
      expect([one.chat_room_name, three.chat_room_name]).to.deep.equal(['Priya', 'Nell'])
      expect(one.chat_room_kind).to.equal('direct')
      expect(await refused(direct(nell, nell))).to.include({ status: 422 })
    })

    it('A01: are absent for those who are not in them, by every call', async () => {
      const room = await direct(nell, priya)
      const said = await say(nell, room, 'between us')
      const forged = { uuid: crypto.randomUUID() }
      for (const { uuid } of [room, forged]) {
        expect(await refused(show(tom, { uuid }))).to.include({ status: 404 })
        expect(await refused(read(tom, { uuid }))).to.include({ status: 404 })
        expect(await refused(say(tom, { uuid }, 'let me in'))).to.include({ status: 404 })
        expect(await refused(app.as(tom).call(routes.pin, { params: { uuid, messageId: said.id } }))).to.include({ status: 404 })
        expect(await refused(app.as(admin).call(routes.message, { params: { uuid, id: said.id } }))).to.include({ status: 404 })
      }
      expect(await refused(app.as(tom).call(routes.thread, { params: { id: said.id } }))).to.include({ status: 404 })
      expect(await refused(app.as(tom).call(content.routes.react, { body: { reactable_type: 'message', reactable_id: said.id, emoji: '🔥' } }))).to.include({
        status: 404,
      })
      const other = await direct(nell, tom)
      expect(await refused(app.as(tom).call(routes.message, { params: { uuid: other.uuid, id: said.id } })), 'through another room').to.include({ status: 404 })
    })

    it('list unread ones, the latest first, archived ones apart, and pinned ones where one asks for it', async () => {
      const who = await app.member('member', { name: 'Ines' })
      const [a, b, c] = [await direct(who, nell), await direct(who, priya), await group(who, [tom])]
      await say(nell, a, 'first')
      await say(priya, b, 'second')
      await say(tom, c, 'third')
      const list = async (filter: 'all' | 'unread' | 'groups' | 'archived' = 'all') =>
        (await app.as(who).call(routes.list, { query: { filter } })).records.map(({ uuid }) => uuid)
      expect(await list()).to.deep.equal([c.uuid, b.uuid, a.uuid])
      expect(await list('groups')).to.deep.equal([c.uuid])
      const { records } = await app.as(who).call(routes.list)
      expect(records[0]).to.include({ unread_messages_count: 1, chat_room_name: 'Kiln crew' })
      expect(records[0]!.last_message).to.include({ body: 'third', sender_name: 'Tom' })
      await app.as(who).call(routes.markRead, { params: { uuid: b.uuid }, body: {} })
      expect(await list('unread')).to.deep.equal([c.uuid, a.uuid])
      await app.as(who).call(routes.pinRoom, { params: { uuid: a.uuid } })
      expect(await list()).to.deep.equal([c.uuid, b.uuid, a.uuid])
      const apart = await app.as(who).call(routes.list, { query: { pinned: 'apart' } })
      expect(apart.records.map(({ uuid }) => uuid)).to.deep.equal([c.uuid, b.uuid])
      expect((await app.as(who).call(routes.pinnedRooms, { params: { uuid: 'all' } })).records.map(({ uuid }) => uuid)).to.deep.equal([a.uuid])
      const mine = await participant(who, c, who)
      await app.as(who).call(routes.updateParticipant, { params: { uuid: c.uuid, id: mine.id }, body: { archived: true, muted: true } })
      expect([await list(), await list('archived')]).to.deep.equal([[b.uuid, a.uuid], [c.uuid]])
      expect((await app.as(who).call(routes.unreadRooms)).chat_rooms).to.deep.equal([a.uuid])
      const page = async (as: TestMember | null) => (await app.as(as).send('GET', '/settings', undefined, { accept: 'text/html' })).body
      expect(await page(who), 'every page of a member brings it').to.include(`{"key":["chat","unreadRooms"],"data":{"chat_rooms":["${a.uuid}"]}}`)
      expect(await page(null)).not.to.include('unreadRooms"]')
      await app.as(who).call(routes.markAllAsRead)
      expect(await list('unread')).to.deep.equal([])
      const pages: string[] = []
      for (let cursor: string | undefined, i = 0; i < 5; i++) {
        const page = await app.as(nell).call(routes.list, { query: { per_page: 1, cursor } })
        pages.push(...page.records.map(({ uuid }) => uuid))
        if (!page.next_cursor) break
        cursor = page.next_cursor
      }
      expect(new Set(pages).size).to.equal(pages.length)
      expect((await app.as(who).call(routes.list, { query: { search_text: 'priy' } })).records.map(({ uuid }) => uuid)).to.deep.equal([b.uuid])
    })

    it('are run by their admins: names, members, history; and never without one', async () => {
      const room = await group(nell, [priya])
      expect(await refused(app.as(priya).call(routes.update, { params: { uuid: room.uuid }, body: { chat_room: { name: 'Mine' } } }))).to.include({
        status: 403,
      })
      const changed = await app.as(nell).call(routes.update, { params: { uuid: room.uuid }, body: { chat_room: { name: 'Raku', show_history: false } } })
      expect(changed.chat_room).to.include({ chat_room_name: 'Raku', chat_room_show_history: false })
      const add = (who: TestMember, id: number) =>
        app.as(who).call(routes.addParticipant, { params: { uuid: room.uuid }, body: { chat_room_participant: { community_member_ids: [id] } } })
      expect(await refused(add(priya, tom.id))).to.include({ status: 403 })
      expect(await refused(add(nell, 999_999))).to.include({ status: 404 })
      expect((await add(nell, tom.id)).chat_room.chat_room_participants_count).to.equal(3)
      expect((await add(nell, tom.id)).chat_room.chat_room_participants_count).to.equal(3)
      const mine = await participant(nell, room, nell)
      const demote = app.as(nell).call(routes.updateParticipant, { params: { uuid: room.uuid, id: mine.id }, body: { admin: false } })
      expect(await refused(demote)).to.include({ status: 409, code: 'last_admin' })
      const hers = await participant(nell, room, priya)
      expect(await refused(app.as(nell).call(routes.updateParticipant, { params: { uuid: room.uuid, id: hers.id }, body: { muted: true } }))).to.include({
        status: 403,
      })
      await app.as(nell).call(routes.removeParticipant, { params: { uuid: room.uuid, id: mine.id } })
      expect((await me(priya, room)).admin).to.equal(true)
      expect(await refused(say(nell, room, 'one more thing')), 'a room one has left').to.include({ status: 404 })
      expect(await refused(app.as(tom).call(routes.removeParticipant, { params: { uuid: room.uuid, id: hers.id } }))).to.include({ status: 403 })
      await app.as(priya).call(routes.destroy, { params: { uuid: room.uuid } })
      expect(await refused(show(tom, room))).to.include({ status: 404 })
      await app.settle()
      expect(await app.sql('select 1 from chat.room where uuid = $1', [room.uuid])).to.deep.equal([])
    })

    it('hide from newcomers what was said before, where the room shows no history', async () => {
      const room = await group(nell, [priya], { show_history: false })
      const old = await say(nell, room, 'before')
      await app.as(nell).call(routes.addParticipant, { params: { uuid: room.uuid }, body: { chat_room_participant: { community_member_ids: [tom.id] } } })
      expect((await show(tom, room)).unread_messages_count).to.equal(0)
      await say(nell, room, 'after')
      expect(texts(await read(tom, room))).to.deep.equal(['after'])
      expect(await refused(app.as(tom).call(routes.message, { params: { uuid: room.uuid, id: old.id } }))).to.include({ status: 404 })
      expect(texts(await read(tom, room, { after_sequence: 0 }))).to.deep.equal(['after'])
      expect(texts(await read(priya, room))).to.deep.equal(['before', 'after'])
      await app.as(nell).call(routes.update, { params: { uuid: room.uuid }, body: { chat_room: { show_history: true } } })
      expect(texts(await read(tom, room))).to.deep.equal(['before', 'after'])
    })
  })

  describe('who may write to whom', () => {
    afterEach(() => prefer({ messaging_enabled: true, group_messaging_enabled: true, member_to_member_messaging_enabled: true, connection_required: false }))

    it('follows the settings, and old conversations can be read', async () => {
      const room = await direct(nell, priya)
      await prefer({ member_to_member_messaging_enabled: false })
      expect(await refused(say(nell, room, 'x'))).to.include({ status: 403, code: 'cannot_send_message' })
      expect((await me(nell, room)).can_send_message).to.equal(false)
      expect(await refused(direct(priya, tom))).to.include({ status: 403, code: 'messaging_disabled' })
      expect((await app.as(priya).call(routes.recipients, { query: { text: 'Tom' } })).records).to.deep.equal([])
      const toAdmin = await direct(priya, admin)
      await say(priya, toAdmin, 'help')
      await prefer({ member_to_member_messaging_enabled: true, group_messaging_enabled: false })
      expect(await refused(group(nell, [priya]))).to.include({ status: 403 })
      await prefer({ messaging_enabled: false })
      expect(await refused(say(priya, toAdmin, 'x'))).to.include({ status: 403 })
      expect(await refused(app.as(nell).call(routes.preferences))).to.include({ status: 403 })
    })

    it('asks for a connection first, and nobody vouches without the plugin of connections', async () => {
      await prefer({ connection_required: true })
      const newcomer = await app.member('member', { name: 'Yusuf' })
      expect(await refused(direct(newcomer, tom))).to.include({ status: 403, code: 'not_connected' })
      await direct(newcomer, admin)
      await direct(admin, newcomer)
    })

    it('has no place for members who are gone', async () => {
      const gone = await app.member('member', { name: 'Bea' })
      const room = await direct(nell, gone)
      await app.run(null, async (ctx) => void (await ctx.members.remove(gone.id, 'deactivated')))
      expect(await refused(say(nell, room, 'are you there'))).to.include({ status: 403 })
      expect(await refused(direct(tom, gone))).to.include({ status: 404 })
    })
  })

  describe('messages', () => {
    it('sent twice with one id are one, and keep their order whoever writes at once', async () => {
      const room = await group(nell, [priya, tom])
      const ids = await Promise.all([1, 2, 3].map(() => say(nell, room, 'once', { creation_uuid: 'same' }).then(({ id }) => id)))
      expect(new Set(ids).size).to.equal(1)
      // the same id from somebody else, or in another room, is another message
      expect((await say(priya, room, 'once', { creation_uuid: 'same' })).id).not.to.equal(ids[0])
      await Promise.all(Array.from({ length: 30 }, (_, i) => say([nell, priya, tom][i % 3]!, room, `m${i}`, { creation_uuid: `c${i}` })))
      const { records, total_count, sequence } = await read(nell, room, { previous_per_page: 100 })
      expect(total_count).to.equal(32)
      expect(sequence).to.equal(32)
      expect(records.map(({ position }) => position)).to.deep.equal(records.map((_, i) => i + 1))
      expect(records.map(({ id }) => id)).to.deep.equal(records.map(({ id }) => id).sort((x, y) => x - y))
      expect(records.map((one) => one.sequence)).to.deep.equal(records.map((_, i) => i + 1))
    })

    it('come as a window in both directions, from the first unread, from a day', async () => {
      const room = await direct(nell, tom)
      const said: Message[] = []
      for (let i = 0; i < 12; i++) said.push(await say(nell, room, `w${i}`))
      const around = await read(nell, room, { id: said[5]!.id, previous_per_page: 2, next_per_page: 3 })
      expect(texts(around)).to.deep.equal(['w3', 'w4', 'w5', 'w6', 'w7', 'w8'])
      expect(around).to.include({ id: said[5]!.id, has_previous_page: true, has_next_page: true, first_id: said[3]!.id, last_id: said[8]!.id, total_count: 12 })
      expect(texts(await read(nell, room, { previous_per_page: 3 }))).to.deep.equal(['w9', 'w10', 'w11'])
      expect(await read(nell, room, { id: said[0]!.id, next_per_page: 100 })).to.include({ has_previous_page: false, has_next_page: false })
      await app.as(tom).call(routes.markRead, { params: { uuid: room.uuid }, body: { message_id: said[3]!.id } })
      expect(await show(tom, room)).to.include({ unread_messages_count: 8, first_unread_message_id: said[4]!.id })
      const unread = await read(tom, room, { unread: true, previous_per_page: 1, next_per_page: 1 })
      expect([unread.id, ...texts(unread)]).to.deep.equal([said[4]!.id, 'w3', 'w4', 'w5'])
      await app.as(tom).call(routes.markUnread, { params: { uuid: room.uuid, messageId: said[1]!.id } })
      expect((await show(tom, room)).unread_messages_count).to.equal(11)
      expect((await read(tom, room, { date: said[7]!.created_at, previous_per_page: 0, next_per_page: 0 })).id).to.equal(said[7]!.id)
      expect(await refused(read(nell, room, { id: 987_654_321 }))).to.include({ status: 404 })
    })

    it('are caught up with by their changes: words, edits, traces, answers', async () => {
      const room = await direct(priya, tom)
      const first = await say(priya, room, 'one')
      const { sequence } = await show(priya, room)
      const second = await say(tom, room, 'two')
      await app.as(priya).call(routes.updateMessage, { params: { uuid: room.uuid, id: first.id }, body: { body: 'one, better' } })
      await say(tom, room, 'an answer', { parent_message_id: first.id })
      await app.as(tom).call(routes.destroyMessage, { params: { uuid: room.uuid, id: second.id } })
      const missed = await read(priya, room, { after_sequence: sequence })
      expect(missed.records.map(({ body, deleted_at, replies_count }) => [body, deleted_at !== null, replies_count])).to.deep.equal([
        ['one, better', false, 1],
        ['an answer', false, 0],
        ['', true, 0],
      ])
      expect(missed.has_next_page).to.equal(false)
      expect((await read(priya, room, { after_sequence: missed.sequence })).records).to.deep.equal([])
    })

    it('change with a history, are taken back with a trace, by their author or whoever runs the room', async () => {
      const room = await group(nell, [priya, tom])
      const said = await say(priya, room, 'draft')
      const at = { params: { uuid: room.uuid, id: said.id } }
      expect(await refused(app.as(nell).call(routes.updateMessage, { ...at, body: { body: 'mine' } }))).to.include({ status: 403 })
      const edited = await app.as(priya).call(routes.updateMessage, { ...at, body: { rich_text_body: doc('final') } })
      expect([edited.body, typeof edited.edited_at]).to.deep.equal(['final', 'string'])
      expect((await app.as(tom).call(routes.revisions, at)).records.map(({ body }) => body)).to.deep.equal(['draft'])
      expect(await refused(app.as(tom).call(routes.destroyMessage, at))).to.include({ status: 403 })
      await app.as(nell).call(routes.destroyMessage, at)
      const [trace] = (await read(tom, room)).records
      expect(trace).to.include({ body: '', rich_text_body: null, sender: null })
      expect(await refused(app.as(priya).call(routes.updateMessage, { ...at, body: { body: 'again' } }))).to.include({ status: 403 })
      expect(JSON.stringify(await app.sql('select * from chat.message where id = $1', [said.id]))).not.to.include('final')
    })

    it('A63: that are too long, empty, or no text are refused, and floods are stopped', async () => {
      const room = await direct(nell, priya)
      expect(await refused(say(nell, room, 'x'.repeat(10_001)))).to.include({ status: 422 })
      expect(await refused(say(nell, room, '  \n '))).to.include({ status: 422 })
      expect(await refused(app.as(nell).call(routes.createMessage, { params: { uuid: room.uuid }, body: {} }))).to.include({ status: 422 })
      const odd = { rich_text_body: { body: { type: 'doc' as const, content: [{ type: 'script' }] } } }
      expect(await refused(app.as(nell).call(routes.createMessage, { params: { uuid: room.uuid }, body: odd }))).to.include({ status: 422 })
      expect(await refused(say(nell, { uuid: 'nothing' }, 'x'))).to.include({ status: 422 })
      const before = (await show(nell, room)).position
      app.resetLimits()
      const answers = await Promise.all(Array.from({ length: 70 }, () => refused(say(nell, room, 'flood'))))
      const late = answers.filter(({ status }) => status === 429)
      expect(late.length).to.equal(10)
      expect((await show(priya, room)).position - before).to.equal(60)
      const { status, headers } = await app.as(nell).send('POST', `/internal_api/chat_rooms/${room.uuid}/messages`, { body: 'flood' })
      expect(status).to.equal(429)
      expect(Number(headers['retry-after'])).to.be.above(0)
    })

    it('are pinned, put in the spotlight, bookmarked, reacted to', async () => {
      const room = await direct(nell, priya)
      const [one, two] = [await say(nell, room, 'pin me'), await say(nell, room, 'and me')]
      await app.as(priya).call(routes.pin, { params: { uuid: room.uuid, messageId: one.id } })
      await app.as(priya).call(routes.pin, { params: { uuid: room.uuid, messageId: two.id } })
      expect((await show(nell, room)).pinned_message_id).to.equal(two.id)
      await app.as(nell).call(routes.unpin, { params: { uuid: room.uuid, messageId: two.id } })
      expect((await app.as(nell).call(routes.pinned, { params: { uuid: room.uuid } })).records.map(({ id }) => id)).to.deep.equal([one.id])
      expect((await show(nell, room)).pinned_message_id).to.equal(one.id)
      await app.as(nell).call(routes.spotlight, { params: { uuid: room.uuid, messageId: one.id } })
      expect((await show(priya, room)).spotlight_message_id).to.equal(one.id)
      await app.as(nell).call(routes.removeSpotlight, { params: { uuid: room.uuid, messageId: one.id } })
      expect((await show(priya, room)).spotlight_message_id).to.equal(null)
      const { sequence } = await show(nell, room)
      await app.as(priya).call(content.routes.react, { body: { reactable_type: 'message', reactable_id: one.id, emoji: '🔥' } })
      await app.as(priya).call(content.routes.createBookmark, { body: { record_id: one.id, bookmark_type: 'message' } })
      await app.settle()
      const [seen] = (await read(nell, room, { after_sequence: sequence })).records
      expect(seen!.reactions).to.deep.equal([{ emoji: '🔥', count: 1, community_member_ids: [priya.id] }])
      const { records } = await app.as(priya).call(content.routes.bookmarks, { query: { bookmark_type: 'message' } })
      expect(records[0]!.bookmark_record).to.include({ url: `/messages/${room.uuid}#message_${one.id}`, body: 'pin me' })
      expect((await app.as(priya).call(routes.message, { params: { uuid: room.uuid, id: one.id } })).bookmark_id).to.equal(records[0]!.id)
    })

    it('tell who has read them, where the room is small', async () => {
      const room = await group(nell, [priya, tom])
      const said = await say(nell, room, 'read me')
      await app.as(priya).call(routes.markRead, { params: { uuid: room.uuid }, body: {} })
      const { records } = await app.as(nell).call(routes.readers, { params: { uuid: room.uuid, id: said.id } })
      expect(records.map(({ community_member_id }) => community_member_id)).to.deep.equal([priya.id])
    })

    it('are found in one’s own conversations and nowhere else', async () => {
      const room = await direct(nell, priya)
      await say(nell, room, 'the celadon recipe is under the shelf')
      await app.settle()
      const find = async (who: TestMember, query: object = {}) =>
        (await app.as(who).call(routes.search, { query: { text: 'celadon', ...query } })).records.map(({ message }) => message.body)
      expect(await find(priya)).to.deep.equal(['the celadon recipe is under the shelf'])
      expect(await find(priya, { uuid: room.uuid })).to.have.length(1)
      expect(await find(tom)).to.deep.equal([])
      expect(await refused(app.as(tom).call(routes.search, { query: { text: 'celadon', uuid: room.uuid } }))).to.include({ status: 404 })
      for (const who of [tom, admin, nell]) {
        const { records } = await app.as(who).call(content.routes.search, { query: { text: 'celadon' } })
        expect(records.filter(({ kind }) => kind.startsWith('message'))).to.deep.equal([])
      }
    })

    it('call everybody by a word of its own', () => {
      expect(['@room look', 'hey @here', '(@sala)', '@todos!'].map(callsRoom)).to.deep.equal([true, true, true, true])
      expect(['a@room.org', '@roommate', 'room'].map(callsRoom)).to.deep.equal([false, false, false])
    })
    it('A76: call everybody only from those who run the room', async () => {
      const { chat_room: room } = await app.as(priya).call(routes.create, {
        body: { chat_room: { kind: 'group_chat', name: 'Calls', community_member_ids: [tom.id] } },
      })
      const calls: boolean[] = []
      for (const who of [priya, tom]) {
        const { id } = await app.as(who).call(routes.createMessage, { params: { uuid: room.uuid }, body: { body: '@room look' } })
        const [event] = await app.sql<{ calls: boolean }>(
          `select (payload ->> 'callsRoom')::boolean as calls from kernel.event where name = 'message.sent' and (payload ->> 'messageId')::bigint = $1`,
          [id],
        )
        calls.push(event!.calls)
      }
      expect(calls).to.deep.equal([true, false])
    })
  })

  describe('threads', () => {
    it('count and mark what is new in each for those who take part', async () => {
      const room = await group(nell, [priya, tom])
      const root = await say(nell, room, 'which glaze?')
      const reply = (who: TestMember, body: string) => say(who, room, body, { parent_message_id: root.id })
      await reply(priya, 'ash')
      await reply(priya, 'or salt')
      const unread = async (who: TestMember) => (await app.as(who).call(routes.unreadThreads)).chat_thread_ids.filter((id) => id === root.id)
      expect([await unread(nell), await unread(priya), await unread(tom)]).to.deep.equal([[root.id], [], []])
      const [thread] = (await app.as(nell).call(routes.threads)).records
      expect(thread).to.include({ id: root.id, unread_replies_count: 2 })
      expect(texts({ records: thread!.replies })).to.deep.equal(['ash', 'or salt'])
      expect(thread!.parent_message).to.include({ replies_count: 2, total_thread_participants_count: 1 })
      expect(thread!.parent_message.thread_participants_preview.map(({ name }) => name)).to.deep.equal(['Priya'])
      await app.as(nell).call(routes.markThread, { params: { id: root.id } })
      expect(await unread(nell)).to.deep.equal([])
      await reply(tom, 'neither')
      expect([await unread(nell), await unread(priya), await unread(tom)]).to.deep.equal([[root.id], [root.id], []])
      await app.as(priya).call(routes.markThreadRead, { params: { uuid: room.uuid }, body: { parent_message_id: root.id } })
      expect(await unread(priya)).to.deep.equal([])
      expect(texts(await read(tom, room))).to.deep.equal(['which glaze?'])
      expect(texts(await read(tom, room, { parent_message_id: root.id }))).to.deep.equal(['ash', 'or salt', 'neither'])
      const { records } = await read(tom, room, { parent_message_id: root.id })
      expect(await refused(say(tom, room, 'deeper', { parent_message_id: records[0]!.id }))).to.include({ code: 'parent_message_not_top_level' })
      expect(await refused(say(tom, room, 'nowhere', { parent_message_id: 999_999 }))).to.include({ code: 'parent_message_not_found' })
      const other = await direct(tom, priya)
      expect(await refused(say(tom, other, 'across', { parent_message_id: root.id }))).to.include({ status: 404 })
    })
  })

  describe('chat spaces', () => {
    async function open(fields: object = {}) {
      const { body: made } = await app.as(admin).send('POST', '/internal_api/space_groups', { name: `G ${Math.random()}` })
      const { space } = await app
        .as(admin)
        .call(spaces.routes.create, { body: { name: `Talk ${Math.random().toString(36).slice(2, 8)}`, space_group_id: made.id, types: ['chat'], ...fields } })
      return space
    }
    const enter = async (who: TestMember, spaceId: number) => (await app.as(who).call(routes.openSpace, { params: { spaceId } })).chat_room

    it('are read by those who see the space and written in by its members', async () => {
      const space = await open()
      expect(await refused(app.as(nell).call(routes.bySpace, { params: { spaceId: space.id } }))).to.include({ status: 404, code: 'chat_room_not_found' })
      const [room, again] = await Promise.all([enter(admin, space.id), enter(nell, space.id)])
      expect(room.uuid).to.equal(again.uuid)
      expect(await refused(say(nell, room, 'x'))).to.include({ status: 403 })
      await app.as(nell).call(spaces.routes.join, { params: { id: space.id } })
      await say(nell, room, 'hello space')
      expect(texts(await read(tom, room))).to.deep.equal(['hello space'])
      const listed = await app.as(admin).call(spaces.routes.show, { params: { id: space.id } })
      expect(listed.unread_content_count).to.equal(1)
      await app.settle()
      const { records } = await app.as(tom).call(content.routes.search, { query: { text: 'hello space' } })
      expect(records.some(({ kind, path }) => kind === 'message' && path.startsWith(`/c/${space.slug}?tab=chat#message_`))).to.equal(true)
      const closed = await open({ is_private: true })
      const inner = await enter(admin, closed.id)
      expect(await refused(read(tom, inner))).to.include({ status: 404 })
      expect(await refused(enter(tom, closed.id))).to.include({ status: 404 })
      await app.as(admin).call(spaces.routes.destroy, { params: { id: closed.id } })
      await app.settle()
      expect(await refused(read(admin, inner))).to.include({ status: 404 })
      expect(await app.sql('select 1 from chat.room where uuid = $1', [inner.uuid])).to.deep.equal([])
    })

    it('count unread from where somebody came in', async () => {
      const space = await open()
      const room = await enter(admin, space.id)
      await say(admin, room, 'long ago')
      await app.as(priya).call(spaces.routes.join, { params: { id: space.id } })
      expect((await enter(priya, space.id)).unread_messages_count).to.equal(0)
      await say(admin, room, 'now')
      expect((await show(priya, room)).unread_messages_count).to.equal(1)
    })
  })

  describe('what waits', () => {
    async function pass(days: number) {
      app.clock.advance(days * 86_400_000)
      await app.sql('update graphile_worker._private_jobs set run_at = now()')
      await app.settle()
      app.clock.advance(-days * 86_400_000)
    }
    it('is sent at its moment, once, in its author’s name', async () => {
      const room = await direct(nell, priya)
      const later = (fields: object) =>
        app.as(nell).call(routes.schedule, { params: { uuid: room.uuid }, body: { body: 'good morning', send_at: tomorrow(), ...fields } })
      expect(await refused(later({ send_at: new Date(0).toISOString() }))).to.include({ status: 422 })
      const one = await later({ creation_uuid: 'l1' })
      expect((await later({ creation_uuid: 'l1' })).id).to.equal(one.id)
      const two = await later({ body: 'never' })
      await app.as(nell).call(routes.unschedule, { params: { uuid: room.uuid, id: two.id } })
      expect((await app.as(priya).call(routes.scheduled, { params: { uuid: room.uuid } })).records).to.deep.equal([])
      expect((await app.as(nell).call(routes.scheduled, { params: { uuid: room.uuid } })).records.map(({ id }) => id)).to.deep.equal([one.id])
      await pass(2)
      expect(texts(await read(priya, room, { previous_per_page: 1 }))).to.deep.equal(['good morning'])
      expect((await app.as(nell).call(routes.scheduled, { params: { uuid: room.uuid } })).records).to.deep.equal([])
    })

    it('reminds of a message one still sees', async () => {
      const room = await group(nell, [priya])
      const said = await say(nell, room, 'do not forget')
      const at = { params: { uuid: room.uuid, messageId: said.id } }
      const soon = new Date(Date.now() + 10 * 86_400_000).toISOString()
      await app.as(priya).call(routes.remind, { ...at, body: { remind_at: soon } })
      expect((await app.as(priya).call(routes.reminders)).records.map(({ message }) => message.body)).to.include('do not forget')
      await pass(11)
      const told = await app.sql(`select 1 from kernel.event where name = 'message.reminded' and (payload ->> 'memberId')::bigint = $1`, [priya.id])
      expect(told).to.have.length(1)
      expect((await app.as(priya).call(routes.reminders)).records).to.deep.equal([])
    })
  })

  describe('voice messages', () => {
    it('are one’s own recordings, with their waveform, sent once', async () => {
      const room = await direct(nell, tom)
      const signed = await voice(app, nell)
      expect(await refused(process(app, tom, signed))).to.include({ status: 404 })
      const made = await process(app, nell, signed)
      expect(made).to.deep.include({ duration_ms: 1200, peaks: [0, 50, 100] })
      expect(await refused(app.as(tom).call(routes.createMessage, { params: { uuid: room.uuid }, body: { voice_message_id: made.id } }))).to.include({
        status: 404,
      })
      const sent = await app.as(nell).call(routes.createMessage, { params: { uuid: room.uuid }, body: { voice_message_id: made.id } })
      expect(sent.voice).to.include({ duration_ms: 1200 })
      const heard = (await read(tom, room)).records.at(-1)!.voice!
      expect((await app.as(tom).send('GET', heard.url)).status).to.equal(200)
      expect(await refused(app.as(nell).call(routes.createMessage, { params: { uuid: room.uuid }, body: { voice_message_id: made.id } }))).to.include({
        status: 404,
      })
      await prefer({ voice_messages_enabled: false })
      expect(await refused(app.as(nell).call(routes.voiceUpload, { body: { byte_size: 10 } }))).to.include({ status: 403 })
      await prefer({ voice_messages_enabled: true })
    })

    it('show the loudest of each stretch', () => {
      expect(peaksOf([1, 2, 3])).to.deep.equal([1, 2, 3])
      expect(peaksOf(Array.from({ length: 96 }, (_, i) => i % 2))).to.deep.equal(Array.from({ length: 48 }, () => 1))
      expect(peaksOf([5])).to.deep.equal([5])
    })
  })

  it('is served to other plugins', async () => {
    await app.run(null, async (ctx) => {
      const as = await ctx.actAs(nell.id)
      const { uuid } = await as.use(chat).group({ name: 'Imported', memberIds: [priya.id] })
      const { id } = await as.use(chat).send({ roomUuid: uuid, doc: 'from long ago', at: new Date('2020-01-01T10:00:00Z') })
      expect(await as.use(chat).audience(id)).to.deep.equal([priya.id])
    })
    const room = (await app.as(priya).call(routes.list, { query: { search_text: 'Imported' } })).records[0] as ChatRoom
    expect((await read(priya, room)).records[0]).to.include({ body: 'from long ago', created_at: '2020-01-01T10:00:00.000Z' })
  })
})
