/** The PostgreSQL that comes with Atrium: made, started, found again after a crash, watched and stopped here. */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Ctx } from '@atrium/sdk/server'
import { StartError } from '../kernel/data/errors.ts'
import { applicationName } from '../kernel/data/pools.ts'
import { chooseHome, chooseUser, findPrograms, type RunAs } from './place.ts'

/** Kept in `postgres.json` of the data folder. */
interface Memory {
  /** Folder above the cluster; null: the data folder itself, which may be moved. */
  home: string | null
  port: number
  password: string
}

const OWNER = 'atrium'
const LOG_LIMIT = 10_000_000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // A pid from before a reboot may belong to anything by now, and a dead child nobody waited for (Z) still has its pid.
  try {
    return process.platform !== 'linux' || /\(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function freePort(wanted: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number | null>((resolve) => {
      const server = net.createServer().once('error', () => resolve(null))
      server.listen(port, '127.0.0.1', () => {
        const taken = (server.address() as net.AddressInfo).port
        server.close(() => resolve(taken))
      })
    })
  return (await tryPort(wanted)) ?? (await tryPort(0))!
}

class Server {
  readonly #dataDir: string
  readonly #log: Ctx['log']
  readonly #settings: string[]
  readonly #memory: Memory
  readonly #home: string
  readonly #cluster: string
  readonly #programs: string
  readonly #user: RunAs
  #watch: NodeJS.Timeout | undefined
  #pid = 0

  constructor(dataDir: string, log: Ctx['log'], settings: Record<string, string>) {
    this.#dataDir = dataDir
    this.#log = log
    this.#memory = this.#remember()
    this.#home = this.#memory.home ?? dataDir
    this.#cluster = path.join(this.#home, 'postgres')
    this.#user = chooseUser(this.#cluster)
    this.#programs = findPrograms(this.#home, this.#user)
    const all = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      shared_buffers: '128MB',
      max_connections: '100',
      synchronous_commit: 'on',
      jit: 'off',
      timezone: 'UTC',
      log_min_error_statement: 'fatal',
      ...settings,
    }
    this.#settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  }

  /** Process of the server; changes when it had to be started again. */
  get pid(): number {
    return this.#pid
  }
  /** Of the owner's database. */
  get url(): string {
    return this.#address('atrium')
  }
  #address(database: string): string {
    return `postgres://${OWNER}:${this.#memory.password}@127.0.0.1:${this.#memory.port}/${database}`
  }
  get #logFile(): string {
    return path.join(this.#dataDir, 'postgres.log')
  }

  #remember(): Memory {
    const file = path.join(this.#dataDir, 'postgres.json')
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Memory
    const home = chooseHome(this.#dataDir)
    return { home: home === this.#dataDir ? null : home, port: 0, password: randomBytes(24).toString('hex') }
  }
  #keep(): void {
    const file = path.join(this.#dataDir, 'postgres.json')
    writeFileSync(`${file}.new`, JSON.stringify(this.#memory, null, 2), { mode: 0o600 })
    this.#share(`${file}.new`)
    renameSync(`${file}.new`, file)
  }
  /** What root makes in another user's data folder stays usable for that user. */
  #share(file: string): void {
    const { uid, gid } = statSync(this.#dataDir)
    if (process.getuid?.() === 0) chownSync(file, uid, gid)
  }

  async start(): Promise<void> {
    if (!existsSync(this.#cluster)) await this.#create()
    this.#checkVersion()
    if (!(await this.#adopt())) await this.#launch()
    await this.#createDatabase()
    this.#watch = setInterval(() => void this.#revive(), 1000)
    this.#watch.unref()
  }

  /** Made beside its final place and moved there whole, so that an interrupted start leaves nothing half. */
  async #create(): Promise<void> {
    this.#keep()
    const unfinished = `${this.#cluster}.new`
    const password = `${unfinished}.password`
    const own = (file: string) => this.#user.uid !== undefined && chownSync(file, this.#user.uid, this.#user.gid!)
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    own(unfinished)
    try {
      writeFileSync(password, this.#memory.password, { mode: 0o600 })
      own(password)
      const args = [
        '-D',
        unfinished,
        '-U',
        OWNER,
        `--pwfile=${password}`,
        '--auth=scram-sha-256',
        '-E',
        'UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
      ]
      await promisify(execFile)(path.join(this.#programs, 'bin/initdb'), args, { ...this.#user, cwd: this.#home, env: this.#env })
    } catch (cause) {
      rmSync(unfinished, { recursive: true, force: true })
      const { stderr, message } = cause as Error & { stderr?: string }
      const said = stderr?.trim() || message
      appendFileSync(this.#logFile, `${said}\n`, { mode: 0o600 })
      throw this.#failure(said, 'could not be set up')
    } finally {
      rmSync(password, { force: true })
    }
    renameSync(unfinished, this.#cluster)
  }

  get #env(): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  }

  #checkVersion(): void {
    let made: string
    try {
      made = readFileSync(path.join(this.#cluster, 'PG_VERSION'), 'utf8').trim()
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EACCES') throw cause
      throw new StartError(`The folder ${this.#cluster} is not a database of PostgreSQL; move it away or put back your backup.`, { cause })
    }
    if (made !== '18')
      throw new StartError(
        `The database in ${this.#cluster} was made by PostgreSQL ${made}, and this Atrium brings 18; dump it with the old version and load it into a new data folder.`,
      )
  }

  /** Takes over a server that outlived its Atrium. */
  async #adopt(): Promise<boolean> {
    const file = path.join(this.#cluster, 'postmaster.pid')
    if (!existsSync(file)) return false
    const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number)
    if (!isAlive(pid!)) {
      rmSync(file, { force: true })
      return false
    }
    const remembered = this.#memory.port
    this.#memory.port = port!
    const folder = await this.#ready(() => isAlive(pid!)).catch(() => null)
    if (folder === null || realpathSync(folder) !== realpathSync(this.#cluster)) {
      this.#memory.port = remembered
      if (isAlive(pid!)) throw new StartError(`A PostgreSQL (process ${pid}) holds ${this.#cluster} and does not answer; stop it and start Atrium again.`)
      return false
    }
    this.#pid = pid!
    this.#keep()
    this.#log.info({ pid, port }, 'found the running database server')
    return true
  }

  async #launch(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.#memory.port = await freePort(this.#memory.port)
      this.#keep()
      if (existsSync(this.#logFile) && statSync(this.#logFile).size > LOG_LIMIT) renameSync(this.#logFile, `${this.#logFile}.1`)
      const output = openSync(this.#logFile, 'a', 0o600)
      this.#share(this.#logFile)
      const before = statSync(this.#logFile).size
      // An own session, so that Ctrl+C reaches Atrium first and the database last.
      const child = spawn(path.join(this.#programs, 'bin/postgres'), ['-D', this.#cluster, '-p', String(this.#memory.port), ...this.#settings], {
        ...this.#user,
        cwd: this.#home,
        env: this.#env,
        stdio: ['ignore', output, output],
        detached: true,
      })
      closeSync(output)
      child.unref()
      let exited = false
      let spawnError = ''
      child.once('exit', () => (exited = true))
      child.once('error', (error) => {
        exited = true
        spawnError = error.message
      })
      try {
        await this.#ready(() => !exited)
        this.#pid = child.pid!
        return
      } catch (cause) {
        child.kill('SIGQUIT')
        const said = readFileSync(this.#logFile, 'utf8').slice(before) + spawnError
        // After a kill its children hold the memory for a moment; or somebody was faster at the port.
        if (attempt < 10 && /pre-existing shared memory|could not bind|Address already in use/.test(said)) {
          await sleep(500)
          continue
        }
        throw this.#failure(said || (cause as Error).message, 'did not start')
      }
    }
  }

  /** Waits until the server answers, up to a minute (recovery after a crash); resolves with its data folder. */
  async #ready(isRunning: () => boolean): Promise<string> {
    for (const deadline = Date.now() + 60_000; ; ) {
      try {
        return await this.#asOwner(async (client) => (await client.query('show data_directory')).rows[0].data_directory as string)
      } catch (error) {
        if ((error as { code?: string }).code === '28P01' || !isRunning() || Date.now() > deadline) throw error
        await sleep(40)
      }
    }
  }

  async #createDatabase(): Promise<void> {
    await this.#asOwner(async (client) => {
      if ((await client.query("select 1 from pg_database where datname = 'atrium'")).rowCount === 0) await client.query('create database atrium')
    })
  }

  async #asOwner<T>(fn: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.#address('postgres'), application_name: applicationName, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return await fn(client)
    } finally {
      await client.end().catch(() => {})
    }
  }

  #reviving = false
  async #revive(): Promise<void> {
    if (this.#reviving || isAlive(this.#pid)) return
    this.#reviving = true
    try {
      this.#log.error({ pid: this.#pid }, 'the database server is gone; starting it again')
      if (!(await this.#adopt())) await this.#launch()
      this.#log.info({ pid: this.#pid }, 'the database server runs again')
    } catch (error) {
      this.#log.error({ err: error }, 'the database server could not be started again')
    } finally {
      this.#reviving = false
    }
  }

  /** Fast shutdown, unless another Atrium process uses the same server. */
  async stop(): Promise<void> {
    clearInterval(this.#watch)
    const others = `select count(*)::int as n from pg_stat_activity where application_name like 'atrium:%' and application_name <> $1`
    const shared = await this.#asOwner(async (client) => (await client.query<{ n: number }>(others, [applicationName])).rows[0]!.n > 0).catch(() => false)
    if (shared) return
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      if (!isAlive(this.#pid)) return
      process.kill(this.#pid, signal)
      for (let waited = 0; waited < 30_000 && isAlive(this.#pid); waited += 20) await sleep(20)
    }
  }

  #failure(said: string, what: string): StartError {
    if (/No space left on device|ENOSPC|Disk quota exceeded/.test(said)) return new StartError(`There is no space left on the disk that holds ${this.#home}.`)
    const other = said
      .trim()
      .split('\n')
      .filter((text) => !/^(initdb: (removing|data directory)|child process)/.test(text))
    const line = said.match(/(?:FATAL|PANIC):\s+(.*)/)?.[1] ?? said.match(/error: (.*)/)?.[1] ?? other.at(-1)
    return new StartError(`The embedded PostgreSQL ${what}: ${line} (more in ${this.#logFile}).`)
  }
}

export type Embedded = Pick<Server, 'url' | 'pid' | 'stop'>

/**
 * Starts the embedded server of a data folder, or takes over the one that still runs there.
 * @param settings extra parameters of postgresql.conf
 * @throws StartError
 */
export async function startEmbedded(options: { dataDir: string; log: Ctx['log']; settings?: Record<string, string> }): Promise<Embedded> {
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o711 })
    const server = new Server(options.dataDir, options.log, options.settings ?? {})
    await server.start()
    return server
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new StartError(`There is no space left on the disk that holds ${options.dataDir}.`, { cause })
    if (code === 'EACCES')
      throw new StartError(`The data folder ${options.dataDir} belongs to another user; start Atrium as that user, or give ATRIUM_DATA another folder.`, {
        cause,
      })
    throw new StartError(`The embedded PostgreSQL cannot use ${options.dataDir}: ${message}.`, { cause })
  }
}
