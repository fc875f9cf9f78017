/** Behind nginx, as it is and by the operator's page: one signs in, writes, hears of it, and uploads. */
import { expect } from 'chai'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../load/processes.ts'
import { temporaryFolder } from '../support/database.ts'
import { call, type House, Listener, openHouse, PASSWORD, postOf, report, until } from './kit.ts'

const PAGE = path.resolve(import.meta.dirname, '../../kernel/operator/README.md')
const [, EXAMPLE] = /```nginx\n([\s\S]+?)```/.exec(readFileSync(PAGE, 'utf8'))!

describe('behind nginx', () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'nginx.conf')
  let url: string
  let proxy: ChildProcess
  let house: House
  let upstream: number

  /** What nginx is told of Atrium, and of nothing else. */
  function tell(location: string): void {
    const { port } = new URL(url)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
    const server = `server { listen 127.0.0.1:${port}; ${location.replaceAll('127.0.0.1:3000', `127.0.0.1:${upstream}`)} }`
    writeFileSync(file, `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${places} ${server} }`)
  }
  const answers = () =>
    until('nginx', () =>
      call(url, 'GET', '/ready').then(
        ({ status }) => status === 200 || status === 502,
        () => false,
      ),
    )
  async function start(location: string): Promise<void> {
    if (proxy) {
      const ended = new Promise((done) => proxy.once('exit', done))
      proxy.kill('SIGQUIT')
      await ended
    }
    tell(location)
    proxy = spawn('nginx', ['-c', file], { stdio: 'ignore' })
    await answers()
  }

  before(async () => {
    expect(spawnSync('nginx', ['-v']).status, 'nginx, which .ci/run installs').to.equal(0)
    chmodSync(folder, 0o755)
    url = `http://127.0.0.1:${await freePort()}`
    upstream = await freePort()
    await start(EXAMPLE!)
    // it says that it is ready at this address, so all that follows goes through nginx
    house = await openHouse({ env: { PORT: String(upstream), ATRIUM_URL: url, ATRIUM_TRUST_PROXY: '1' } })
    expect(house.nodes[0]!.url).to.equal(url)
  })
  after(async () => {
    await house?.close()
    proxy?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })

  const signIn = () =>
    call(url, 'POST', '/internal_api/sign_in', {
      headers: { origin: url, 'sec-fetch-site': 'same-origin' },
      body: { email: 'admin@example.com', password: PASSWORD },
    })
  async function upload(size: number, piece: number) {
    const { cookie } = house.admin
    const begun = await call(url, 'POST', '/internal_api/direct_uploads', { cookie, body: { blob: { filename: 'film.bin', byte_size: size } } })
    const statuses: number[] = []
    for (let offset = 0; offset < size; offset += piece) {
      const headers = { 'upload-offset': String(offset) }
      const body = Buffer.alloc(Math.min(piece, size - offset), 'clay')
      const { status } = await call(url, 'PUT', `/internal_api/direct_uploads/${begun.body.signed_id}`, { cookie, headers, body })
      statuses.push(status)
    }
    return statuses
  }
  const address = async () => (await call(url, 'GET', '/internal_api/system_health', { cookie: house.admin.cookie })).body.checks.address

  it('by the page’s example: signing in, a post that is heard, and a large file at once', async () => {
    const { cookie } = house.admin
    expect((await signIn()).status).to.equal(200)
    const listener = new Listener(url, house.admin)
    await until('the socket', () => listener.connections === 1)
    expect(await listener.join(`space:${house.spaceId}`)).to.deep.equal({ ok: true })
    const post = await call(url, 'POST', `/internal_api/spaces/${house.spaceId}/posts`, { cookie, body: postOf('Glaze'), headers: { origin: url } })
    expect(post.status).to.equal(201)
    await until('the post to be heard', () => listener.heard.includes(post.body.id))
    listener.socket.close()
    expect(await upload(20_000_000, 20_000_000)).to.deep.equal([200])
    expect(await address(), 'nothing is amiss').to.equal(undefined)
  })

  it('with a bare proxy_pass: pages may write, health says what nginx does not pass on, and files go in pieces that it takes', async () => {
    await start('location / { proxy_pass http://127.0.0.1:3000; }')
    expect((await signIn()).status).to.equal(200)
    expect((await address()).detail).to.include(`requests for ${url} come as http://127.0.0.1:${upstream}`)
    expect(await upload(2_000_000, 2_000_000)).to.deep.equal([413])
    expect(await upload(2_000_000, 900_000)).to.deep.equal([200, 200, 200])
  })
})
