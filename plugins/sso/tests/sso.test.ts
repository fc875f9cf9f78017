/** Sign-in by way of OpenID Connect providers, against a real one on loopback: linking, the known ways of taking over accounts, and what a community's own provider opens. */
import { type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { Secret, TOTP } from 'otpauth'
import { Browser } from './browser.ts'
import { openProvider, type TestProvider } from './provider.ts'

const HOST = 'atrium.example'
const HERE = `http://${HOST}`
const SETTINGS = '/internal_api/settings/sso'

describe('sso', () => {
  let app: TestApp
  let provider: TestProvider
  let owner: Browser
  let other: { id: number }
  let otherOwner: Browser
  let count = 0
  before(async () => {
    app = await testApp([{ from: 'plugins/sso', options: { privateCalls: true } }], { env: { ATRIUM_URL: HERE } })
    const back = ['studio', 'other', 'off'].map((key) => `${HERE}/users/auth/${key}/callback`)
    provider = await openProvider(back)
    owner = browser(await app.member('admin'))
    await add(owner, 'Studio')
    other = await app.community('Other')
    otherOwner = browser(await app.member('admin', { community: other }))
    await add(otherOwner, 'Other')
  })
  after(async () => {
    await app.close()
    await provider.close()
  })

  const browser = (member?: Awaited<ReturnType<TestApp['member']>>) => new Browser(app, { host: HOST, member })
  const unique = (prefix: string) => `${prefix}-${++count}@example.org`
  const add = async (as: Browser, label: string, more: object = {}) => {
    const body = { label, issuer: provider.issuer, client_id: 'atrium', client_secret: 'a-secret-of-the-client', ...more }
    return (await as.send('PATCH', SETTINGS, body)).body
  }
  const start = async (who: Browser, query: object = {}, key = 'studio') =>
    (await who.send('GET', `/users/auth/${key}?${new URLSearchParams(query as Record<string, string>)}`)).location
  const finish = async (who: Browser, back: URL, key = 'studio') => (await who.send('GET', `/users/auth/${key}/callback${back.search}`)).location
  const come = async (who: Browser, login: string, query: object = {}) => finish(who, await provider.visit(await start(who, query), login))
  const comeToOther = async (who: Browser, login: string) =>
    finish(who, await provider.visit(await start(who, { community_id: other.id }, 'other'), login), 'other')
  const link = async (who: Browser, login: string) => {
    const { body } = await (await who.prove()).send('POST', '/internal_api/linked_providers', { provider: 'studio' })
    return finish(who, await provider.visit(body.url, login))
  }
  const account = async (who: Browser) => (await who.send('GET', '/internal_api/account')).body
  const methods = async (who: Browser) => (await who.send('GET', '/internal_api/sign_in_methods')).body
  const isSignedIn = async (who: Browser) => (await who.send('GET', '/internal_api/account')).status === 200
  const person = (email: string, more: object = {}) => {
    const login = `sub-${email}`
    provider.people.set(login, { email, email_verified: true, name: 'Ada Clay', ...more })
    return login
  }
  const member = async (options = {}) => {
    const made = await app.member('member', options)
    const [row] = await app.sql('select email from kernel.account where id = $1', [made.accountId])
    return { ...made, email: row.email as string, browser: browser(made) }
  }

  it('makes an account for a new address, member at once, and signs the same person in next time', async () => {
    const email = unique('new')
    const first = browser()
    const query = { coupon_code: 'CLAY', utm_source: 'letter', post_login_redirect: '/c/kiln?a=1', remember_me: 'true', other: 'dropped' }
    expect(await come(first, person(email), query)).to.equal('/c/kiln?a=1')
    const profile = await account(first)
    expect(profile).to.include({ email, name: 'Ada Clay', email_confirmed: true })
    const [row] = await app.sql('select m.preferences from kernel.member m join kernel.account a on a.id = m.account_id where a.email = $1', [email])
    expect(row.preferences).to.deep.equal({ coupon_code: 'CLAY', utm_params: { utm_source: 'letter' } })
    // the address may change there: the subject is who they are
    provider.people.set(`sub-${email}`, { email: unique('moved'), email_verified: true })
    const again = browser()
    expect(await come(again, `sub-${email}`)).to.equal('/')
    expect((await account(again)).id).to.equal(profile.id)
    const { linked, providers, has_password } = await methods(again)
    expect(linked).to.have.length(1)
    expect([providers, has_password]).to.deep.equal([[], false])
  })

  it('A49 leads nowhere but within the site, and only to the exact address', async () => {
    for (const wanted of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/users/sign_out'])
      expect(await come(browser(), person(unique('away')), { post_login_redirect: wanted }), wanted).to.equal('/')
    const url = new URL(await start(browser()))
    expect(url.searchParams.get('redirect_uri')).to.equal(`${HERE}/users/auth/studio/callback`)
    expect(url.searchParams.get('code_challenge_method')).to.equal('S256')
  })

  it('A36, A47 and A50 bind the way back to the browser that set out, once', async () => {
    const login = person(unique('bound'))
    const [thief, victim] = [browser(), browser()]
    const back = await provider.visit(await start(thief), login)
    expect(await finish(victim, back), 'no step').to.equal('/user/sign_in')
    expect([await isSignedIn(victim), victim.flash]).to.deep.equal([false, 'provider_expired'])
    await start(victim)
    expect(await finish(victim, back), 'the state of another').to.equal('/user/sign_in')
    expect([await isSignedIn(victim), victim.flash]).to.deep.equal([false, 'provider_failed'])
    // two doors to one issuer: the code of the journey through one is handed in at the other
    await add(owner, 'Other')
    const mixed = browser()
    expect(await finish(mixed, await provider.visit(await start(mixed), login), 'other'), 'the code of flow A in flow B').to.equal('/user/sign_in')
    expect([await isSignedIn(mixed), mixed.flash]).to.deep.equal([false, 'provider_expired'])
    expect(await finish(mixed, await provider.visit(await start(mixed, {}, 'other'), login), 'other'), 'its own code').to.equal('/')
    await owner.send('DELETE', `${SETTINGS}/other`)
    const fresh = await provider.visit(await start(thief), login)
    const copy = browser()
    for (const [name, value] of thief.cookies) copy.cookies.set(name, value)
    expect(await finish(thief, fresh)).to.equal('/')
    expect(await finish(copy, fresh), 'A50 replayed').to.equal('/user/sign_in')
    expect(copy.flash).to.equal('provider_expired')
    const forged = new URL(fresh)
    const last = browser()
    forged.searchParams.set('state', new URL(await start(last)).searchParams.get('state')!)
    expect(await finish(last, forged), 'A50 the code of another visitor').to.equal('/user/sign_in')
    expect(await isSignedIn(last)).to.equal(false)
  })

  it('A48 links no known and no unverified address by itself; the owner does, signed in', async () => {
    const { email, browser: own } = await member()
    const stranger = browser()
    const login = person(email.toUpperCase())
    const confirm = '/user/sign_in?post_login_redirect=%2Faccount%2Fauthentication'
    expect(await come(stranger, login)).to.equal(confirm)
    expect([await isSignedIn(stranger), stranger.flash]).to.deep.equal([false, 'provider_confirm'])
    // A44: the same words for a new address that nobody has proven
    const unverified = unique('unverified')
    expect(await come(stranger, person(unverified, { email_verified: false }))).to.equal(confirm)
    expect(stranger.flash).to.equal('provider_confirm')
    expect(await app.sql('select from kernel.account where lower(email) = $1', [unverified])).to.have.length(0)
    provider.people.set('bare', {})
    expect(await come(stranger, 'bare')).to.equal(confirm)

    expect(await link(own, login)).to.equal('/account/authentication')
    expect(own.flash).to.equal('provider_linked')
    expect(await come(stranger, login)).to.equal('/')
    expect((await account(stranger)).email).to.equal(email)
    const another = (await member()).browser
    expect(await link(another, login), 'somebody else has it').to.equal('/account/authentication')
    expect(another.flash).to.equal('provider_taken')
    expect((await methods(another)).linked).to.deep.equal([])
    const [row] = (await methods(own)).linked
    expect(await another.codeOf('DELETE', `/internal_api/linked_providers/${row.id}`)).to.equal('not_found')
    expect(await own.codeOf('DELETE', `/internal_api/linked_providers/${row.id}`)).to.equal('ok')
  })

  it('A47 links to nobody but the person who set out', async () => {
    const [one, two] = [await member(), await member()]
    await app.sql('update kernel.session set proved_at = null where account_id = $1', [one.accountId])
    await app.kernel.modules.data.signal('session.changed', {})
    expect(await one.browser.codeOf('POST', '/internal_api/linked_providers', { provider: 'studio' }), 'a password alone is no proof').to.equal('otp_required')
    const { body } = await (await one.browser.prove()).send('POST', '/internal_api/linked_providers', { provider: 'studio' })
    const back = await provider.visit(body.url, person(unique('link')))
    one.browser.cookies.set('atrium_session', two.token)
    expect(await finish(one.browser, back)).to.equal('/user/sign_in')
    expect((await methods(two.browser)).linked).to.deep.equal([])
    one.browser.cookies.set('atrium_session', one.token)
    expect((await methods(one.browser)).linked).to.deep.equal([])
  })

  it('A46 asks for the second factor here too', async () => {
    const { email, browser: own } = await member()
    await link(own, person(email))
    const { secret } = (await own.send('POST', '/internal_api/two_fa')).body
    const code = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
    await own.send('PUT', '/internal_api/two_fa', { code: code(Date.now()) })
    const next = browser()
    expect(await come(next, `sub-${email}`, { post_login_redirect: '/c/kiln' })).to.equal('/two_fa?post_login_redirect=%2Fc%2Fkiln')
    expect(await isSignedIn(next)).to.equal(false)
    await app.clock.advance(30_000)
    expect(await next.codeOf('POST', '/internal_api/two_fa/verify', { code: code(Date.now() + 30_000) })).to.equal('ok')
    expect(await isSignedIn(next)).to.equal(true)
  })

  it('follows the rules of sign-up, and believes addresses only on the platform’s own community', async () => {
    const email = unique('elsewhere')
    const there = browser()
    expect(await comeToOther(there, person(email))).to.equal('/')
    expect((await account(there)).email_confirmed).to.equal(false)
    // whoever proves the address by mail is its owner: the way in from before is gone
    await app.settle()
    await browser().send('POST', '/internal_api/passwords', { email })
    await app.settle()
    const mail = (await app.sent()).findLast(({ recipient }) => recipient === email)!
    const [, token] = /_token=([\w-]+)/.exec(mail.text)!
    expect(await browser().codeOf('PUT', '/internal_api/passwords', { token, password: 'Another-2' })).to.equal('ok')
    const signed = browser()
    await signed.send('POST', '/internal_api/sign_in', { email, password: 'Another-2' })
    expect((await methods(signed)).linked).to.deep.equal([])

    await app.sql('update kernel.community set is_private = true where id = $1', [other.id])
    await app.kernel.modules.data.signal('community.changed', { communityId: other.id })
    const closed = unique('closed')
    const late = browser()
    expect(await comeToOther(late, person(closed))).to.equal('/user/sign_in')
    expect(late.flash).to.equal('provider_closed')
    expect(await app.sql('select from kernel.account where email = $1', [closed])).to.have.length(0)
    await app.sql('update kernel.community set is_private = false where id = $1', [other.id])
    await app.kernel.modules.data.signal('community.changed', { communityId: other.id })
  })

  it('opens no other community by a provider of one: its admins hold what it says', async () => {
    const somebody = await member({ community: other })
    await app.run(null, (ctx) => ctx.members.add({ email: somebody.email, name: 'Ada' }))
    await app.sql('update kernel.account set is_platform_owner = true where id = $1', [somebody.accountId])
    // whose address it says means nothing: neither of a member nor of an admin elsewhere
    const boss = await app.member('admin')
    const [{ email: bossEmail }] = await app.sql('select email from kernel.account where id = $1', [boss.accountId])
    for (const email of [somebody.email, bossEmail, (await member()).email]) {
      const thief = browser()
      expect(await comeToOther(thief, person(email))).to.include('/user/sign_in?')
      expect(await isSignedIn(thief)).to.equal(false)
    }
    // linked by their own hand
    const login = person(somebody.email)
    await app.sql(`insert into kernel.linked_identity (account_id, issuer, subject, label) values ($1, $2, $3, 'Other')`, [
      somebody.accountId,
      provider.issuer,
      login,
    ])
    const held = browser()
    expect(await comeToOther(held, login)).to.equal('/')
    const boot = (await held.send('GET', '/boot')).body
    expect(boot.community.id).to.equal(other.id)
    expect(boot.communities.map(({ id }: { id: number }) => id)).to.deep.equal([other.id])
    expect([boot.account.id, boot.account.isPlatformOwner]).to.deep.equal([somebody.accountId, false])
    const primary = await app.primaryId()
    expect(await held.codeOf('POST', '/internal_api/community_switchers/choose', { community_id: primary })).to.equal('session_held')
    expect((await held.send('GET', '/internal_api/community_switchers')).body.records).to.have.length(1)
    expect(await held.codeOf('POST', '/internal_api/communities', { name: 'Mine' })).to.equal('session_held')
    // even where its row is bent to another community, the cookie opens nothing there
    await app.sql('update kernel.session set host = null where account_id = $1 and held', [somebody.accountId])
    await app.kernel.modules.data.signal('session.changed', {})
    const { slug } = (await app.sql('select slug from kernel.community where id = $1', [primary]))[0]
    const bent = new Browser(app, { host: `${slug}.${HOST}` })
    for (const [name, value] of held.cookies) bent.cookies.set(name, value)
    expect((await bent.send('GET', '/boot')).body.account).to.equal(null)
    // it neither sees nor ends the sessions that the person has elsewhere
    const { records } = (await held.send('GET', '/internal_api/sessions')).body
    expect(records).to.have.length(1)
    await held.send('DELETE', '/internal_api/sessions')
    expect(await isSignedIn(somebody.browser)).to.equal(true)
    const [elsewhere] = await app.sql('select id from kernel.session where account_id = $1 and not held', [somebody.accountId])
    expect(await held.codeOf('DELETE', `/internal_api/sessions/${elsewhere.id}`)).to.equal('not_found')
    // the same person by the platform's own provider is held nowhere
    const free = browser()
    expect(await come(free, login)).to.equal('/')
    expect((await free.send('GET', '/boot')).body.communities).to.have.length(2)
  })

  it('is kept by admins who have just proven themselves; the secret comes out nowhere', async () => {
    const admin = await app.member('admin')
    const who = browser(admin)
    await app.sql('update kernel.session set proved_at = null where account_id = $1', [admin.accountId])
    await app.kernel.modules.data.signal('session.changed', {})
    expect((await add(who, 'Off')).code).to.equal('otp_required')
    await who.prove()
    const made = await add(who, 'Off', { enabled: false })
    expect(made).to.deep.include({ key: 'off', has_secret: true, enabled: false, redirect_urls: [`${HERE}/users/auth/off/callback`] })
    expect((await add(who, 'Off')).code).to.equal('provider_exists')
    expect((await who.send('PATCH', SETTINGS, { label: 'Half' })).body.error_details).to.have.all.keys('issuer', 'client_id')
    const shown = (await who.send('GET', SETTINGS)).body
    expect(JSON.stringify([made, shown, await app.sql('select * from kernel.audit'), await app.sql('select * from kernel.setting')])).to.not.include(
      'a-secret-of',
    )
    expect(await start(browser(), {}, 'off')).to.equal('/user/sign_in')
    expect(await start(browser(), {}, 'nothing')).to.equal('/user/sign_in')
    expect((await browser().send('GET', '/internal_api/sign_in_offers')).body.records).to.deep.equal([{ key: 'studio', label: 'Studio' }])
    const check = async () => (await who.send('POST', `${SETTINGS}/off/check`)).body
    expect(await check()).to.deep.equal({ ok: true, problem: null })
    expect((await who.send('PATCH', SETTINGS, { key: 'off', enabled: true, label: 'Workshop' })).body).to.include({ has_secret: true, label: 'Workshop' })
    await who.send('PATCH', SETTINGS, { key: 'off', issuer: 'http://127.0.0.1:1', client_secret: null })
    expect(await check()).to.have.property('ok', false)
    const visitor = browser()
    expect(await start(visitor, {}, 'off')).to.equal('/user/sign_in')
    expect(visitor.flash).to.equal('provider_failed')
    for (const [method, address, body] of [
      ['PATCH', SETTINGS, { key: 'off', label: 'Mine' }],
      ['DELETE', `${SETTINGS}/off`],
      ['POST', `${SETTINGS}/off/check`],
    ] as const)
      expect(await otherOwner.codeOf(method, address, body)).to.equal('not_found')
    expect(await who.codeOf('DELETE', `${SETTINGS}/off`)).to.equal('ok')
    const plain = (await member()).browser
    expect(await plain.codeOf('GET', SETTINGS)).to.equal('forbidden')
    expect(await plain.codeOf('GET', '/internal_api/custom_logins/debug_sessions')).to.equal('forbidden')
  })

  it('tells admins who tried and what came of it, for 30 days', async () => {
    const email = unique('tried')
    const list = async (who: Browser, query = '') => (await who.send('GET', `/internal_api/custom_logins/debug_sessions${query}`)).body
    await come(browser(), person(email))
    const refused = browser()
    const back = await provider.visit(await start(refused), person(unique('refused')))
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'not\u0000today')
    await finish(refused, back)
    const { records, next_cursor } = await list(owner, '?per_page=2')
    expect(records).to.have.length(2)
    expect(records[0]).to.include({ provider: 'studio', result: 'failed', email: null })
    expect(records[0].problem).to.be.a('string').and.not.equal('')
    expect(records[1]).to.include({ result: 'signed_in', email, email_verified: true, subject: `sub-${email}`, name: 'Ada Clay', problem: null })
    expect((await list(owner, `?per_page=2&cursor=${next_cursor}`)).records[0].id).to.be.below(records[1].id)
    const elsewhere = (await list(otherOwner)).records
    expect(elsewhere.length).to.be.above(0)
    expect(JSON.stringify(elsewhere)).to.not.include(email)
    await app.clock.advance(31 * 86_400_000)
    await app.runSchedule('forget')
    expect(await app.sql('select from sso.attempt')).to.have.length(0)
  })

  it('is away while its plugin is off: the button, the way there, and the way back of who set out before', async () => {
    const traveller = browser()
    const back = await provider.visit(await start(traveller), person(unique('late')))
    await app.switch('sso', false)
    expect((await browser().send('GET', '/internal_api/sign_in_offers')).body.records).to.deep.equal([])
    expect(await start(browser())).to.equal('/user/sign_in')
    expect(await finish(traveller, back)).to.equal('/user/sign_in')
    expect(traveller.flash).to.equal('provider_failed')
    await app.switch('sso', true)
  })
})
