/** Emails that come back: reports of large servers, of which each is a file, by the door and the webhook that answers by email come by. */
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type TestApp, testApp, type TestMember } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { createTransport } from 'nodemailer'
import contract, { type Block } from '../contract.ts'
import { hardness } from '../server/service/bounces.ts'
import { readReturned } from '../server/service/returned.ts'
import { addReaders, removeReaders } from './readers.ts'
import { openSink, type Sink } from './sink.ts'

const { routes } = contract
const BLOCKS: Block[] = [{ key: 'a', type: 'heading', text: 'The kiln is hot', level: 1, align: 'start' }]
const KEY = 'key-of-the-provider'
const report = (name: string) => readFileSync(path.join(import.meta.dirname, 'returned', `${name}.eml`))

describe('reports of mail servers', () => {
  const read = async (name: string) => {
    const { what, said } = await readReturned(report(name))
    return what === 'bounce' ? `${what} ${hardness(said)}` : what
  }
  it('are understood in the forms of Postfix, Gmail, Exchange and qmail, and what is no bounce is none', async () => {
    const names = ['postfix', 'gmail', 'exchange', 'qmail', 'qmail-local', 'full', 'delay', 'complaint', 'holiday']
    expect(Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)])))).to.deep.equal({
      postfix: 'bounce hard',
      gmail: 'bounce hard',
      exchange: 'bounce hard',
      qmail: 'bounce hard',
      'qmail-local': 'bounce hard',
      full: 'bounce soft',
      delay: 'none',
      complaint: 'complaint',
      holiday: 'none',
    })
  })
  it('that are not spam after all, that are cut off, and that are no email, are none', async () => {
    const none = async (text: string | Buffer) => (await readReturned(Buffer.from(text))).what
    expect(await none(report('complaint').toString().replace('Feedback-Type: abuse', 'Feedback-Type: not-spam'))).to.equal('none')
    expect(await none(report('postfix').subarray(0, 1_200))).to.equal('none')
    expect(await none('')).to.equal('none')
    expect(await none(Buffer.alloc(4_000, 0xff))).to.equal('none')
  })
  it('are for good where an address is wrong, and for now where a mailbox is full or an email is not wanted', () => {
    const hard = ['5.1.1', '550 5.1.1 unknown', '5.1.10', '550 5.4.1 denied', '550 no such mailbox', '553 sorry', '5.0.0']
    const soft = ['4.2.2 full', '5.2.2', '552 too much', '550 5.7.1 looks like spam', '451 later', '5.3.4 too large', 'no code at all', '421 4.7.0 slow down']
    expect(hard.filter((said) => hardness(said) !== 'hard')).to.deep.equal([])
    expect(soft.filter((said) => hardness(said) !== 'soft')).to.deep.equal([])
  })
})

