/** Running it for real: the files for containers say what Atrium understands, and the same two processes, with the same settings, work together outside containers. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { settings } from '../../kernel/config.ts'
import { freePort } from '../load/processes.ts'
import { temporaryFolder } from '../support/database.ts'
import { takeBuild } from '../support/web.ts'
import { call, type House, Listener, openHouse, PASSWORD, postOf, report, sleep, until } from './kit.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDER = path.join(ROOT, 'launch/container')
const S3rver = createRequire(import.meta.url)('s3rver')
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8')

interface Service {
  image: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  healthcheck?: object
}
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service>; volumes: Record<string, null> }
const { one, two } = compose.services as { one: Service; two: Service }

describe('files for containers', () => {
  it('name services, volumes and files that there are', () => {
    for (const [name, { depends_on, volumes = [], build }] of Object.entries(compose.services)) {
      for (const [other, { condition }] of Object.entries(depends_on ?? {})) {
        expect(compose.services, `${name} needs ${other}`).to.have.property(other)
        // the image of Atrium says itself how it is
        const tells = compose.services[other]!.healthcheck ?? compose.services[other]!.build
        if (condition === 'service_healthy') expect(tells, `${other} says how it is`).to.be.an('object')
      }
      for (const [from] of volumes.map((volume) => volume.split(':')))
        if (from!.startsWith('.')) expect(existsSync(path.join(FOLDER, from!)), from).to.equal(true)
        else expect(compose.volumes).to.have.property(from!)
      if (build) expect(existsSync(path.join(FOLDER, build.context, build.dockerfile)), build.dockerfile).to.equal(true)
    }
    const proxied = /reverse_proxy (.+) \{/.exec(read('Caddyfile'))![1]!.split(' ')
    expect(proxied).to.deep.equal(['one:3000', 'two:3000'])
    expect(read('Caddyfile').match(/\{/g)!.length).to.equal(read('Caddyfile').match(/\}/g)!.length)
  })

  it('set nothing that Atrium does not know, and the same in both processes', () => {
    const known = Object.values(settings).map(({ variable }) => variable)
    const set = Object.keys(one.environment!)
    expect(set.filter((name) => !known.includes(name as never) && !name.startsWith('S3_'))).to.deep.equal([])
    expect(two.environment).to.deep.equal(one.environment)
    expect(Object.values(one.environment!).every((value) => typeof value === 'string')).to.equal(true)
  })

  it('build an image from what lies here, by instructions that there are', () => {
    const steps = read('Containerfile')
      .replace(/\\\n/g, '')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
    const words = ['FROM', 'RUN', 'WORKDIR', 'COPY', 'USER', 'ENV', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'STOPSIGNAL', 'CMD']
    expect(steps.filter((line) => !words.includes(line.split(' ')[0]!))).to.deep.equal([])
    const copied = steps.filter((line) => line.startsWith('COPY')).flatMap((line) => line.split(' ').slice(1, -1))
    expect(copied.filter((name) => !existsSync(path.join(ROOT, name)))).to.deep.equal([])
    const lists = steps.flatMap((line) => /CMD (\[.*\])$/.exec(line)?.[1] ?? []).map((list) => JSON.parse(list) as string[])
    expect(existsSync(path.join(ROOT, lists.at(-1)![1]!)), 'what is started').to.equal(true)
  })
})

describe('two processes with Redis and a bucket', function all() {
  const folders = [temporaryFolder(), temporaryFolder()]
  let redis: ChildProcess | undefined
  let bucket: any
  let house: House

  before(async function start() {
    expect(spawnSync('redis-server', ['--version']).status, 'redis-server, which .ci/run installs').to.equal(0)
    const [redisPort, bucketPort] = [await freePort(), await freePort()]
    redis = spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
    bucket = new S3rver({
      port: bucketPort,
      address: '127.0.0.1',
      silent: true,
      directory: folders[0],
      configureBuckets: [{ name: one.environment!.S3_BUCKET }],
    })
    await bucket.run()
    await sleep(300)
    const places: Record<string, string> = {
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
      ATRIUM_SECRET: 'x'.repeat(32),
    }
    // what the file leaves to whoever starts it, and where the database is, the kit says
    const given = Object.entries(one.environment!).filter(([name, value]) => !value.includes('${') && name !== 'DATABASE_URL')
    house = await openHouse({ env: { ...Object.fromEntries(given), ...places } })
    takeBuild(folders[1]!)
    await house.addNode({ ATRIUM_DATA: folders[1] })
  })
  after(async () => {
    await house?.close()
    await bucket?.close()
    redis?.kill('SIGKILL')
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })

  it('are ready and well, tell each other, read each other’s files, and serve on when one of them ends', async () => {
    const [first, second] = house.nodes.map(({ url }) => url) as [string, string]
    const { cookie } = house.admin
    for (const url of [first, second])
      for (const address of ['/ready', '/health']) expect((await call(url, 'GET', address)).status, `${url}${address}`).to.equal(200)

    const listener = new Listener(second, house.admin)
    await until('the socket', () => listener.connections === 1)
    expect(await listener.join(`space:${house.spaceId}`)).to.deep.equal({ ok: true })
    const post = await call(first, 'POST', `/internal_api/spaces/${house.spaceId}/posts`, { cookie, body: postOf('Glaze') })
    expect(post.status).to.equal(201)
    await until('the post to be heard at the other process', () => listener.heard.includes(post.body.id))

    const text = Buffer.from('From one process to the other.')
    const begun = await call(first, 'POST', '/internal_api/direct_uploads', { cookie, body: { blob: { filename: 'note.txt', byte_size: text.length } } })
    const sent = await call(second, 'PUT', `/internal_api/direct_uploads/${begun.body.signed_id}`, { cookie, body: text, headers: { 'upload-offset': '0' } })
    expect([begun.status, sent.status]).to.deep.equal([201, 200])
    const address = new URL(begun.body.url, first)
    expect((await call(first, 'GET', address.pathname + address.search, { cookie })).body).to.equal(text.toString())

    // one proxy of our own stands before it, and what it says of the caller is believed
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'community.example', origin: 'https://community.example' }
    const entered = await call(first, 'POST', '/internal_api/sign_in', { headers: forwarded, body: { email: 'admin@example.com', password: PASSWORD } })
    expect([entered.status, /; secure/i.test(entered.headers.get('set-cookie') ?? '')]).to.deep.equal([200, true])

    expect(await house.kill(house.nodes[0]!, 'SIGTERM')).to.equal(0)
    expect((await call(second, 'GET', `/internal_api/spaces/${house.spaceId}/posts/${post.body.slug}`, { cookie })).body.name).to.equal('Glaze')
    expect((await call(second, 'GET', '/ready')).status).to.equal(200)
    listener.socket.close()
  })
})
