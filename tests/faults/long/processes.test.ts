/** Faults of processes that take their time: stopped, killed by a job, started wrongly, stormed, slowly spoken to. */
import { expect } from 'chai'
import net from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '../../support/database.ts'
import { call, CLEAN, type House, Listener, openHouse, report, sleep, spawnNode, until } from '../kit.ts'
import { storm } from '../storm.ts'

describe('faults of processes', function () {
  this.timeout(400_000)
  let house: House
  before(async () => {
    house = await openHouse({ nodes: 2 })
  })
  after(() => house?.close())
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })

  it('F09: told to stop with 1,000 sockets and 64 requests: what was begun ends, sockets are told to move, and behind a balancer nothing fails', async () => {
    const [leaving, staying] = house.nodes as [House['nodes'][number], House['nodes'][number]]
    const people = await house.people(1_000)
    const listeners: Listener[] = []
    for (const person of people) {
      listeners.push(new Listener(leaving.url, person))
      if (listeners.length % 100 === 0) await sleep(800)
    }
    await until('the sockets', () => listeners.every(({ socket }) => socket.connected), 60_000)
    // as a balancer does: who cannot be reached is not asked, the next one is
    let running = true
    const failed: unknown[] = []
    const balanced = Promise.all(
      people.slice(0, 8).map(async ({ cookie }) => {
        while (running) {
          const answer = await call(leaving.url, 'GET', `/internal_api/spaces/${house.spaceId}`, { cookie, headers: { connection: 'close' } })
            .catch(() => null)
            .then((first) => (first && first.status !== 503 ? first : call(staying.url, 'GET', `/internal_api/spaces/${house.spaceId}`, { cookie })))
            .catch((error) => ({ status: String(error) }))
          if (answer.status !== 200) failed.push(answer.status)
          await sleep(50)
        }
      }),
    )
    // several rounds of connections to the database, and nobody waits longer than may be waited
    const begun = Promise.all(people.slice(0, 64).map(({ cookie }) => call(leaving.url, 'GET', '/internal_api/probe/slow?ms=500', { cookie })))
    await sleep(400)
    const at = Date.now()
    expect(await house.kill(leaving, 'SIGTERM')).to.equal(0)
    expect(Date.now() - at, 'ms to the end').to.be.below(10_000)
    expect((await begun).map(({ status }) => status)).to.deep.equal(Array(64).fill(200))
    expect(listeners.filter(({ moves }) => moves === 0)).to.have.length(0)
    await sleep(500)
    running = false
    await balanced
    expect(failed).to.deep.equal([])
    for (const { socket } of listeners) socket.close()
    await house.addNode()
  })

  it('F24: a job that kills its process is tried a few times and parked, while another process serves on', async () => {
    const survivor = await house.addNode({ ATRIUM_WORKER: 'off' })
    const workers = house.nodes.filter((node) => node !== survivor)
    await call(survivor.url, 'POST', '/internal_api/probe/poison')
    for (const worker of workers) {
      // a second one dies of it once the first is known to be dead
      expect(await worker.ended).to.equal('SIGKILL')
      house.nodes.splice(house.nodes.indexOf(worker), 1)
    }
    expect(await house.healthy(survivor.url)).to.equal(true)
    const [job] = await house.sql(`select attempts, max_attempts from graphile_worker.jobs where task_identifier = 'probe.deadly'`)
    expect(job.attempts).to.be.at.least(workers.length)
    // the last try: whoever takes it over parks it with its reason
    await house.sql(
      `update graphile_worker._private_jobs set attempts = max_attempts where id = (select id from graphile_worker.jobs where task_identifier = 'probe.deadly')`,
    )
    const fresh = await house.addNode()
    const ledger = await house.writers(4)
    await ledger.more(20)
    expect(await ledger.compare()).to.deep.include(CLEAN)
    expect(fresh.child.exitCode).to.equal(null)
    await until(
      'the parked job to be free, with its reason',
      async () => {
        const [parked] = await house.sql(`select locked_at, last_error from graphile_worker.jobs where task_identifier = 'probe.deadly'`)
        return parked.locked_at === null && /process ended/.test(parked.last_error)
      },
      60_000,
    )
    await house.kill(survivor, 'SIGTERM')
  })

  it('F35: 5,000 sockets cut at once are back', async () => {
    while (house.nodes.length > 1) await house.kill(house.nodes[1]!, 'SIGTERM')
    expect(await storm(house, 5_000), 'ms until all were back').to.be.below(10_000)
  })

  it('F12, F13: a plugin that throws or hangs when it is loaded or started keeps nobody waiting, and the rest serves', async () => {
    const base = temporaryFolder()
    const write = (id: string, server: string) => {
      mkdirSync(path.join(base, id, 'server'), { recursive: true })
      const sdk = (name: string) => path.resolve(import.meta.dirname, '../../../sdk', name)
      writeFileSync(
        path.join(base, id, 'plugin.ts'),
        `import { definePlugin } from '${sdk('index.ts')}'\nexport default definePlugin({ id: '${id}', title: '${id}', icon: 'activity', sdk: '^1.0', kind: 'feature' })\n`,
      )
      writeFileSync(path.join(base, id, 'contract.ts'), `import { defineContract } from '${sdk('index.ts')}'\nexport default defineContract('${id}', {})\n`)
      writeFileSync(path.join(base, id, 'server/index.ts'), server.replace('SDK', sdk('server/index.ts')))
    }
    write('throws', `throw new Error('on purpose')\n`)
    write(
      'hangs',
      `import { defineServer } from 'SDK'\nimport contract from '../contract.ts'\nexport default defineServer(contract, { hooks: { start: () => new Promise(() => {}) } })\n`,
    )
    write('stuck', `await new Promise(() => {})\n`)
    const list = path.join(base, 'plugins.config.ts')
    writeFileSync(
      list,
      `import rest from '${path.resolve(import.meta.dirname, '../plugins.config.ts')}'\nexport default [...rest, ...['throws', 'hangs', 'stuck'].map((id) => ({ from: '${base}/' + id }))]\n`,
    )
    const at = Date.now()
    const node = await house.addNode({ ATRIUM_PLUGINS: list })
    expect(Date.now() - at).to.be.below(60_000)
    expect(node.said()).to.include('throws does not work').and.include('hangs does not work').and.include('stuck does not work')
    const { status, body } = await call(node.url, 'GET', '/health')
    expect([status, body.checks.plugins]).to.deep.equal([503, 'failed'])
    expect((await call(node.url, 'GET', `/internal_api/spaces/${house.spaceId}`, { cookie: house.admin.cookie })).status).to.equal(200)
    await house.kill(node, 'SIGTERM')
  })

  it('F44: a wrong setting ends the start with one sentence that names it', async () => {
    const wrong: [NodeJS.ProcessEnv, RegExp][] = [
      [{ PORT: 'x' }, /PORT/],
      [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
      [{ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, /DATABASE_URL/],
      [{ ATRIUM_SECRET: 'short' }, /ATRIUM_SECRET/],
      [{ ATRIUM_URL: 'community' }, /ATRIUM_URL/],
      [{ S3_BUCKET: 'files' }, /S3_ACCESS_KEY/],
      [{ ATRIUM_PLUGINS: '/nowhere.ts' }, /ATRIUM_PLUGINS/],
      [{ ATRIUM_WORKER: 'cook' }, /ATRIUM_WORKER/],
    ]
    for (const [env, name] of wrong) {
      const { ended, said } = spawnNode({ ATRIUM_DATA: house.dataDir, ...env })
      expect(await ended, said()).to.equal(1)
      const lines = said()
        .trim()
        .split('\n')
        .filter((line) => !/^(built|Starting)/.test(line))
      expect(lines, said()).to.have.length(1)
      expect(lines[0]).to.match(name)
    }
  })

  it('A71: who speaks a byte at a time, or not at all, is cut off, and keeps nobody from being served', async () => {
    const { url } = house.nodes[0]!
    const { port } = new URL(url)
    const open = (text: string, every?: string) =>
      new Promise<number>((done) => {
        const at = Date.now()
        const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text))
        const drip = every ? setInterval(() => socket.write(every), 500) : undefined
        socket.on('error', () => {})
        socket.on('data', () => {})
        socket.on('close', () => {
          clearInterval(drip)
          done(Date.now() - at)
        })
      })
    const head = `PATCH /internal_api/account HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${house.admin.cookie}\r\ncontent-type: application/json\r\n`
    const slow = [
      ...Array.from({ length: 300 }, () => open('GET / HTTP/1.1\r\nhost: x\r\n')),
      open('GET / HTTP/1.1\r\n', 'x: y\r\n'),
      open(`${head}content-length: 100000\r\n\r\n{`, ' '),
    ]
    await sleep(300)
    const at = Date.now()
    expect((await call(url, 'GET', `/internal_api/spaces/${house.spaceId}`, { cookie: house.admin.cookie })).status).to.equal(200)
    expect(Date.now() - at).to.be.below(5_000)
    const took = await Promise.all(slow)
    expect(Math.max(...took.slice(0, -1)), 'headers').to.be.below(30_000)
    expect(took.at(-1), 'body').to.be.below(60_000)
  })

  it('A91: passwords, cookies, tokens and bodies of mails stand in no line of the log, however much is logged', async () => {
    const canary = 'Canary-Passw0rd-9'
    const node = await house.addNode({ ATRIUM_LOG: 'trace' })
    const [person] = await house.people(1, 'admin')
    const send = (method: string, address: string, body: unknown, headers = {}) => call(node.url, method, address, { cookie: person!.cookie, body, headers })
    // whoever signs in ends the session they had
    const enter = (address: string, body: unknown) => call(node.url, 'POST', address, { body })
    await enter('/internal_api/sign_in', { email: 'canary@example.com', password: canary })
    expect((await enter('/internal_api/sign_up', { email: 'canary@example.com', name: 'Canary', password: canary })).status).to.equal(200)
    await send('PATCH', '/internal_api/account/password', { current_password: canary, password: `${canary}!` })
    const made = await send('POST', '/internal_api/admin/api_tokens', { name: 'canary', scopes: ['read'] })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const { token } = made.body
    expect((await call(node.url, 'GET', '/internal_api/community', { headers: { authorization: `Bearer ${token}` } })).status).to.equal(200)
    await call(node.url, 'GET', `/internal_api/bookmarks`, { headers: { authorization: `Bearer ${canary}` } })
    await call(node.url, 'POST', '/internal_api/probe/break', { body: { how: 'throw', password: canary }, cookie: person!.cookie })
    await sleep(1_000)
    const log = node.said()
    expect(log).to.include('"msg"')
    for (const secret of [canary, person!.cookie.split('=')[1]!, token]) expect(log.includes(secret), 'a secret in the log').to.equal(false)
    await house.kill(node, 'SIGTERM')
  })
})
