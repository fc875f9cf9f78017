/** Sign-in by way of OpenID Connect providers, against a real one on loopback: linking, and the known ways of taking over accounts. */
import { expect } from 'chai'
import { Secret, TOTP } from 'otpauth'
import contract from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { openProvider, type TestProvider } from '../support/oidc.ts'
import { type Browser, type House, openHouse } from './rooms.ts'

const { routes } = contract
const HERE = 'https://atrium.example'

describe('accounts: providers', function () {
  this.timeout(30_000)
  let house: House
  let provider: TestProvider
  let owner: Browser
  let otherId: number
  before(async () => {
    house = await openHouse()
    provider = await openProvider(['studio', 'other', 'off'].map((key) => `${HERE}/users/auth/${key}/callback`))
    owner = await house.prove(await house.owner())
    await add(owner, 'Studio')
    otherId = await house.communities.create({ name: 'Other', ownerAccountId: house.ownerId })
    await add(await house.prove(await house.owner(otherId)), 'Other')
  })
  after(async () => {
    await house.close()
    await provider.close()
  })

  const add = (as: Browser, label: string, more: object = {}) =>
    house.call(as, routes.createProvider, { body: { label, issuer: provider.issuer, client_id: 'atrium', client_secret: 'a-secret-of-the-client', ...more } })
  const start = async (browser: Browser, query: object = {}, key = 'studio') =>
    (await house.call(browser, routes.startProvider, { params: { provider: key }, query })).headers.Location as string
  const finish = async (browser: Browser, back: URL, key = 'studio') =>
    (await house.call(browser, routes.finishProvider, { params: { provider: key }, query: Object.fromEntries(back.searchParams) })).headers.Location as string
  const come = async (browser: Browser, login: string, query: object = {}) => finish(browser, await provider.visit(await start(browser, query), login))
  const link = async (browser: Browser, login: string) => {
    const { url } = await house.call(await house.prove(browser), routes.linkProvider, { body: { provider: 'studio' } })
    return finish(browser, await provider.visit(url, login))
  }
  const known = (browser: Browser) => house.codeOf(house.call(browser, routes.account))
  const person = (email: string, more: object = {}) => {
    const login = `sub-${email}`
    provider.people.set(login, { email, email_verified: true, name: 'Ada Clay', ...more })
    return login
  }

  it('makes an account for a new address, member at once, and signs the same person in next time', async () => {
    const email = house.unique('new')
    const browser = house.browser()
    const query = { coupon_code: 'CLAY', utm_source: 'letter', post_login_redirect: '/c/kiln?a=1', remember_me: 'true', other: 'dropped' }
    expect(await come(browser, person(email), query)).to.equal('/c/kiln?a=1')
    const profile = await house.call(browser, routes.account)
    expect(profile).to.include({ email, name: 'Ada Clay', email_confirmed: true })
    const [member] = await house.sql('select m.preferences from kernel.member m join kernel.account a on a.id = m.account_id where a.email = $1', [email])
    expect(member.preferences).to.deep.equal({ coupon_code: 'CLAY', utm_params: { utm_source: 'letter' } })
    // the address may change there: the subject is who they are
    provider.people.set(`sub-${email}`, { email: house.unique('moved'), email_verified: true })
    const again = house.browser()
    expect(await come(again, `sub-${email}`)).to.equal('/')
    expect((await house.call(again, routes.account)).id).to.equal(profile.id)
    const { linked, providers, has_password } = await house.call(again, routes.methods)
    expect(linked).to.have.length(1)
    expect([providers, has_password]).to.deep.equal([[], false])
  })

  it('A49 leads nowhere but within the site, and only to the exact address', async () => {
    for (const wanted of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/users/sign_out'])
      expect(await come(house.browser(), person(house.unique('away')), { post_login_redirect: wanted }), wanted).to.equal('/')
    const url = new URL(await start(house.browser()))
    expect(url.searchParams.get('redirect_uri')).to.equal(`${HERE}/users/auth/studio/callback`)
    expect(url.searchParams.get('code_challenge_method')).to.equal('S256')
  })

  /** Two doors to one issuer: the code of the journey through one is handed in at the other. */
  async function mixUp(login: string, key: string) {
    expect(await house.codeOf(add(owner, 'Other'))).to.equal('ok')
    const browser = house.browser()
    const back = await provider.visit(await start(browser), login)
    expect(await finish(browser, back, key), 'the code of flow A in flow B').to.equal('/user/sign_in')
    expect([browser.token, browser.flash]).to.deep.equal([null, 'flash.provider_expired'])
    const own = house.browser()
    expect(await finish(own, await provider.visit(await start(own, {}, key), login), key), 'its own code').to.equal('/')
    await house.call(owner, routes.deleteProvider, { params: { key } })
  }

  it('A36, A47 and A50 bind the way back to the browser that set out, once', async () => {
    const login = person(house.unique('bound'))
    const [thief, victim] = [house.browser(), house.browser()]
    const back = await provider.visit(await start(thief), login)
    expect(await finish(victim, back), 'no step').to.equal('/user/sign_in')
    expect([victim.token, victim.flash]).to.deep.equal([null, 'flash.provider_expired'])
    await start(victim)
    expect(await finish(victim, back), 'the state of another').to.equal('/user/sign_in')
    expect([victim.token, victim.flash]).to.deep.equal([null, 'flash.provider_failed'])
    await mixUp(login, 'other')
    const fresh = await provider.visit(await start(thief), login)
    const copy = { ...thief }
    expect(await finish(thief, fresh)).to.equal('/')
    expect(await finish(copy, fresh), 'A50 replayed').to.equal('/user/sign_in')
    expect(copy.flash).to.equal('flash.provider_expired')
    const forged = new URL(fresh)
    const last = house.browser()
    forged.searchParams.set('state', new URL(await start(last)).searchParams.get('state')!)
    expect(await finish(last, forged), 'A50 the code of another visitor').to.equal('/user/sign_in')
    expect(last.token).to.equal(null)
  })

  it('A48 links no known and no unverified address by itself; the owner does, signed in', async () => {
    const { email, browser } = await house.member()
    const stranger = house.browser()
    const login = person(email.toUpperCase())
    const confirm = '/user/sign_in?post_login_redirect=%2Faccount%2Fauthentication'
    expect(await come(stranger, login)).to.equal(confirm)
    expect([stranger.token, stranger.flash]).to.deep.equal([null, 'flash.provider_confirm'])
    // A44: the same words for a new address that nobody has proven
    const unverified = house.unique('unverified')
    expect(await come(stranger, person(unverified, { email_verified: false }))).to.equal(confirm)
    expect(stranger.flash).to.equal('flash.provider_confirm')
    expect(await house.sql('select from kernel.account where lower(email) = $1', [unverified])).to.have.length(0)
    provider.people.set('bare', {})
    expect(await come(stranger, 'bare')).to.equal(confirm)

    expect(await link(browser, login)).to.equal('/account/authentication')
    expect(browser.flash).to.equal('flash.provider_linked')
    expect(await come(stranger, login)).to.equal('/')
    expect((await house.call(stranger, routes.account)).email).to.equal(email)
    const other = (await house.member()).browser
    expect(await link(other, login), 'somebody else has it').to.equal('/account/authentication')
    expect(other.flash).to.equal('flash.provider_taken')
    expect((await house.call(other, routes.methods)).linked).to.deep.equal([])
    const [row] = (await house.call(browser, routes.methods)).linked
    await house.prove(other)
    expect(await house.codeOf(house.call(other, routes.unlinkProvider, { params: { id: row.id } }))).to.equal('not_found')
    expect(await house.codeOf(house.call(browser, routes.unlinkProvider, { params: { id: row.id } }))).to.equal('ok')
  })

  it('A47 links to nobody but the person who set out', async () => {
    const [one, two] = [await house.member(), await house.member()]
    expect(await house.codeOf(house.call(one.browser, routes.linkProvider, { body: { provider: 'studio' } })), 'a password alone is no proof').to.equal(
      'otp_required',
    )
    const { url } = await house.call(await house.prove(one.browser), routes.linkProvider, { body: { provider: 'studio' } })
    const back = await provider.visit(url, person(house.unique('link')))
    const swapped = { ...one.browser, token: two.browser.token }
    expect(await finish(swapped, back)).to.equal('/user/sign_in')
    expect((await house.call(two.browser, routes.methods)).linked).to.deep.equal([])
    expect((await house.call(one.browser, routes.methods)).linked).to.deep.equal([])
  })

  it('A46 asks for the second factor here too', async () => {
    const { email, browser } = await house.member()
    await link(browser, person(email))
    const { secret } = await house.call(browser, routes.startTwoFa)
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await house.call(browser, routes.confirmTwoFa, { body: { code: code() } })
    const next = house.browser()
    expect(await come(next, `sub-${email}`, { post_login_redirect: '/c/kiln' })).to.equal('/two_fa?post_login_redirect=%2Fc%2Fkiln')
    expect(next.token).to.equal(null)
    house.advance(30_000)
    const later = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })
    expect(await house.codeOf(house.call(next, routes.verifyTwoFa, { body: { code: later } }))).to.equal('ok')
    expect(await known(next)).to.equal('ok')
  })

  it('follows the rules of sign-up, and believes addresses only on the platform’s own community', async () => {
    const email = house.unique('elsewhere')
    const browser = house.browser(otherId)
    const there = async (login: string) => finish(browser, await provider.visit(await start(browser, {}, 'other'), login), 'other')
    expect(await there(person(email))).to.equal('/')
    expect((await house.call(browser, routes.account)).email_confirmed).to.equal(false)
    // whoever proves the address by mail is its owner: the way in from before is gone
    await house.settle()
    await house.call(house.browser(), routes.askPassword, { body: { email } })
    await house.call(house.browser(), routes.setPassword, { body: { token: await house.mailedToken(email), password: 'Another-2' } })
    const signed = house.browser()
    await house.call(signed, routes.signIn, { body: { email, password: 'Another-2' } })
    expect((await house.call(signed, routes.methods)).linked).to.deep.equal([])

    const admin = await house.owner(otherId)
    await house.call(admin, communities.routes.updateCommunity, { body: { is_private: true } })
    const closed = house.unique('closed')
    expect(await there(person(closed))).to.equal('/user/sign_in')
    expect(browser.flash).to.equal('flash.provider_closed')
    expect(await house.sql('select from kernel.account where email = $1', [closed])).to.have.length(0)
    const bare = house.browser()
    expect(new URL(await start(bare, { community_id: String(otherId) }, 'other')).origin, 'the bare host stands for all').to.equal(provider.issuer)
  })

  it('are kept by admins who have just proven themselves; the secret comes out nowhere', async () => {
    const { browser } = await house.member(['admin'])
    expect(await house.codeOf(add(browser, 'Off'))).to.equal('otp_required')
    await house.prove(browser)
    const made = await add(browser, 'Off', { enabled: false })
    expect(made).to.deep.include({ key: 'off', has_secret: true, enabled: false, redirect_urls: [`${HERE}/users/auth/off/callback`] })
    expect(await house.codeOf(add(browser, 'Off'))).to.equal('provider_exists')
    expect(JSON.stringify([made, await house.call(browser, routes.signInSettings), await house.sql('select * from kernel.audit')])).to.not.include(
      'a-secret-of',
    )
    expect(JSON.stringify(await house.sql('select * from kernel.setting'))).to.not.include('a-secret-of')
    expect(await start(house.browser(), {}, 'off')).to.equal('/user/sign_in')
    expect(await start(house.browser(), {}, 'nothing')).to.equal('/user/sign_in')
    const state = await house.communities.state(house.clayId)
    expect(house.accounts.providersOf(state)).to.deep.equal([{ key: 'studio', label: 'Studio' }])
    const on = { params: { key: made.key } }
    expect(await house.call(browser, routes.checkProvider, on)).to.deep.equal({ ok: true, problem: null })
    expect((await house.call(browser, routes.updateProvider, { ...on, body: { enabled: true, label: 'Workshop' } })).has_secret).to.equal(true)
    await house.call(browser, routes.updateProvider, { ...on, body: { issuer: 'http://127.0.0.1:1', client_secret: null } })
    expect(await house.call(browser, routes.checkProvider, on)).to.have.property('ok', false)
    const visitor = house.browser()
    expect(await start(visitor, {}, 'off')).to.equal('/user/sign_in')
    expect(visitor.flash).to.equal('flash.provider_failed')
    const foreign = await house.prove(await house.owner(otherId))
    for (const route of [routes.updateProvider, routes.deleteProvider, routes.checkProvider])
      expect(await house.codeOf(house.call(foreign, route, { ...on, body: {} }))).to.equal('not_found')
    await house.call(browser, routes.deleteProvider, on)
    const plain = (await house.member()).browser
    expect(await house.codeOf(house.call(plain, routes.signInSettings))).to.equal('forbidden')
  })
})
