/** The two ways to PostgreSQL: the owner's pool for the kernel, and the walled pool, whose connections see one community. */
import { availableParallelism } from 'node:os'
import { Socket } from 'node:net'
import pg from 'pg'
import { type Ctx, momentOf } from '@atrium/sdk/server'
import { isServerError, unavailable } from './errors.ts'

/** Name of this process's connections, by which PostgreSQL shows which processes of the installation are connected. */
export const applicationName = `atrium:${process.pid}`

const MAX_WAITERS = 200
const WAIT_MS = 5000
const STATEMENT_MS = 15_000
const DAY_MS = 86_400_000
/** More than this make the database's processes wait for each other instead of a request for a connection: at 64 requests side by side, 20 did half the work of 10. */
export const CONNECTIONS = Math.max(12, availableParallelism() * 2)

/** Of the owner's pool. */
const SYSTEM = 10
/** A process takes at most: both pools, and four for the queue and one for signals. */
export const MOST_CONNECTIONS = SYSTEM + CONNECTIONS + 5

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins
const [TEXT_ARRAY, INT8_ARRAY] = [1009, 1016]
const PLAIN = /^\{(?!.*NULL)[^{"]+\}$/
/** Words without quotes, as roles and ids are, in a tenth of the time that any array takes. */
const listOf = (text: string, oid: number): string[] => (PLAIN.test(text) ? text.slice(1, -1).split(',') : pg.types.getTypeParser(oid as never)(text))
const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [TEXT_ARRAY]: (text) => listOf(text, TEXT_ARRAY),
  [INT8_ARRAY]: (text) => listOf(text, INT8_ARRAY).map((item) => (item === null ? null : Number(item))),
  // A day has no time zone, so it stays the text it is: 2026-03-29.
  [DATE]: String,
  [TIMESTAMPTZ]: (text) => momentOf(text) ?? pg.types.getTypeParser(TIMESTAMPTZ as never)(text),
}
/** How values come back: bigint as number, timestamps as Date, days as text. */
export const types: pg.CustomTypesConfig = { getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid as never, format as never) }

/** Names of statements that are prepared once on each connection; a text beyond these is planned each time. */
const names = new Map<string, string>()
const MOST_NAMES = 500
const LONGEST = 4_000
/** A query whose text never varies, prepared by name: parsing and planning it cost more than running it by key. */
export function prepared(text: string, values: unknown[]): pg.QueryConfig {
  let name = names.get(text)
  if (!name && names.size < MOST_NAMES && text.length <= LONGEST) {
    name = `kernel_${names.size}`
    names.set(text, name)
  }
  return { name, text, values }
}

/** Closes its connection when the server says nothing for longer than what was asked may take; a timer for each query would keep it in memory long after its answer. */
class Client extends pg.Client {
  readonly #socket: Socket
  readonly #longest: number
  #patience = 0

  /** @param config.query_timeout ms that what is not prepared by name, and so does not go by key, may take */
  constructor({ query_timeout = DAY_MS, ...config }: pg.ClientConfig = {}) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.#socket = socket.on('timeout', () => this.#giveUp())
    this.#longest = query_timeout
    this.on('drain', () => this.#wait(0))
  }
  /** A process that stood still itself comes to its timers before the answers that have lain there meanwhile: these are read first. */
  #giveUp() {
    const { bytesRead } = this.#socket
    setImmediate(() => this.#socket.bytesRead === bytesRead && this.#socket.destroy())
  }
  #wait(ms: number) {
    this.#patience = ms
    this.#socket.setTimeout(ms)
  }
  override query(config: any, ...rest: any[]): any {
    const patience = config.name ? WAIT_MS : this.#longest
    if (patience > this.#patience) this.#wait(patience)
    // what is asked in one turn of the loop leaves in one piece
    if (!this.#socket.writableCorked) {
      this.#socket.cork()
      process.nextTick(() => this.#socket.uncork())
    }
    return super.query(config, ...rest)
  }
}

/** @param limits for each of its connections; set by statements, as poolers refuse them while one connects */
function openPool(log: Ctx['log'], options: pg.PoolConfig, limits: Record<string, number> = {}): pg.Pool {
  const pool = new pg.Pool({ application_name: applicationName, connectionTimeoutMillis: WAIT_MS, keepAlive: true, types, Client, ...options })
  // Without listeners a dropped connection would end the process. The pool itself watches idle connections only.
  // pg hangs the whole connection on the error, with every statement it has prepared: that is no line for a log.
  pool.on('error', ({ message, stack }) => log.warn({ err: { message, stack } }, 'a database connection was lost'))
  const setting = Object.entries(limits).map(([name, ms]) => `set_config('${name}', '${ms}', false)`)
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (setting.length) client.query(`select ${setting}`).catch(() => {})
  })
  return pool
}

async function checkOut(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= MAX_WAITERS) throw unavailable()
  try {
    return await pool.connect()
  } catch (error) {
    throw unavailable(error)
  }
}

/** The owner's pool: no wall, the kernel's modules only. */
export const openSystemPool = (connectionString: string, log: Ctx['log']): pg.Pool => openPool(log, { connectionString, max: SYSTEM })

