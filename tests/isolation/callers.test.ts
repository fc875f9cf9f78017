/** Who is counted as whom: addresses behind proxies and in networks, accounts with many members, tokens that are none. */
import { expect } from 'chai'
import { request } from 'node:http'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { networkOf } from '@atrium/sdk/server'

describe('callers', () => {
  let app: TestApp
  let member: TestMember
  const open = async (hops: string) => {
    app = await testApp(['plugins/content', 'plugins/spaces', 'plugins/posts'], { env: { ATRIUM_TRUST_PROXY: hops } })
    member = await app.member()
    app.resetLimits()
  }
  afterEach(() => app.close())
  /** As a proxy on this machine hands it on. */
  const from = (forwarded: string, headers: Record<string, string> = {}) =>
    app.as(null).send('GET', '/boot', undefined, { 'x-forwarded-for': forwarded, ...headers })
  const spend = async (address: string) => {
    for (let n = 0; n < 2_000; n++) await app.kernel.root.cradle.limits.limit('general', address)
  }
  const guess = (forwarded: string) =>
    app.as(null).send('POST', '/internal_api/sign_in', { email: 'nobody@example.com', password: 'Wrong-1' }, { 'x-forwarded-for': forwarded })

  it('A80: behind one proxy the address that it saw is counted, whatever stands before it', async () => {
    await open('1')
    await spend('203.0.113.9')
    expect((await from('203.0.113.9')).status).to.equal(429)
    expect((await from('198.51.100.7, 203.0.113.9')).status, 'a forged one before it').to.equal(429)
    expect((await from('203.0.113.9, 198.51.100.7')).status, 'somebody else forges it').to.equal(200)
    const answers: number[] = []
    for (let n = 0; n < 12; n++) answers.push((await guess(`10.1.1.${n}, 192.0.2.1`)).status)
    expect(answers.slice(-2)).to.deep.equal([429, 429])
    expect((await guess('192.0.2.2')).status).to.equal(401)
  })

  it('A80: behind two proxies it is the one that the first of them saw; without any, nobody is believed', async () => {
    await open('2')
    await spend('203.0.113.9')
    expect((await from('198.51.100.7, 203.0.113.9, 10.0.0.1')).status).to.equal(429)
    expect((await from('203.0.113.9, 198.51.100.7, 10.0.0.1')).status).to.equal(200)
    await app.close()
    await open('false')
    await spend('203.0.113.9')
    expect((await from('203.0.113.9')).status).to.equal(200)
  })

  it('A80: figures are for this machine, not for all that a proxy on it lets through', async () => {
    await open('0')
    const { status, body } = await app.as(null).send('GET', '/metrics')
    expect(status).to.equal(200)
    for (const figure of [
      'atrium_database_connections{pool="app",state="busy"}',
      'atrium_database_connections{pool="system",state="waiting"} 0',
      'atrium_sockets 0',
    ])
      expect(body).to.include(`\n${figure}`)
    expect((await app.as(null).send('GET', '/metrics', undefined, { 'x-forwarded-for': '203.0.113.9' })).status).to.equal(404)
  })

  it('A80: a network of IPv6 is one caller', async () => {
    await open('1')
    expect(['2001:db8:1:2::9', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:ffff::'].map(networkOf)).to.deep.equal(Array(3).fill('2001:db8:1:2'))
    expect([networkOf('2001:db8::9'), networkOf('::1'), networkOf('192.0.2.1')]).to.deep.equal(['2001:db8:0:0', '0:0:0:0', '192.0.2.1'])
    const answers: number[] = []
    for (let n = 0; n < 12; n++) answers.push((await guess(`2001:db8:1:2::${n}`)).status)
    expect(answers.slice(-2)).to.deep.equal([429, 429])
    expect((await guess('2001:db8:1:3::1')).status).to.equal(401)
  })

  it('A80: an account is one caller in all its communities', async () => {
    await open('0')
    const start = () => app.as(member).send('POST', '/internal_api/communities', { name: 'One more' })
    const answers: number[] = []
    // each new community is chosen by the session, where this person is another member
    for (let n = 0; n < 12; n++) answers.push((await start()).status)
    expect(answers).to.deep.equal([...Array(10).fill(201), 429, 429])
  })

  it('answers addresses that are no text, and names no place', async () => {
    await open('0')
    for (const address of [
      '/c/%ff',
      '/c/%ff/%fe',
      '/posts/%E0%A4%A',
      '/files/%ff/original/%ff',
      '/assets/%ff.js',
      '/plugins/posts/%ff',
      '/words/%ff',
      '/internal_api/posts/%ff',
    ])
      for (const accept of ['text/html', 'application/json']) {
        const status = await new Promise((done, fail) =>
          request(app.url + address, { headers: { accept } }, (answer) => done(answer.resume().statusCode))
            .on('error', fail)
            .end(),
        )
        expect(status, `${address} as ${accept}`).to.be.oneOf(address.startsWith('/posts') ? [200, 404] : [404, 401, 422])
      }
  })

  it('A35: a header that is no token opens no way round the origin of a write', async () => {
    await open('0')
    const write = (authorization: string) =>
      app.as(member).send('PATCH', '/internal_api/account', { headline: 'Forged' }, { origin: 'https://evil.example', authorization })
    for (const header of ['Basic YTpi', 'Bearer', 'x']) expect((await write(header)).body).to.include({ success: false, code: 'origin_refused' })
  })
})
