/** Broadcasts: written, tried, sent to those who want them, each once, and what comes back from mailboxes. */
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import audience from '../../audience/contract.ts'
import contract, { type Block } from '../contract.ts'
import { sameHour } from '../server/service/sending.ts'
import { openSink, type Sink } from './sink.ts'

const { routes } = contract
const doc = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const BLOCKS: Block[] = [
  { key: 'a', type: 'heading', text: 'The kiln is hot, {{first_name|friend}}', level: 1, align: 'start' },
  { key: 'b', type: 'text', body: doc('Two firings this week. <b>Not bold</b> & true.') },
  { key: 'c', type: 'button', label: 'See the dates', href: 'https://example.com/dates?a=1&b=2', align: 'center' },
]
const HOUR = 3_600_000

describePlugin('plugins/email')

describe('broadcasts', () => {
  let app: TestApp
  let sink: Sink
  let admin: TestMember
  let ana: TestMember
  let moderator: TestMember
  const as = () => app.as(admin)
  const draft = async (fields: object = {}) =>
    as().call(routes.create, { body: { name: 'November letter', subject: 'Hello {{first_name|friend}}', preheader: 'What burns', blocks: BLOCKS, ...fields } })
  const byId = (id: number) => ({ params: { id } })
  const addressOf = async (member: TestMember) =>
    (await app.sql<{ email: string }>('select email from kernel.account where id = $1', [member.accountId]))[0]!.email
  /** As the minute comes. */
  const minute = async () => {
    await app.runSchedule('mind')
    await app.settle()
  }
  const contact = (email: string, name: string) => as().call(audience.routes.createContact, { body: { email, name } })

  before(async () => {
    sink = await openSink()
    app = await testApp([{ from: 'plugins/email', options: { smtpUrl: sink.url, mailFrom: 'Studio <studio@mail.example>', claimSeconds: 1 } }])
    for (const { manifest, error } of app.plugins) if (error) throw new Error(`${manifest.id}: ${error}`)
    admin = await app.member('admin', { name: 'Admin Person' })
    moderator = await app.member('moderator', { name: 'Mo Derator' })
    ana = await app.member('member', { name: 'Ana Lima' })
    await app.settle()
    await as().call(routes.saveAddressSettings, { body: { footer_html: 'Clay & Fire<br>Rua Um 1, Porto <script>alert(1)</script>' } })
  })
  beforeEach(() => {
    sink.taken.length = 0
    sink.answer = () => undefined
    sink.answerData = () => undefined
  })
  after(async () => {
    await app.close()
    await sink.close()
  })

  it('reach each reader once, in their name, with both parts, and with a way out', async () => {
    await contact('guest@contact.example', '')
    const { id } = await draft({ audience: { kind: 'everybody' } })
    const sent = await as().call(routes.sendNow, byId(id))
    expect(sent.status).to.equal('sending')
    await app.settle()
    const to = sink.taken.map((one) => one.to).sort()
    expect(to)
      .to.have.length(new Set(to).size)
      .and.to.include.members([await addressOf(ana), 'guest@contact.example'])
    const mail = await sink.taken.find((one) => one.to !== 'guest@contact.example' && one.raw.includes('Ana'))!.read()
    expect(mail.subject).to.equal('Hello Ana')
    expect(mail.from?.value[0]).to.deep.include({ address: 'studio@mail.example' })
    expect(mail.text).to.include('The kiln is hot, Ana').and.to.include('<b>Not bold</b> & true').and.to.include('Rua Um 1')
    expect(mail.html).to.include('&lt;b&gt;Not bold').and.not.to.include('<script')
    expect(String(mail.headers.get('list'))).to.not.equal('undefined')
    const guest = await sink.taken.find((one) => one.to === 'guest@contact.example')!.read()
    expect(guest.subject).to.equal('Hello friend')
    const shown = await as().call(routes.show, byId(id))
    expect(shown).to.deep.include({ status: 'sent', trouble: null })
    expect(shown.figures).to.deep.include({ recipients: to.length, sent: to.length, failed: 0 })
  })

  it('count an open, a press and an end once for each person, and lead nowhere that was not written', async () => {
    const { id } = await draft()
    await as().call(routes.sendNow, byId(id))
    await app.settle()
    const own = await addressOf(ana)
    const mail = await sink.taken.find((one) => one.to === own)!.read()
    const html = String(mail.html)
    const paths = (kind: string) => [...html.matchAll(new RegExp(`https?://[^"\\s]+(/email/${kind}/[^"\\s]+)`, 'g'))].map(([, path]) => path!)
    const [pixel] = paths('o')
    const [link] = paths('c')
    const [stop] = paths('u')
    const visitor = app.as(null)
    for (let n = 0; n < 2; n++) {
      expect((await visitor.send('GET', pixel!)).status).to.equal(200)
      const led = await visitor.send('GET', link!)
      expect([led.status, led.headers['location']]).to.deep.equal([302, 'https://example.com/dates?a=1&b=2'])
    }
    const forged = link!.replace(/\.[\w-]{22}$/, `.${'A'.repeat(22)}`)
    for (const address of [forged, '/email/c/1.2.0', '/email/c/x', '/email/u/1.1.o.AAAAAAAAAAAAAAAAAAAAAA', link!.replace('/c/', '/u/')])
      expect((await visitor.send('GET', address)).status, address).to.equal(404)
    expect((await visitor.send('GET', stop!)).status).to.equal(200)
    const before = await as().call(routes.report, byId(id))
    expect(before.figures).to.deep.include({ opened: 1, clicked: 1, unsubscribed: 0 })
    expect(before.links).to.deep.equal([{ href: 'https://example.com/dates?a=1&b=2', people: 1, clicks: 2 }])
    expect(before.hours.reduce((sum, { opened }) => sum + opened, 0)).to.equal(1)
    // as a mailbox presses by itself
    expect((await visitor.send('POST', stop!, 'List-Unsubscribe=One-Click', { 'content-type': 'application/x-www-form-urlencoded' })).status).to.equal(200)
    const [person] = (await as().call(audience.routes.list, { query: { search_text: 'Ana Lima' } })).records
    expect(person!.subscribed).to.equal(false)
    const people = await as().call(routes.recipients, { ...byId(id), query: { outcome: 'unsubscribed' } })
    expect(people.records.map(({ email }) => email)).to.deep.equal([own])
    const again = await draft()
    await as().call(routes.sendNow, byId(again.id))
    await app.settle()
    expect(sink.taken.filter(({ to }) => to === own)).to.have.length(1)
    expect(await app.as(ana).call(routes.setPreference, { body: { subscribed: true } })).to.deep.equal({ subscribed: true })
  })

  it('go out once when two press at once, and are changed no more', async () => {
    const { id } = await draft()
    const both = await Promise.all([1, 2].map(() => as().send('POST', `/internal_api/broadcasts/${id}/send_now`)))
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    await app.settle()
    expect(sink.taken.map(({ to }) => to)).to.have.length(new Set(sink.taken.map(({ to }) => to)).size)
    expect(await refusal(as().call(routes.update, { ...byId(id), body: { subject: 'Other' } }))).to.deep.include({ status: 409, code: 'broadcast_not_draft' })
  })

  it('say what is missing before the first email', async () => {
    const missing = async (fields: object, said: string) => {
      const { id } = await draft(fields)
      const refused = await refusal(as().call(routes.sendNow, byId(id)))
      expect(refused).to.deep.include({ status: 422, code: 'email_not_ready' })
      expect(refused.message).to.include(said)
    }
    await missing({ subject: '' }, 'subject')
    await missing({ blocks: [] }, 'Write something')
    await missing({ blocks: [...BLOCKS, { key: 'd', type: 'heading', text: '{{shoe_size}}' }] }, 'variables')
    await missing({ blocks: [{ key: 'd', type: 'image', image: null }] }, 'image')
    await as().call(routes.saveAddressSettings, { body: { footer_html: ' <script>1</script> ' } })
    await missing({}, 'postal address')
    await as().call(routes.saveAddressSettings, { body: { footer_html: 'Clay & Fire, Rua Um 1' } })
    expect(sink.taken).to.deep.equal([])
    const bad = [
      { subject: 'Two\r\nBcc: all@example.com' },
      { blocks: [{ key: 'd', type: 'button', label: 'Go', href: 'javascript:alert(1)' }] },
      { reply_to: 'a@example.com, b@example.com' },
      { from_name: 'x\u0000y' },
      { blocks: [{ key: 'd', type: 'script', text: 'x' }] },
      { audience: { kind: 'segments', segment_ids: [999_999] } },
    ]
    for (const body of bad.slice(0, 5))
      expect((await as().send('POST', '/internal_api/broadcasts', { name: 'Bad', ...body })).status, JSON.stringify(body)).to.equal(422)
    const { id } = await draft(bad[5]!)
    expect((await as().send('POST', `/internal_api/broadcasts/${id}/send_now`)).status).to.equal(404)
  })

  it('leave an address alone for good that says no, and try one again that says later', async () => {
    const gone = 'gone@contact.example'
    const busy = 'busy@contact.example'
    await contact(gone, 'Gone')
    await contact(busy, 'Busy')
    let tries = 0
    sink.answer = (address) => (address === gone ? '550 no such mailbox' : address === busy && tries++ === 0 ? '450 greylisted' : undefined)
    const { id } = await draft({ audience: { kind: 'contacts' } })
    await as().call(routes.sendNow, byId(id))
    await app.settle()
    expect((await as().call(routes.show, byId(id))).status).to.equal('sending')
    await app.clock.advance(10 * 60_000)
    await minute()
    const shown = await as().call(routes.show, byId(id))
    expect(shown.status).to.equal('sent')
    expect(shown.figures).to.deep.include({ bounced: 1, failed: 0 })
    expect(sink.taken.filter(({ to }) => to === busy)).to.have.length(1)
    const next = await draft({ audience: { kind: 'contacts' } })
    await as().call(routes.sendNow, byId(next.id))
    await app.settle()
    expect(sink.taken.map(({ to }) => to)).not.to.include(gone)
  })

  it('wait while the mail server is away, say so, and go on when it is back', async () => {
    const { id } = await draft()
    sink.answerData = () => '451 disk full'
    await as().call(routes.sendNow, byId(id))
    await app.settle()
    expect(sink.taken).to.deep.equal([])
    sink.answerData = () => undefined
    await app.clock.advance(10 * 60_000)
    await minute()
    expect((await as().call(routes.show, byId(id))).status).to.equal('sent')
    sink.taken.length = 0
    sink.answerData = () => '554 this looks like spam'
    const refused = await draft()
    await as().call(routes.sendNow, byId(refused.id))
    await app.settle()
    const shown = await as().call(routes.show, byId(refused.id))
    expect(shown.status).to.equal('failed')
    expect(shown.trouble).to.include('looks like spam')
  })

  it('are scheduled, made drafts again, and stopped in the middle', async () => {
    const { id } = await draft()
    const at = new Date(Date.now() + 30 * HOUR + 20 * 60_000).toISOString()
    expect(await as().call(routes.schedule, { ...byId(id), body: { scheduled_at: at } })).to.deep.include({ status: 'scheduled', scheduled_at: at })
    expect((await as().send('POST', `/internal_api/broadcasts/${id}/schedule`, { scheduled_at: new Date(0).toISOString() })).status).to.equal(422)
    await minute()
    expect(sink.taken).to.deep.equal([])
    expect(await as().call(routes.cancelSchedule, byId(id))).to.deep.include({ status: 'draft', scheduled_at: null })
    await as().call(routes.schedule, { ...byId(id), body: { scheduled_at: at } })
    await app.clock.advance(31 * HOUR)
    await app.renew(admin)
    await minute()
    expect((await as().call(routes.show, byId(id))).status).to.equal('sent')
    expect(sink.taken.length).to.be.greaterThan(0)
  })

  it('are tried on some with two subjects, and the better one goes to the rest', async () => {
    for (let n = 0; n < 40; n++) await contact(`half${n}@contact.example`, `Half ${n}`)
    const { id } = await draft({
      subject: 'First',
      audience: { kind: 'contacts' },
      experiment: { subject: 'Second', share: 50, wait_minutes: 60, metric: 'opens' },
    })
    await as().call(routes.sendNow, byId(id))
    await app.settle()
    const subjects = await Promise.all(
      sink.taken.map(async (one) => ({ to: one.to, subject: (await one.read()).subject, html: String((await one.read()).html) })),
    )
    expect(new Set(subjects.map(({ subject }) => subject))).to.deep.equal(new Set(['First', 'Second']))
    const tried = subjects.length
    const second = subjects.find(({ subject }) => subject === 'Second')!
    expect((await app.as(null).send('GET', /https?:\/\/[^"]+?(\/email\/o\/[^"]+)/.exec(second.html)![1]!)).status).to.equal(200)
    await app.clock.advance(61 * 60_000)
    await app.renew(admin)
    await minute()
    const rest = await Promise.all(sink.taken.slice(tried).map(async (one) => (await one.read()).subject))
    expect(rest.length).to.be.greaterThan(0)
    expect(new Set(rest)).to.deep.equal(new Set(['Second']))
    const { halves } = await as().call(routes.report, byId(id))
    expect(halves.find(({ is_winner }) => is_winner)?.subject).to.equal('Second')
  })

  it('claimed by a process that is gone are handed over again, under the same id', async () => {
    const { id } = await draft({ audience: { kind: 'contacts' } })
    sink.answer = () => '450 later'
    await as().call(routes.sendNow, byId(id))
    await app.settle()
    await app.sql(`update email.recipient set status = 'claimed', claimed_at = now(), due_at = now() where broadcast_id = $1`, [id])
    sink.answer = () => undefined
    await app.clock.advance(10_000)
    await minute()
    expect((await as().call(routes.show, byId(id))).status).to.equal('sent')
    const ids = await Promise.all(sink.taken.map(async (one) => (await one.read()).messageId))
    expect(new Set(ids).size).to.equal(sink.taken.length)
  })

  it('go to admins and moderators alone by trial, with a mark', async () => {
    const { id } = await draft()
    await as().call(routes.sendTest, { ...byId(id), body: { emails: [await addressOf(moderator)] } })
    const mail = await sink.taken.at(-1)!.read()
    expect(sink.taken.map(({ to }) => to)).to.deep.equal([await addressOf(moderator)])
    expect(mail.subject).to.equal('Test: Hello Admin')
    expect((await as().send('POST', `/internal_api/broadcasts/${id}/send_test_email`, { emails: ['stranger@example.com'] })).status).to.equal(422)
    expect((await app.as(ana).send('POST', `/internal_api/broadcasts/${id}/send_test_email`, {})).status).to.equal(403)
    const shown = await as().call(routes.preview, { ...byId(id), query: {} })
    expect(shown.html).to.include('The kiln is hot, Admin').and.to.include('prefers-color-scheme')
  })

  it('keep a picture at an address for good, and only one’s own', async () => {
    const file = await app.upload(admin, 'pot.png')
    const foreign = await app.upload(ana, 'other.png')
    const { id, blocks } = await draft({ blocks: [...BLOCKS, { key: 'p', type: 'image', image: file.signedId, alt: 'A pot' }] })
    const picture = blocks.at(-1) as { image: string; image_url: string }
    expect(picture.image_url).to.be.a('string')
    expect((await app.as(null).send('GET', picture.image_url)).status).to.equal(200)
    const { html } = await as().call(routes.preview, { ...byId(id), query: {} })
    expect(html).to.include(picture.image_url)
    // saved as it was answered
    expect((await as().call(routes.update, { ...byId(id), body: { blocks: blocks as never } })).blocks.at(-1)).to.deep.include({ alt: 'A pot' })
    expect(
      (await as().send('POST', '/internal_api/broadcasts', { name: 'x', blocks: [{ key: 'p', type: 'image', image: foreign.signedId }] })).status,
    ).to.equal(404)
  })

  it('know the same time of day in another zone', () => {
    const at = new Date('2026-03-10T09:00:00Z')
    expect(sameHour(at, 'America/New_York', 'UTC').toISOString()).to.equal('2026-03-10T13:00:00.000Z')
    expect(sameHour(at, 'Asia/Kolkata', 'Europe/Lisbon').toISOString()).to.equal('2026-03-10T03:30:00.000Z')
  })
})
