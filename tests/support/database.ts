/** Real databases for tests: one embedded server for the whole run, and clones of a migrated template in a fraction of a second. */
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../launch/embedded.ts'
import { kernelMigrations, migrate, type MigrationSource } from '../../kernel/data/migrate.ts'
import { appLogin } from '../../kernel/data/owner.ts'
import { migrateQueue } from '../../kernel/jobs/worker.ts'
import { CLOCK, SEARCH_PATH } from './databaseClock.ts'

export const silent = { info: () => {}, warn: () => {}, error: () => {} }
/** The secret of every test kernel, so that all clones share the app role of their template. */
export const testSecret = createHash('sha256').update('atrium tests').digest()

interface Cluster {
  url: string
  stop(): Promise<void>
}
let cluster: Promise<Cluster> | undefined
/** Names of this run's databases begin so. */
const CLONES = `atrium_test_${process.env.ATRIUM_TEST_RUN ?? 'alone'}_`
const templates = new Map<string, Promise<string>>()
const clones = new Set<string>()

/** The server of ATRIUM_TEST_DATABASE (an owner's address), else an embedded one that dies with this process. */
export function testCluster(): Promise<Cluster> {
  return (cluster ??= startCluster())
}

/** A new folder that the server's user may enter: for root it would else put its cluster elsewhere, where nobody tidies up. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-test-'))
  chmodSync(folder, 0o711)
  return folder
}

async function startCluster(): Promise<Cluster> {
  const given = process.env.ATRIUM_TEST_DATABASE
  return given ? { url: given, stop: async () => {} } : openCluster()
}

/** An embedded server for tests, which need not outlive a crash of the machine. `tests/run.ts` opens one for all processes of a run. */
export async function openCluster(): Promise<Cluster> {
  const dataDir = temporaryFolder()
  const server = await startEmbedded({ dataDir, log: silent, settings: { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '200' } })
  const last = () => {
    try {
      process.kill(server.pid, 'SIGQUIT')
    } catch {}
  }
  process.once('exit', last)
  return {
    url: server.url,
    async stop() {
      process.removeListener('exit', last)
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Runs one statement as the owner. */
export async function execute<Row extends pg.QueryResultRow = any>(url: string, sql: string, params: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, params)).rows
  } finally {
    await client.end()
  }
}

async function makeTemplate(sources: MigrationSource[]): Promise<string> {
  const { url } = await testCluster()
  const texts = sources
    .filter(({ dir }) => existsSync(dir))
    .flatMap(({ dir }) =>
      readdirSync(dir)
        .sort()
        .map((file) => readFileSync(path.join(dir, file))),
    )
  const queue = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../node_modules/graphile-worker/package.json'), 'utf8')).version
  const hash = createHash('sha256').update(JSON.stringify([queue, CLOCK, sources.map(({ plugin }) => plugin)]))
  for (const text of texts) hash.update(text)
  const name = `atrium_template_${hash.digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Parallel workers share the server, and each template is made once.
    await client.query('select pg_advisory_lock(7261002)')
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (rowCount) return name
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name}`)
    const owner = new pg.Client({ connectionString: databaseUrl(url, name) })
    await owner.connect()
    const login = appLogin(owner, { databaseUrl: databaseUrl(url, name), databaseAppUrl: null, secret: testSecret })
    await migrate({ client: owner, sources, appRole: login.role, prepareRole: login.prepare, log: silent }).finally(() => owner.end())
    // else every kernel that starts would make the tables of the queue itself
    await migrateQueue(databaseUrl(url, name), silent as never)
    await execute(databaseUrl(url, name), CLOCK)
    await client.query(`alter database ${name} is_template true`)
    return name
  } finally {
    await client.end()
  }
}

/**
 * A new database with the kernel's migrations (and those of `plugins`, in the order of their needs) applied; about 0.2 s.
 * Dropped by `dropClone`.
 */
export async function cloneDatabase(plugins: MigrationSource[] = []): Promise<string> {
  const sources = [kernelMigrations, ...plugins]
  const key = sources.map(({ dir }) => dir).join()
  if (!templates.has(key)) templates.set(key, makeTemplate(sources))
  return cloneOf(await templates.get(key)!)
}

/** A new database that begins as the template of this name. Dropped by `dropClone`. */
export async function cloneOf(template: string): Promise<string> {
  const { url } = await testCluster()
  const name = `${CLONES}${process.pid}_${randomBytes(4).toString('hex')}`
  await execute(url, `create database ${name} template ${template} strategy file_copy`)
  await execute(url, `alter database ${name} set search_path = ${SEARCH_PATH}`)
  clones.add(name)
  return databaseUrl(url, name)
}

/** Drops a clone, and connections to it. */
export async function dropClone(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  if (clones.delete(name)) await execute((await testCluster()).url, `drop database if exists ${name} with (force)`)
}

/** Keeps a clone to be cloned from until the end of the run. @returns its name */
export async function keepClone(url: string): Promise<string> {
  const name = new URL(url).pathname.slice(1)
  clones.delete(name)
  return name
}

/** Runs `work` while no other process of the run is within `name`. */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: (await testCluster()).url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [`${CLONES}${name}`])
    return await work()
  } finally {
    await client.end()
  }
}

/** Drops every database that the processes of a run left on a server. */
export async function dropRun(url: string, run: string): Promise<void> {
  const left = await execute<{ name: string }>(url, 'select datname as name from pg_database where starts_with(datname, $1)', [`atrium_test_${run}_`])
  for (const { name } of left) await execute(url, `drop database if exists ${name} with (force)`)
}

// A mocha that was started by hand: the last thing it does. Otherwise `tests/run.ts` tidies up after all of its processes.
if (typeof after === 'function' && !process.env.ATRIUM_TEST_RUN)
  after(async function stopDatabases() {
    if (!cluster) return
    const { url, stop } = await cluster
    if (process.env.ATRIUM_TEST_DATABASE) await dropRun(url, `alone_${process.pid}`)
    await stop()
    cluster = undefined
  })
