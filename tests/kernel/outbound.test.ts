/** The guarded fetcher against a real server: no inner address however it is written, no bomb, no drip, no flood (A55, A56, A57). */
import { expect } from 'chai'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { AtriumError } from '@atrium/sdk'
import { isPublicIp } from '../../kernel/outbound/addresses.ts'
import type { Lookup } from '../../kernel/outbound/call.ts'
import { createOutbound } from '../../kernel/outbound/index.ts'

describe('calls to the outside', () => {
  let server: http.Server
  let port: number
  let asked: string[] = []
  const lookups: string[] = []
  const at =
    (...addresses: string[]): Lookup =>
    async (host) => {
      lookups.push(host)
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    }
  /** As in production: every address must be public. */
  const strict = (lookup: Lookup = at('127.0.0.1')) => createOutbound({ config: { outboundLoopback: false }, lookup })
  /** The test's own server may be called. */
  const bench = (lookup: Lookup = at('127.0.0.1'), clock?: () => number) => createOutbound({ config: { outboundLoopback: true }, lookup, clock })
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'answered',
      (error) => (error instanceof AtriumError ? error.code : String(error)),
    )

  before((done) => {
    server = http.createServer((request, response) => {
      asked.push(`${request.method} ${request.headers.host} ${request.url}`)
      const { pathname, searchParams } = new URL(request.url!, 'http://x')
      if (pathname === '/to') return response.writeHead(Number(searchParams.get('status') ?? 302), { location: searchParams.get('at')! }).end()
      if (pathname === '/round') return response.writeHead(302, { location: '/round' }).end()
      if (pathname === '/bomb') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000)))
      if (pathname === '/packed') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('unpacked'))
      if (pathname === '/endless') {
        response.writeHead(200)
        const more = () => response.write(Buffer.alloc(65_536, 'x'), () => !response.destroyed && setImmediate(more))
        return more()
      }
      if (pathname === '/drip') {
        response.writeHead(200)
        const timer = setInterval(() => response.write('.'), 20)
        return response.on('close', () => clearInterval(timer))
      }
      if (pathname === '/large') return response.writeHead(200, { 'content-length': '999999999' }).write('x')
      if (pathname === '/latin') return response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' }).end(Buffer.from([0xe9]))
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => response.end(JSON.stringify({ method: request.method, headers: request.headers, body })))
    })
    server.listen(0, '127.0.0.1', () => {
      port = (server.address() as AddressInfo).port
      done()
    })
  })
  beforeEach(() => {
    asked = []
    lookups.length = 0
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  it('A55: tells public addresses from all others', () => {
    const inner = [
      ...['127.0.0.1', '127.9.9.9', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '0.0.0.0', '100.64.0.1', '224.0.0.1'],
      ...['255.255.255.255', '192.0.0.1', '198.18.0.1', '240.0.0.1', '::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1'],
      ...[
        'fe80::1',
        'fe80::1%eth0',
        'fc00::1',
        'fd00:ec2::254',
        'ff02::1',
        '64:ff9b::7f00:1',
        '2002:7f00:1::',
        '2001:0:7f00:1::',
        '2001:db8::1',
        '100::1',
        '',
        'x',
      ],
    ]
    expect(inner.filter(isPublicIp)).to.deep.equal([])
    expect(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'].filter(isPublicIp)).to.have.length(4)
  })

  it('A55: refuses inner addresses in every spelling before anything is connected', async () => {
    const hosts = [
      ...['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[0:0:0:0:0:ffff:7f00:1]'],
      ...['[64:ff9b::7f00:1]', '169.254.169.254', '10.1.2.3', '192.168.0.1', '[fd00::1]', 'localhost', '127.0.0.1.', '①②⑦.0.0.1', '%31%32%37.0.0.1'],
    ]
    for (const host of hosts) expect(await codeOf(strict().fetch(`http://${host}/`)), host).to.equal('outbound_refused')
    expect([asked, lookups]).to.deep.equal([[], []])
  })

  it('A55: refuses names that lead inward, and those with one inner address among public ones', async () => {
    const nobody: Lookup = async () => Promise.reject(new Error('no such host'))
    const said = (lookup: Lookup) =>
      strict(lookup)
        .fetch('http://inner.example/')
        .then(
          () => 'it was fetched',
          ({ status, code, message }) => `${status} ${code} ${message}`,
        )
    const ways = [at('10.0.0.7'), at('93.184.216.34', '127.0.0.1'), at('::ffff:127.0.0.1'), at(), nobody]
    expect(new Set(await Promise.all(ways.map(said))), 'as those that lead nowhere').to.deep.equal(
      new Set(['502 outbound_failed Couldn’t reach the other server.']),
    )
    expect(asked).to.deep.equal([])
  })

  it('A55: asks for the addresses of a name once a hop, so that one that turns has nothing to turn', async () => {
    let n = 0
    const turning: Lookup = async () => [{ address: n++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    const outbound = bench(turning)
    expect((await outbound.fetch(`http://turning.example:${port}/`)).status).to.equal(200)
    expect(n).to.equal(1)
    expect(await codeOf(outbound.fetch(`http://turning.example:${port}/`))).to.equal('outbound_failed')
    expect(asked).to.have.length(1)
  })

  it('A55: only 80 and 443, only http and https, no passwords', async () => {
    for (const address of [
      'http://a.example:22/',
      'http://a.example:8080/',
      'ftp://a.example/',
      'file:///etc/passwd',
      'http://u:p@a.example/',
      'gopher://a.example',
      'x',
    ])
      expect(await codeOf(strict().fetch(address)), address).to.equal('outbound_refused')
    expect(lookups).to.deep.equal([])
  })

  it('A55: checks every hop of a redirect anew', async () => {
    const outbound = bench(async (host) => [{ address: host === 'inner.example' ? '10.0.0.1' : '127.0.0.1', family: 4 }])
    const to = (address: string) => outbound.fetch(`http://a.example:${port}/to?at=${encodeURIComponent(address)}`)
    for (const address of [`http://inner.example:${port}/`, 'http://10.0.0.1/', 'file:///etc/passwd', 'http://169.254.169.254/latest/meta-data'])
      expect(await codeOf(to(address)), address).to.equal(address.includes('inner.example') ? 'outbound_failed' : 'outbound_refused')
    expect((await to(`http://b.example:${port}/`)).url).to.equal(`http://b.example:${port}/`)
    expect(await codeOf(outbound.fetch(`http://a.example:${port}/round`))).to.equal('outbound_refused')
  })

  it('drops passwords and bodies where a redirect asks for it, and follows none for a write', async () => {
    const outbound = bench()
    const headers = { Authorization: 'Bearer secret', 'X-Own': 'kept' }
    const moved = await outbound.fetch(`http://a.example:${port}/to?at=${encodeURIComponent(`http://b.example:${port}/`)}`, { headers })
    expect(moved.json().headers).to.include({ 'x-own': 'kept' }).and.not.have.property('authorization')
    const near = await outbound.fetch(`http://a.example:${port}/to?at=/`, { headers })
    expect(near.json().headers.authorization).to.equal('Bearer secret')
    expect((await outbound.fetch(`http://a.example:${port}/to?at=/`, { method: 'POST', body: 'x' })).status).to.equal(302)
    const posted = await outbound.fetch(`http://a.example:${port}/to?status=307&at=/`, { method: 'POST', body: 'ação', redirects: 1 })
    expect(posted.json()).to.include({ method: 'POST', body: 'ação' })
  })

  it('A57: stops at 1 MiB, packed or not, announced or not, and after its time', async () => {
    const outbound = bench()
    for (const path of ['bomb', 'endless', 'large'])
      expect(await codeOf(outbound.fetch(`http://a.example:${port}/${path}`)), path).to.equal('outbound_too_large')
    expect(await codeOf(outbound.fetch(`http://a.example:${port}/drip`, { timeoutMs: 300 }))).to.equal('outbound_timeout')
    expect((await outbound.fetch(`http://a.example:${port}/packed`)).text()).to.equal('unpacked')
    expect((await outbound.fetch(`http://a.example:${port}/latin`)).text()).to.equal('é')
  })

  it('A57: calls one host four times at once and 120 times a minute', async () => {
    let now = 1_000_000
    const outbound = bench(at('127.0.0.1'), () => now)
    const slow = Array.from({ length: 6 }, () => codeOf(outbound.fetch(`http://a.example:${port}/drip`, { timeoutMs: 200 })))
    expect((await Promise.all(slow)).filter((code) => code === 'outbound_busy')).to.have.length(2)
    for (let n = 4; n < 120; n++) await outbound.fetch(`http://a.example:${port}/`)
    expect(await codeOf(outbound.fetch(`http://a.example:${port}/`))).to.equal('outbound_busy')
    expect((await outbound.fetch(`http://other.example:${port}/`)).status).to.equal(200)
    now += 61_000
    expect((await outbound.fetch(`http://a.example:${port}/`)).status).to.equal(200)
  })

  it('calls a host that a manifest names as often as it says, and others no oftener', async () => {
    const outbound = createOutbound({
      config: { outboundLoopback: true },
      lookup: at('127.0.0.1'),
      clock: () => 1_000_000,
      named: [{}, { [`a.example:${port}`]: 150 }, { [`a.example:${port}`]: 130, [`b.example:${port}`]: 20 }],
    })
    const call = (host: string) => codeOf(outbound.fetch(`http://${host}.example:${port}/`))
    for (let n = 0; n < 150; n++) expect(await call('a')).to.equal('answered')
    expect(await call('a')).to.equal('outbound_busy')
    // nobody makes it fewer for others
    for (let n = 0; n < 120; n++) expect(await call('b')).to.equal('answered')
    expect(await call('b')).to.equal('outbound_busy')
  })

  it('calls any host as often as the plugin says that calls it, and for others no oftener', async () => {
    const outbound = bench(at('127.0.0.1'), () => 1_000_000)
    const call = (aMinute?: number) => codeOf(outbound.fetch(`http://any.example:${port}/`, {}, aMinute))
    for (let n = 0; n < 150; n++) expect(await call(150)).to.equal('answered')
    expect([await call(150), await call()]).to.deep.equal(['outbound_busy', 'outbound_busy'])
  })

  it('reaches what the operator has named, and says plainly when nobody answers', async () => {
    expect((await strict().fetch(`http://127.0.0.1:${port}/`, { operator: true })).ok).to.equal(true)
    expect(await codeOf(bench().fetch('http://127.0.0.1:1/'))).to.equal('outbound_failed')
    expect(await codeOf(bench(async () => Promise.reject(new Error('no such host'))).fetch('http://nowhere.example/'))).to.equal('outbound_failed')
  })
})
