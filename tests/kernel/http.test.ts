/** Over real HTTP: changes by PUT, bodies in both shapes, what a browser may keep, how deep a body may nest. */
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { accountAddresses, adminAddresses, guessedAddresses } from '@atrium/sdk/kernel/shell'
import { readJson } from '@atrium/sdk/server'
import { refusal, type TestApp, type TestMember, testApp, until } from '@atrium/sdk/testing'

const METRICS = 'a token of sixteen letters'.replaceAll(' ', '-')

describe('http', () => {
  let app: TestApp
  let admin: TestMember
  before(async () => {
    app = await testApp(['plugins/operations', 'plugins/spaces', 'plugins/masquerading'], {
      env: { ATRIUM_METRICS_TOKEN: METRICS, ATRIUM_URL: 'https://clay.example' },
    })
    admin = await app.member('admin')
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())
  const send = (method: string, address: string, body?: unknown) => app.as(admin).send(method, address, body)

  it('takes PUT wherever PATCH is meant, described once, and leaves a PUT of its own alone', async () => {
    expect((await send('PUT', '/internal_api/community', { name: 'By put' })).body.name).to.equal('By put')
    expect((await send('PUT', '/internal_api/account', { headline: 'Potter' })).body.headline).to.equal('Potter')
    expect((await send('PUT', '/internal_api/account', { headline: 5 })).body).to.include({ success: false, code: 'invalid_input' })
    expect((await app.as(null).send('PUT', '/internal_api/community', { name: 'x' })).status).to.equal(401)
    // PUT sets a new password by a mailed token; nothing is patched at that address
    expect((await send('PUT', '/internal_api/passwords', { token: 'x'.repeat(30), password: 'Secret-1' })).body.code).to.equal('token_invalid')
    expect((await send('PUT', '/internal_api/sign_in', {})).body.code).to.equal('route_not_found')
    const { paths } = (await app.as(null).send('GET', '/openapi.json')).body
    expect(Object.keys(paths['/internal_api/community'])).to.have.members(['get', 'patch'])
    expect((await app.as(admin).send('PUT', '/internal_api/community', { name: 'Foreign' }, { origin: 'https://evil.example' })).body.code).to.equal(
      'origin_refused',
    )
  })

  it('takes little of a body that is too large: the answer comes, and then the connection ends', async () => {
    const LENGTH = 40_000_000
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk)).on('error', () => {})
    const ended = new Promise((done) => socket.once('close', done))
    socket.write(
      `PATCH /internal_api/account HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nCookie: atrium_session=${admin.token}\r\nContent-Type: application/json\r\nContent-Length: ${LENGTH}\r\n\r\n`,
    )
    const chunk = Buffer.alloc(65_536, ' ')
    const pour = () => {
      if (socket.bytesWritten < LENGTH && !socket.destroyed) socket.write(chunk, pour)
    }
    pour()
    await ended
    expect(answer).to.match(/^HTTP\/1\.1 413 /)
    expect(socket.bytesWritten, 'a few megabytes lie in the buffers of the connection').to.be.below(LENGTH / 2)
  })

  it('tells a browser that finds no room in words of its language, and has it come again by itself', async () => {
    const headers = { accept: 'text/html', 'accept-language': 'pt-BR' }
    const { system } = app.kernel.root.cradle.data
    const holder = await system.connect()
    await holder.query('begin')
    await holder.query('lock table spaces.space in access exclusive mode')
    const inside = Array.from({ length: 150 }, () => fetch(`${app.url}/internal_api/spaces`))
    const busy = async (address: string) => {
      let answer: Response | undefined
      await until('no room', async () => {
        await answer?.body?.cancel()
        answer = await fetch(app.url + address, { headers })
        return answer.status === 503
      })
      return answer!
    }
    const page = await busy('/')
    const call = await busy('/internal_api/community')
    await holder.query('rollback')
    holder.release()
    await Promise.all(inside.map(async (visit) => (await visit).body?.cancel()))
    expect(page.headers.get('refresh')).to.equal('2')
    expect(page.headers.get('content-type')).to.contain('text/html')
    expect(await page.text())
      .to.contain('lang="pt-BR"')
      .and.contain('<p>O servidor está ocupado. Tente de novo em instantes.</p>')
    expect(call.headers.get('refresh')).to.equal(null)
    expect(await call.json()).to.include({ success: false, code: 'unavailable' })
  })

  it('shows figures to the machine itself, and to others by their token', async () => {
    const ask = (headers: Record<string, string>) => fetch(`${app.url}/metrics`, { headers }).then(({ status }) => status)
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
    expect([await ask({}), await ask(elsewhere)]).to.deep.equal([200, 404])
    expect(await ask({ ...elsewhere, authorization: 'Bearer another token' })).to.equal(404)
    expect(await ask({ ...elsewhere, authorization: `Bearer ${METRICS}` })).to.equal(200)
    await app.sql(`select graphile_worker.add_job('nobody.knows', '{"communityId":0}', run_at => now() - interval '1 minute')`)
    const text = await (await fetch(`${app.url}/metrics`)).text()
    expect(text)
      .to.match(/^atrium_health\{check="database"\} 1$/m)
      .and.match(/^atrium_jobs_due\{task="nobody.knows"\} 1$/m)
      .and.match(/^atrium_jobs_oldest_seconds\{task="nobody.knows"\} 6\d/m)
      .and.match(/^atrium_mails\{state="failed"\} 0$/m)
  })

  it('takes what a page of ATRIUM_URL writes, though a proxy passes on another name', async () => {
    const write = (origin: string, more: Record<string, string> = {}) =>
      app.as(admin).send('PATCH', '/internal_api/account', { headline: 'Potter' }, { origin, ...more })
    expect((await write('https://clay.example')).status).to.equal(200)
    expect((await write('https://clay.example', { 'sec-fetch-site': 'same-origin' })).status).to.equal(200)
    expect((await write('https://clay.example', { 'sec-fetch-site': 'cross-site' })).body.code).to.equal('origin_refused')
    const { checks } = (await app.as(admin).send('GET', '/internal_api/system_health')).body
    expect(checks.address.detail).to.match(/^requests for https:\/\/clay\.example come as http:\/\/127\.0\.0\.1:\d+: the proxy does not pass on/)
    for (const origin of ['https://evil.example', 'http://clay.example', 'https://clay.example.evil.example', 'null'])
      expect((await write(origin)).body.code, origin).to.equal('origin_refused')
  })

  it('answers pages of the shell and of plugins with 200, and an unknown address with 404 and the same shell', async () => {
    const ofPlugins = app.plugins.flatMap(({ manifest }) => [...Object.keys(manifest.screens ?? {}), ...Object.keys(manifest.admin ?? {})])
    expect(ofPlugins.length).to.be.above(5)
    const known = [...accountAddresses, ...adminAddresses, ...ofPlugins.filter((address) => !address.includes(':')), '/settings/plugins/spaces']
    const look = async (address: string) => {
      const { status, headers, body } = await app.as(admin).send('GET', address, undefined, { accept: 'text/html' })
      return `${address} ${status} ${/html/.test(String(headers['content-type'])) && String(body).includes('id="atrium-boot"')}`
    }
    for (const address of known) expect(await look(address)).to.equal(`${address} 200 true`)
    for (const address of ['/nothing', '/nothing/at/all', '/settings/nothing', '/account/nothing', '/favicon.png', '/users', '/settings/jobs/%E0%A4%A'])
      expect(await look(address)).to.equal(`${address} 404 true`)
    for (const [guess, to] of Object.entries(guessedAddresses)) {
      const { status, headers } = await fetch(`${app.url}${guess}?invitation=1`, { redirect: 'manual', headers: { accept: 'text/html' } })
      expect([status, headers.get('location')]).to.deep.equal([302, `${to}?invitation=1`])
    }
    expect(await look('/settings/plugins/%E0%A4%A')).to.equal('/settings/plugins/%E0%A4%A 200 true')
  })

  it('changes the community by bare fields and by those inside `community` and `community_setting`', async () => {
    const nested = {
      community: { name: 'Nested', locale: 'pt', is_private: true, prefs: { brand_color: { light: '#112233', dark: '#445566' } } },
      community_setting: { deactivate_account_enabled: false },
    }
    const { status, body } = await send('PUT', '/internal_api/community', nested)
    expect([status, body.name, body.locale, body.is_private, body.prefs.brand_color.dark]).to.deep.equal([200, 'Nested', 'pt-BR', true, '#445566'])
    const settings = async () => (await send('GET', '/internal_api/community/settings')).body
    expect((await settings()).deactivate_account_enabled).to.equal(false)
    expect((await send('PATCH', '/internal_api/community/settings', { community_setting: { deactivate_account_enabled: true } })).status).to.equal(200)
    expect((await settings()).deactivate_account_enabled).to.equal(true)
    expect((await send('PATCH', '/internal_api/community', { name: 'Bare', locale: 'en', is_private: false })).body).to.include({
      name: 'Bare',
      locale: 'en-US',
    })
    for (const wrong of [{ community: { name: '' } }, { community: { locale: 'xx' } }, { community_setting: { deactivate_account_enabled: 'maybe' } }, []])
      expect((await send('PATCH', '/internal_api/community', wrong)).body, JSON.stringify(wrong)).to.include({ success: false, code: 'invalid_input' })
    expect((await send('PATCH', '/internal_api/community', { community: { name: '' } })).body.error_details).to.have.property('name')
  })

  it('A87: lets no cache tell one person what another was told, nor keep what a mask saw', async () => {
    await send('PATCH', '/internal_api/community/settings', { cached_pundit_api_enabled: true })
    const headers = async () => (await send('GET', '/internal_api/pundit_users')).headers
    expect(await headers()).to.include({ 'cache-control': 'private, max-age=300' })
    expect((await headers()).vary).to.match(/Cookie.*Authorization/)
    await send('POST', '/internal_api/masquerading/masquerades', { entity_id: (await app.member()).id })
    expect(await headers()).to.include({ 'cache-control': 'no-store' })
    await send('DELETE', '/internal_api/masquerading/masquerades')
  })

  it('A70: takes bodies 64 deep and no deeper', async () => {
    const deep = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    expect((await send('PATCH', '/internal_api/account', deep(64))).status).to.equal(200)
    // as the items of a text lie in each other
    const lists = (levels: number) => JSON.parse(`${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`)
    expect((await send('PATCH', '/internal_api/account', lists(64))).status).to.equal(200)
    for (const body of [deep(66), lists(66), { a: JSON.parse('['.repeat(70) + ']'.repeat(70)) }]) {
      const answer = await send('PATCH', '/internal_api/account', body)
      expect([answer.status, answer.body.code]).to.deep.equal([400, 'invalid_input'])
    }
  })
  it('takes half of a letter for a sign of what is missing, in texts of any depth, and for no name of a field', async () => {
    const read = async (text: string) => readJson(Readable.from([Buffer.from(text)]), 1_000, '')
    expect(await read(String.raw`{"name":"Ana \ud83c","tags":["\udffa",{"label":"a\ud83d\ude00"}]}`)).to.deep.equal({
      name: 'Ana \ufffd',
      tags: ['\ufffd', { label: 'a😀' }],
    })
    expect(await refusal(read(String.raw`{"a\ud83c":1}`))).to.include({ status: 400, code: 'invalid_input' })
  })
  it('refuses a name of what cannot be seen, by its field, and keeps of another what is seen', async () => {
    for (const name of ['\u200b\u200b', '\u3164', '\u2800', '\u{e0041}']) {
      const { status, body } = await send('PATCH', '/internal_api/account', { name })
      expect([status, Object.keys(body.error_details)], JSON.stringify(name)).to.deep.equal([422, ['name']])
    }
    expect((await send('PATCH', '/internal_api/account', { name: '\u202egnp.exe Ana' })).status).to.equal(200)
    const [{ name }] = (await app.sql('select name from kernel.member where id = $1', [admin.id])) as [{ name: string }]
    expect(name).to.equal('gnp.exe Ana')
  })
})
