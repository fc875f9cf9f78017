/** Chat: conformance, conversations and who may begin, see and run them. */
import { expect } from 'chai'
import { describePlugin, refusal, type TestApp, type TestMember } from '@atrium/sdk/testing'
import content from '../../content/contract.ts'
import search from '../../search/contract.ts'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import chat, { type ChatRoom } from '../contract.ts'
import { cast, talk, texts } from './kit.ts'

const { routes } = chat

describePlugin('plugins/chat')

describe('chat', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let tom: TestMember
  const { direct, group, enter, say, read, show, prefer: set } = talk(() => app)
  const me = async (who: TestMember, room: { uuid: string }) => (await show(who, room)).current_participant
  const participant = async (who: TestMember, { uuid }: { uuid: string }, of: TestMember) =>
    (await app.as(who).call(routes.participants, { params: { uuid } })).records.find(({ community_member_id }) => community_member_id === of.id)!
  const prefer = (body: object) => set(admin, body)

  before(async () => {
    ;({ app, admin, nell, priya, tom } = await cast())
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
      expect(await refusal(direct(nell, nell))).to.include({ status: 422 })
    })

    it('A01: are absent for those who are not in them, by every call', async () => {
      const room = await direct(nell, priya)
      const said = await say(nell, room, 'between us')
      const forged = { uuid: crypto.randomUUID() }
      for (const { uuid } of [room, forged]) {
        expect(await refusal(show(tom, { uuid }))).to.include({ status: 404 })
        expect(await refusal(read(tom, { uuid }))).to.include({ status: 404 })
        expect(await refusal(say(tom, { uuid }, 'let me in'))).to.include({ status: 404 })
        expect(await refusal(app.as(tom).call(routes.pin, { params: { uuid, messageId: said.id } }))).to.include({ status: 404 })
        expect(await refusal(app.as(admin).call(routes.message, { params: { uuid, id: said.id } }))).to.include({ status: 404 })
      }
      expect(await refusal(app.as(tom).call(routes.thread, { params: { id: said.id } }))).to.include({ status: 404 })
      expect(await refusal(app.as(tom).call(content.routes.react, { body: { reactable_type: 'message', reactable_id: said.id, emoji: '🔥' } }))).to.include({
        status: 404,
      })
      const other = await direct(nell, tom)
      expect(await refusal(app.as(tom).call(routes.message, { params: { uuid: other.uuid, id: said.id } })), 'through another room').to.include({ status: 404 })
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
      expect(await refusal(app.as(priya).call(routes.update, { params: { uuid: room.uuid }, body: { chat_room: { name: 'Mine' } } }))).to.include({
        status: 403,
      })
      const changed = await app.as(nell).call(routes.update, { params: { uuid: room.uuid }, body: { chat_room: { name: 'Raku', show_history: false } } })
      expect(changed.chat_room).to.include({ chat_room_name: 'Raku', chat_room_show_history: false })
      const add = (who: TestMember, id: number) =>
        app.as(who).call(routes.addParticipant, { params: { uuid: room.uuid }, body: { chat_room_participant: { community_member_ids: [id] } } })
      expect(await refusal(add(priya, tom.id))).to.include({ status: 403 })
      expect(await refusal(add(nell, 999_999))).to.include({ status: 404 })
      expect((await add(nell, tom.id)).chat_room.chat_room_participants_count).to.equal(3)
      expect((await add(nell, tom.id)).chat_room.chat_room_participants_count).to.equal(3)
      const mine = await participant(nell, room, nell)
      const demote = app.as(nell).call(routes.updateParticipant, { params: { uuid: room.uuid, id: mine.id }, body: { admin: false } })
      expect(await refusal(demote)).to.include({ status: 409, code: 'last_admin' })
      const hers = await participant(nell, room, priya)
      expect(await refusal(app.as(nell).call(routes.updateParticipant, { params: { uuid: room.uuid, id: hers.id }, body: { muted: true } }))).to.include({
        status: 403,
      })
      await app.as(nell).call(routes.removeParticipant, { params: { uuid: room.uuid, id: mine.id } })
      expect((await me(priya, room)).admin).to.equal(true)
      expect(await refusal(say(nell, room, 'one more thing')), 'a room one has left').to.include({ status: 404 })
      expect(await refusal(app.as(tom).call(routes.removeParticipant, { params: { uuid: room.uuid, id: hers.id } }))).to.include({ status: 403 })
      await app.as(priya).call(routes.destroy, { params: { uuid: room.uuid } })
      expect(await refusal(show(tom, room))).to.include({ status: 404 })
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
      expect(await refusal(app.as(tom).call(routes.message, { params: { uuid: room.uuid, id: old.id } }))).to.include({ status: 404 })
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
      expect(await refusal(say(nell, room, 'x'))).to.include({ status: 403, code: 'cannot_send_message' })
      expect((await me(nell, room)).can_send_message).to.equal(false)
      expect(await refusal(direct(priya, tom))).to.include({ status: 403, code: 'messaging_disabled' })
      expect((await app.as(priya).call(routes.recipients, { query: { text: 'Tom' } })).records).to.deep.equal([])
      const toAdmin = await direct(priya, admin)
      await say(priya, toAdmin, 'help')
      await prefer({ member_to_member_messaging_enabled: true, group_messaging_enabled: false })
      expect(await refusal(group(nell, [priya]))).to.include({ status: 403 })
      await prefer({ messaging_enabled: false })
      expect(await refusal(say(priya, toAdmin, 'x'))).to.include({ status: 403 })
      expect(await refusal(app.as(nell).call(routes.preferences))).to.include({ status: 403 })
    })

    it('asks for a connection first, and nobody vouches without the plugin of connections', async () => {
      await prefer({ connection_required: true })
      const newcomer = await app.member('member', { name: 'Yusuf' })
      expect(await refusal(direct(newcomer, tom))).to.include({ status: 403, code: 'not_connected' })
      await direct(newcomer, admin)
      await direct(admin, newcomer)
    })

    it('has no place for members who are gone', async () => {
      const gone = await app.member('member', { name: 'Bea' })
      const room = await direct(nell, gone)
      await app.run(null, async (ctx) => void (await ctx.members.remove(gone.id, 'deactivated')))
      expect(await refusal(say(nell, room, 'are you there'))).to.include({ status: 403 })
      expect(await refusal(direct(tom, gone))).to.include({ status: 404 })
    })
  })

  describe('chat spaces', () => {
    const open = (fields: object = {}) => makeSpace(app, admin, [], { types: ['chat'], ...fields })

    it('are read by those who see the space and written in by its members', async () => {
      const space = await open()
      expect((await app.as(nell).call(routes.bySpace, { params: { spaceId: space.id } })).chat_room).to.equal(null)
      const [room, again] = await Promise.all([enter(admin, space.id), enter(nell, space.id)])
      expect(room.uuid).to.equal(again.uuid)
      expect(await refusal(say(nell, room, 'x'))).to.include({ status: 403 })
      await app.as(nell).call(spaces.routes.join, { params: { id: space.id } })
      await say(nell, room, 'hello space')
      expect(texts(await read(tom, room))).to.deep.equal(['hello space'])
      const listed = await app.as(admin).call(spaces.routes.show, { params: { id: space.id } })
      expect(listed.unread_content_count).to.equal(1)
      await app.settle()
      const { records } = await app.as(tom).call(search.routes.search, { query: { text: 'hello space' } })
      expect(records.some(({ kind, path }) => kind === 'message' && path.startsWith(`/c/${space.slug}?tab=chat#message_`))).to.equal(true)
      const closed = await open({ is_private: true })
      const inner = await enter(admin, closed.id)
      expect(await refusal(read(tom, inner))).to.include({ status: 404 })
      expect(await refusal(enter(tom, closed.id))).to.include({ status: 404 })
      await app.as(admin).call(spaces.routes.destroy, { params: { id: closed.id } })
      await app.settle()
      expect(await refusal(read(admin, inner))).to.include({ status: 404 })
      expect(await app.sql('select 1 from chat.room where uuid = $1', [inner.uuid])).to.deep.equal([])
    })

    it('show visitors the ways in, before any script too', async () => {
      const space = await open()
      const page = async (as: TestMember | null) => (await app.as(as).send('GET', `/c/${space.slug}`, undefined, { accept: 'text/html' })).body
      const back = `post_login_redirect=${encodeURIComponent(`/c/${space.slug}`)}`
      expect(await page(null))
        .to.include('The chat is for members')
        .and.include(`href="/user/sign_in?${back}"`)
      expect(await page(nell)).not.to.include('<h2 class="text-17">The chat is for members')
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

  it('is served to other plugins', async () => {
    await app.run(null, async (ctx) => {
      const as = await ctx.actAs(nell.id)
      const { uuid } = await as.use(chat).group({ name: 'Imported', memberIds: [priya.id] })
      const { id } = await as.use(chat).send({ roomUuid: uuid, doc: 'from long ago', at: new Date('2020-01-01T10:00:00Z') })
      expect(await as.use(chat).audience(id)).to.deep.equal([priya.id])
    })
    const room = (await app.as(priya).call(routes.list, { query: { search_text: 'Imported' } })).records[0] as ChatRoom
    expect(room.last_message_at, 'as old as what was said in it').to.equal('2020-01-01T10:00:00.000Z')
    expect((await read(priya, room)).records[0]).to.include({ body: 'from long ago', created_at: '2020-01-01T10:00:00.000Z' })
  })
})
