/** Providers that lie: nobody comes in by what one says that does not fit, and what stands of an honest one is one visible line. */
import { type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import archive from '../../archive/contract.ts'
import { Browser } from './browser.ts'
import { foreignJwk, openHostile, PEM, type Quirk } from './hostile.ts'

const HOST = 'atrium.example'
const HERE = `http://${HOST}`
const SETTINGS = '/internal_api/settings/sso'
const SECRET = 'a-secret-of-the-client'
const now = Math.floor(Date.now() / 1000)

/** By what is wrong with the token, the answers or the description. */
const LIES: Record<string, Quirk> = {
  'nonce of another journey': { claims: { nonce: 'another' } },
  'no nonce': { claims: { nonce: undefined } },
  'issuer of another': { claims: { iss: 'https://accounts.example.com' } },
  'audience of another': { claims: { aud: 'another' } },
  'no audience': { claims: { aud: undefined } },
  'many audiences, made for another': { claims: { aud: ['atrium', 'another'], azp: 'another' } },
  expired: { claims: { iat: now - 7200, exp: now - 3600 } },
  'no end': { claims: { exp: undefined } },
  'not yet valid': { claims: { nbf: now + 3600 } },
  'no signature': { key: 'none' },
  'no signature, another word for it': { key: 'none', header: { alg: 'NONE' } },
  'HS256 with the public key': { key: { secret: PEM } },
  'HS256 with the secret of the client': { key: { secret: SECRET } },
  'signature by another key': { key: 'foreign' },
  'signature by another key, without a kid': { key: 'foreign', header: { kid: undefined } },
  'signature by another key, with its own kid': { key: 'foreign', header: { kid: 'two' } },
  'signature by the key that it brings': { key: 'foreign', header: { kid: undefined, jwk: foreignJwk } },
  'signature by a key from elsewhere': { key: 'foreign', header: { kid: 'two', jku: 'http://127.0.0.1:1/keys' } },
  'an extension nobody knows': { header: { crit: ['exp'] } },
  'signature by our key for another use': { header: { alg: 'PS256' } },
  'empty subject': { claims: { sub: '' } },
  'subject of spaces': { claims: { sub: '   ' } },
  'no subject': { claims: { sub: undefined } },
  'subject that is a number': { claims: { sub: 5 } },
  'subject that nobody sees': { claims: { sub: '\u200b\u2060' } },
  'subject with a zero byte': { claims: { sub: 'a\u0000b' } },
  'subject longer than any': { claims: { sub: 'x'.repeat(5_000) } },
  'no token': { withoutToken: true },
  'address that nobody proved': { claims: { email_verified: false } },
  'address proved by a word': { claims: { email_verified: 'true' } },
  'no address': { claims: { email: undefined, email_verified: undefined } },
  'address of two': { claims: { email: 'a@example.org,b@example.org' } },
  'person of another token': {
    claims: { email: undefined, email_verified: undefined },
    userinfo: { sub: 'another', email: 'z@example.org', email_verified: true },
  },
  'description of another issuer': { metadata: { issuer: 'https://accounts.example.com' } },
  'description without keys': { metadata: { jwks_uri: undefined } },
  'description that leads to a file': { metadata: { token_endpoint: 'file:///etc/passwd' } },
  'description that says that nothing is signed': { metadata: { id_token_signing_alg_values_supported: ['none'] }, key: 'none' },
  'keys that are none': { answer: { keys: (_, response) => response.setHeader('content-type', 'application/json').end('{"keys":[]}') } },
  'answer that leads elsewhere': { answer: { token: (_, response) => response.writeHead(307, { location: '/inside/token' }).end() } },
  'description that leads elsewhere': { answer: { description: (_, response) => response.writeHead(302, { location: '/inside/description' }).end() } },
  'keys that lead elsewhere': { answer: { keys: (_, response) => response.writeHead(302, { location: '/inside/keys' }).end() } },
  '64 MB for an answer': {
    answer: { token: (_, response) => response.setHeader('content-type', 'application/json').end(`{"x":"${'a'.repeat(64 * 1024 * 1024)}"}`) },
  },
  'no answer': { answer: { token: () => {} } },
  'answer that is no JSON': { answer: { token: (_, response) => response.setHeader('content-type', 'application/json').end('{{{') } },
}

describe('providers that lie', () => {
  let app: TestApp
  let hostile: Awaited<ReturnType<typeof openHostile>>
  let owner: Browser
  let count = 0
  before(async () => {
    app = await testApp([{ from: 'plugins/sso', options: { privateCalls: true } }], { env: { ATRIUM_URL: HERE } })
    hostile = await openHostile()
    owner = browser(await app.member('admin'))
  })
  after(async () => {
    await app.close()
    await hostile.close()
  })
  const browser = (member?: Awaited<ReturnType<TestApp['member']>>) => new Browser(app, { host: HOST, member })
  /** One at a time is set up: each is a provider of its own. @returns its key */
  const add = async (quirk: Quirk) => {
    const key = `p${++count}`
    hostile.quirks.set(key, quirk)
    const { status, body } = await owner.send('PATCH', SETTINGS, { label: key, issuer: `${hostile.origin}/${key}`, client_id: 'atrium', client_secret: SECRET })
    expect(status, JSON.stringify(body)).to.equal(200)
    return key
  }
  const start = async (who: Browser, key: string) => (await who.send('GET', `/users/auth/${key}`)).location
  const finish = async (who: Browser, key: string, back: URL) => (await who.send('GET', `/users/auth/${key}/callback${back.search}`)).location
  const isSignedIn = async (who: Browser) => (await who.send('GET', '/internal_api/account')).status === 200
  const come = async (key: string) => {
    const who = browser()
    const to = await start(who, key)
    if (to.startsWith(hostile.origin)) await finish(who, key, hostile.back(to))
    return who
  }
  const accounts = async () => Number((await app.sql('select count(*) from kernel.account'))[0].count)

  it('an honest one lets people in, with a name of one visible line', async () => {
    const name = `\u202eadmin\u202c\n\u0007 Ada\u2066\u200b   Clay\u2069\u2028 \ufeff${'x'.repeat(500)}`
    const who = await come(await add({ claims: { name } }))
    const { body } = await who.send('GET', '/internal_api/account')
    expect(body.name)
      .to.match(/^admin Ada Clay x+$/)
      .and.have.length(100)
    const nobody = await come(await add({ claims: { name: '\u200b\u202e' } }))
    expect((await nobody.send('GET', '/internal_api/account')).body.name).to.equal(`p${count}`)
    const [tried] = (await owner.send('GET', '/internal_api/custom_logins/debug_sessions')).body.records
    expect(tried).to.include({ result: 'signed_in', name: '' })
  })

  for (const [lie, quirk] of Object.entries(LIES))
    it(`not by ${lie}`, async () => {
      const before = await accounts()
      const who = await come(await add(quirk))
      expect([await isSignedIn(who), await accounts()]).to.deep.equal([false, before])
      expect(hostile.calls.filter((call) => call.startsWith('inside/'))).to.deep.equal([])
    })

  it('not in another browser, with another’s state, twice, or at the door of another', async () => {
    const before = await accounts()
    const [one, two] = [await add({}), await add({})]
    const [ann, eve] = [browser(), browser()]
    const ways = { ann: await start(ann, one), eve: await start(eve, one) }
    // the answer to one browser in another, which has set out itself
    await finish(eve, one, hostile.back(ways.ann))
    // a browser that never set out
    const fresh = browser()
    await finish(fresh, one, hostile.back(ways.ann))
    // without a state, with one that is made up, with another's
    const states = await Promise.all(
      ['', 'made-up', new URL(ways.eve).searchParams.get('state')!].map(async (state) => {
        const who = browser()
        const back = hostile.back(await start(who, one))
        back.searchParams.set('state', state)
        await finish(who, one, back)
        return who
      }),
    )
    // mix-up: the code of one provider at the door of the other
    const mixed = browser()
    await finish(mixed, two, hostile.back(await start(mixed, one)))
    // a provider that names itself in the answer, where another was asked
    const named = browser()
    const back = hostile.back(await start(named, one))
    back.searchParams.set('iss', `${hostile.origin}/${two}`)
    await finish(named, one, back)
    // by words of the protocol that are given twice
    const twice = browser()
    const doubled = hostile.back(await start(twice, one))
    doubled.search += '&state=x&code=y'
    await finish(twice, one, doubled)
    for (const who of [eve, fresh, mixed, named, twice, ...states]) expect(await isSignedIn(who)).to.equal(false)
    expect(await accounts()).to.equal(before)
    // the same answer again, after it has let its own browser in
    const own = browser()
    const answer = hostile.back(await start(own, one))
    const cookies = new Map(own.cookies)
    await finish(own, one, answer)
    expect(await isSignedIn(own)).to.equal(true)
    const replayed = browser()
    for (const [name, value] of cookies) replayed.cookies.set(name, value)
    await finish(replayed, one, answer)
    expect(await isSignedIn(replayed)).to.equal(false)
  })

  it('INV5: no provider brings in whom the community keeps out', async () => {
    const kept = await testApp(
      ['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/archive', { from: 'plugins/sso', options: { privateCalls: true } }],
      {
        env: { ATRIUM_URL: HERE },
      },
    )
    try {
      const at = (member?: Awaited<ReturnType<TestApp['member']>>) => new Browser(kept, { host: HOST, member })
      const rude = await kept.member()
      await kept.run(null, async (ctx) => {
        const email = (await ctx.members.addresses([rude.id])).get(rude.id)!.email
        hostile.quirks.set('kept', { claims: { email: email.replace('@', '+again@') } })
        await ctx.use(archive).ban(rude.id, { reason: 'Rude', content: 'keep', endsAt: null })
      })
      await at(await kept.member('admin')).send('PATCH', SETTINGS, {
        label: 'kept',
        issuer: `${hostile.origin}/kept`,
        client_id: 'atrium',
        client_secret: SECRET,
      })
      const who = at()
      const before = await kept.sql('select id from kernel.account')
      const to = await finish(who, 'kept', hostile.back(await start(who, 'kept')))
      expect([to, who.flash]).to.deep.equal(['/user/sign_in', 'provider_closed'])
      expect(await kept.sql('select id from kernel.account')).to.deep.equal(before)
    } finally {
      await kept.close()
    }
  })

  it('none is called at a private address that the operator does not vouch for', async () => {
    const guarded = await testApp(['plugins/sso'], { env: { ATRIUM_URL: HERE } })
    try {
      const admin = new Browser(guarded, { host: HOST, member: await guarded.member('admin') })
      await admin.send('PATCH', SETTINGS, { label: 'guarded', issuer: `${hostile.origin}/guarded`, client_id: 'atrium', client_secret: SECRET })
      const who = new Browser(guarded, { host: HOST })
      expect((await who.send('GET', '/users/auth/guarded')).location).to.equal('/user/sign_in')
      expect(hostile.calls.filter((call) => call.startsWith('guarded/'))).to.deep.equal([])
    } finally {
      await guarded.close()
    }
  })
})
