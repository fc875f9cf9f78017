/** Mail over a real SMTP dialogue: held without a server, sent with one, nothing smuggled into headers. */
import type { MailInput } from '@atrium/sdk/server'
import { expect } from 'chai'
import { SMTPServer } from 'smtp-server'
import { createJobs, type Jobs } from '../../kernel/jobs/index.ts'
import { createMail, type Mail } from '../../kernel/mail/index.ts'
import { operationsApi } from '../../kernel/http/operations.ts'
import { openPlace, type Place, until } from './background.ts'

const PORT = 5521
const welcome: MailInput = {
  locale: 'en-US',
  to: 'ana@example.com',
  subject: 'Confirm your address <now> & here',
  text: 'Hello <b>Ana</b> & co,\n\nplease confirm:\nhttps://clay.example.com/confirm?token=abc&x=1\n\nSee you\nsoon',
  replyTo: 'host@example.com',
}

describe('mail', () => {
  let place: Place
  let server: SMTPServer
  let received: { from: string; to: string[]; data: string }[] = []
  let refuse = 0
  let brandName = 'Clay & Fire'
  const open: { mail: Mail; jobs: Jobs }[] = []

  const make = (smtpUrl: string | null) => {
    const jobs = createJobs({ data: place.data, log: place.log, communitiesWith: async () => [] })
    const brandOf = async () => ({
      name: brandName,
      url: 'https://clay.example.com',
      platformUrl: 'https://clay.atrium.example',
      logo: null,
      darkLogo: null,
      icon: null,
      color: '#b4532a',
      textColor: 'red;background:url(x)',
    })
    const mail = createMail({
      config: { smtpUrl, mailFrom: 'Atrium <atrium@example.org>' },
      data: place.data,
      jobs,
      brandOf,
      dress: async (_, letter) => letter,
      isOwn: (address) => new URL(address).host === 'clay.example.com',
    })
    open.push({ mail, jobs })
    return { mail, jobs }
  }
  const smtp = `smtp://127.0.0.1:${PORT}`
  const queue = (mail: Mail, input = welcome, options = {}) =>
    place.data.unit({ communityId: place.communityId, mode: 'write' }, (unit) =>
      mail.queueIn({ query: async (text, values) => ({ rows: await unit.raw(text, values) }) }, place.communityId, input, options),
    )
  const read = <T>(fn: (unit: Parameters<Mail['list']>[0]) => Promise<T>, communityId = place.communityId) =>
    place.data.unit({ communityId, mode: 'write' }, fn)
  const first = (mail: Mail) => read(async (unit) => mail.show(unit, (await mail.list(unit, { limit: 1 }))[0]!.id))

  before(async () => {
    place = await openPlace()
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _, callback) {
        const responseCode = address.startsWith('nobody') ? 550 : address.startsWith('later') ? 450 : 0
        callback(responseCode ? Object.assign(new Error('refused'), { responseCode }) : null)
      },
      onData(stream, session, callback) {
        let data = ''
        stream.on('data', (chunk) => (data += chunk))
        stream.on('end', () => {
          if (refuse-- > 0) return callback(Object.assign(new Error('try later'), { responseCode: 451 }))
          received.push({ from: (session.envelope.mailFrom as { address: string }).address, to: session.envelope.rcptTo.map(({ address }) => address), data })
          callback()
        })
      },
    })
    await new Promise<void>((done) => server.listen(PORT, '127.0.0.1', done))
  })
  afterEach(async () => {
    for (const { mail, jobs } of open.splice(0)) {
      await jobs.stop()
      mail.stop()
    }
    await place.data.system.query('delete from kernel.mail; delete from graphile_worker._private_jobs')
    received = []
    refuse = 0
    brandName = 'Clay & Fire'
  })
  after(async () => {
    await new Promise<void>((done) => server.close(done))
    await place.data.close()
  })

  it('holds mails for the admin without a mail server', async () => {
    const { mail, jobs } = make(null)
    await queue(mail)
    const held = await first(mail)
    expect(held).to.include({
      recipient: 'ana@example.com',
      subject: welcome.subject,
      status: 'held',
      text: welcome.text,
      reply_to: 'host@example.com',
      sent_at: null,
    })
    expect((await jobs.counts()).waiting).to.equal(0)
    expect(await mail.resend(place.communityId, held.id).catch((error) => error.status)).to.equal(409)
    expect(await read((unit) => mail.list(unit, { limit: 5 }), place.otherId)).to.deep.equal([])
    expect(await read((unit) => mail.show(unit, held.id), place.otherId).catch((error) => error.status)).to.equal(404)
  })

  it('sends with a mail server: sender, reply address, both parts', async () => {
    const { mail, jobs } = make(smtp)
    await jobs.start()
    await queue(mail)
    expect((await first(mail)).status).to.equal('queued')
    jobs.wake()
    await until('the mail', () => received.length === 1)
    const [{ from, to, data }] = received as [(typeof received)[0]]
    expect({ from, to }).to.deep.equal({ from: 'atrium@example.org', to: ['ana@example.com'] })
    expect(data).to.match(/^From: .*Clay & Fire.* <atrium@example\.org>\r$/m)
    expect(data).to.match(/^Reply-To: host@example\.com\r$/m)
    expect(data).to.match(/^Message-ID: <mail\.\d+\.\d+@example\.org>\r$/im)
    expect(data)
      .to.match(/text\/plain/)
      .and.match(/text\/html/)
    await until('the mark', async () => (await first(mail)).status === 'sent')
    expect((await first(mail)).sent_at).to.be.instanceOf(Date)
  })

  it('makes the HTML part from the text: escaped, one button, colours that are colours', async () => {
    const { mail } = make(null)
    await queue(mail)
    const { html } = await first(mail)
    expect(html)
      .to.match(/<html lang="[\w-]+" dir="ltr">/)
      .and.include('<p dir="auto" ')
    expect(html).to.include('Hello &lt;b&gt;Ana&lt;/b&gt; &amp; co,').and.include('See you<br>\nsoon').and.include('Clay &amp; Fire')
    expect(html).to.match(/<a href="https:\/\/clay\.example\.com\/confirm\?token=abc&amp;x=1"[^>]*background:#b4532a[^>]*>please confirm<\/a>/)
    expect(html).not.to.include('url(x)')
  })

  it('makes both parts of the same pieces, light and dark, in the direction of the language, with what goes along', async () => {
    const { mail, jobs } = make(smtp)
    await jobs.start()
    const url = 'https://clay.example.com/c/talk/a'
    await queue(mail, {
      to: 'ana@example.com',
      subject: 'News',
      locale: 'ar',
      parts: [
        { heading: 'For you' },
        {
          item: {
            ...{ title: 'Ben answered you', url, quote: 'Try <wax>.', note: 'You created this', image: '/files/1-0-2-abcdefghijklmnopqrstuvwx/medium/a.webp' },
            ...{
              face: '/files/1-9-2-abcdefghijklmnopqrstuvwx/thumb/b.webp',
              buttons: [
                { label: 'Going', url: `${url}?yes` },
                { label: 'No', url: `${url}?no` },
              ],
            },
          },
        },
      ],
      foot: { why: 'You chose it.', links: [{ label: 'Stop', url: `${url}?stop` }] },
      attachments: [{ filename: 'a.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }],
    })
    const { html, text } = await first(mail)
    expect(text).to.equal(
      `FOR YOU\n\nBen answered you\n> Try <wax>.\nYou created this\n${url}\nGoing:\n${url}?yes\nNo:\n${url}?no\n\n—\nYou chose it.\nStop:\n${url}?stop`,
    )
    expect(html)
      .to.match(/<html lang="ar" dir="rtl">/)
      .and.include('prefers-color-scheme:dark')
      .and.include('Try &lt;wax&gt;.')
    expect(html).to.include('https://clay.example.com/files/1-0-2-').and.not.include('files/1-9-2-')
    for (const words of ['Ben answered you', 'Going', 'No', 'You chose it.', 'Stop']) expect(html).to.include(`>${words}<`)
    jobs.wake()
    await until('the mail', () => received.length === 1)
    expect(received[0]!.data).to.match(/filename="?a\.ics/)
  })

  it('tries again when the server refuses, and shows why meanwhile', async () => {
    refuse = 1
    const { mail, jobs } = make(smtp)
    await jobs.start()
    await queue(mail)
    jobs.wake()
    await until('the failure', async () => (await first(mail)).status === 'waiting')
    const { error, next_try_at } = await first(mail)
    expect(error).to.include('try later')
    await until('the queue to know', async () => (await jobs.counts()).running === 0)
    const { rows } = await place.data.system.query('select run_at from graphile_worker.jobs')
    expect(Math.abs(Number(next_try_at) - Number(rows[0].run_at)), 'when the queue will try').to.be.below(1_000)
    await until('the second try', async () => (await first(mail)).status === 'sent')
    expect(await first(mail)).to.include({ error: null, next_try_at: null })
    expect(received).to.have.length(1)
  })

  it('gives up what the recipient’s server refuses for good, and waits where it says later', async () => {
    const { mail, jobs } = make(smtp)
    await jobs.start()
    const states = () => read((unit) => mail.list(unit, { limit: 5 })).then((all) => all.map(({ recipient, status }) => [recipient, status]))
    for (const to of ['nobody@example.com', 'later@example.com']) await queue(mail, { ...welcome, to })
    jobs.wake()
    const ended = [
      ['later@example.com', 'waiting'],
      ['nobody@example.com', 'failed'],
    ]
    await until('both answers', async () => JSON.stringify(await states()) === JSON.stringify(ended))
    await until('the end of one', async () => (await jobs.counts()).running === 0)
    expect((await jobs.counts()).waiting, 'the one that was told to come later').to.equal(1)
    mail.check()
  })

  it('sends once more on demand', async () => {
    const { mail, jobs } = make(smtp)
    await jobs.start()
    await queue(mail)
    jobs.wake()
    await until('the mark', async () => (await first(mail)).status === 'sent')
    const { id } = await first(mail)
    expect(await mail.resend(place.otherId, id).catch((error) => error.status)).to.equal(404)
    await mail.resend(place.communityId, id)
    await until('the second mail', () => received.length === 2)
  })

  it('A53 wipes mails that carry a secret once they are sent', async () => {
    const { mail, jobs } = make(smtp)
    await jobs.start()
    await queue(mail, { ...welcome, secret: true })
    expect((await first(mail)).is_secret).to.equal(true)
    jobs.wake()
    await until('the mark', async () => (await first(mail)).status === 'sent')
    expect(received[0]!.data).to.include('token')
    const sent = await first(mail)
    expect(sent).to.include({ text: '', html: '' })
    expect(await mail.resend(place.communityId, sent.id).catch((error) => error.code)).to.equal('mail_wiped')
  })

  it('A73 refuses line breaks in headers and more than one address', async () => {
    const { mail } = make(smtp)
    const wrong = [
      { ...welcome, subject: 'Hi\r\nBcc: all@example.com' },
      { ...welcome, to: 'ana@example.com\nBcc: all@example.com' },
      { ...welcome, to: 'ana@example.com, eve@example.com' },
      { ...welcome, to: 'Ana <ana@example.com>' },
      { ...welcome, replyTo: 'host@example.com\r\nX-Evil: 1' },
      { ...welcome, subject: 'Hi\u0000' },
    ]
    for (const input of wrong) expect(await queue(mail, input).catch((error) => error.status), JSON.stringify(input)).to.equal(422)
    brandName = 'Clay\r\nBcc: all@example.com'
    expect(await queue(mail).catch((error) => error.details)).to.have.property('name')
    expect(await read((unit) => mail.list(unit, { limit: 5 }))).to.deep.equal([])
  })

  it('puts mails that people wait for before digests', async () => {
    const { mail } = make(smtp)
    await queue(mail, welcome, { priority: 10 })
    await queue(mail)
    const { rows } = await place.data.system.query('select priority from graphile_worker._private_jobs order by priority')
    expect(rows).to.deep.equal([{ priority: -10 }, { priority: 10 }])
  })

  it('shows the text of a secret mail to the platform owner alone', async () => {
    const { mail } = make(null)
    await queue(mail, { ...welcome, secret: true })
    const { id } = await first(mail)
    const show = (isPlatformOwner: boolean) =>
      read(async (unit) => operationsApi({ unit, modules: { mail }, account: { isPlatformOwner }, community: { id: place.communityId } } as never).mail(id))
    expect(await show(false)).to.include({ id, subject: welcome.subject, text: null, html: null })
    expect((await show(true)).text).to.equal(welcome.text)
  })
})
