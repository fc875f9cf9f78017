/** What goes wrong between a broadcast and a mailbox: servers that hang and break off, readers who leave in the middle, and emails that would do harm. */
import { type TestApp, testApp, type TestMember } from '@atrium/sdk/testing'
import { expect } from 'chai'
import audience from '../../audience/contract.ts'
import contract, { type Block } from '../contract.ts'
import { addReadersOf, removeReaders } from './readers.ts'
import { openSink, type Sink } from './sink.ts'

const { routes } = contract
const heading = (text: string): Block => ({ key: 'a', type: 'heading', text, level: 1, align: 'start' })
const MINUTE = 60_000

describe('emails that go out while things go wrong', () => {
  let app: TestApp
  let sink: Sink
  let admin: TestMember
  const as = () => app.as(admin)
  const byId = (id: number) => ({ params: { id } })
  const minute = async () => {
    await app.runSchedule('mind')
    await app.settle()
  }
  const readers = (count: number, name = 'Reader') => addReadersOf(app, 'reader.example', count, name)
  const send = async (fields: object = {}) => {
    const { id } = await as().call(routes.create, {
      body: { name: 'Letter', subject: 'Hello', blocks: [heading('The kiln is hot')], audience: { kind: 'contacts' }, ...fields },
    })
    await as().call(routes.sendNow, byId(id))
    await app.settle()
    return id
  }
  const shown = (id: number) => as().call(routes.show, byId(id))
  const idsOf = async () => Promise.all(sink.taken.map(async (one) => (await one.read()).messageId!))

  before(async () => {
    sink = await openSink()
    app = await testApp([
      {
        from: 'plugins/email',
        options: { smtpUrl: sink.url, mailFrom: 'Studio <studio@mail.example>', claimSeconds: 1, patienceSeconds: 2, perDomainPerMinute: 0 },
      } as never,
    ])
    for (const { manifest, error } of app.plugins) if (error) throw new Error(`${manifest.id}: ${error}`)
    admin = await app.member('admin', { name: 'Admin Person' })
    await app.settle()
    await as().call(routes.saveAddressSettings, { body: { footer_html: 'Rua Um 1, Porto' } })
  })
  beforeEach(async () => {
    app.resetLimits()
    Object.assign(sink, { atData: 'take', answer: () => undefined, answerData: () => undefined })
    sink.taken.length = 0
    await removeReaders(app)
  })
  after(async () => {
    await app.close()
    await sink.close()
  })

  for (const [atData, what] of [
    ['hang', 'says nothing once it has the email'],
    ['cut', 'ends the connection in the middle of the email'],
  ] as const)
    it(`a server that ${what} is left after a while; then each reader gets one`, async () => {
      await readers(60)
      sink.atData = atData
      const id = await send()
      expect(sink.taken).to.deep.equal([])
      const waiting = await shown(id)
      expect(waiting.status).to.equal('sending')
      expect(waiting.trouble).to.include('The mail server refused')
      // nobody is held by a claim meanwhile, and no try is counted that was not the address's fault
      expect(await app.sql('select distinct status, attempts from email.recipient where broadcast_id = $1', [id])).to.deep.equal([
        { status: 'waiting', attempts: 0 },
      ])
      sink.atData = 'take'
      await app.clock.advance(MINUTE)
      await minute()
      expect((await shown(id)).status).to.equal('sent')
      expect(new Set(sink.taken.map(({ to }) => to)).size).to.equal(60)
      expect(sink.taken).to.have.length(60)
    })

  it('whoever unsubscribes while it goes out gets none, nor whoever is put on the list', async () => {
    await readers(120)
    const all = await as().call(audience.routes.list, { query: { search_text: 'reader119@' } })
    const [late] = all.records
    let isDone = false
    let leaving: Promise<unknown> = Promise.resolve()
    // with the first email, while most are not claimed yet
    sink.answer = () => {
      if (!isDone)
        leaving = Promise.all([
          app.run(null, (ctx) => ctx.use(audience).setSubscribed({ personId: late!.id }, false)),
          as().call(routes.addSuppression, { body: { email: 'reader120@reader.example' } }),
        ])
      isDone = true
      return undefined
    }
    const id = await send()
    await leaving
    expect((await shown(id)).figures).to.deep.include({ sent: 118, skipped: 2 })
    expect(sink.taken.map(({ to }) => to)).not.to.include.members(['reader119@reader.example'])
    expect(sink.taken.map(({ to }) => to)).not.to.include.members(['reader120@reader.example'])
    expect(new Set(await idsOf()).size).to.equal(118)
  })

  it('names and words of readers and admins stay words: no header, no element, no other reader', async () => {
    await readers(1, 'Eve\r\nBcc: all@evil.example\r\n<script>alert(1)</script>')
    await send({ subject: 'For {{name|you}}', from_name: '"Studio" <boss@evil.example>', blocks: [heading('<img src=x onerror=alert(1)> {{name|you}}')] })
    expect(sink.taken).to.have.length(1)
    const mail = await sink.taken[0]!.read()
    expect(mail.bcc).to.equal(undefined)
    expect(sink.taken[0]!.raw.toString()).not.to.match(/^Bcc:/im)
    expect(mail.from?.value.map(({ address }) => address)).to.deep.equal(['studio@mail.example'])
    expect(mail.html).to.not.match(/<script|<img src=x/)
    expect(mail.subject).to.equal('For Eve  Bcc: all@evil.example  <script>alert(1)</script>')
    for (const body of [
      { subject: 'Two\r\nBcc: all@evil.example' },
      { from_name: 'Two\nReply-To: x@evil.example' },
      { reply_to: 'a@b.example\r\nBcc: c@d.example' },
    ])
      expect((await as().send('POST', '/internal_api/broadcasts', { name: 'Bad', ...body })).status, JSON.stringify(body)).to.equal(422)
    expect((await as().send('PATCH', '/internal_api/email/address_settings', { from_email: 'a@b.example\r\nBcc: c@d.example' })).status).to.equal(422)
  })

  it('one that is too large is refused with the reason, before anybody gets it', async () => {
    const blocks = (bytes: number) =>
      Array.from({ length: Math.ceil(bytes / 4_000) }, (_, n) => ({ ...heading('x'), key: `k${n}`, type: 'text', body: textOf('x'.repeat(3_900)) }))
    const textOf = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
    const large = await as().send('POST', '/internal_api/broadcasts', { name: 'Large', subject: 'Large', blocks: blocks(260_000) })
    expect([large.status, JSON.stringify(large.body)]).to.deep.equal([422, JSON.stringify(large.body)])
    expect(JSON.stringify(large.body)).to.match(/200 KB|up to \d+ blocks/)
    expect((await as().send('POST', '/internal_api/broadcasts', { name: 'Huge', blocks: blocks(5_000_000) })).status).to.be.oneOf([413, 422])
    expect(sink.taken).to.deep.equal([])
  })
})