/** One transaction on the owner's pool. */
export async function systemTx<T>(pool: pg.Pool, fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await checkOut(pool)
  try {
    await client.query('begin')
    const result = await fn(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

/** A connection on which reads of one community follow each other without waiting for answers. */
interface Reader {
  communityId: number
  client: Promise<pg.PoolClient>
  underWay: number
  isClosed: boolean
}
/** More would only make the database's processes wait for each other; a read that finds no place has a connection of its own. */
const READERS = availableParallelism()
const DEEPEST = 32

/** Connections of a role that owns nothing; each is bound to one community while it is out. */
export class WalledPool {
  readonly #pool: pg.Pool
  /** What each connection is bound to, to save the round trip where it already fits. */
  readonly #bound = new WeakMap<pg.PoolClient, number>()
  readonly #takenAt = new WeakMap<pg.PoolClient, number>()
  readonly #readers = new Set<Reader>()
  /** Has been asked in this turn of the loop: what else is asked in it leaves in the same piece. */
  #asked: Reader | undefined
  /** Milliseconds of a connection's time that whoever takes one needs, as of late. */
  #held = 0

  constructor(connectionString: string, log: Ctx['log']) {
    this.#pool = openPool(
      log,
      {
        connectionString,
        max: CONNECTIONS,
        // A transaction's first statement goes with its beginning, and its last with its end.
        pipeline: true,
        // For a server that no longer says anything at all.
        query_timeout: STATEMENT_MS + 5000,
      },
      { statement_timeout: STATEMENT_MS, idle_in_transaction_session_timeout: STATEMENT_MS },
    )
  }

  /** For metrics. */
  get counts(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount }
  }

  /**
   * Milliseconds that whoever comes now will wait for a connection, as far as one can tell: who waits already, and how long each holds one.
   * @param coming who is on the way to the queue
   */
  expectedWait(coming: number): number {
    const { waitingCount, idleCount, totalCount } = this.#pool
    const free = idleCount + CONNECTIONS - totalCount
    return (Math.max(0, waitingCount + coming - free) * this.#held) / CONNECTIONS
  }

  /**
   * A connection bound to the community; give it back with `giveBack`. No community has the id 0: bound to it, one reads nothing.
   * @param begin opens a transaction, in the same round trip as what is asked first
   * @throws AtriumError 503 when none comes free within 5 s, or 200 wait already
   */
  async take(communityId: number, begin = false): Promise<pg.PoolClient> {
    if (!Number.isSafeInteger(communityId) || communityId < 0) throw new Error(`no community is bound: ${communityId}`)
    const client = await checkOut(this.#pool)
    this.#takenAt.set(client, performance.now())
    try {
      if (this.#bound.get(client) !== communityId) {
        // outside the transaction, whose undoing must not undo it; waited for, as nothing may be asked of a connection that is bound elsewhere
        await client.query(prepared("select set_config('app.community_id', $1, false)", [communityId]))
        this.#bound.set(client, communityId)
      }
      // a connection that cannot begin answers nothing else either
      if (begin) client.query(prepared('begin', [])).catch(() => {})
      return client
    } catch (error) {
      client.release(true)
      throw unavailable(error)
    }
  }

  /** @param how `broken` to close it */
  giveBack(client: pg.PoolClient, how: 'clean' | 'broken'): void {
    // one that had to be closed says nothing of how long others need theirs
    if (how === 'clean') this.#noteHeld(performance.now() - this.#takenAt.get(client)!)
    client.release(how === 'broken')
  }
  #noteHeld(ms: number): void {
    this.#held += (ms - this.#held) / 50
  }

  /** One query outside any transaction. What is prepared by name goes by key and takes moments, so such reads share connections. */
  async query<Row extends pg.QueryResultRow>(communityId: number, config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const reader = (config.name && this.#joinable(communityId)) || this.#openReader(communityId, config.name !== undefined)
    if (!this.#asked) process.nextTick(() => (this.#asked = undefined))
    this.#asked = reader
    reader.underWay++
    let sentAt = 0
    try {
      const client = await reader.client
      sentAt = performance.now()
      return await client.query<Row>(config)
    } catch (error) {
      if (!isServerError(error)) this.#closeReader(reader, 'broken')
      throw error
    } finally {
      // those who share one stand in nobody's queue, and would make the wait of those who do look short
      if (sentAt && !this.#readers.has(reader)) this.#noteHeld(performance.now() - sentAt)
      if (--reader.underWay === 0) this.#closeReader(reader, 'clean')
    }
  }
  /** The one with the least to do, unless another connection is free and there may be one more. */
  #joinable(communityId: number): Reader | undefined {
    const { idleCount, totalCount } = this.#pool
    if (this.#asked?.communityId === communityId && this.#asked.underWay < DEEPEST && this.#readers.has(this.#asked)) return this.#asked
    if (this.#readers.size < READERS && (idleCount > 0 || totalCount < CONNECTIONS)) return
    let best: Reader | undefined
    for (const reader of this.#readers) if (reader.communityId === communityId && reader.underWay < (best?.underWay ?? DEEPEST)) best = reader
    return best
  }
  #openReader(communityId: number, mayShare: boolean): Reader {
    const reader: Reader = { communityId, client: this.take(communityId), underWay: 0, isClosed: false }
    if (mayShare && this.#readers.size < READERS) this.#readers.add(reader)
    return reader
  }
  #closeReader(reader: Reader, how: 'clean' | 'broken'): void {
    this.#readers.delete(reader)
    if (reader.isClosed) return
    reader.isClosed = true
    reader.client.then(
      (client) => client.release(how === 'broken'),
      () => {},
    )
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
