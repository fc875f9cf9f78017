/** Messages: order, windows, edits, marks, threads, and who may call everybody. */
import { expect } from 'chai'
import { refusal, type TestApp, type TestMember } from '@atrium/sdk/testing'
import content from '../../content/contract.ts'
import search from '../../search/contract.ts'
import chat, { callsRoom, type Message } from '../contract.ts'
import { cast, talk, texts } from './kit.ts'

const { routes } = chat
const doc = (text: string) => ({ body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] } })

describe('what is said in chat', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let tom: TestMember
  const { direct, group, say, read, show } = talk(() => app)

  before(async () => {
    ;({ app, admin, nell, priya, tom } = await cast())
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

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
      expect(await refusal(read(nell, room, { id: 987_654_321 }))).to.include({ status: 404 })
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
      expect(await refusal(app.as(nell).call(routes.updateMessage, { ...at, body: { body: 'mine' } }))).to.include({ status: 403 })
      const edited = await app.as(priya).call(routes.updateMessage, { ...at, body: { rich_text_body: doc('final') } })
      expect([edited.body, typeof edited.edited_at]).to.deep.equal(['final', 'string'])
      expect((await app.as(tom).call(routes.revisions, at)).records.map(({ body }) => body)).to.deep.equal(['draft'])
      expect(await refusal(app.as(tom).call(routes.destroyMessage, at))).to.include({ status: 403 })
      await app.as(nell).call(routes.destroyMessage, at)
      const [trace] = (await read(tom, room)).records
      expect(trace).to.include({ body: '', rich_text_body: null, sender: null })
      expect(await refusal(app.as(priya).call(routes.updateMessage, { ...at, body: { body: 'again' } }))).to.include({ status: 403 })
      expect(JSON.stringify(await app.sql('select * from chat.message where id = $1', [said.id]))).not.to.include('final')
    })

    it('A63: that are too long, empty, or no text are refused, and floods are stopped', async () => {
      const room = await direct(nell, priya)
      expect(await refusal(say(nell, room, 'x'.repeat(10_001)))).to.include({ status: 422 })
      expect(await refusal(say(nell, room, '  \n '))).to.include({ status: 422 })
      expect(await refusal(app.as(nell).call(routes.createMessage, { params: { uuid: room.uuid }, body: {} }))).to.include({ status: 422 })
      const odd = { rich_text_body: { body: { type: 'doc' as const, content: [{ type: 'script' }] } } }
      expect(await refusal(app.as(nell).call(routes.createMessage, { params: { uuid: room.uuid }, body: odd }))).to.include({ status: 422 })
      expect(await refusal(say(nell, { uuid: 'nothing' }, 'x'))).to.include({ status: 422 })
      const before = (await show(nell, room)).position
      app.resetLimits()
      const answers = await Promise.allSettled(Array.from({ length: 70 }, () => say(nell, room, 'flood')))
      expect(answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason.status : []))).to.deep.equal(Array(10).fill(429))
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
      expect(await refusal(app.as(tom).call(routes.search, { query: { text: 'celadon', uuid: room.uuid } }))).to.include({ status: 404 })
      for (const who of [tom, admin, nell]) {
        const { records } = await app.as(who).call(search.routes.search, { query: { text: 'celadon' } })
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
      expect(await refusal(say(tom, room, 'deeper', { parent_message_id: records[0]!.id }))).to.include({ code: 'parent_message_not_top_level' })
      expect(await refusal(say(tom, room, 'nowhere', { parent_message_id: 999_999 }))).to.include({ code: 'parent_message_not_found' })
      const other = await direct(tom, priya)
      expect(await refusal(say(tom, other, 'across', { parent_message_id: root.id }))).to.include({ status: 404 })
    })
  })
})
