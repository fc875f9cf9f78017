/** The conversation beside a room: of those who came in, moderated by those who run it, kept or not. */
import { refusal } from '@atrium/sdk/testing'
import { expect } from 'chai'
import chat from '../../chat/contract.ts'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import { at, routes, studio } from './kit.ts'

describe('the chat of a live room', () => {
  let all: Awaited<ReturnType<typeof studio>>
  before(async () => {
    all = await studio(['chat'])
  })
  after(() => all?.app.close())
  const say = (who: typeof all.nell, uuid: string, body: string) => all.app.as(who).call(chat.routes.createMessage, { params: { uuid }, body: { body } })
  const read = async (who: typeof all.nell, uuid: string) =>
    (await all.app.as(who).call(chat.routes.messages, { params: { uuid } })).records.map(({ body }) => body)

  it('is read and written by whoever came in, and by nobody who merely sees the room', async () => {
    const { onAir, join, show, nell, tom, maya } = all
    const room = await onAir()
    expect(room.chat_room_uuid).to.equal(null)
    await join(maya, room.id)
    await join(nell, room.id)
    const { chat_room_uuid: uuid } = await show(nell, room.slug)
    await say(nell, uuid!, 'Which clay is that?')
    expect(await read(maya, uuid!)).to.deep.equal(['Which clay is that?'])
    expect(await refusal(read(tom, uuid!))).to.include({ status: 404 })
    const text = await all.app.as(maya).send('GET', `/internal_api/live/${room.id}/chat_transcript`)
    expect(String(text.body)).to.include('Nell: Which clay is that?')
    expect(await refusal(all.app.as(nell).call(routes.chatTranscript, at(room.id)))).to.include({ status: 403 })
  })

  it('is closed to who was put out, and moderated by whoever runs the room, also from the middle of the call on', async () => {
    const { app, onAir, join, show, nell, tom, maya } = all
    const room = await onAir()
    await join(maya, room.id)
    const { participant } = await join(nell, room.id)
    const { participant: helper } = await join(tom, room.id)
    const { chat_room_uuid: uuid } = await show(nell, room.slug)
    const message = await say(nell, uuid!, 'Something rude')
    const remove = () => app.as(tom).call(chat.routes.destroyMessage, { params: { uuid: uuid!, id: message.id } })
    expect(await refusal(remove())).to.include({ status: 403 })
    await app.as(maya).call(routes.changeRole, { params: { id: room.id, participantId: helper.id }, body: { role: 'moderator' } })
    await remove()
    await app.as(maya).call(routes.removeParticipant, { params: { id: room.id, participantId: participant.id }, query: { ban: 'true' } })
    expect(await refusal(read(nell, uuid!))).to.include({ status: 404 })
  })

  it('is closed to who leaves its space, or is invited no more, and the call with it', async () => {
    const { app, admin, nell, tom, maya, onAir, join, show, people } = all
    const closed = await makeSpace(app, admin, [nell, maya], { is_private: true })
    const ofSpace = await onAir('room', { space_id: closed.id }, admin)
    const secret = await onAir('room', { access_type: 'secret', invited_entities_ids: { members_ids: [nell.id, tom.id] } })
    const rooms = [ofSpace, secret]
    for (const { id } of rooms) await join(nell, id)
    await join(maya, ofSpace.id)
    await join(tom, secret.id)
    const [first, second] = await Promise.all(rooms.map(async ({ slug }) => (await show(nell, slug)).chat_room_uuid!))
    await app.run(null, (ctx) => ctx.use(spaces).removeMembers(closed.id, [nell.id]))
    await app.as(maya).call(routes.updateRoom, { ...at(secret.id), body: { room: { invited_entities_ids: { members_ids: [tom.id] } } } })
    await app.settle()
    for (const uuid of [first!, second!]) expect(await refusal(read(nell, uuid))).to.include({ status: 404 })
    expect(await people(admin, ofSpace.id)).to.deep.equal(['Maya Lund participant in'])
    expect(await people(maya, secret.id)).to.deep.equal(['Tom participant in'])
    expect(await read(tom, second!)).to.deep.equal([])
  })
  it('is kept from visitors, who go when a stream is public no more', async () => {
    const { app, maya, nell, onAir, join, browser, count } = all
    const stream = await onAir('stream', { access_type: 'public_stream' })
    await join(nell, stream.id)
    const visitor = browser()
    expect((await visitor.call(routes.join, { ...at(stream.id), body: { name: 'Vi' } } as never)).status).to.equal(200)
    expect(await count(stream.id)).to.equal(2)
    await app.as(maya).call(routes.updateStream, { ...at(stream.id), body: { room: { access_type: 'open' } } })
    await app.settle()
    expect(await count(stream.id)).to.equal(1)
  })

  it('goes with the call where whoever ends it says so, and with the room', async () => {
    const { app, onAir, join, show, maya } = all
    const room = await onAir()
    await join(maya, room.id)
    const { chat_room_uuid: uuid } = await show(maya, room.slug)
    await app.as(maya).call(routes.end, { ...at(room.id), body: { keeps_chat: false } })
    await app.settle()
    expect((await show(maya, room.slug)).chat_room_uuid).to.equal(null)
    expect(await refusal(read(maya, uuid!))).to.include({ status: 404 })
    const quiet = await onAir('room', { chat_enabled: false })
    await join(maya, quiet.id)
    expect((await show(maya, quiet.slug)).chat_room_uuid).to.equal(null)
  })
})
