/** Conversations beside something of another plugin, as a call: who is let in reads and writes, they stand in no list, and nobody is told. */
import { expect } from 'chai'
import type { Ctx } from '@atrium/sdk/server'
import { refusal, type TestApp, type TestMember } from '@atrium/sdk/testing'
import chat, { type ChatService } from '../contract.ts'
import { cast, talk, texts } from './kit.ts'

const { routes } = chat

describe('chat beside something', () => {
  let app: TestApp
  let [admin, nell, priya, tom] = [] as unknown as [TestMember, TestMember, TestMember, TestMember]
  const { say, read, show, prefer } = talk(() => app)
  const inChat = <T>(work: (service: ChatService) => Promise<T>): Promise<T> => app.run(null, (ctx: Ctx) => work(ctx.use(chat)))
  const begin = async (...members: TestMember[]) => {
    const room = await inChat((service) => service.embedded({ name: 'Trimming clinic' }))
    for (const { id } of members) await inChat((service) => service.letIn(room.uuid, id))
    return room
  }
  before(async () => {
    ;({ app, admin, nell, priya, tom } = await cast())
  })
  after(() => app?.close())

  it('is read and written by those who are let in, from its beginning, and by nobody else', async () => {
    const room = await begin(nell)
    await say(nell, room, 'Can you hear me?')
    await inChat((service) => service.letIn(room.uuid, priya.id))
    expect(texts(await read(priya, room))).to.deep.equal(['Can you hear me?'])
    await say(priya, room, 'Yes')
    for (const who of [tom, admin]) {
      expect(await refusal(read(who, room))).to.include({ status: 404 })
      expect(await refusal(say(who, room, 'Hello'))).to.include({ status: 404 })
    }
    expect(await show(nell, room)).to.deep.include({
      chat_room_kind: 'embedded',
      chat_room_name: 'Trimming clinic',
      is_embedded: true,
      chat_room_participants_count: 2,
      other_participants_preview: [],
    })
  })

  it('stands in no list, counts as nothing unread, and tells nobody', async () => {
    const room = await begin(nell, priya)
    await say(nell, room, 'Look at the rim')
    expect((await app.as(priya).call(routes.list)).records).to.deep.equal([])
    expect((await app.as(priya).call(routes.unreadRooms)).chat_rooms).to.deep.equal([])
    expect((await app.as(priya).call(routes.list, { query: { search_text: 'Trimming' } })).records).to.deep.equal([])
  })

  it('goes on where messages between members are off, as what is said there is said to all', async () => {
    const room = await begin(nell)
    await prefer(admin, { messaging_enabled: false })
    await say(nell, room, 'Still here')
    await prefer(admin, { messaging_enabled: true })
    expect(texts(await read(nell, room))).to.deep.equal(['Still here'])
  })

  it('has the people, the name and the end of what it belongs to', async () => {
    const room = await begin(nell, priya)
    await inChat((service) => service.letIn(room.uuid, nell.id, { admin: true }))
    const { records } = await app.as(nell).call(routes.participants, { params: { uuid: room.uuid } })
    const { id } = records.find(({ community_member_id }) => community_member_id === priya.id)!
    const acts = [
      () => app.as(nell).call(routes.addParticipant, { params: { uuid: room.uuid }, body: { chat_room_participant: { community_member_id: tom.id } } }),
      () => app.as(nell).call(routes.removeParticipant, { params: { uuid: room.uuid, id } }),
      () => app.as(nell).call(routes.update, { params: { uuid: room.uuid }, body: { chat_room: { name: 'Mine' } } }),
      () => app.as(nell).call(routes.destroy, { params: { uuid: room.uuid } }),
    ]
    for (const act of acts) expect(await refusal(act())).to.include({ status: 409 })
    // whoever merely listens is not told who else does
    expect(await refusal(app.as(priya).call(routes.participants, { params: { uuid: room.uuid } }))).to.include({ status: 403 })
    const message = await say(priya, room, 'Something rude')
    await app.as(nell).call(routes.destroyMessage, { params: { uuid: room.uuid, id: message.id } })
    await inChat((service) => service.putOut(room.uuid, priya.id))
    expect(await refusal(read(priya, room))).to.include({ status: 404 })
    expect((await show(nell, room)).chat_room_participants_count).to.equal(1)
    await inChat((service) => service.removeEmbedded(room.uuid))
    await app.settle()
    expect(await refusal(read(nell, room))).to.include({ status: 404 })
  })
})