describe('emails that come back', () => {
  let app: TestApp
  let sink: Sink
  let admin: TestMember
  let port: number
  const as = () => app.as(admin)
  const byId = (id: number) => ({ params: { id } })
  before(async () => {
    sink = await openSink()
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    port = (free.address() as AddressInfo).port
    free.close()
    await once(free, 'close')
    app = await testApp([
      {
        from: 'plugins/email',
        options: { smtpUrl: sink.url, mailFrom: 'Studio <studio@mail.example>', returnDomain: 'return.example', perDomainPerMinute: 0 },
      },
      { from: 'plugins/notifications', options: { replyDomain: 'return.example', replyPort: port, replyHost: '127.0.0.1', replyKey: KEY } },
    ] as never)
    for (const { manifest, error } of app.plugins) if (error) throw new Error(`${manifest.id}: ${error}`)
    admin = await app.member('admin', { name: 'Admin Person' })
    await app.settle()
    await as().call(routes.saveAddressSettings, { body: { footer_html: 'Rua Um 1, Porto' } })
  })
  beforeEach(async () => {
    app.resetLimits()
    sink.taken.length = 0
    await removeReaders(app)
    await app.sql('delete from email.suppression')
  })
  after(async () => {
    await app.close()
    await sink.close()
  })
  /** To so many readers. @returns where each email comes back to */
  const send = async (...readers: string[]) => {
    await addReaders(
      app,
      readers.map((email) => ({ email })),
    )
    const { id } = await as().call(routes.create, { body: { name: 'Letter', subject: 'Hello', blocks: BLOCKS, audience: { kind: 'contacts' } } })
    await as().call(routes.sendNow, byId(id))
    await app.settle()
    return { id, backTo: (reader: string) => sink.taken.findLast(({ to }) => to === reader)!.from }
  }
  /** By SMTP, from nobody. */
  const arrive = async (to: string, raw: Buffer, from = '') => {
    const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
    try {
      await transport.sendMail({ envelope: { from: from as never, to: [to] }, raw })
      return 250
    } catch (error) {
      return (error as { responseCode?: number }).responseCode
    } finally {
      transport.close()
    }
  }
  const post = async (to: string, raw: Buffer) =>
    (
      await app
        .as(null)
        .send('POST', `/internal_api/notifications/inbound_emails?key=${KEY}&to=${encodeURIComponent(to)}`, raw as never, { 'content-type': 'message/rfc822' })
    ).status
  const outcomes = async (id: number) =>
    Object.fromEntries((await as().call(routes.recipients, { ...byId(id), query: {} })).records.map(({ email, outcome }) => [email.split('@')[0], outcome]))
  const suppressed = async () =>
    Object.fromEntries((await as().call(routes.suppressions, { query: {} })).records.map(({ email, reason }) => [email.split('@')[0], reason]))

  it('mark whose email it was, once, and leave the address alone from then on', async () => {
    const { id, backTo } = await send('one@contact.example', 'two@contact.example', 'three@contact.example', 'four@contact.example')
    expect(await arrive(backTo('one@contact.example'), report('postfix'))).to.equal(250)
    expect(await arrive(backTo('one@contact.example'), report('postfix'))).to.equal(250)
    expect(await arrive(backTo('two@contact.example'), report('complaint'), 'abusedesk@mailbox.example')).to.equal(250)
    expect(await post(backTo('three@contact.example'), report('qmail'))).to.equal(200)
    expect(await arrive(backTo('four@contact.example').toUpperCase(), report('delay'))).to.equal(250)
    expect(await arrive(backTo('four@contact.example'), report('holiday'), 'ana@contact.example')).to.equal(250)
    expect(await outcomes(id)).to.deep.equal({ one: 'bounced', two: 'complained', three: 'bounced', four: 'sent' })
    const { figures } = await as().call(routes.report, byId(id))
    expect(figures).to.deep.include({ sent: 2, bounced: 2, complained: 1, failed: 0 })
    expect(await suppressed()).to.deep.equal({ one: 'bounce', two: 'complaint', three: 'bounce' })
    sink.taken.length = 0
    await send()
    expect(sink.taken.map(({ to }) => to)).to.deep.equal(['four@contact.example'])
  })

  it('for now are counted, and the third leaves the address alone', async () => {
    for (const left of [{}, {}, { full: 'bounce' }]) {
      const { id, backTo } = await send('full@contact.example')
      expect(await arrive(backTo('full@contact.example'), report('full'))).to.equal(250)
      expect(await outcomes(id)).to.deep.equal({ full: 'bounced' })
      expect(await suppressed()).to.deep.equal(left)
    }
  })

  it('that are forged do nothing: another signature, another reader, another community, no broadcast', async () => {
    const { id, backTo } = await send('one@contact.example', 'two@contact.example')
    const one = backTo('one@contact.example')
    const two = backTo('two@contact.example')
    const [, head, community, recipient, proof] = /^(bounce)\+([0-9a-z]+)-([0-9a-z]+)-([0-9a-f]+)@/.exec(one)!
    const other = /-([0-9a-z]+)-/.exec(two)![1]
    const forged = [
      `${head}+${community}-${recipient}-${'0'.repeat(20)}@return.example`,
      `${head}+${community}-${other}-${proof}@return.example`,
      `${head}+zzz-${recipient}-${proof}@return.example`,
      `${head}+${community}-zzzzzz-${proof}@return.example`,
      `${head}+${community}-${recipient}@return.example`,
      `other+${community}-${recipient}-${proof}@return.example`,
      `bounce@return.example`,
    ]
    for (const address of forged) {
      expect(await arrive(address, report('postfix')), address).to.equal(550)
      expect(await post(address, report('postfix')), address).to.equal(422)
    }
    expect(await outcomes(id)).to.deep.equal({ one: 'sent', two: 'sent' })
    expect(await suppressed()).to.deep.equal({})
  })
})
