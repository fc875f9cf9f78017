/** PgBouncer before the database: session mode serves, transaction mode is refused. */
import { expect } from 'chai'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createData, StartError } from '../../../kernel/data/index.ts'
import { freePort } from '../../load/processes.ts'
import { cloneDatabase, execute, silent, temporaryFolder, testSecret } from '../../support/database.ts'
import { until } from '../kit.ts'

const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer'

describe('a pooler before the database', () => {
  const folder = temporaryFolder()
  let running: ChildProcess | undefined
  before(() => {
    expect(spawnSync(PROGRAM, ['--version']).status, 'install pgbouncer, or name it in PGBOUNCER').to.equal(0)
  })
  afterEach(() => void running?.kill('SIGKILL'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  async function poolerFor(url: URL, mode: 'session' | 'transaction'): Promise<string> {
    const port = await freePort()
    const file = path.join(folder, `${mode}.ini`)
    const users = path.join(folder, 'users.txt')
    writeFileSync(
      file,
      `[databases]\n* = host=${url.hostname} port=${url.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = scram-sha-256\nauth_file = ${users}\nauth_user = ${url.username}\npool_mode = ${mode}\nignore_startup_parameters = extra_float_digits\nmax_client_conn = 200\n`,
    )
    const [app] = await execute<{ name: string; secret: string }>(
      url.href,
      `select rolname as name, rolpassword as secret from pg_authid where rolname like 'atrium_app_%' and rolpassword is not null order by oid desc limit 1`,
    )
    writeFileSync(users, `"${url.username}" "${decodeURIComponent(url.password)}"\n${app ? `"${app.name}" "${app.secret}"\n` : ''}`)
    for (const each of [file, users]) chmodSync(each, 0o644)
    running = spawn(PROGRAM, process.getuid?.() === 0 ? ['-u', 'nobody', file] : [file], { stdio: 'ignore' })
    const address = Object.assign(new URL(url), { port }).href
    await until('the pooler', async () => (await execute(address, 'select 1')).length === 1)
    return address
  }
  const open = (databaseUrl: string) =>
    createData({ config: { dataDir: folder, databaseUrl, databaseAppUrl: null, secret: testSecret }, log: silent, entities: [], plugins: [] })

  it('serves in session mode', async () => {
    const data = await open(await poolerFor(new URL(await cloneDatabase()), 'session'))
    try {
      const [row] = await data.unit({ communityId: 1, mode: 'read' }, (unit) =>
        unit.raw<{ limit: string }>(`select current_setting('statement_timeout') as limit`),
      )
      expect(row).to.deep.equal({ limit: '15s' })
    } finally {
      await data.close()
    }
  })

  it('is refused in transaction mode, in a sentence', async () => {
    const refused = await open(await poolerFor(new URL(await cloneDatabase()), 'transaction')).then(
      () => expect.fail('it started'),
      (error) => error,
    )
    expect(refused).to.be.instanceOf(StartError)
    expect(refused.message).to.include('a pooler in transaction mode').and.include('use its session mode')
  })
})
