/** Who may show what in a frame: screens that say so, to the sites of one list, and nothing else to anybody. */
import { refusal, type TestMember } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { eventSpace, inDays, planEvent } from '../../events/tests/kit.ts'
import { type Shop, shop } from '../../paywalls/tests/sold.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import site from '../contract.ts'

const { routes } = site
const SITES = ['https://shop.example', 'http://localhost:8080']
const ALLOWED = `frame-ancestors 'self' ${SITES.join(' ')}`
const NOBODY = `frame-ancestors 'none'`

describe('frames on other sites', () => {
  let at: Shop
  let member: TestMember
  /** Addresses of screens that the settings offer code for. */
  let offered: string[]
  const get = async (path: string, who: TestMember | null = null) => {
    const { status, headers } = await at.app.as(who).send('GET', path, undefined, { accept: 'text/html' })
    const policy = String(headers['content-security-policy'])
    return { status, ancestors: /frame-ancestors [^;]+/.exec(policy)?.[0], script: /script-src [^;]+/.exec(policy)?.[0], old: headers['x-frame-options'] }
  }
  const save = (embed: object) => at.app.as(at.admin).call(routes.saveEmbed, { body: { embed } })
  const setPrivate = (is_private: boolean) => at.app.as(at.admin).send('PATCH', '/internal_api/community', { is_private })
  const framed = (path: string) => `${path}?iframe=true`

  before(async () => {
    at = await shop(['plugins/posts', 'plugins/events', 'plugins/site'])
    member = await at.app.member('member', { name: 'Nell' })
    const space = await eventSpace(at.app, at.admin, [member])
    const event = await planEvent(at.app, at.admin, space.id, { name: 'Raku day', settings: { starts_at: inDays(2, '18:30'), time_zone: 'Europe/Oslo' } })
    const paywall = await at.sell({ name: 'Kiln pass', prices: [{ price_type: 'onetime', amount_in_cents: 4500 }] })
    offered = [`/c/${space.slug}`, `/c/${space.slug}/${event.slug}`, '/events', `/checkout/${paywall.id}`, '/user/sign_in', '/user/sign_up', '/two_fa']
  })
  beforeEach(async () => {
    at.app.resetLimits()
    await save({ is_on: true, origins: SITES })
  })
  after(() => at?.app.close())

  it('and links are chosen by name: pages, spaces, and what plugins bring, each with its address', async () => {
    const as = at.app.as(at.admin)
    const { id } = await as.call(routes.createPage, { body: { page: { name: 'Kiln prices', slug: 'kiln-prices' } } })
    const [space, event, , checkout] = offered as [string, string, string, string]
    const find = async (query: { kind?: string; query?: string }) =>
      (await as.call(routes.targets, { query })).records.map(({ kind, title, name, path, is_live }) => ({ kind, title, name, path, is_live }))
    expect(await find({ query: 'kiln' })).to.deep.include.members([
      { kind: 'page', title: 'Page', name: 'Kiln prices', path: '/kiln-prices', is_live: false },
      { kind: 'checkout', title: 'Checkout', name: 'Kiln pass', path: checkout, is_live: true },
    ])
    expect(await find({ kind: 'event', query: 'RAKU' })).to.deep.equal([{ kind: 'event', title: 'Event', name: 'Raku day', path: event, is_live: true }])
    expect((await find({ kind: 'space' })).map(({ path }) => path)).to.include(space)
    expect(await find({ kind: 'event', query: '%' })).to.deep.equal([])
    await as.call(routes.publishPage, { params: { id }, body: {} })
    expect(await find({ kind: 'page' })).to.deep.equal([{ kind: 'page', title: 'Page', name: 'Kiln prices', path: '/kiln-prices', is_live: true }])
    expect(await refusal(at.app.as(member).call(routes.targets, { query: {} }))).to.include({ status: 403 })
  })

  it('A92 lets the listed sites show what the settings offer, to visitors and members, and nobody without the flag', async () => {
    for (const path of offered)
      for (const who of [null, member]) {
        const { status, ancestors, script, old } = await get(framed(path), who)
        expect([status, ancestors, old], path).to.deep.equal([200, ALLOWED, undefined])
        const plain = await get(path, who)
        expect([plain.ancestors, plain.old], `${path} itself`).to.deep.equal([NOBODY, 'DENY'])
        expect(script, 'the rest of the policy stays').to.equal(plain.script)
      }
    for (const flag of ['iframe=1', 'iframe=TRUE', 'iframe=true&iframe=true', 'iframe=', 'x=iframe=true'])
      expect((await get(`/events?${flag}`)).old, flag).to.equal('DENY')
  })

  it('A92 refuses everything else, whatever its address says and whoever asks', async () => {
    const others = ['/', '/settings', '/settings/embed', '/settings/plugins', '/account', '/account/billing', '/account/authentication', '/posts', '/members']
    for (const path of [...others, '/users/password/new', '/users/sign_out', '/c/-/new', '/spaces/1/settings', '/nothing-is-here', '/redeem/abc'])
      for (const who of [null, member, at.admin]) {
        const { ancestors, old } = await get(framed(path), who)
        expect([ancestors, old], path).to.deep.equal([NOBODY, 'DENY'])
      }
  })

  it('lets nobody where the list is empty, embedding is off, or the site is', async () => {
    const closed = async (why: string) => {
      for (const path of offered) expect((await get(framed(path))).ancestors, `${why}: ${path}`).to.equal(NOBODY)
      expect((await get(framed(offered[0]!))).old, why).to.equal('DENY')
    }
    await save({ is_on: true, origins: [] })
    await closed('empty')
    await save({ is_on: false, origins: SITES })
    await closed('off')
    await save({ is_on: true, origins: SITES })
    await at.app.switch('site', false)
    await closed('the plugin is off')
    await at.app.switch('site', true)
    expect((await get(framed('/events'))).ancestors).to.equal(ALLOWED)
  })

  it('shows a private community as far as sign-in, and says of hidden spaces what it says of none', async () => {
    const hidden = await makeSpace(at.app, at.admin, [], { is_private: true, is_hidden_from_non_members: true })
    const [there, none] = [await get(framed(`/c/${hidden.slug}`)), await get(framed('/c/there-is-none'))]
    expect(there).to.deep.equal(none)
    expect(await get(framed(`/c/${hidden.slug}`), member)).to.deep.equal(await get(framed('/c/there-is-none'), member))
    await setPrivate(true)
    const { body } = await at.app.as(null).send('GET', framed(offered[1]!), undefined, { accept: 'text/html' })
    expect(body).to.not.include('Raku')
    expect((await get(framed('/user/sign_in'))).ancestors).to.equal(ALLOWED)
    await setPrivate(false)
  })

  it('A92 takes origins alone: no wildcard, path, credentials, other scheme or second directive', async () => {
    const wrong = ['*', 'https://*', 'https://*.example.com', 'https://shop.example/', 'https://shop.example/path', 'https://me:pw@shop.example', 'data:']
    for (const origin of [...wrong, "'self'", 'shop.example', 'ftp://shop.example', 'https://a.example b.example', 'https://a.example;script-src *', 'null'])
      expect((await refusal(save({ origins: [origin] }))).status, origin).to.equal(422)
    expect((await save({ origins: [' HTTPS://Shop.Example '] })).origins).to.deep.equal(['https://shop.example'])
  })

  it('A92 begins a session in such a frame with a cookie that is good there alone, and opens no write to that site', async () => {
    const email = `frame.${Date.now()}@example.com`
    await at.app.as(null).send('POST', '/internal_api/sign_up', { name: 'Frida', email, password: 'Celadon-9!' })
    const enter = (headers: Record<string, string>) =>
      at.app.as(null).send('POST', '/internal_api/sign_in', { email, password: 'Celadon-9!', remember_me: true }, headers)
    const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) => [headers['set-cookie']].flat().map((one) => String(one).toLowerCase())
    const plain = cookiesOf(await enter({ origin: at.app.url }))
    expect(plain).to.not.deep.equal([])
    for (const cookie of plain) expect(cookie).to.include('samesite=lax').and.not.include('partitioned')
    const partitioned = cookiesOf(await enter({ origin: at.app.url, 'x-atrium-frame': 'partitioned' }))
    expect(partitioned).to.have.lengthOf(plain.length)
    for (const cookie of partitioned) expect(cookie).to.match(/samesite=none; secure; httponly; partitioned/)
    for (const origin of SITES) expect((await enter({ origin, 'x-atrium-frame': 'partitioned' })).body.code).to.equal('origin_refused')
    const asked = await at.app.as(null).send('OPTIONS', '/internal_api/sign_in', undefined, { origin: SITES[0]!, 'access-control-request-method': 'POST' })
    expect(asked.headers['access-control-allow-origin'], 'a site that may show us may not read us').to.equal(undefined)
    expect(String(asked.headers['access-control-allow-headers'])).to.not.include('x-atrium-frame')
  })

  it('says what was left to say in such a frame once: the cookie of the frame goes too', async () => {
    const headers = { accept: 'text/html', cookie: 'atrium_flash=success:signed_out', 'x-atrium-frame': 'partitioned' }
    const dropped = async (path: string) =>
      (await fetch(at.app.url + path, { headers })).headers.getSetCookie().filter((one) => one.startsWith('atrium_flash=;'))
    const [plain, partitioned] = await dropped(framed('/user/sign_in'))
    expect(plain).to.include('expires=Thu, 01 Jan 1970').and.not.include('partitioned')
    expect(partitioned).to.match(/expires=Thu, 01 Jan 1970.*samesite=none; secure; httponly; partitioned/)
    expect(await dropped('/user/sign_in')).to.have.lengthOf(1)
  })

  it('gives other sites the script that fits frames', async () => {
    const { headers, body } = await at.app.as(null).send('GET', '/embed/frames.js')
    expect(headers['cross-origin-resource-policy']).to.equal('cross-origin')
    expect(headers['content-type']).to.match(/javascript/)
    expect(String(body)).to.include('addEventListener')
  })
})
