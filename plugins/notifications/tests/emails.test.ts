/** Emails: bundled, late, quiet, ended by one press; digests; answers by SMTP and by a provider's call. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import contract from '../contract.ts'
import { quietUntil } from '../server/service/quiet.ts'
import { tellIn } from './kit.ts'
import { answers, hidden } from './news/server/index.ts'

const { routes } = contract
const MINUTE = 60_000
const KEY = 'a key that the operator has chosen'
const DOMAIN = 'reply.example.com'

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

describe('emails about news', function () {
  this.timeout(60_000)
  let app: TestApp
  let ana: TestMember
  let ben: TestMember
  let port: number
  let tell: ReturnType<typeof tellIn>
  let subject = 500
  let seen = 0
  let advanced = 0
  const fresh = () => ++subject
  const later = async (ms: number) => {
    advanced += ms
    await app.clock.advance(ms)
  }
  let ticks = 0
  const tick = async (job: string) => {
    // each a minute of its own, as of one the schedule lets one through
    await app.kernel.modules.jobs.tick(`notifications.${job}`, new Date(Date.now() - ++ticks * MINUTE))
    await app.settle()
  }
  /** Emails to a member that the minute brings. */
  const mailed = async (member: TestMember) => {
    await tick('mail-due')
    const all = await app.sent()
    const fresh = all.slice(seen).filter(({ recipient }) => recipient === emailOf.get(member.id))
    seen = all.length
    return fresh
  }
  const emailOf = new Map<number, string>()
  before(async () => {
    port = await freePort()
    app = await testApp([
      { from: 'plugins/notifications', options: { replyDomain: DOMAIN, replyPort: port, replyHost: '127.0.0.1', replyKey: KEY } },
      'plugins/notifications/tests/news',
    ])
    ana = await app.member('member', { name: 'Ana Lima' })
    ben = await app.member('member', { name: 'Ben Okoro' })
    tell = tellIn(app)
    for (const { id } of [ana, ben]) {
      const [row] = await app.sql<{ email: string }>('select a.email from kernel.account a join kernel.member m on m.account_id = a.id where m.id = $1', [id])
      emailOf.set(id, row!.email)
    }
  })
  after(() => app?.close())
  beforeEach(async () => {
    await app.sql('delete from notifications.notice')
    await app.sql('delete from notifications.profile')
    await app.sql('delete from notifications.preference')
    hidden.clear()
    app.resetLimits()
    await app.settle()
    seen = (await app.sent()).length
  })
  afterEach(async () => {
    await app.clock.advance(-advanced)
    advanced = 0
  })

  it('wait some minutes, hold all that is due, and leave once', async () => {
    const [one, two, read] = [fresh(), fresh(), fresh()]
    await tell([ana], { subjectId: one, key: 'e1', actorMemberId: ben.id })
    await tell([ana], { subjectId: two, key: 'e2', actorMemberId: ben.id })
    await tell([ana], { subjectId: read, key: 'e3', actorMemberId: ben.id })
    expect(await mailed(ana)).to.deep.equal([])
    await app.run(null, async (ctx) => (await ctx.actAs(ana.id)).use(contract).seen('story', [read]))
    await later(6 * MINUTE)
    const [mail, ...more] = await mailed(ana)
    expect(more).to.deep.equal([])
    expect(mail!.subject).to.match(/^2 new notifications in /)
    expect(mail!.text).to.include(`Ben Okoro wrote about Story ${one}.`).and.include(`> It began ${two} days ago.`).and.not.include(`Story ${read}`)
    expect(mail!.text).to.include('You follow this story.').and.include('/account/notifications')
    expect(await mailed(ana)).to.deep.equal([])
  })

  it('say nothing of what may not be seen any more, nor of what is gone', async () => {
    const [hide, gone] = [fresh(), fresh()]
    await tell([ana, ben], { subjectId: hide, key: 'h' })
    await tell([ana], { subjectId: gone, key: 'g' })
    hidden.add(`${ana.id}:${hide}`)
    await app.run(null, (ctx) => ctx.use(contract).withdraw('story', gone))
    await later(6 * MINUTE)
    expect(await mailed(ana)).to.deep.equal([])
  })

  it('wait for the end of quiet hours, by the clock of the member', async () => {
    const now = new Date(Date.now())
    const hour = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16)
    await app
      .as(ana)
      .call(routes.updatePreferences, { body: { quiet_hours: { enabled: true, from: hour(-3_600_000), to: hour(2 * 3_600_000) }, time_zone: 'UTC' } })
    await tell([ana], { subjectId: fresh() })
    await later(30 * MINUTE)
    expect(await mailed(ana)).to.deep.equal([])
    await later(2 * 60 * MINUTE)
    expect((await mailed(ana)).length).to.equal(1)
    const night = { is_quiet: true, quiet_from: '22:00', quiet_to: '07:30', time_zone: 'America/Sao_Paulo' }
    expect(quietUntil(night, new Date('2026-11-24T23:30:00Z'))).to.equal(null)
    expect(quietUntil(night, new Date('2026-11-25T01:30:00Z'))!.toISOString()).to.equal('2026-11-25T10:30:00.000Z')
    // the night in which the clock is put forward is an hour shorter
    const berlin = { ...night, time_zone: 'Europe/Berlin' }
    expect(quietUntil(berlin, new Date('2026-03-28T22:00:00Z'))!.toISOString()).to.equal('2026-03-29T05:30:00.000Z')
    expect(await refusal(app.as(ana).call(routes.updatePreferences, { body: { time_zone: 'Middle/Earth' } }))).to.include({ status: 422 })
  })

  it('end by one press in the mailbox, which a mere look does not press', async () => {
    await tell([ana], { subjectId: fresh() })
    await later(6 * MINUTE)
    const [mail] = await mailed(ana)
    const [{ headers }] = await app.sql('select headers from kernel.mail order by id desc limit 1')
    expect(headers).to.include({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', 'Auto-Submitted': 'auto-generated' })
    const url = /<(.+)>/.exec(headers['List-Unsubscribe'])![1]!
    expect(mail!.text).to.include(url)
    const { pathname } = new URL(url)
    const wants = async () => (await app.as(ana).call(routes.preferences)).kinds.find(({ type }) => type === 'story')!.email
    const page = await fetch(app.url + pathname)
    expect([page.status, await wants()]).to.deep.equal([200, true])
    const pressed = await fetch(app.url + pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect([pressed.status, await wants()]).to.deep.equal([200, false])
    expect((await fetch(`${app.url + pathname.slice(0, -6)}AAAAAA`, { method: 'POST' })).status).to.equal(404)
    const ended = fresh()
    await tell([ana], { subjectId: ended })
    await later(6 * MINUTE)
    expect(await mailed(ana)).to.deep.equal([])
  })

  it('come as a digest, once a period, to who wants it', async () => {
    await tell([ana, ben], { subjectId: fresh() })
    await app.as(ben).call(routes.updatePreferences, { body: { digest: 'never' } })
    const preview = await app.as(ana).call(routes.previewDigest)
    expect(preview.sent).to.equal(true)
    await app.settle()
    expect((await app.sent()).at(-1)!.subject).to.match(/^Your week in /)
    seen = (await app.sent()).length
    const sunday = new Date()
    sunday.setUTCDate(sunday.getUTCDate() + ((7 - sunday.getUTCDay()) % 7 || 7))
    sunday.setUTCHours(8, 2, 0, 0)
    await later(sunday.getTime() - Date.now())
    for (let i = 0; i < 2; i++) {
      await tick('digest-due')
    }
    const sent = (await app.sent()).slice(seen).map(({ recipient }) => recipient)
    expect(sent).to.deep.equal([emailOf.get(ana.id)])
  })

  describe('are answered', () => {
    /** The address of an email about one story, as the mail says it. */
    const addressOf = async (subjectId: number) => {
      await tell([ana], { subjectId, key: `answer ${subjectId}`, actorMemberId: ben.id })
      await later(6 * MINUTE)
      const [mail] = await mailed(ana)
      expect(mail!.text).to.include('Reply to this email to respond.')
      const [{ reply_to }] = await app.sql('select reply_to from kernel.mail order by id desc limit 1')
      return reply_to as string
    }
    const transport = () => createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
    const QUOTED =
      'Yes, at noon.\n\nSee you there.\n\nOn Tue, Nov 24, 2026 at 10:00, Clay & Fire <atrium@localhost> wrote:\n> Ben wrote about it\n> https://example.com\n'
    const answered = (subjectId: number) => [...answers.values()].filter((answer) => answer.subjectId === subjectId)
    const wordsIn = (doc: unknown) => JSON.stringify(doc)
    const smtpError = async (sending: Promise<unknown>) => {
      const error = (await sending.then(
        () => null,
        (failed) => failed,
      )) as { responseCode?: number; message: string } | null
      if (!error) throw new Error('it was taken')
      return error
    }

    it('in a real dialogue, once, without what is quoted, with what is attached', async () => {
      const subjectId = fresh()
      const to = await addressOf(subjectId)
      const mail = { from: emailOf.get(ana.id)!, to: to.toUpperCase(), subject: 'Re: it', text: QUOTED, messageId: '<a1@mail.example.com>' }
      for (let i = 0; i < 2; i++) await transport().sendMail({ ...mail, attachments: [{ filename: 'log.txt', content: 'cone 6' }] })
      const [answer, ...more] = answered(subjectId)
      expect(more).to.deep.equal([])
      expect(answer!.memberId).to.equal(ana.id)
      expect(wordsIn(answer!.doc)).to.include('Yes, at noon.').and.include('See you there.').and.include('log.txt').and.not.include('wrote')
    })

    it('whatever the encoding', async () => {
      const subjectId = fresh()
      const to = await addressOf(subjectId)
      const raw = (body: Buffer, type: string) =>
        Buffer.concat([
          Buffer.from(
            `From: ${emailOf.get(ana.id)}\r\nTo: ${to}\r\nMessage-ID: <${type.length}@x>\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`,
          ),
          body,
        ])
      const send = (body: Buffer, type: string) => transport().sendMail({ envelope: { from: emailOf.get(ana.id)!, to }, raw: raw(body, type) })
      await send(Buffer.from('A cer\xe2mica ficou \xf3tima.', 'latin1'), 'text/plain; charset=iso-8859-1')
      await send(Buffer.from('\x82\xa0\x82\xe8\x82\xaa\x82\xc6\x82\xa4', 'latin1'), 'text/plain; charset=shift_jis')
      await send(Buffer.from('<div>Looks <b>good</b> &amp; even.</div><blockquote>the old words</blockquote>'), 'text/html; charset=utf-8')
      await send(Buffer.from('Still readable'), 'text/plain; charset=no-such-thing')
      const words = answered(subjectId)
        .map(({ doc }) => wordsIn(doc))
        .join()
      expect(words)
        .to.include('cerâmica')
        .and.include('ありがとう')
        .and.include('Looks good & even.')
        .and.include('Still readable')
        .and.not.include('old words')
    })

    it('not by machines, by others, to old or foreign addresses, nor with 50 MB', async () => {
      const subjectId = fresh()
      const to = await addressOf(subjectId)
      const from = emailOf.get(ana.id)!
      const send = (mail: object) => transport().sendMail({ from, to, subject: 'Re', text: 'Hello', ...mail })
      for (const headers of [{ 'Auto-Submitted': 'auto-replied' }, { Precedence: 'bulk' }, { 'X-Loop': to }, { 'X-Autoreply': 'yes' }])
        expect(await smtpError(send({ headers })), JSON.stringify(headers)).to.include({ responseCode: 550 })
      expect(await smtpError(send({ envelope: { from: '', to } }))).to.include({ responseCode: 550 })
      expect(await smtpError(send({ from: 'stranger@example.com' }))).to.include({ responseCode: 550 })
      expect(await smtpError(send({ from: emailOf.get(ben.id) }))).to.include({ responseCode: 550 })
      expect(await smtpError(send({ to: to.replace(/-[0-9a-f]{4}/, '-0000') }))).to.include({ responseCode: 550 })
      expect(await smtpError(send({ to: 'somebody@example.org' }))).to.include({ responseCode: 550 })
      expect((await smtpError(send({ attachments: [{ filename: 'big.bin', content: Buffer.alloc(38_000_000) }] }))).message).to.match(/size|large/i)
      expect(await smtpError(send({ text: '> only what was quoted' })), 'nothing of one’s own').to.include({ responseCode: 550 })
      hidden.add(`${ana.id}:${subjectId}`)
      expect(await smtpError(send({}))).to.include({ responseCode: 550 })
      hidden.clear()
      await later(61 * 24 * 60 * MINUTE)
      expect(await smtpError(send({}))).to.include({ responseCode: 550 })
      expect(answered(subjectId)).to.deep.equal([])
    })

    it('whatever its form, without the process being held up, and a made-up address before a byte is taken', async () => {
      const subjectId = fresh()
      const to = await addressOf(subjectId)
      const from = emailOf.get(ana.id)!
      const text = `a${'\n'.repeat(24_000)}x`
      const unknown = await smtpError(transport().sendMail({ from, to: to.replace(/-[0-9a-f]{4}/, '-0000'), text }))
      expect(unknown).to.include({ responseCode: 550, command: 'RCPT TO' })
      for (const [i, shape] of [text, ' \n'.repeat(20_000), 'x\n> '.repeat(10_000)].entries())
        await transport().sendMail({ from, to, text: `Shape ${i}.\n\n${shape}`, messageId: `<shape${i}@x>` })
      expect(answered(subjectId)).to.have.length(3)
    })

    it('by a provider’s call, which shows the operator’s key', async () => {
      const subjectId = fresh()
      const to = await addressOf(subjectId)
      const body = `From: ${emailOf.get(ana.id)}\r\nTo: ${to}\r\nMessage-ID: <hook@x>\r\n\r\nBy the other door.\r\n`
      const post = (key: string, raw = body) =>
        fetch(`${app.url}/internal_api/notifications/inbound_emails?key=${encodeURIComponent(key)}`, {
          method: 'POST',
          headers: { 'content-type': 'message/rfc822' },
          body: raw,
        })
      expect((await post('another')).status).to.equal(404)
      expect((await post(KEY, 'From: x@example.com\r\n\r\nNo address')).status).to.equal(422)
      expect((await post(KEY, 'x'.repeat(26 * 1024 * 1024))).status).to.equal(413)
      expect([(await post(KEY)).status, (await post(KEY)).status]).to.deep.equal([200, 200])
      expect(answered(subjectId).map(({ doc }) => wordsIn(doc).includes('By the other door.'))).to.deep.equal([true])
    })
  })
})
