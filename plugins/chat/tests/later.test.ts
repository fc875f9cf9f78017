/** What waits for its moment in chat, and voices that are recorded first and sent then. */
import { expect } from 'chai'
import { refusal, type TestApp, type TestMember } from '@atrium/sdk/testing'
import chat from '../contract.ts'
import { peaksOf } from '../server/service/scheduled.ts'
import { cast, process, record, talk, texts, tomorrow } from './kit.ts'

const { routes } = chat

describe('chat for later', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let tom: TestMember
  const { direct, group, say, read, prefer: set } = talk(() => app)
  const prefer = (body: object) => set(admin, body)

  before(async () => {
    ;({ app, admin, nell, priya, tom } = await cast())
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  describe('what waits', () => {
    async function pass(days: number) {
      await app.clock.advance(days * 86_400_000)
      await app.sql('update graphile_worker._private_jobs set run_at = now()')
      await app.settle()
      await app.clock.advance(-days * 86_400_000)
    }
    it('is sent at its moment, once, in its author’s name', async () => {
      const room = await direct(nell, priya)
      const later = (fields: object) =>
        app.as(nell).call(routes.schedule, { params: { uuid: room.uuid }, body: { body: 'good morning', send_at: tomorrow(), ...fields } })
      expect(await refusal(later({ send_at: new Date(0).toISOString() }))).to.include({ status: 422 })
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
      const signed = await record(app, nell)
      expect(await refusal(process(app, tom, signed))).to.include({ status: 404 })
      const made = await process(app, nell, signed)
      expect(made).to.deep.include({ duration_ms: 1200, peaks: [0, 50, 100] })
      expect(await refusal(app.as(tom).call(routes.createMessage, { params: { uuid: room.uuid }, body: { voice_message_id: made.id } }))).to.include({
        status: 404,
      })
      const sent = await app.as(nell).call(routes.createMessage, { params: { uuid: room.uuid }, body: { voice_message_id: made.id } })
      expect(sent.voice).to.include({ duration_ms: 1200 })
      const heard = (await read(tom, room)).records.at(-1)!.voice!
      expect((await app.as(tom).send('GET', heard.url)).status).to.equal(200)
      expect(await refusal(app.as(nell).call(routes.createMessage, { params: { uuid: room.uuid }, body: { voice_message_id: made.id } }))).to.include({
        status: 404,
      })
      await prefer({ voice_messages_enabled: false })
      expect(await refusal(app.as(nell).call(routes.voiceUpload, { body: { byte_size: 10 } }))).to.include({ status: 403 })
      await prefer({ voice_messages_enabled: true })
    })

    it('show the loudest of each stretch', () => {
      expect(peaksOf([1, 2, 3])).to.deep.equal([1, 2, 3])
      expect(peaksOf(Array.from({ length: 96 }, (_, i) => i % 2))).to.deep.equal(Array.from({ length: 48 }, () => 1))
      expect(peaksOf([5])).to.deep.equal([5])
    })
  })
})
