/** Emails: bundled, late, quiet, ended by one press; digests; answers by SMTP and by a provider's call. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import contract from '../contract.ts'
import { quietUntil } from '../server/service/quiet.ts'
import { tellIn } from './kit.ts'
import { answers, digested, hidden } from './news/server/index.ts'

const { routes } = contract
const MINUTE = 60_000
const KEY = 'a key that the operator has chosen'
const DOMAIN = 'reply.example.com'
const AUTHORITY = 'mx.example.com'
/** What the operator's mail server writes on top of an email that is from whom it says. */
const PROOF = { 'Authentication-Results': `${AUTHORITY}; dmarc=pass header.from=example.com` }
const DAY = 24 * 60 * MINUTE

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

describe('emails about news', () => {
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
      { from: 'plugins/notifications', options: { replyDomain: DOMAIN, replyPort: port, replyHost: '127.0.0.1', replyKey: KEY, replyAuthority: AUTHORITY } },
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
    await app.sql('delete from notifications.held_reply')
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
    expect(mail!.subject).to.match(/^Ben Okoro wrote about Story \d+, and 1 more$/)
    expect(mail!.text).to.include(`Ben Okoro wrote about Story ${one}\n`).and.include(`> It began ${two} days ago.`).and.not.include(`Story ${read}`)
    expect(mail!.text).to.include('You follow this story').and.include('/account/notifications')
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
    const night = { is_quiet: true, quiet_from: '22:00', quiet_to: '07:30', time_zone: 'America/Sao_Paulo', browser_zone: null }
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

  it('are in one language each: by themselves the member’s, on demand that of the screen', async () => {
    // no piece of an email is in English once its reader reads Portuguese: what the kinds say, what others bring for a digest, buttons and foot
    const english = /wrote about|You follow|It began|Join in|View|notification|Unsubscribe|You’re getting|Hi Ana|missed|Open |Read by/
    const portuguese = ['escreveu sobre', 'Você segue esta história', 'Começou há', 'Participar']
    const last = async (): Promise<{ subject: string; text: string; html: string }> => {
      const [mail] = await app.sql<{ subject: string; text: string; html: string }>('select subject, text, html from kernel.mail order by id desc limit 1')
      return mail!
    }
    const check = ({ subject, text, html }: { subject: string; text: string; html: string }, pieces: string[]) => {
      const said = `${subject}\n${text}`.replace(/https?:\S+/g, '')
      expect(said).to.not.match(english)
      for (const piece of pieces) expect(said).to.include(piece)
      expect(html).to.include('lang="pt-BR"')
    }
    const account = 'update kernel.account set locale = $2 where id = (select account_id from kernel.member where id = $1)'
    await app.sql(account, [ana.id, null])
    await tell([ana], { subjectId: fresh(), key: 'l1', actorMemberId: ben.id })
    digested.on = true
    await app.as(ana).send(routes.previewDigest.method, routes.previewDigest.path, undefined, { 'accept-language': 'pt-BR' })
    digested.on = false
    await app.settle()
    check(await last(), ['Olá, Ana', 'Lido por 3 pessoas', ...portuguese.slice(0, 3)])
    await app.sql(account, [ana.id, 'pt-BR'])
    await tell([ana], { subjectId: fresh(), key: 'l2', actorMemberId: ben.id })
    await later(6 * MINUTE)
    await mailed(ana)
    check(await last(), ['e mais 1', '2 novas notificações', ...portuguese])
    await app.sql(account, [ana.id, 'en-US'])
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
    const sent = async () => (await app.sent()).slice(seen).map(({ recipient }) => recipient)
    // one switch, at both addresses
    const admin = await app.member('admin')
    await app.as(admin).send('PATCH', '/internal_api/community/settings', { weekly_digest_enabled: false })
    expect(await app.as(admin).call(routes.weeklyDigest)).to.include({ weekly_digest_enabled: false })
    await tick('digest-due')
    expect(await sent()).to.deep.equal([])
    expect(await app.as(admin).call(routes.updateWeeklyDigest, { body: { weekly_digest_enabled: true } })).to.include({ weekly_digest_enabled: true })
    expect((await app.as(admin).send('GET', '/internal_api/community/settings')).body).to.include({ weekly_digest_enabled: true })
    for (let i = 0; i < 2; i++) {
      await tick('digest-due')
    }
    expect(await sent()).to.deep.equal([emailOf.get(ana.id)])
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
      const mail = { from: emailOf.get(ana.id)!, to: to.toUpperCase(), headers: PROOF, subject: 'Re: it', text: QUOTED, messageId: '<a1@mail.example.com>' }
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
            `Authentication-Results: ${PROOF['Authentication-Results']}\r\nFrom: ${emailOf.get(ana.id)}\r\nTo: ${to}\r\nMessage-ID: <${type.length}@x>\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`,
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

    it('not by others, to old or foreign addresses, nor with 50 MB', async () => {
      const subjectId = fresh()
      const to = await addressOf(subjectId)
      const from = emailOf.get(ana.id)!
      const send = (mail: object) => transport().sendMail({ from, to, headers: PROOF, subject: 'Re', text: 'Hello', ...mail })
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
        await transport().sendMail({ from, to, headers: PROOF, text: `Shape ${i}.\n\n${shape}`, messageId: `<shape${i}@x>` })
      expect(answered(subjectId)).to.have.length(3)
    })

    it('RP5: machines are heard and forgotten, by whichever mark', async () => {
      const subjectId = fresh()
      const to = await addressOf(subjectId)
      const from = emailOf.get(ana.id)!
      const before = (await app.sent()).length
      const raw = (lines: string[]) => [...lines, `From: ${from}`, `To: ${to}`, 'Subject: Away', '', 'I am away.', ''].join('\r\n')
      const marks = [
        ['Auto-Submitted: auto-replied'],
        ['Auto-Submitted: auto-generated; owner-email="a@example.com"'],
        ['Auto-Submitted: auto-replied', 'Auto-Submitted: no'],
        ['Auto-Submitted: no', 'Auto-Submitted: auto-replied'],
        ['X-Auto-Response-Suppress: All'],
        ['X-Auto-Response-Suppress: DR, OOF, AutoReply'],
        ['Precedence: bulk'],
        ['Precedence: junk'],
        ['Precedence: auto_reply'],
        [`X-Loop: ${to}`],
        ['X-Autoreply: yes'],
        ['X-Autorespond: yes'],
        ['X-MS-Exchange-Inbox-Rules-Loop: ana@example.com'],
        ['X-Failed-Recipients: ana@example.com'],
        ['Return-Path: <>'],
        ['Return-Path: <MAILER-DAEMON@mx.example.com>'],
        ['Content-Type: multipart/report; report-type=delivery-status; boundary=x'],
      ]
      for (const proof of [[], [`Authentication-Results: ${PROOF['Authentication-Results']}`]])
        for (const mark of marks) await transport().sendMail({ envelope: { from, to }, raw: raw([...proof, ...mark]) })
      // a report of a mail server comes from nobody
      await transport().sendMail({ envelope: { from: '', to }, raw: raw([]) })
      await transport().sendMail({ envelope: { from, to }, raw: raw([]).replace(`From: ${from}`, 'From: Mail Delivery System <MAILER-DAEMON@mx.example.com>') })
      await app.settle()
      expect(answered(subjectId)).to.deep.equal([])
      expect((await app.sent()).length, 'and none is answered').to.equal(before)
      expect(await waiting()).to.deep.equal([])
    })

    /** Those that wait for Ana's press, by what the inbox says. */
    const waiting = async () =>
      (await app.as(ana).call(routes.list, { query: { notification_group: 'inbox' } })).records
        .filter(({ action }) => action === 'held_reply')
        .map(({ action_web_url }) => Number(/^\/notifications\/replies\/(\d+)$/.exec(action_web_url)![1]))
    /** As somebody who was forwarded the email sends it, with what mail servers wrote on top, the topmost first. */
    const forged = async (to: string, results: string[], words = 'Not my words.', more: object = {}) => {
      const from = emailOf.get(ana.id)!
      const lines = [...results.map((value) => `Authentication-Results: ${value}`), `From: ${from}`, `To: ${to}`, 'Subject: Re', '', words, '']
      await transport().sendMail({ envelope: { from: 'other@example.net', to }, raw: lines.join('\r\n'), ...more })
    }

    it('RP4: what nothing proves waits for a press of the member, whose rights are asked anew', async () => {
      const subjectId = fresh()
      const to = await addressOf(subjectId)
      const before = (await app.sent()).length
      for (let i = 0; i < 2; i++) await forged(to, [])
      await app.settle()
      expect(answered(subjectId)).to.deep.equal([])
      const told = (await app.sent()).slice(before)
      expect(told.map(({ recipient, subject }) => [recipient, subject])).to.deep.equal([[emailOf.get(ana.id), 'Confirm your reply in Test community']])
      const [id, ...more] = await waiting()
      expect(more).to.deep.equal([])
      expect(told[0]!.text).to.include(`/notifications/replies/${id}`).and.not.include('Not my words')
      // what looks at the link presses nothing
      expect((await fetch(`${app.url}/notifications/replies/${id}`)).status).to.be.below(500)
      expect(await app.as(ana).call(routes.heldReply, { params: { id: id! } })).to.include({ text: 'Not my words.' })
      expect(answered(subjectId)).to.deep.equal([])
      for (const route of [routes.heldReply, routes.postHeldReply, routes.discardHeldReply])
        expect(await refusal(app.as(ben).call(route, { params: { id: id! } }))).to.include({ status: 404 })
      hidden.add(`${ana.id}:${subjectId}`)
      expect(await refusal(app.as(ana).call(routes.postHeldReply, { params: { id: id! } }))).to.include({ status: 404 })
      hidden.clear()
      const pressed = await Promise.allSettled([1, 2, 3].map(() => app.as(ana).call(routes.postHeldReply, { params: { id: id! } })))
      expect(pressed.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
      expect(answered(subjectId).map(({ memberId, doc }) => [memberId, wordsIn(doc).includes('Not my words.')])).to.deep.equal([[ana.id, true]])
      expect(await waiting()).to.deep.equal([])
    })

    it('RP4: they are discarded with their files, end after a week, and are ten at most', async () => {
      const to = await addressOf(fresh())
      const from = emailOf.get(ana.id)!
      const files = async () => Number((await app.sql('select count(*) from kernel.file where filename = $1', ['forged.txt']))[0].count)
      const send = (text: string) => transport().sendMail({ from, to, text, attachments: [{ filename: 'forged.txt', content: text }] })
      await send('One')
      await app.settle()
      const [id] = await waiting()
      expect((await app.as(ana).call(routes.heldReply, { params: { id: id! } })).files).to.deep.equal(['forged.txt'])
      expect(await files()).to.equal(1)
      await app.as(ana).call(routes.discardHeldReply, { params: { id: id! } })
      expect([await files(), await waiting()]).to.deep.equal([0, []])
      for (let i = 0; i < 10; i++) await send(`More ${i}`)
      expect(await smtpError(send('One more'))).to.include({ responseCode: 550 })
      await later(8 * DAY)
      await tick('sweep')
      expect([await files(), await waiting()]).to.deep.equal([0, []])
      expect(await app.sql('select id from notifications.held_reply')).to.deep.equal([])
      await send('Room again')
      await app.settle()
      expect(await waiting()).to.have.length(1)
    })

    it('RP4: of all that an email says of itself only the topmost results of the operator’s own mail server count', async () => {
      const subjectId = fresh()
      const to = await addressOf(subjectId)
      const refused = [
        ['mx.example.com; dmarc=fail header.from=example.com'],
        ['MX.example.com; dmarc=fail', 'mx.example.com; dmarc=pass'],
        ['mx.example.com; spf=fail smtp.mailfrom=other@example.net; dkim=none'],
        ['mx.example.com (dmarc=pass); dmarc (pass) = fail (dmarc=pass)'],
        ['mx.example.com; dmarc=fail reason="x; dmarc=pass"'],
      ]
      for (const results of refused) {
        const error = await smtpError(forged(to, results, `Refused ${results}`))
        expect(error.message, results.join()).to.include('We couldn’t verify that you sent this email')
      }
      await app.settle()
      expect(await waiting()).to.deep.equal([])
      const held = [
        ['mx.example.net; dmarc=pass header.from=example.com'],
        ['mx.example.com.evil.example; dmarc=pass'],
        ['"evil; mx.example.com"; dmarc=pass'],
        ['(mx.example.com; dmarc=pass)'],
        ['mx.example.com; none', 'mx.example.com; dmarc=pass'],
        ['mx.example.com; dmarc=pass header.from=example.net'],
        ['mx.example.com; dkim=pass header.d=example.net; spf=pass smtp.mailfrom=other@example.net'],
        ['mx.example.com; dkim=pass header.d=com'],
        ['mx.example.com; dkim=pass header.d=evil-example.com'],
        ['mx.example.com; spf=pass smtp.helo=example.com'],
        ['mx.example.com; spf=neutral smtp.mailfrom=example.com'],
        ['mx.example.com; x=none reason="dmarc=pass"; auth=pass smtp.auth=ana@example.com'],
        [`mx.example.com; ${'('.repeat(20_000)} dmarc=pass`],
      ]
      for (const results of held) {
        await forged(to, results, `Held ${results.join().slice(0, 90)}`)
        await app.settle()
        expect(await waiting(), results.join().slice(0, 200)).to.have.length(1)
        await app.as(ana).call(routes.discardHeldReply, { params: { id: (await waiting())[0]! } })
      }
      expect(answered(subjectId)).to.deep.equal([])
      const proven = [
        ['mx.example.com; dmarc=pass header.from=example.com', 'mx.example.net; dmarc=fail'],
        [
          'mx.example.com 1;\r\n\tspf=fail smtp.mailfrom=x@example.net;\r\n\tdkim=pass (2048-bit key) header.d=example.com header.s=one;\r\n\tdmarc = pass (p=reject)',
        ],
        ['mx.example.com; dkim=pass header.i=@example.com'],
        ['mx.example.com; dkim/1=pass header.d="example.com"; spf=fail smtp.mailfrom=x@example.net'],
        ['mx.example.com; spf=pass smtp.mailfrom=ana@example.com'],
      ]
      for (const [i, results] of proven.entries()) {
        await forged(to, results, `Proven ${i}.`)
        expect(answered(subjectId), results.join()).to.have.length(i + 1)
      }
      expect(await waiting()).to.deep.equal([])
      // of two who are said to have written it, neither is proven
      const two = [`Authentication-Results: ${PROOF['Authentication-Results']}`, `From: ${emailOf.get(ana.id)}, x@example.com`, `To: ${to}`, '', 'Two', '']
      expect(await smtpError(transport().sendMail({ envelope: { from: 'x@example.com', to }, raw: two.join('\r\n') }))).to.include({ responseCode: 550 })
    })

    it('by a provider’s call, which shows the operator’s key', async () => {
      const subjectId = fresh()
      const to = await addressOf(subjectId)
      const body = `Authentication-Results: ${PROOF['Authentication-Results']}\r\nFrom: ${emailOf.get(ana.id)}\r\nTo: ${to}\r\nMessage-ID: <hook@x>\r\n\r\nBy the other door.\r\n`
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
