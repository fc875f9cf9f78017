/** What a container starts: the tree without development packages, with every variable set, by the command of the image. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import path from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import Stripe from 'stripe'
import { startEmbedded } from '../../launch/embedded.ts'
import { freePort } from '../load/processes.ts'
import { silent, temporaryFolder } from '../support/database.ts'
import { call, type Node, PASSWORD, report, spawnNode, until } from './kit.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const S3rver = createRequire(import.meta.url)('s3rver')
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')

type Locked = Record<string, { dev?: boolean; link?: boolean; resolved?: string }>
/** What `COPY` and `npm ci --omit=dev` of the image leave: the tree, and of the packages those that the lock file does not mark as for development. */
function copyTree(tree: string) {
  const ignored = new Set(
    read('launch/container/Containerfile.dockerignore')
      .split('\n')
      .map((line) => line.replace('**/', '')),
  )
  for (const name of readdirSync(ROOT))
    if (!ignored.has(name)) cpSync(path.join(ROOT, name), path.join(tree, name), { recursive: true, filter: (from) => !ignored.has(path.basename(from)) })
  const packages = Object.fromEntries(Object.entries(JSON.parse(read('node_modules/.package-lock.json')).packages as Locked).filter(([, { dev }]) => !dev))
  for (const [name, { link, resolved }] of Object.entries(packages)) {
    // those within other packages come with them
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(name)) continue
    mkdirSync(path.dirname(path.join(tree, name)), { recursive: true })
    symlinkSync(link ? path.join(tree, resolved!) : path.join(ROOT, name), path.join(tree, name))
  }
  // by this the launcher sees that all is installed
  writeFileSync(path.join(tree, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

describe('the start of a container', () => {
  const [tree, dataDir, bucketDir, databaseDir] = Array.from({ length: 4 }, temporaryFolder) as [string, string, string, string]
  const mails: { to: string[]; text: string }[] = []
  let database: Awaited<ReturnType<typeof startEmbedded>> | undefined
  let redis: ChildProcess | undefined
  let bucket: any
  let mailServer: SMTPServer | undefined
  let env: Record<string, string>
  let node: Node | undefined
  const start = async () => {
    const [, file, ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(read('launch/container/Containerfile'))![1]!) as string[]
    node = await spawnNode(env, { tree, args: [file!, ...args] }).ready
  }

  before(async () => {
    copyTree(tree)
    expect(spawnSync('redis-server', ['--version']).status, 'redis-server, which .ci/run installs').to.equal(0)
    const [port, redisPort, bucketPort, smtpPort, replyPort] = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()]
    redis = spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
    bucket = new S3rver({ port: bucketPort, address: '127.0.0.1', silent: true, directory: bucketDir, configureBuckets: [{ name: 'atrium' }] })
    await bucket.run()
    mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, { envelope }, done) {
        let text = ''
        stream.on('data', (chunk) => (text += chunk))
        stream.on('end', () => {
          mails.push({ to: envelope.rcptTo.map(({ address }) => address), text })
          done()
        })
      },
    })
    await new Promise<void>((ready) => mailServer!.listen(smtpPort, '127.0.0.1', ready))
    database = await startEmbedded({ dataDir: databaseDir, log: silent })
    const admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    await admin.query(`create role walled login password 'walled'`)
    await admin.end()
    const walled = new URL(database.url)
    Object.assign(walled, { username: 'walled', password: 'walled' })
    env = {
      PORT: String(port),
      ATRIUM_DATA: dataDir,
      ATRIUM_URL: `http://127.0.0.1:${port}`,
      ATRIUM_TRUST_PROXY: '1',
      ATRIUM_ADMIN_EMAIL: 'owner@example.com',
      ATRIUM_ADMIN_PASSWORD: PASSWORD,
      ATRIUM_DEMO: 'off',
      ATRIUM_COMMUNITIES_BY: 'admins',
      ATRIUM_COMMUNITIES_EACH: '3',
      ATRIUM_LOG: 'warn',
      ATRIUM_METRICS_TOKEN: 'm'.repeat(16),
      ATRIUM_WORKER: 'true',
      ATRIUM_PLUGINS: path.join(tree, 'plugins.config.ts'),
      ATRIUM_PLANS: 'on',
      ATRIUM_PRIVATE_CALLS: 'true',
      ATRIUM_SECRET: 'x'.repeat(32),
      ATRIUM_SECRET_BEFORE: 'y'.repeat(32),
      ATRIUM_OUTBOUND_LOOPBACK: 'true',
      DATABASE_URL: database.url,
      DATABASE_APP_URL: walled.href,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Studio <studio@example.com>',
      MAIL_REPLY_DOMAIN: 'reply.example.com',
      MAIL_REPLY_PORT: String(replyPort),
      MAIL_REPLY_HOST: '127.0.0.1',
      MAIL_DOMAIN_RATE: '600',
      MAIL_REPLY_KEY: 'k'.repeat(32),
      MAIL_REPLY_AUTHORITY: 'mx.example.com',
      S3_BUCKET: 'atrium',
      S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
      LLM_BASE_URL: 'http://127.0.0.1:9/v1',
      LLM_API_KEY: 'llm-key',
      LLM_MODEL: 'scripted',
      LLM_EMBEDDING_MODEL: 'scripted-embedding',
      LLM_TIMEOUT: '60',
      LIVE_ADDRESSES: '127.0.0.1',
      LIVE_HOST: '127.0.0.1',
      LIVE_UDP_PORT: '0',
      LIVE_VIEWERS: '30',
      TURN_URL: 'turn:127.0.0.1:9',
      TURN_USERNAME: 'studio',
      TURN_PASSWORD: 'relay',
      STRIPE_SECRET_KEY: 'sk_test_house',
      STRIPE_WEBHOOK_SECRET: 'whsec_house',
      STRIPE_HOST: '127.0.0.1',
      STRIPE_PORT: '9',
      STRIPE_PROTOCOL: 'http',
    }
    await start()
  })
  after(async () => {
    node?.child.kill('SIGTERM')
    await node?.ended
    await database?.stop()
    await bucket?.close()
    await new Promise<void>((closed) => (mailServer ? mailServer.close(closed) : closed()))
    redis?.kill('SIGKILL')
    for (const folder of [tree, dataDir, bucketDir, databaseDir]) rmSync(folder, { recursive: true, force: true })
  })
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(node ? [node] : [])
  })

  async function signIn() {
    const { headers, status } = await call(node!.url, 'POST', '/internal_api/sign_in', { body: { email: env.ATRIUM_ADMIN_EMAIL, password: PASSWORD } })
    expect(status).to.equal(200)
    return headers.getSetCookie()[0]!.split(';')[0]!
  }
  /** The first line of the port for replies, or why there is none. */
  const greeting = () =>
    new Promise<string>((done) => {
      const socket = connect(Number(env.MAIL_REPLY_PORT), env.MAIL_REPLY_HOST)
      socket.once('data', (line) => {
        socket.destroy()
        done(String(line))
      })
      socket.once('error', ({ code }: NodeJS.ErrnoException) => done(code!))
    })
  /** Checks that fail, as an admin reads them. */
  async function troubles(cookie: string) {
    const { body } = await call(node!.url, 'GET', '/internal_api/system_health', { cookie })
    return Object.fromEntries(Object.entries<{ ok: boolean; detail?: string }>(body.checks).flatMap(([name, { ok, detail }]) => (ok ? [] : [[name, detail]])))
  }

  it('sets every variable that configuration, list of plugins and README name', () => {
    const named = [
      ...[...read('kernel/config.ts').matchAll(/\bsetting\(\s*'([A-Z0-9_]+)'/g)].map(([, name]) => name!),
      ...[...read('plugins.config.ts').matchAll(/process\.env\.([A-Z0-9_]+)/g)].map(([, name]) => name!),
      ...[...read('README.md').matchAll(/^\| (`[A-Z0-9_]+`.*?) \|/gm)].flatMap(([, names]) => [...names!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!)),
    ]
    expect([...new Set(named)].sort()).to.deep.equal(Object.keys(env).sort())
  })

  it('has no package for development', () => {
    const there = readdirSync(path.join(tree, 'node_modules'))
    expect(there).to.include.members(['koa', 'smtp-server', 'sharp'])
    expect(there.filter((name) => ['mocha', 'chai', 's3rver', 'playwright-core'].includes(name))).to.deep.equal([])
  })

  it('is well, with every plugin, database, Redis, bucket and mail server', async () => {
    const { status, body } = await call(node!.url, 'GET', '/health')
    expect([status, body.status]).to.deep.equal([200, 'ok'])
    expect(body.checks).to.include.keys('database', 'plugins', 'worker', 'files', 'redis', 'mail')
    expect(await troubles(await signIn())).to.deep.equal({})
    expect((await call(node!.url, 'GET', '/')).status, 'the page').to.equal(200)
  })

  it('sends mails, keeps files in the bucket, takes replies at the port and from a provider, and hears Stripe', async () => {
    const cookie = await signIn()
    await call(node!.url, 'POST', '/internal_api/passwords', { body: { email: env.ATRIUM_ADMIN_EMAIL } })
    await until('the mail', () => mails.some(({ to }) => to.includes(env.ATRIUM_ADMIN_EMAIL!)))
    expect(mails[0]!.text).to.include('studio@example.com')

    const text = Buffer.from('Fired at cone 6.')
    const begun = await call(node!.url, 'POST', '/internal_api/direct_uploads', { cookie, body: { blob: { filename: 'note.txt', byte_size: text.length } } })
    const sent = await call(node!.url, 'PUT', `/internal_api/direct_uploads/${begun.body.signed_id}`, { cookie, body: text, headers: { 'upload-offset': '0' } })
    expect([begun.status, sent.status]).to.deep.equal([201, 200])
    const address = new URL(begun.body.url, node!.url)
    expect((await call(node!.url, 'GET', address.pathname + address.search, { cookie })).body).to.equal(text.toString())
    const kept = readdirSync(path.join(bucketDir, 'atrium'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(kept.some(({ parentPath, name }) => readFileSync(path.join(parentPath, name)).equals(text))).to.equal(true)

    expect(await greeting()).to.match(/^220 /)
    const byProvider = (key: string) =>
      call(node!.url, 'POST', `/internal_api/notifications/inbound_emails?key=${key}`, {
        body: Buffer.from('From: x@example.com\r\n\r\nTo nobody'),
        headers: { 'content-type': 'message/rfc822' },
      })
    expect([(await byProvider('another')).status, (await byProvider(env.MAIL_REPLY_KEY!)).status]).to.deep.equal([404, 422])

    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'account.updated', account: 'acct_1', data: { object: { id: 'acct_1' } } })
    const byStripe = (secret: string) =>
      call(node!.url, 'POST', '/webhooks/payments/connected', {
        body: Buffer.from(payload),
        headers: { 'content-type': 'application/json', 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) },
      })
    expect([(await byStripe('another')).status, (await byStripe(env.STRIPE_WEBHOOK_SECRET!)).status]).to.deep.equal([400, 200])
  })

  it('without a package that it needs says so: the port for replies is closed, and health names it', async () => {
    node!.child.kill('SIGTERM')
    await node!.ended
    rmSync(path.join(tree, 'node_modules/smtp-server'))
    await start()
    expect(await greeting()).to.equal('ECONNREFUSED')
    const found = await troubles(await signIn())
    expect(JSON.stringify(found)).to.include('smtp-server')
  })
})
