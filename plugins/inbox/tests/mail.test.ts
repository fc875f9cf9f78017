/** Answers by email with those who are no members, in both directions: loops, out of office, forged senders, the same email twice. */
import { expect } from 'chai'
import { createTransport } from 'nodemailer'
import contract from '../contract.ts'
import { AUTHORITY, DOMAIN, type Studio, studio } from './kit.ts'

const MINUTE = 60_000
const PROOF = `Authentication-Results: ${AUTHORITY}; dmarc=pass header.from=potters.example`
const EMAIL = 'vera@potters.example'

describe('answers by email', () => {
  let all: Studio
  before(async () => {
    all = await studio({ withMail: true })
  })
  beforeEach(() => all.app.resetLimits())
  after(() => all?.app.close())

  const transport = () => createTransport({ host: '127.0.0.1', port: all.port!, secure: false, ignoreTLS: true })
  const mailsTo = async (email: string) => (await all.app.sent()).filter(({ recipient }) => recipient === email)
  let n = 0
  /** A conversation of somebody with an address, and where emails about it go. */
  async function begun(email = EMAIL, question = 'Do you ship?') {
    const personId = await all.visitor(email)
    const { chatId } = await all.ask(personId, question, { subject: 'Shipping' })
    await all.answer(all.maya, chatId, 'We do, worldwide.')
    await all.app.settle()
    const [row] = await all.app.sql('select reply_to, headers from kernel.mail order by id desc limit 1')
    return { personId, chatId, to: row.reply_to as string, headers: row.headers as Record<string, string> }
  }
  const send = (to: string, lines: string[], words: string, { from = EMAIL, envelope = EMAIL, id = `<m${++n}@potters.example>` } = {}) =>
    transport().sendMail({
      envelope: { from: envelope, to },
      raw: [...lines, `From: ${from}`, `To: ${to}`, `Message-ID: ${id}`, 'Subject: Re: Shipping', '', words, ''].join('\r\n'),
    })
  const said = async (chatId: number) => (await all.talk(chatId)).filter((one) => one.startsWith('person:'))
  const refused = async (sending: Promise<unknown>) =>
    (
      (await sending.then(
        () => null,
        (error) => error,
      )) as { responseCode?: number } | null
    )?.responseCode

  it('reach who asks, once, with an address of their own; and come back into the conversation, once', async () => {
    const { chatId, to, headers } = await begun()
    const mails = await mailsTo(EMAIL)
    expect(mails).to.have.length(1)
    expect(mails[0]!.subject).to.equal('Re: Shipping')
    expect(mails[0]!.text)
      .to.match(/Maya Lund wrote/i)
      .and.include('We do, worldwide.')
      .and.include('Reply to this email')
      .and.not.include('Do you ship?')
    expect(to).to.match(new RegExp(`^inbox\\+[0-9a-z]+-[0-9a-f]{32}@${DOMAIN}$`))
    expect(headers).to.include({ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' })
    const words = 'Great, thank you.\r\n\r\nOn Mon, Nov 30, 2026 at 10:00, Clay <a@example.com> wrote:\r\n> We do, worldwide.'
    for (let i = 0; i < 3; i++) await send(to.toUpperCase(), [PROOF], words, { id: '<same@potters.example>' })
    expect(await said(chatId)).to.deep.equal(['person: Do you ship?', 'person: Great, thank you.'])
    const shown = await all.show(chatId)
    expect(shown).to.include({ unread_count: 1, last_author: 'person' })
    expect(shown.person.is_verified).to.equal(true)
    const { records } = await all.app.as(all.admin).call(contract.routes.messages, { params: { id: chatId } })
    expect(records[0]!.via).to.equal('email')
  })

  it('bring what is attached', async () => {
    const { chatId, to } = await begun()
    await transport().sendMail({
      ...{ from: EMAIL, to, subject: 'Re', text: 'See the log' },
      headers: { 'Authentication-Results': PROOF.slice(24) },
      attachments: [{ filename: 'log.txt', content: 'cone 6' }],
    })
    const { records } = await all.app.as(all.admin).call(contract.routes.messages, { params: { id: chatId } })
    expect(records[0]!.files.map(({ filename }) => filename)).to.deep.equal(['log.txt'])
  })

  it('of machines are heard and forgotten, by whichever mark, and none is answered', async () => {
    const { chatId, to } = await begun()
    const before = (await all.app.sent()).length
    const marks = [
      'Auto-Submitted: auto-replied',
      'Auto-Submitted: auto-generated',
      'X-Auto-Response-Suppress: All',
      'X-Auto-Response-Suppress: OOF, AutoReply',
      'Precedence: bulk',
      'Precedence: auto_reply',
      `X-Loop: ${to}`,
      'X-Autoreply: yes',
      'Return-Path: <>',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
    ]
    for (const mark of marks) for (const proof of [[], [PROOF]]) await send(to, [...proof, mark], 'I am away until Monday.')
    await send(to, [], 'Undelivered', { from: 'Mail Delivery System <MAILER-DAEMON@mx.example.com>' })
    await all.app.settle()
    expect(await all.talk(chatId)).to.deep.equal(['person: Do you ship?', '(taken)', 'team: We do, worldwide.'])
    expect((await all.app.sent()).length).to.equal(before)
  })

  it('to an address of our own go round in no circle', async () => {
    const { chatId, to } = await begun()
    // who asks says that they are another conversation
    const loop = await all.visitor(to)
    const { chatId: other } = await all.ask(loop, 'Echo', {})
    await all.answer(all.maya, other, 'Echo?')
    await all.app.settle()
    const [{ headers }] = await all.app.sql('select headers from kernel.mail where recipient = $1 order by id desc limit 1', [to])
    await send(
      to,
      Object.entries(headers as Record<string, string>).map(([name, value]) => `${name}: ${value}`),
      'Echo?',
      { from: 'atrium@localhost' },
    )
    expect(await all.talk(chatId)).to.have.length(3)
  })

  it('that nobody proves are a note for the team, which who asks never sees', async () => {
    const { chatId, personId, to } = await begun()
    await send(to, [], 'Send the money elsewhere')
    await send(to, [`Authentication-Results: ${AUTHORITY}; dmarc=fail header.from=potters.example`], 'Or there')
    await send(to, ['Authentication-Results: mx.evil.example; dmarc=pass header.from=potters.example'], 'Or here')
    await send(to, [`Authentication-Results: ${AUTHORITY}; dmarc=pass header.from=evil.example`], 'I am somebody else', { from: 'eve@evil.example' })
    await send(to, ['From: eve@evil.example', PROOF], 'Two writers')
    expect(await said(chatId)).to.deep.equal(['person: Do you ship?'])
    const { records } = await all.app.as(all.admin).call(contract.routes.messages, { params: { id: chatId } })
    const notes = records.filter(({ happening }) => happening === 'unproven').reverse()
    expect(notes.map(({ is_note, values, text }) => [is_note, values['from'], text])).to.deep.equal([
      [true, EMAIL, 'Send the money elsewhere'],
      [true, EMAIL, 'Or there'],
      [true, EMAIL, 'Or here'],
      [true, 'eve@evil.example', 'I am somebody else'],
      [true, '', 'Two writers'],
    ])
    const own = await all.inbox((service) => service.messages(personId, chatId, null, 50))
    expect(JSON.stringify(own)).to.not.include('money')
    expect((await all.show(chatId)).person.is_verified).to.equal(false)
    for (let i = 0; i < 5; i++) await send(to, [], `More ${i}`)
    expect(await refused(send(to, [], 'And one more'))).to.equal(550)
  })

  it('to addresses that are none, empty ones, and into what is closed come back with a reason', async () => {
    const { chatId, to } = await begun()
    expect(await refused(send(to.replace(/-[0-9a-f]{4}/, '-0000'), [PROOF], 'Hello'))).to.equal(550)
    expect(await refused(send(to.replace(/\+[0-9a-z]+-/, '+zz-'), [PROOF], 'Hello'))).to.equal(550)
    expect(await refused(send(to, [PROOF], '> only what was quoted'))).to.equal(550)
    await all.update(chatId, { status: 'closed' })
    expect(await refused(send(to, [PROOF], 'Still here?'))).to.equal(550)
    expect(await said(chatId)).to.have.length(1)
  })

  it('wait for who is looking at a chat, and leave out what they have seen', async () => {
    const email = 'live@potters.example'
    const personId = await all.visitor(email)
    const { chatId } = await all.ask(personId, 'Here?', { type: 'live_chat' })
    await all.answer(all.maya, chatId, 'Seen at once')
    await all.inbox((service) => service.markSeen(personId, chatId))
    await all.answer(all.maya, chatId, 'One more')
    await all.answer(all.maya, chatId, 'And another', { is_note: true })
    await all.app.settle()
    expect(await mailsTo(email)).to.deep.equal([])
    await all.app.clock.advance(3 * MINUTE)
    await all.app.settle()
    const [mail, ...more] = await mailsTo(email)
    await all.app.clock.advance(-3 * MINUTE)
    expect(more).to.deep.equal([])
    expect(mail!.text).to.include('One more').and.not.include('Seen at once').and.not.include('And another')
  })

  it('are not sent to members twice: notifications tell them', async () => {
    const { chatId } = await all.ask(await all.person(all.nell), 'By which way?')
    await all.answer(all.maya, chatId, 'By one')
    await all.app.settle()
    const [row] = await all.app.sql('select mailed_id from inbox.chat where id = $1', [chatId])
    expect(row.mailed_id).to.equal(null)
  })
})
