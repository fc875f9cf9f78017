/** Emails that the house sends by itself, in words of the community's own; and what stands beside broadcasts. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import archive from '../../archive/contract.ts'
import audience from '../../audience/contract.ts'
import notifications from '../../notifications/contract.ts'
import contract, { type Block } from '../contract.ts'
import { openSink, type Sink } from './sink.ts'

const { routes } = contract
const BLOCKS: Block[] = [{ key: 'a', type: 'heading', text: 'Hello {{first_name|friend}}', level: 1, align: 'start' }]
const HOUR = 3_600_000

describe('system emails', () => {
  let app: TestApp
  let sink: Sink
  let admin: TestMember
  let ana: TestMember
  const as = () => app.as(admin)
  const latest = async (to: string) =>
    (
      await app.sql<{ subject: string; text: string; html: string }>(
        'select subject, text, html from kernel.mail where lower(recipient) = lower($1) order by id desc limit 1',
        [to],
      )
    )[0]!
  const addressOf = async (member: TestMember) =>
    (await app.sql<{ email: string }>('select email from kernel.account where id = $1', [member.accountId]))[0]!.email
  const words = (kind: string, fields: object = {}) => ({ kind, locale: 'en-US' as const, subject: '', before: '', after: '', ...fields })

  before(async () => {
    sink = await openSink()
    app = await testApp(['plugins/archive', { from: 'plugins/email', options: { smtpUrl: sink.url, mailFrom: 'Studio <studio@mail.example>' } }])
    for (const { manifest, error } of app.plugins) if (error) throw new Error(`${manifest.id}: ${error}`)
    admin = await app.member('admin', { name: 'Admin Person' })
    ana = await app.member('member', { name: 'Ana Lima' })
    await app.settle()
    await as().call(routes.saveAddressSettings, { body: { footer_html: 'Rua Um 1, Porto' } })
  })
  after(async () => {
    await app.close()
    await sink.close()
  })

  it('are listed as their plugins tell of them, each with its variables', async () => {
    const { records } = await as().call(routes.systemTemplates)
    const of = (kind: string) => records.find((one) => one.kind === kind)
    expect(of('auth.reset')).to.deep.include({ is_secret: true, at: null, title: 'Password reset', words: [] })
    expect(of('archive.ban')!.variables).to.include.members(['name', 'first_name', 'reason', 'community'])
    expect(of('notifications.comment')).to.deep.include({ plugin: 'notifications', is_secret: false })
    expect(of('notifications.weekly')!.at).to.equal('/settings/weekly_digest')
    expect(new Set(records.map(({ kind }) => kind)).size).to.equal(records.length)
    for (const { kind, at } of records.filter((one) => !one.at)) {
      const shown = await as().call(routes.previewSystemTemplate, { body: words(kind, { before: 'Our own hello', after: 'Our own end' }) })
      expect(shown.subject, kind).to.not.equal('')
      expect(shown.html, `${kind} ${at}`).to.include('Our own hello').and.to.include('Our own end')
    }
  })

  it('go out with the community’s words, each language its own, and are ours again after a reset', async () => {
    const own = await as().call(routes.createSystemTemplate, {
      body: words('archive.ban', { subject: 'Goodbye, {{first_name}}', before: 'Dear {{name}},\n\nthis is sad.', after: 'Reasons: {{reason|none}}' }),
    })
    const member = await app.member('member', { name: 'Bo Lee' })
    await as().call(archive.routes.ban, { params: { id: member.id }, body: { reason: 'Too\nloud', content: 'keep' } } as never)
    const mail = await latest(await addressOf(member))
    expect(mail.subject).to.equal('Goodbye, Bo')
    expect(mail.text).to.include('Dear Bo Lee,').and.to.include('Reasons: Too loud').and.to.include('You’re banned')
    expect(mail.text.indexOf('this is sad')).to.be.below(mail.text.indexOf('You’re banned'))
    expect(mail.html).to.include('this is sad')
    // a second saving is a change of the one
    const again = await as().call(routes.createSystemTemplate, { body: words('archive.ban', { subject: 'Bye' }) })
    expect(again.id).to.equal(own.id)
    const portuguese = await as().call(routes.createSystemTemplate, { body: { ...words('archive.ban', { subject: 'Adeus' }), locale: 'pt-BR' } })
    expect(portuguese.id).to.not.equal(own.id)
    await as().call(routes.destroySystemTemplate, { params: { id: own.id } })
    const next = await app.member('member', { name: 'Cy Fox' })
    await as().call(archive.routes.ban, { params: { id: next.id }, body: { reason: 'Too loud', content: 'keep' } } as never)
    expect((await latest(await addressOf(next))).subject).to.match(/^You’re banned from/)
  })

  it('of accounts keep their link whatever is written, and take no other', async () => {
    const email = await addressOf(ana)
    for (const before of ['Go to https://evil.example', 'www.evil.example', 'evil.example/reset', 'Write to a@evil.example', 'Your code:\n\n123456'])
      expect(await refusal(as().call(routes.createSystemTemplate, { body: words('auth.reset', { before }) })), before).to.deep.include({ status: 422 })
    expect((await refusal(as().call(routes.createSystemTemplate, { body: words('auth.reset', { after: '{{link}}' }) }))).status).to.equal(422)
    expect((await as().send('POST', '/internal_api/email/system_templates', words('auth.reset', { subject: 'Two\r\nBcc: all@example.com' }))).status).to.equal(
      422,
    )
    await as().call(routes.createSystemTemplate, {
      body: words('auth.reset', { subject: 'A new password for {{first_name}}', before: 'Hello from the studio.' }),
    })
    expect((await app.as(null).send('POST', '/internal_api/passwords', { email })).status).to.be.below(300)
    await app.settle()
    const mail = await latest(email)
    expect(mail.subject).to.equal('A new password for Ana')
    expect(mail.text)
      .to.include('Hello from the studio.')
      .and.to.match(/reset_password_token=/)
    expect(mail.html).to.include('reset_password_token=').and.to.include('Hello from the studio.')
  })

  it('are tried on oneself alone, and are for who manages emails', async () => {
    await as().call(routes.testSystemTemplate, { body: words('notifications.comment', { before: 'Try this' }) })
    const mail = await latest(await addressOf(admin))
    expect(mail.subject).to.match(/^Test: /)
    expect(mail.text).to.include('Try this')
    for (const kind of ['archive.nothing', 'notifications.weekly'])
      expect((await refusal(as().call(routes.createSystemTemplate, { body: words(kind) }))).status).to.equal(404)
    expect((await refusal(app.as(ana).call(routes.systemTemplates))).status).to.equal(403)
  })

  it('to chosen members wait for their moment, are changed, and go to them alone', async () => {
    const at = new Date(Date.now() + 2 * HOUR).toISOString()
    const made = await as().call(routes.createScheduledEmail, { body: { subject: 'Just for you', blocks: BLOCKS, member_ids: [ana.id], scheduled_at: at } })
    expect(made).to.deep.include({ status: 'scheduled', scheduled_at: at })
    expect(made.audience).to.deep.equal({ kind: 'people', segment_ids: [], member_ids: [ana.id] })
    const { id } = made
    const changed = await as().call(routes.updateScheduledEmail, { params: { id }, body: { subject: 'Only for you' } })
    expect(changed).to.deep.include({ status: 'scheduled', scheduled_at: at, subject: 'Only for you' })
    expect((await as().call(routes.scheduledEmails, { query: {} })).records.map((one) => one.id)).to.deep.equal([id])
    expect((await as().call(routes.list, { query: {} })).records.map((one) => one.id)).to.include(id)
    const broadcast = await as().call(routes.create, { body: { name: 'To many' } })
    expect((await refusal(as().call(routes.scheduledEmail, { params: { id: broadcast.id } }))).status).to.equal(404)
    expect(
      (await as().send('POST', '/internal_api/scheduled_emails', { subject: 'x', blocks: BLOCKS, member_ids: [999_999], scheduled_at: at })).status,
    ).to.equal(422)
    sink.taken.length = 0
    await app.clock.advance(3 * HOUR)
    await app.renew(admin)
    await app.runSchedule('mind')
    await app.settle()
    expect(sink.taken.map(({ to }) => to)).to.deep.equal([await addressOf(ana)])
    const people = await as().send('POST', `/internal_api/broadcasts/${id}/recipients/export`, {})
    expect(people.body).to.include('Ana Lima').and.to.include('Delivered')
    const one = await as().send('GET', `/email/broadcasts/${id}/recipients.csv?outcome=opened`)
    expect(one.body).to.not.include('Ana Lima')
    expect((await app.as(ana).send('GET', `/email/broadcasts/${id}/recipients.csv`)).status).to.equal(403)
    const [person] = (await as().call(audience.routes.list, { query: { search_text: 'Ana Lima' } })).records
    const { records } = await as().call(audience.routes.timeline, { params: { sqid: person!.sqid }, query: { kind: 'emails' } })
    expect(records.map(({ text }) => text)).to.deep.equal(['Got the email “Only for you”'])
    await as().call(routes.destroyScheduledEmail, { params: { id } })
    expect((await as().call(routes.scheduledEmails, { query: {} })).records).to.deep.equal([])
  })

  it('are chosen on one page by who gets them, without an account', async () => {
    const form = (fields: [string, string][]) => new URLSearchParams(fields).toString()
    const press = (action: string, fields: [string, string][]) =>
      app.as(null).send('POST', action, Buffer.from(form(fields)), { 'content-type': 'application/x-www-form-urlencoded' })
    const linkIn = (html: string) => /https?:\/\/[^"\s]+?(\/email\/u\/[^"\s]+)/.exec(html)![1]!
    const actionIn = (page: string) => /action="([^"]+)"/.exec(page)![1]!
    await as().call(audience.routes.createContact, { body: { email: 'guest@contact.example', name: 'Guest' } })
    sink.taken.length = 0
    const { id } = await as().call(routes.create, { body: { name: 'Letter', subject: 'Letter', blocks: BLOCKS, audience: { kind: 'everybody' } } })
    await as().call(routes.sendNow, { params: { id } })
    await app.settle()
    const mailTo = async (to: string) => String((await sink.taken.find((one) => one.to === to)!.read()).html)
    const page = await app.as(null).send('GET', linkIn(await mailTo(await addressOf(ana))))
    expect(page.status).to.equal(200)
    const shown = String(page.body)
    expect(shown).to.include('name="mailing" value="broadcasts" checked').and.to.include('name="kind" value="comment"').and.to.include('name="digest"')
    const ended = String((await press(actionIn(shown), [['act', 'stop']])).body)
    expect(ended).to.include('Preferences saved.').and.to.include('name="mailing" value="broadcasts">')
    await app.settle()
    const report = await as().call(routes.report, { params: { id } })
    expect(report.figures.unsubscribed).to.equal(1)
    const before = await app.as(ana).call(notifications.routes.preferences)
    expect(before.digest).to.equal('weekly')
    await press(actionIn(shown), [
      ['act', 'save'],
      ['mailing', 'broadcasts'],
      ['digest', 'daily'],
      ['kind', 'comment'],
    ])
    const saved = await app.as(ana).call(notifications.routes.preferences)
    expect(saved.digest).to.equal('daily')
    expect(saved.kinds.filter(({ email, required }) => email && !required).map(({ type }) => type)).to.deep.equal(['comment'])
    // what one gets in the app is another matter
    expect(saved.kinds.map(({ in_app }) => in_app)).to.deep.equal(before.kinds.map(({ in_app }) => in_app))
    await press(actionIn(shown), [['act', 'all']])
    const none = await app.as(ana).call(notifications.routes.preferences)
    expect([none.digest, none.kinds.some(({ email, required }) => email && !required)]).to.deep.equal(['never', false])
    // a contact has no kinds to choose, and ends the same way
    const guest = String((await app.as(null).send('GET', linkIn(await mailTo('guest@contact.example')))).body)
    expect(guest).to.include('name="mailing"').and.to.not.include('name="kind"')
    await press(actionIn(guest), [['act', 'all']])
    expect(String((await app.as(null).send('GET', linkIn(await mailTo('guest@contact.example')))).body)).to.include('name="mailing" value="broadcasts">')
    expect((await press(`${actionIn(guest)}AA`, [['act', 'all']])).status).to.equal(404)
  })

  it('have first steps that are done or put aside, and no limit but the mail server', async () => {
    const steps = await as().call(routes.onboarding)
    expect(steps.steps.find(({ key }) => key === 'address')).to.deep.include({ is_done: true })
    expect(steps.dismissed).to.equal(false)
    expect((await as().call(routes.saveOnboarding, { body: { dismissed: true } })).dismissed).to.equal(true)
    expect(await as().call(routes.plans)).to.deep.include({ kind: 'self_hosted', monthly_limit: null })
    expect(await refusal(as().call(routes.cancelSubscription, { body: {} }))).to.deep.include({ status: 409, code: 'no_subscription' })
  })
})
