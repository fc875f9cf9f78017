/** That emails arrive: domains that are proven and sign, few a day from a new one, so many a minute to one place, and addresses that are left alone. */
import { openNameserver, refusal, type TestApp, testApp, type TestMember } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import audience from '../../audience/contract.ts'
import contract, { type Block } from '../contract.ts'
import { addReadersOf, removeReaders } from './readers.ts'
import { openSink, type Sink } from './sink.ts'

const { routes } = contract
const BLOCKS: Block[] = [{ key: 'a', type: 'heading', text: 'The kiln is hot', level: 1, align: 'start' }]
const MINUTE = 60_000
const DAY = 86_400_000

describe('emails that arrive', () => {
  let app: TestApp
  let sink: Sink
  let names: Awaited<ReturnType<typeof openNameserver>>
  let admin: TestMember
  const as = () => app.as(admin)
  const byId = (id: number) => ({ params: { id } })
  const deliverability = () => as().call(routes.deliverability)
  const minute = async () => {
    await app.runSchedule('mind')
    await app.settle()
  }
  const later = async (ms: number) => {
    await app.clock.advance(ms)
    await app.renew(admin)
  }
  const send = async (fields: object = {}) => {
    const { id } = await as().call(routes.create, {
      body: { name: 'Letter', subject: 'Hello', blocks: BLOCKS, audience: { kind: 'contacts' }, ...fields },
    })
    await as().call(routes.sendNow, byId(id))
    await app.settle()
    return id
  }
  const begunAt = async (id: number) => Date.parse((await as().call(routes.show, byId(id))).sent_at!)
  const contacts = (host: string, count: number) => addReadersOf(app, host, count)
  const noContacts = () => removeReaders(app)
  /** Enters what one is told to enter. */
  const publish = async (id: number, ...purposes: string[]) => {
    const { domains } = await deliverability()
    for (const record of domains.find((one) => one.id === id)!.records)
      if (purposes.includes(record.purpose)) (record.type === 'CNAME' ? names.aliases : names.texts).set(record.name, record.value)
  }
  const add = async (domain: string) => (await as().call(routes.addDomain, { body: { domain } })).domains.find((one) => one.domain === domain)!.id
  const check = async (id: number) => (await as().call(routes.checkDomain, byId(id))).domains.find((one) => one.id === id)!

  before(async () => {
    sink = await openSink()
    names = await openNameserver()
    app = await testApp([
      {
        from: 'plugins/email',
        options: {
          smtpUrl: sink.url,
          mailFrom: 'Studio <studio@platform.example>',
          claimSeconds: 1,
          dns_servers: [names.address],
          returnDomain: 'return.platform.example',
          perDomainPerMinute: 40,
        },
      } as never,
    ])
    for (const { manifest, error } of app.plugins) if (error) throw new Error(`${manifest.id}: ${error}`)
    admin = await app.member('admin', { name: 'Admin Person' })
    await app.settle()
    await as().call(routes.saveAddressSettings, { body: { footer_html: 'Rua Um 1, Porto' } })
  })
  beforeEach(async () => {
    app.resetLimits()
    sink.taken.length = 0
    sink.answer = () => undefined
    names.state.broken = false
    names.texts.clear()
    names.aliases.clear()
    await noContacts()
    await app.sql('delete from email.pace')
    await app.sql('delete from email.domain')
    await app.sql('delete from email.suppression')
    await as().call(routes.saveAddressSettings, { body: { from_email: '' } })
  })
  after(async () => {
    await app.close()
    await sink.close()
    names.close()
  })

  describe('domains of the sender', () => {
    it('are proven by a record of their own key, and say of each record how it stands', async () => {
      const id = await add('clay.example')
      expect((await deliverability()).domains[0]).to.deep.include({ status: 'pending', checked_at: null, is_warming: true, today: { limit: 50, sent: 0 } })
      const found = (domain: Awaited<ReturnType<typeof check>>) => Object.fromEntries(domain.records.map((record) => [record.purpose, record.found]))
      expect(found(await check(id))).to.deep.equal({ dkim: 'missing', return_path: 'missing', spf: 'missing', dmarc: 'missing' })
      await publish(id, 'dkim')
      names.texts.set('clay.example', 'v=spf1 include:elsewhere.example -all')
      names.texts.set('_dmarc.clay.example', 'v=DMARC1; p=reject; rua=mailto:post@clay.example')
      names.aliases.set('bounces.clay.example', 'elsewhere.example')
      const shown = await check(id)
      expect(shown.status).to.equal('verified')
      expect(shown.checked_at).to.be.a('string')
      expect(found(shown)).to.deep.equal({ dkim: 'found', return_path: 'wrong', spf: 'wrong', dmarc: 'found' })
      await publish(id, 'dkim', 'return_path')
      names.texts.set('clay.example', 'v=spf1 include:elsewhere.example include:return.platform.example -all')
      expect(found(await check(id))).to.deep.equal({ dkim: 'found', return_path: 'found', spf: 'found', dmarc: 'found' })
      expect((await refusal(as().call(routes.addDomain, { body: { domain: 'https://clay.example/' } }))).code).to.equal('domain_known')
      for (const domain of ['localhost', 'a b.example', '-x.example', '192.0.2.1'])
        expect((await as().send('POST', '/internal_api/email/domains', { domain })).status, domain).to.equal(422)
    })

    it('are looked up by themselves, and let go after three misses, never for name servers that are silent', async () => {
      const id = await add('clay.example')
      await publish(id, 'dkim')
      const look = async () => {
        await app.runSchedule('domains')
        await app.settle()
        return (await deliverability()).domains[0]!.status
      }
      expect(await look()).to.equal('verified')
      const texts = [...names.texts]
      names.state.broken = true
      await later(DAY + MINUTE)
      expect(await look()).to.equal('verified')
      names.state.broken = false
      names.texts.clear()
      const states: string[] = []
      for (let n = 0; n < 3; n++) {
        await later(DAY + MINUTE)
        states.push(await look())
      }
      expect(states).to.deep.equal(['verified', 'verified', 'failed'])
      for (const [name, text] of texts) names.texts.set(name, text)
      expect((await check(id)).status).to.equal('verified')
    })

    it('sign what comes from them, which another library finds good, and a changed email is found bad', async () => {
      const id = await add('clay.example')
      await as().call(routes.saveAddressSettings, { body: { from_email: 'kiln@clay.example' } })
      await contacts('reader.example', 1)
      await send()
      const before = await sink.taken[0]!.read()
      expect([before.from?.value[0]?.address, before.replyTo?.value[0]?.address]).to.deep.equal(['studio@platform.example', 'kiln@clay.example'])
      expect(sink.taken[0]!.raw.toString()).not.to.include('DKIM-Signature')
      await publish(id, 'dkim', 'return_path')
      await check(id)
      expect((await as().call(routes.addressSettings)).from_address).to.equal('kiln@clay.example')
      await send({ from_name: 'The kiln' })
      const { raw, from, read } = sink.taken[1]!
      const mail = await read()
      expect(mail.from?.value[0]).to.deep.include({ address: 'kiln@clay.example', name: 'The kiln' })
      expect(mail.replyTo).to.equal(undefined)
      expect(from).to.match(/^bounce\+[0-9a-z]+-[0-9a-z]+-[0-9a-f]{20}@bounces\.clay\.example$/)
      expect(from.indexOf('@')).to.be.at.most(64)
      const resolver = async (name: string) => {
        const text = names.texts.get(name)
        if (text === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
        return [[text]]
      }
      const verdict = async (email: Buffer) =>
        (await dkimVerify(email, { resolver } as never)).results.map(({ status, signingDomain }) => [status.result, signingDomain])
      expect(await verdict(raw)).to.deep.equal([['pass', 'clay.example']])
      expect(raw.toString().replaceAll(/\r\n\s+/g, ' ')).to.match(/DKIM-Signature:[^\r]*h=[^;]*List-Unsubscribe/i)
      expect(await verdict(Buffer.from(raw.toString().replace('Subject: Hello', 'Subject: Money')))).to.deep.equal([['fail', 'clay.example']])
      await as().call(routes.sendTest, {
        ...byId((await as().call(routes.create, { body: { name: 'Try', subject: 'Try', blocks: BLOCKS } })).id),
        body: { emails: [] },
      })
      expect(await verdict(sink.taken.at(-1)!.raw)).to.deep.equal([['pass', 'clay.example']])
    })

    it('keep their key sealed, and show it to nobody', async () => {
      await add('clay.example')
      const [row] = await app.sql('select private_key from email.domain')
      expect(row.private_key).not.to.include('PRIVATE KEY')
      expect(JSON.stringify(await deliverability())).not.to.match(/private|PRIVATE KEY/)
      expect((await app.as(await app.member('moderator')).send('GET', '/internal_api/email/deliverability')).status).to.equal(403)
    })
  })

  describe('how fast they go out', () => {
    it('a new domain sends fifty on its first day and more on each, and the report says when it is through', async () => {
      const id = await add('clay.example')
      await publish(id, 'dkim')
      await check(id)
      await as().call(routes.saveAddressSettings, { body: { from_email: 'kiln@clay.example' } })
      for (let n = 0; n < 8; n++) await contacts(`reader${n}.example`, 25)
      const broadcast = await send()
      expect(sink.taken).to.have.length(50)
      const { waits } = await as().call(routes.report, byId(broadcast))
      expect(waits?.held).to.equal('warm_up')
      // 50 today, 100 tomorrow, 50 the day after
      expect(Math.round((Date.parse(waits!.until) - (await begunAt(broadcast))) / DAY)).to.equal(2)
      expect((await deliverability()).domains[0]!.today).to.deep.equal({ limit: 50, sent: 50 })
      await minute()
      expect(sink.taken).to.have.length(50)
      await later(DAY + MINUTE)
      await minute()
      expect(sink.taken).to.have.length(150)
      await later(DAY + MINUTE)
      await minute()
      expect(sink.taken).to.have.length(200)
      expect(new Set(sink.taken.map(({ to }) => to)).size).to.equal(200)
      expect((await as().call(routes.show, byId(broadcast))).status).to.equal('sent')
      expect((await as().call(routes.report, byId(broadcast))).waits).to.equal(null)
      const known = await as().call(routes.updateDomain, { ...byId(id), body: { is_warming: false } })
      expect(known.domains[0]!.today.limit).to.equal(null)
    })

    it('one place gets so many a minute, and others do not wait for it', async () => {
      await contacts('big.example', 100)
      await contacts('small.example', 5)
      const broadcast = await send()
      const at = (host: string) => sink.taken.filter(({ to }) => to.endsWith(`@${host}`)).length
      expect([at('big.example'), at('small.example')]).to.deep.equal([40, 5])
      const { waits } = await as().call(routes.report, byId(broadcast))
      expect(waits?.held).to.equal('pace')
      expect(Date.parse(waits!.until) - (await begunAt(broadcast))).to.be.within(1, 2 * MINUTE)
      await minute()
      expect(at('big.example')).to.equal(40)
      await later(MINUTE)
      await minute()
      expect(at('big.example')).to.equal(80)
      await later(MINUTE)
      await minute()
      expect(at('big.example')).to.equal(100)
      expect((await as().call(routes.show, byId(broadcast))).status).to.equal('sent')
      // waiting is no try
      const [{ most }] = await app.sql('select max(attempts) as most from email.recipient where broadcast_id = $1', [broadcast])
      expect(most).to.equal(1)
    })
  })

  describe('addresses that are left alone', () => {
    const listed = async (query: object = {}) => (await as().call(routes.suppressions, { query })).records
    it('are added and removed by hand, found, and taken along', async () => {
      await contacts('reader.example', 2)
      const made = await as().call(routes.addSuppression, { body: { email: 'Reader1@reader.example', detail: 'asked by phone' } })
      expect(made).to.deep.include({ email: 'reader1@reader.example', reason: 'manual', detail: 'asked by phone' })
      expect((await refusal(as().call(routes.addSuppression, { body: { email: 'READER1@reader.example' } }))).code).to.equal('already_suppressed')
      await send()
      expect(sink.taken.map(({ to }) => to)).to.deep.equal(['reader2@reader.example'])
      await app.sql(
        `insert into email.suppression (community_id, email, reason) select $1, 'gone' || n || '@x.example', 'bounce' from generate_series(1, 30) n`,
        [await app.primaryId()],
      )
      expect((await listed({ search_text: 'reader' })).map(({ email }) => email)).to.deep.equal(['reader1@reader.example'])
      expect(await listed({ reason: 'bounce', per_page: 20 })).to.have.length(20)
      const first = await as().call(routes.suppressions, { query: { per_page: 20 } })
      const second = await as().call(routes.suppressions, { query: { per_page: 20, cursor: first.next_cursor! } })
      expect(new Set([...first.records, ...second.records].map(({ id }) => id)).size).to.equal(31)
      const file = await as().send('GET', '/settings/emails/suppressions.csv?reason=manual')
      expect(file.headers['content-type']).to.include('text/csv')
      expect(String(file.body).trim().split('\r\n')).to.have.length(2)
      await as().call(routes.removeSuppression, byId(made.id))
      await send()
      expect(sink.taken.map(({ to }) => to).sort()).to.deep.equal(['reader1@reader.example', 'reader2@reader.example', 'reader2@reader.example'])
    })
  })

  it('what providers tell of bounces and complaints is noted once a person, by the secret address alone', async () => {
    await contacts('reader.example', 4)
    const broadcast = await send()
    const messageOf = async (to: string) => (await sink.taken.find((one) => one.to === to)!.read()).messageId!
    expect((await deliverability()).events_url).to.equal(null)
    const { events_url } = await as().call(routes.renewEventsAddress)
    const path = new URL(events_url!).pathname
    const post = async (body: object, at = path) => {
      const { status } = await app.as(null).send('POST', at, Buffer.from(JSON.stringify(body)), { 'content-type': 'text/plain; charset=UTF-8' })
      await app.settle()
      return status
    }
    const of = async (email: string) => {
      const { records } = await as().call(routes.recipients, { ...byId(broadcast), query: { search_text: email } })
      return records[0]!.outcome
    }
    const one = { events: [{ type: 'bounce', bounce: 'hard', message_id: await messageOf('reader1@reader.example'), detail: '550 5.1.1 unknown' }] }
    for (const wrong of ['/email/events/x', `${path}x`]) expect(await post(one, wrong), wrong).to.equal(404)
    expect(await of('reader1@')).to.equal('sent')
    for (let n = 0; n < 2; n++) expect(await post(one)).to.equal(200)
    const ses = {
      Type: 'Notification',
      Message: JSON.stringify({
        notificationType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          bouncedRecipients: [{ emailAddress: 'reader2@reader.example', status: '5.1.1', action: 'failed', diagnosticCode: 'smtp; 550 5.1.1 no such user' }],
        },
        mail: { messageId: '0102-another' },
      }),
    }
    expect(await post(ses)).to.equal(200)
    expect(await post({ RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: 'reader3@reader.example' })).to.equal(200)
    expect(await post({ RecordType: 'Bounce', Type: 'SoftBounce', Email: 'reader4@reader.example', Details: 'mailbox full' })).to.equal(200)
    // of other communities, of nobody, and what is no bounce
    expect(await post({ RecordType: 'Bounce', Type: 'HardBounce', Email: 'stranger@reader.example' })).to.equal(200)
    expect(await post({ events: [{ type: 'delivered', email: 'reader4@reader.example' }, null, 7] })).to.equal(200)
    expect(await post({ Type: 'SubscriptionConfirmation', SubscribeURL: 'https://sns.evil.example/?x' })).to.equal(422)
    expect((await app.as(null).send('POST', path, Buffer.from('{{'), { 'content-type': 'text/plain' })).status).to.equal(422)
    expect(await Promise.all(['reader1@', 'reader2@', 'reader3@', 'reader4@'].map(of))).to.deep.equal(['bounced', 'bounced', 'complained', 'bounced'])
    const { figures } = await as().call(routes.report, byId(broadcast))
    expect(figures).to.deep.include({ sent: 1, bounced: 3, complained: 1, failed: 0 })
    const { records } = await as().call(routes.suppressions, { query: {} })
    expect(records.map(({ email, reason }) => [email, reason]).sort()).to.deep.equal([
      ['reader1@reader.example', 'bounce'],
      ['reader2@reader.example', 'bounce'],
      ['reader3@reader.example', 'complaint'],
    ])
    const [person] = (await as().call(audience.routes.list, { query: { search_text: 'reader3@reader.example' } })).records
    expect(person!.subscribed).to.equal(false)
    // the bound is three in half a year
    for (let n = 0; n < 2; n++) {
      sink.taken.length = 0
      await send()
      expect(sink.taken.map(({ to }) => to)).to.deep.equal(['reader4@reader.example'])
      expect(await post({ RecordType: 'Bounce', Type: 'SoftBounce', Email: 'reader4@reader.example' })).to.equal(200)
    }
    expect((await as().call(routes.suppressions, { query: { search_text: 'reader4' } })).records).to.have.length(1)
    await as().call(routes.renewEventsAddress)
    expect(await post(one)).to.equal(404)
  })
})
