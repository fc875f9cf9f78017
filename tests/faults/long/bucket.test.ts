/** One bucket and two installations, as operators come to it: a test installation with the same settings, and a backup restored beside the living one. */
import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { startEmbedded } from '../../../launch/embedded.ts'
import { freePort } from '../../load/processes.ts'
import { execute, silent, temporaryFolder } from '../../support/database.ts'
import { call, type House, type Node, openHouse, report, spawnNode, until } from '../kit.ts'

const S3rver = createRequire(import.meta.url)('s3rver')
const ROOT = path.resolve(import.meta.dirname, '../../..')

describe('a bucket that two installations name', function () {
  this.timeout(600_000)
  const folders: string[] = []
  const folder = () => {
    folders.push(temporaryFolder())
    return folders.at(-1)!
  }
  const objects = folder()
  const nodes: Node[] = []
  let bucket: any
  let s3: NodeJS.ProcessEnv
  let house: House

  before(async () => {
    const port = await freePort()
    bucket = new S3rver({ port, address: '127.0.0.1', silent: true, directory: objects, configureBuckets: [{ name: 'atrium' }, { name: 'another' }] })
    await bucket.run()
    s3 = { S3_BUCKET: 'atrium', S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' }
    house = await openHouse({ env: s3 })
  })
  after(async () => {
    for (const { child, ended } of nodes) {
      child.kill('SIGTERM')
      await ended
    }
    await house?.close()
    await bucket?.close()
    for (const each of folders) rmSync(each, { recursive: true, force: true })
  })
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report([...(house?.nodes ?? []), ...nodes])
  })

  const stored = () => readdirSync(path.join(objects, 'atrium')).filter((name) => /^[0-9a-f-]{36}.*_object$/.test(name))
  async function upload(url: string, cookie: string, text: string) {
    const body = { blob: { filename: 'notes.txt', byte_size: text.length } }
    const begun = await call(url, 'POST', '/internal_api/direct_uploads', { cookie, body })
    expect(begun.status, JSON.stringify(begun.body)).to.be.below(300)
    const sent = await call(url, 'PUT', begun.body.direct_upload.url, { cookie, body: Buffer.from(text), headers: { 'upload-offset': '0' } })
    expect(sent.status, JSON.stringify(sent.body)).to.be.below(300)
  }
  /** Runs the nightly job now, on bytes that are two days old, and waits for its end. */
  async function sweep(dataDir: string) {
    const old = new Date(Date.now() - 48 * 3_600_000)
    for (const name of readdirSync(path.join(objects, 'atrium'))) utimesSync(path.join(objects, 'atrium', name), old, old)
    const server = await startEmbedded({ dataDir, log: silent })
    try {
      await execute(server.url, `update kernel.file set used_by = 'post:1'`)
      await execute(server.url, `select graphile_worker.add_job('files.sweep', '{"communityId":0}')`)
      await until('the sweep', async () => (await execute(server.url, `select from graphile_worker.jobs where task_identifier = 'files.sweep'`)).length === 0)
    } finally {
      await server.stop()
    }
  }
  /** One build is enough for all. */
  const withBuild = (dataDir: string) => {
    cpSync(path.join(house.dataDir, 'build'), path.join(dataDir, 'build'), { recursive: true })
    return dataDir
  }
  /** Beside this process, in which the bucket is served. */
  async function command(name: string, args: string[], env: NodeJS.ProcessEnv, code = 0): Promise<string> {
    const child = spawn(process.execPath, [path.join(ROOT, 'kernel/operator/main.ts'), name, ...args], {
      env: { ...process.env, ATRIUM_PLUGINS: path.join(import.meta.dirname, '../plugins.config.ts'), ...s3, ...env },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    const [ended] = await once(child, 'close')
    expect(ended, said).to.equal(code)
    return said
  }

  it('a test installation with the same settings is refused in a sentence, and a restored copy removes nothing until it takes over', async () => {
    const { url } = house.nodes[0]!
    for (let n = 0; n < 30; n++) await upload(url, house.admin.cookie, `file ${n}`)
    const stranger = spawnNode({ ...s3, ATRIUM_DATA: withBuild(folder()) })
    expect(await stranger.ended).to.equal(1)
    expect(stranger.said()).to.include('holds the files of another installation; name a bucket of its own in S3_BUCKET')
    expect(stored()).to.have.length(30)

    const kept = path.join(folder(), 'kept')
    await command('backup', ['--to', kept], { ATRIUM_DATA: house.dataDir })
    for (let n = 0; n < 3; n++) await upload(url, house.admin.cookie, `later ${n}`)
    const beside = path.join(folder(), 'data')
    expect(await command('restore', ['--from', kept], { ATRIUM_DATA: beside })).to.include('npm run bucket -- --take-over')
    const copy = await spawnNode({ ...s3, ATRIUM_DATA: withBuild(beside) }).ready
    nodes.push(copy)
    await upload(copy.url, house.admin.cookie, 'written by the copy')
    await sweep(beside)
    await sweep(house.dataDir)
    expect(stored()).to.have.length(34)
    let health: unknown
    await until('health with a word about the sweep', async () => {
      const { status, body } = await call(copy.url, 'GET', '/health')
      health = body
      return status === 200 && body.checks.files_sweep === 'failed'
    }).catch((error) => expect.fail(`${error.message}: ${JSON.stringify(health)}`))

    await command('bucket', ['--take-over'], { ATRIUM_DATA: beside })
    await sweep(beside)
    expect(stored(), 'what came to the other after the backup').to.have.length(31)
    await sweep(house.dataDir)
    expect(stored()).to.have.length(31)
  })

  it('a backup with --files holds what lies there, for a data folder and for another bucket', async () => {
    const kept = path.join(folder(), 'kept')
    const said = await command('backup', ['--to', kept, '--files'], { ATRIUM_DATA: house.dataDir })
    const { bucket: held, files, missing } = JSON.parse(readFileSync(path.join(kept, 'manifest.json'), 'utf8'))
    const names = Object.keys(files).filter((name) => name.startsWith('files/'))
    // three of 34 went with the take-over
    expect([held, names.length, missing.length], said).to.deep.equal([null, 30, 3])
    const onDisk = path.join(folder(), 'data')
    await command('restore', ['--from', kept], { ATRIUM_DATA: onDisk, S3_BUCKET: '' })
    expect(readFileSync(path.join(onDisk, names[0]!), 'utf8')).to.match(/^file \d+$/)
    const taken = await command('restore', ['--from', kept], { ATRIUM_DATA: path.join(folder(), 'data') }, 1)
    expect(taken).to.include('The bucket "atrium" holds files already; name an empty one, or restore without S3_BUCKET into the data folder.')
    await command('restore', ['--from', kept], { ATRIUM_DATA: path.join(folder(), 'data'), S3_BUCKET: 'another' })
    const there = readdirSync(path.join(objects, 'another')).filter((name) => name.endsWith('_object'))
    expect(there.length, 'each file, and whose the bucket is').to.equal(31)
  })
})
