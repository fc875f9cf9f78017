/** Links in mails are opened by machines before people do: nothing is spent by looking, whatever is looked with, and one press spends it. */
import { expect } from 'chai'
import { PASSWORD, type TestApp, sessionFor } from '@atrium/sdk/testing'
import { openFilled, renew, type Side } from './world.ts'

/** Where links of mails lead, and whether what they carry is spent by a press. A mail with another link fails here until it is thought of. */
const KINDS: [name: string, path: RegExp, spends: boolean][] = [
  ['confirmation', /^\/user\/confirmation\?confirmation_token=/, true],
  ['reset', /^\/user\/password\?reset_password_token=/, true],
  ['invitation', /^\/space_invitations\/[\w-]{20,}$/, true],
  ['the page where a link is asked for', /^\/users\/password\/new$/, false],
  ['settings', /^\/account\/authentication$/, false],
  ['the community', /^\/?$/, false],
]
const SCANNERS = ['Mozilla/5.0 (compatible; MailScanner)', 'Slackbot-LinkExpanding 1.0', 'facebookexternalhit/1.1', 'GoogleImageProxy']

describe('links of mails', () => {
  let app: TestApp
  let side: Side
  before(async () => {
    const world = await openFilled()
    app = world.app
    side = world.a
    // what the filling mailed is not what is tried here
    await app.settle()
    await app.sql('delete from kernel.mail')
  })
  beforeEach(() => renew(app, side))
  after(() => app?.close())

  const send = async (method: string, address: string, body?: unknown, token?: string, headers: Record<string, string> = {}) => {
    app.resetLimits()
    const response = await fetch(app.url + address, {
      method,
      redirect: 'manual',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...(token ? { cookie: `atrium_session=${token}` } : {}), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  /** Paths of the links in the mails to somebody, the newest mail first. */
  async function linksTo(recipient: string): Promise<string[]> {
    await app.settle()
    const mails = await app.sql<{ text: string; html: string }>('select text, html from kernel.mail where recipient = $1 order by id desc', [recipient])
    return mails.flatMap(({ text, html }) => {
      const links = [...text.matchAll(/https?:\/\/[^\s<>")]+/g)].map(([link]) => link)
      for (const link of links) expect(html.replaceAll('&amp;', '&'), 'the HTML part leads to the same').to.include(link)
      return links.map((link) => link.replace(/^https?:\/\/[^/]+/, ''))
    })
  }
  const linkTo = async (recipient: string, kind: string) => {
    const [, path] = KINDS.find(([name]) => name === kind)!
    const link = (await linksTo(recipient)).find((one) => path.test(one))
    expect(link, `${kind} to ${recipient}`).to.be.a('string')
    return link!
  }
  const spent = async () => [
    ...(await app.sql('select id, used_at, attempts from (select id, used_at, 0 as attempts from kernel.one_time_token) t order by id')),
    ...(await app.sql('select id, claimed_by, claimed_at from spaces.invitation order by id')),
    ...(await app.sql('select id, email, email_confirmed_at, password_hash from kernel.account order by id')),
  ]
  /** As a scanner does: the address itself, its parts as a browser would ask for them, and what a page with scripts reads. */
  async function scan(path: string) {
    const before = await spent()
    const token = path.split(/[=/]/).at(-1)!.split('&')[0]!
    const also = path.startsWith('/space_invitations/') ? [`/internal_api/space_invitations/by_token/${token}`] : []
    for (const address of [path, ...also, `${path}${path.includes('?') ? '&' : '?'}utm_source=scan`])
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        for (const agent of SCANNERS)
          for (const accept of ['text/html', '*/*', 'application/json']) {
            const { status, headers } = await send(method, address, undefined, undefined, {
              'user-agent': agent,
              accept,
              purpose: 'prefetch',
              referer: 'https://mail.example/',
            })
            expect(status, `${method} ${address}`).to.be.below(500)
            expect(headers.get('set-cookie') ?? '', `${method} ${address}`).to.not.include('atrium_session=')
            if (status === 200 && accept === 'text/html') {
              // the token of a page's address goes to nobody else, and into nobody's index or store
              expect(headers.get('referrer-policy'), address).to.match(/^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/)
              expect(headers.get('cache-control') ?? '', address).to.not.match(/public/)
            }
          }
    expect(await spent(), path).to.deep.equal(before)
    return token
  }
  let count = 0
  const newcomer = async () => {
    const email = `newcomer-${++count}@example.com`
    const { status, body, headers } = await send('POST', '/internal_api/sign_up', { name: 'New', email, password: PASSWORD })
    expect(status, JSON.stringify(body)).to.be.below(300)
    const token = /atrium_session=([\w-]+)/.exec(headers.getSetCookie().join())![1]!
    return { email, token }
  }
  const confirm = (token: string, session?: string, password?: string) => send('PUT', '/internal_api/email_confirmations', { token, password }, session)
  const code = ({ status, body }: { status: number; body: any }) => (status < 300 ? 'ok' : body.code)

  it('A51: a confirmation waits for its press, holds on another device with the password, and once', async () => {
    const { email, token: session } = await newcomer()
    const token = await scan(await linkTo(email, 'confirmation'))
    expect((await send('GET', '/internal_api/account', undefined, session)).body.email_confirmed).to.equal(false)
    // the press comes from a telephone that is not signed in: who presses shows that they signed up, and nobody is signed in
    expect(code(await confirm(token))).to.equal('password_required')
    const pressed = await confirm(token, undefined, PASSWORD)
    expect([code(pressed), pressed.headers.get('set-cookie') ?? '']).to.deep.equal(['ok', ''])
    expect((await send('GET', '/internal_api/account', undefined, session)).body.email_confirmed).to.equal(true)
    for (const again of [undefined, session]) expect(code(await confirm(token, again))).to.equal('token_invalid')
  })

  it('A51: a new address holds with the press alone, and once', async () => {
    const { email, token: session } = await newcomer()
    await confirm(await scan(await linkTo(email, 'confirmation')), session)
    const next = `other-${email}`
    await app.sql(`update kernel.session set proved_at = now() where account_id = (select id from kernel.account where email = $1)`, [email])
    expect(code(await send('PATCH', '/internal_api/account/email', { email: next, password: PASSWORD }, session))).to.equal('ok')
    const token = await scan(await linkTo(next, 'confirmation'))
    expect((await send('GET', '/internal_api/account', undefined, session)).body.email).to.equal(email)
    // two presses at the same time are one
    expect((await Promise.all([confirm(token, session), confirm(token, session), confirm(token, session)])).map(code).sort()).to.deep.equal([
      'ok',
      'token_invalid',
      'token_invalid',
    ])
    expect((await send('GET', '/internal_api/account', undefined, session)).body.email).to.equal(next)
  })

  it('A51: a reset waits for the new password, holds on another device, and once', async () => {
    const { email, token: session } = await newcomer()
    expect(code(await send('POST', '/internal_api/passwords', { email }))).to.equal('ok')
    const token = await scan(await linkTo(email, 'reset'))
    expect(code(await send('POST', '/internal_api/sign_in', { email, password: PASSWORD }))).to.equal('ok')
    // a password that will not do spends nothing either
    expect((await send('PUT', '/internal_api/passwords', { token, password: 'x' })).status).to.equal(422)
    const set = (password: string) => send('PUT', '/internal_api/passwords', { token, password })
    expect(code(await set('Another-7'))).to.equal('ok')
    expect(code(await set('Another-8'))).to.equal('token_invalid')
    expect((await send('GET', '/internal_api/account', undefined, session)).status).to.equal(401)
    expect(code(await send('POST', '/internal_api/sign_in', { email, password: 'Another-7' }))).to.equal('ok')
  })

  it('A51: an invitation to a space or a group lets one in by the press, whatever device they sign in on, and nobody by looking', async () => {
    for (const [place, id] of [
      ['spaces', side.secret.space.id],
      ['space_groups', side.closed.group.id],
    ] as const) {
      const { email, token: session } = await newcomer()
      const invited = await send('POST', `/internal_api/${place}/${id}/invitations`, { emails: [email] }, side.admin.token)
      expect(invited.status, JSON.stringify(invited.body)).to.be.below(300)
      const token = await scan(await linkTo(email, 'invitation'))
      const address = `/internal_api/space_invitations/by_token/${token}`
      // signed in and looking is not pressing
      expect((await send('GET', address, undefined, session)).body.is_member).to.equal(false)
      expect((await send('POST', `${address}/accept`, {})).status).to.equal(401)
      const [{ id: accountId }] = (await app.sql<{ id: number }>('select id from kernel.account where email = $1', [email])) as [{ id: number }]
      const telephone = (await sessionFor(app, accountId, side.communityId)).token
      expect(code(await send('POST', `${address}/accept`, {}, telephone))).to.equal('ok')
      const { token: stranger } = await newcomer()
      expect((await send('POST', `${address}/accept`, {}, stranger)).status).to.be.oneOf([404, 410])
    }
  })

  it('A51: no mail carries a link that is not tried here, and those that tell of changes spend nothing', async () => {
    const { email, token: session } = await newcomer()
    await send('PATCH', '/internal_api/account/password', { current_password: PASSWORD, password: 'Another-9' }, session)
    await send('POST', '/internal_api/community/broadcast', { subject: 'News', body: 'Come' }, side.admin.token)
    await app.settle()
    const recipients = await app.sql<{ recipient: string }>('select distinct recipient from kernel.mail')
    const links = new Set<string>()
    for (const { recipient } of recipients) for (const link of await linksTo(recipient)) links.add(link)
    expect([...links].filter((link) => !KINDS.some(([, path]) => path.test(link)))).to.deep.equal([])
    for (const [name, path, spends] of KINDS.filter(([, , spending]) => !spending)) {
      const link = [...links].find((one) => path.test(one))
      if (link && !spends) await scan(link)
      if (name === 'the page where a link is asked for') expect(link, `a mail to ${email} that tells of a change`).to.be.a('string')
    }
  })
})
