/** Backup and restore as an operator does them: by the two commands, while members write, into an empty folder (F42). */
import { expect } from 'chai'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { temporaryFolder } from '../support/database.ts'
import { call, type Node, postOf, report, sleep, spawnNode } from './kit.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const SECRETS = { email: 'admin@example.com', password: 'Kiln-2026!' }

/** @returns exit code and what was said */
function command(name: 'backup' | 'restore', args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, [path.join(ROOT, 'kernel/operator/main.ts'), name, ...args], {
    env: { ...rest, ATRIUM_PLUGINS: path.join(import.meta.dirname, 'plugins.config.ts'), ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return new Promise((done) => child.once('exit', (code) => done({ code, said })))
}

async function signIn(url: string): Promise<string> {
  const { status, headers, body } = await call(url, 'POST', '/internal_api/sign_in', { body: SECRETS, headers: { origin: url } })
  expect(status, JSON.stringify(body)).to.equal(200)
  return headers
    .getSetCookie()
    .find((line) => line.startsWith('atrium_session='))!
    .split(';')[0]!
}
const stop = async (node: Node) => {
  node.child.kill('SIGTERM')
  expect(await node.ended).to.equal(0)
}
const treeOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((below) => statSync(path.join(folder, below)).isFile())
      .map((below) => [
        below,
        createHash('sha256')
          .update(readFileSync(path.join(folder, below)))
          .digest('hex'),
      ]),
  )

/** A space, a few files, and a writer that notes every post the server took, and when. */
async function fill(url: string) {
  const cookie = await signIn(url)
  const send = async (method: string, address: string, body?: unknown, headers = {}) => {
    const answer = await call(url, method, address, { cookie, body, headers })
    expect(answer.status, `${address} ${JSON.stringify(answer.body)}`).to.be.below(300)
    return answer.body
  }
  const group = await send('POST', '/internal_api/space_groups', { name: 'Rooms' })
  const { space } = await send('POST', '/internal_api/spaces', { name: 'Workshop', slug: 'workshop', space_group_id: group.id })
  const upload = async (text: string) => {
    const bytes = Buffer.from(text)
    const begun = await send('POST', '/internal_api/direct_uploads', { blob: { filename: 'notes.txt', byte_size: bytes.length } })
    return send('PUT', begun.direct_upload.url, new Uint8Array(bytes), { 'upload-offset': '0' })
  }
  for (let n = 0; n < 5; n++) await upload(`the words of file ${n}`.repeat(500))
  const taken = new Map<string, number>()
  let running = true
  const topics = (async () => {
    for (let n = 0; running; n++) {
      const name = `Topic ${n}`
      const { status } = await call(url, 'POST', '/internal_api/topics', { cookie, body: { name } })
      if (status === 201) taken.set(name, Date.now())
      if (n % 20 === 0) await upload(`written meanwhile ${n}`)
      await sleep(10)
    }
  })()
  return {
    space,
    taken,
    async end() {
      running = false
      await topics
    },
  }
}

describe('backup and restore', () => {
  const folders: string[] = []
  const nodes: Node[] = []
  const folder = () => {
    folders.push(temporaryFolder())
    return folders.at(-1)!
  }
  const start = async (env: NodeJS.ProcessEnv) => {
    const node = await spawnNode({ ATRIUM_LOG: 'warn', ...env }).ready
    nodes.push(node)
    return node
  }
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(nodes)
  })
  after(async () => {
    for (const { child, ended } of nodes)
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await ended
      }
    for (const each of folders) rmSync(each, { recursive: true, force: true })
  })

  let kept: string
  it('F42: bring back every write from before the end of the backup, and every byte of every file, from under load', async () => {
    const dataDir = folder()
    kept = path.join(folder(), 'kept')
    const node = await start({ ATRIUM_DATA: dataDir })
    const load = await fill(node.url)
    while (load.taken.size < 20) await sleep(20)
    const made = await command('backup', ['--to', kept], { ATRIUM_DATA: dataDir })
    expect(made.code, made.said).to.equal(0)
    await sleep(300)
    await load.end()
    const manifest = JSON.parse(readFileSync(path.join(kept, 'manifest.json'), 'utf8'))
    expect(manifest.missing).to.deep.equal([])
    await stop(node)

    const elsewhere = path.join(folder(), 'data')
    const put = await command('restore', ['--from', kept], { ATRIUM_DATA: elsewhere })
    expect(put.code, put.said).to.equal(0)
    const [before, after] = [treeOf(path.join(kept, 'files')), treeOf(path.join(elsewhere, 'files'))]
    expect(after).to.deep.equal(before)
    expect(Object.keys(after).length).to.be.at.least(6)
    const back = await start({ ATRIUM_DATA: elsewhere })
    const cookie = await signIn(back.url)
    const end = Date.parse(manifest.madeAt)
    const wanted = [...load.taken].filter(([, at]) => at < end).map(([name]) => name)
    expect(wanted.length).to.be.at.least(20)
    expect(load.taken.size, 'writes after the end of the backup').to.be.above(wanted.length)
    const found = new Set<string>()
    for (let page = 1; ; page++) {
      const { body } = await call(back.url, 'GET', `/internal_api/topics?per_page=100&page=${page}`, { cookie })
      for (const { name } of body.records) found.add(name)
      if (!body.has_next_page) break
    }
    expect(wanted.filter((name) => !found.has(name))).to.deep.equal([])
    const { status, body } = await call(back.url, 'GET', '/health')
    expect([status, body.status]).to.deep.equal([200, 'ok'])
    const written = await call(back.url, 'POST', `/internal_api/spaces/${load.space.id}/posts`, { cookie, body: postOf('Back again') })
    expect(written.status).to.equal(201)
    await stop(back)
  })

  it('refuse folders in use, damaged and unfinished backups, and newer databases, each with one sentence, and leave nothing behind', async () => {
    const sentence = async (name: 'backup' | 'restore', args: string[], env: NodeJS.ProcessEnv) => {
      const { code, said } = await command(name, args, env)
      expect(code, said).to.equal(1)
      expect(said.trim().split('\n'), said).to.have.length(1)
      return said
    }
    const fresh = () => path.join(folder(), 'data')
    const altered = (change: (copy: string) => void) => {
      const copy = path.join(folder(), 'copy')
      cpSync(kept, copy, { recursive: true })
      change(copy)
      return copy
    }
    const used = folder()
    writeFileSync(path.join(used, 'secret'), 'x')
    expect(await sentence('restore', ['--from', kept], { ATRIUM_DATA: used })).to.include('is not empty')
    expect(readdirSync(used)).to.deep.equal(['secret'])
    const half = folder()
    writeFileSync(path.join(half, 'being-restored'), '')
    expect(await sentence('restore', ['--from', kept], { ATRIUM_DATA: half })).to.include('was ended halfway')
    const node = spawnNode({ ATRIUM_DATA: half })
    expect([await node.ended, node.said().trim()]).to.deep.equal([
      1,
      `A restore into ${half} was ended halfway, so what lies there is not whole; empty the folder and restore again.`,
    ])
    expect(await sentence('backup', ['--to', used], { ATRIUM_DATA: fresh() })).to.include('is not empty')
    expect(await sentence('backup', ['--to', fresh()], { ATRIUM_DATA: fresh() })).to.include('There is no installation')
    expect(await sentence('backup', [], { ATRIUM_DATA: fresh() })).to.include('--to folder')

    const target = fresh()
    const damaged = altered((copy) => writeFileSync(path.join(copy, 'secret'), 'y'.repeat(64)))
    expect(await sentence('restore', ['--from', damaged], { ATRIUM_DATA: target })).to.include('damaged: secret')
    const short = altered((copy) => rmSync(path.join(copy, 'database/PG_VERSION')))
    expect(await sentence('restore', ['--from', short], { ATRIUM_DATA: target })).to.include('not whole')
    const unfinished = altered((copy) => rmSync(path.join(copy, 'manifest.json')))
    expect(await sentence('restore', ['--from', unfinished], { ATRIUM_DATA: target })).to.include('no backup')
    const newer = altered((copy) => {
      const file = path.join(copy, 'manifest.json')
      const manifest = JSON.parse(readFileSync(file, 'utf8'))
      manifest.migrations.push({ plugin: 'kernel', name: '9999_tomorrow', checksum: 'x' })
      writeFileSync(file, JSON.stringify(manifest))
    })
    expect(await sentence('restore', ['--from', newer], { ATRIUM_DATA: target })).to.include('newer than the code')
    expect(await sentence('restore', ['--from', kept], { ATRIUM_DATA: target, DATABASE_URL: 'postgres://a@127.0.0.1:1/b' })).to.include('without DATABASE_URL')
    expect(existsSync(target) ? readdirSync(target) : []).to.deep.equal([])
  })

  it('use pg_dump and pg_restore for a PostgreSQL of your own, and say so when they are not there', async () => {
    const programs = ['15', '16', '17', '18'].map((version) => `/usr/lib/postgresql/${version}/bin`).find((bin) => existsSync(path.join(bin, 'initdb')))
    const bare = await command('backup', ['--to', path.join(folder(), 'kept')], {
      ATRIUM_DATA: folder(),
      PATH: '/nowhere',
      DATABASE_URL: (await (await import('../support/database.ts')).cloneDatabase()) as string,
    })
    expect([bare.code, bare.said], bare.said).to.deep.equal([
      1,
      "For the PostgreSQL of DATABASE_URL this needs pg_dump, which is not in PATH; install PostgreSQL's client programs.\n",
    ])
    expect(programs, 'a PostgreSQL with its programs, which .ci/run installs').to.be.a('string')
    const server = await ownServer(programs!, folder())
    try {
      const env = { DATABASE_URL: server.url('first'), PATH: `${programs}:${process.env.PATH}`, ATRIUM_SECRET: 'a secret of thirty-two characters, or more' }
      const dataDir = folder()
      const node = await start({ ...env, ATRIUM_DATA: dataDir })
      const load = await fill(node.url)
      while (load.taken.size < 5) await sleep(20)
      await load.end()
      const dumped = path.join(folder(), 'kept')
      mkdirSync(dumped, { mode: 0o755 })
      const made = await command('backup', ['--to', dumped], { ...env, ATRIUM_DATA: dataDir })
      expect(made.code, made.said).to.equal(0)
      // once, readable by its owner alone, and nothing that is not on the list
      const listed = JSON.parse(readFileSync(path.join(dumped, 'manifest.json'), 'utf8'))
      expect(Object.keys(treeOf(dumped)).sort()).to.deep.equal(['manifest.json', ...Object.keys(listed.files)].sort())
      expect(Object.keys(listed.files).filter((name) => !name.startsWith('files/'))).to.deep.equal(['database.dump'])
      for (const below of ['.', 'manifest.json', 'database.dump']) expect(statSync(path.join(dumped, below)).mode & 0o077, below).to.equal(0)
      const wrong = await command('restore', ['--from', dumped], { ...env, ATRIUM_DATA: path.join(folder(), 'data') })
      expect([wrong.code, wrong.said]).to.deep.equal([1, 'The database of DATABASE_URL is not empty; make a new one for the backup.\n'])
      await stop(node)
      const second = { ...env, DATABASE_URL: server.url('second'), ATRIUM_DATA: path.join(folder(), 'data') }
      const put = await command('restore', ['--from', dumped], second)
      expect(put.code, put.said).to.equal(0)
      const back = await start(second)
      const cookie = await signIn(back.url)
      const { body } = await call(back.url, 'GET', '/internal_api/topics?per_page=100', { cookie })
      expect(body.records.map(({ name }: { name: string }) => name)).to.include.members([...load.taken.keys()].slice(0, 5))
      expect((await call(back.url, 'GET', '/health')).status).to.equal(200)
      await stop(back)
    } finally {
      server.stop()
    }
  })
})

/** A PostgreSQL of the system with two empty databases. */
async function ownServer(programs: string, dir: string) {
  const cluster = path.join(dir, 'cluster')
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? { uid: 65534, gid: 65534 } : {}
  mkdirSync(cluster, { mode: 0o700 })
  if (isRoot) {
    chmodSync(dir, 0o711)
    spawnSync('chown', ['65534:65534', cluster])
  }
  const port = String(20_000 + Math.floor(Math.random() * 20_000))
  spawnSync(path.join(programs, 'initdb'), ['-D', cluster, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C'], { ...user, cwd: dir })
  const child = spawn(path.join(programs, 'postgres'), ['-D', cluster, '-p', port, '-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'], {
    ...user,
    cwd: dir,
    stdio: 'ignore',
  })
  const url = (name: string) => `postgres://owner:x@127.0.0.1:${port}/${name}`
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url('postgres') })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('create database first')
      await client.query('create database second')
      await client.end()
      break
    } catch (error) {
      await client.end().catch(() => {})
      if (tries > 100) throw error
      await sleep(100)
    }
  }
  return { url, stop: () => void child.kill('SIGINT') }
}
