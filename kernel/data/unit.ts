/** A unit of work: what one request or job does in one community; a write is one transaction, a read is none. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Ctx, Statement } from '@atrium/sdk/server'
import { isServerError, translate } from './errors.ts'
import { currentConnection, type ConnectionSource } from './orm.ts'
import { prepared, type WalledPool } from './pools.ts'
import { deadline } from './within.ts'

/** PostgreSQL's word for whatever is asked after a failure. */
const ABORTED = '25P02'

export interface Scope {
  communityId: number
  mode: 'read' | 'write'
}
interface Connection extends ConnectionSource {
  /** A transaction is open: whoever waits now keeps a connection from others. */
  readonly held: boolean
  query(config: pg.QueryConfig): Promise<pg.QueryResult>
  /** @param closing the last statements, which leave together with the commit */
  end(how: 'commit' | 'rollback', closing?: pg.QueryConfig[]): Promise<void>
  /** Ends it at once from outside, whatever is under way: nothing more is asked, and nothing of it stays. */
  cut(): void
}
const hasEnded = () => new Error('this unit of work has ended')

/** Takes a connection for each query. */
class ReadConnection implements Connection {
  readonly held = false
  readonly #pool: WalledPool
  readonly #communityId: number
  #isCut = false
  constructor(pool: WalledPool, communityId: number) {
    this.#pool = pool
    this.#communityId = communityId
  }
  query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#isCut) return Promise.reject(hasEnded())
    return this.#pool.query(this.#communityId, config)
  }
  async connect(): Promise<PostgresPoolClient> {
    if (this.#isCut) throw hasEnded()
    const client = await this.#pool.take(this.#communityId)
    let how: 'clean' | 'broken' = 'clean'
    const query = async (text: string, values: readonly unknown[]) => {
      try {
        return await client.query({ text, values: [...values] })
      } catch (error) {
        if (!isServerError(error)) how = 'broken'
        throw error
      }
    }
    return { query, release: () => this.#pool.giveBack(client, how) } as unknown as PostgresPoolClient
  }
  async end(): Promise<void> {}
  cut(): void {
    this.#isCut = true
  }
}

/** Holds one connection from the first query to the end; nothing asked, nothing taken. */
class WriteConnection implements Connection {
  readonly #pool: WalledPool
  readonly #communityId: number
  #client: Promise<pg.PoolClient> | null = null
  /** The last one asked is the last one answered. */
  #last: Promise<unknown> = Promise.resolve()
  #ended = false
  #failed: unknown = null

  constructor(pool: WalledPool, communityId: number) {
    this.#pool = pool
    this.#communityId = communityId
  }
  get held(): boolean {
    return this.#client !== null
  }

  /** The first error, which aborted the transaction; later statements fail only because of it. */
  #note = (error: unknown) => {
    if ((error as { code?: string }).code !== ABORTED) this.#failed = error
  }

  query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#ended) return Promise.reject(hasEnded())
    this.#client ??= this.#pool.take(this.#communityId, true)
    const result = this.#client.then((client) => client.query(config))
    this.#last = result.catch(this.#note)
    return result
  }

  async connect(): Promise<PostgresPoolClient> {
    const query = (text: string, values: readonly unknown[]) => this.query({ text, values: [...values] })
    return { query, release: () => {} } as unknown as PostgresPoolClient
  }
  async end(how: 'commit' | 'rollback', closing: pg.QueryConfig[] = []): Promise<void> {
    if (how === 'commit' && this.#ended) throw hasEnded()
    this.#ended = true
    await this.#last
    if (closing.length) this.#client ??= this.#pool.take(this.#communityId, true)
    if (!this.#client) return
    const client = await this.#client
    this.#client = null
    let command: string
    let unsaid: unknown
    try {
      for (const statement of closing)
        client.query(statement).catch((error) => {
          unsaid ??= error
          this.#note(error)
        })
      command = (await client.query(how)).command
    } catch (error) {
      this.#pool.giveBack(client, 'broken')
      throw error
    }
    this.#pool.giveBack(client, 'clean')
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and with no error; what never reached it undoes nothing.
    if (how === 'commit' && (command !== 'COMMIT' || unsaid)) throw this.#failed ?? unsaid ?? new Error('the transaction was undone')
  }

  /** The server undoes the transaction when it sees the connection closed. */
  cut(): void {
    this.#ended = true
    const client = this.#client
    this.#client = null
    client?.then(
      (open) => this.#pool.giveBack(open, 'broken'),
      () => {},
    )
  }
}

export class Unit {
  readonly communityId: number
  readonly mode: 'read' | 'write'
  /** Of the end of the unit alone, as the lists that follow. */
  readonly connection: Connection
  readonly before: (() => Promise<void>)[] = []
  readonly after: (() => void | Promise<void>)[] = []
  readonly closing: (() => pg.QueryConfig)[] = []
  /** Kept answers that this unit has asked for, whoever acts in it, and what it has changed. */
  readonly cached = { here: new Map<string, Promise<unknown>>(), invalidated: new Set<string>() }
  readonly #makeEm: (communityId: number) => EntityManager
  #em: EntityManager | null = null

  constructor(scope: Scope, { pool, makeEm }: Pick<Parameters<typeof runUnit>[0], 'pool' | 'makeEm'>) {
    this.communityId = scope.communityId
    this.mode = scope.mode
    this.connection = new (scope.mode === 'write' ? WriteConnection : ReadConnection)(pool, scope.communityId)
    this.#makeEm = makeEm
  }
  /** Made when first used; in a write on the unit's transaction, and flushed before its commit. */
  get em(): EntityManager {
    return (this.#em ??= this.#makeEm(this.communityId))
  }
  /** A named prepared statement; `$1` is the community. */
  async read<Row>(statement: Statement<Row>, params: unknown[] = []): Promise<Row[]> {
    return (await this.connection.query({ name: statement.name, text: statement.text, values: [this.communityId, ...params] })).rows
  }
  /** Not prepared by name; `$1` is the community. */
  sql<Row = Record<string, any>>(text: string, params: unknown[] = []): Promise<Row[]> {
    return this.raw(text, [this.communityId, ...params])
  }
  /** The kernel's own: no parameter is added. */
  async raw<Row = Record<string, any>>(text: string, params: unknown[] = []): Promise<Row[]> {
    return (await this.connection.query({ text, values: params })).rows
  }
  /** The same for texts that never vary and go by key: prepared by name. */
  async keyed<Row = Record<string, any>>(text: string, params: unknown[] = []): Promise<Row[]> {
    return (await this.connection.query(prepared(text, params))).rows
  }
  /** In the form that the kernel's modules write through. */
  get client() {
    return { query: async (text: string, values?: unknown[]) => ({ rows: await this.keyed<any>(text, values) }) }
  }
  /** Runs inside the transaction after the first flush. @throws in a read, which has no commit. */
  beforeCommit(fn: () => Promise<void>): void {
    this.#requireWrite()
    this.before.push(fn)
  }
  /** A statement whose answer nobody needs, sent in the same round trip as the commit and undone with it. @throws in a read. */
  atCommit(statement: () => pg.QueryConfig): void {
    this.#requireWrite()
    this.closing.push(statement)
  }
  #requireWrite() {
    if (this.mode === 'read') throw new Error('a read changes nothing, so it has no commit')
  }
  /** Runs once the write is committed (or the read has ended well); a failure here is only logged. */
  afterCommit(fn: () => void | Promise<void>): void {
    this.after.push(fn)
  }
  async complete(): Promise<void> {
    if (this.mode === 'read') return
    await this.#em?.flush()
    await Promise.all(this.before.map((fn) => fn()))
    if (this.before.length) await this.#em?.flush()
    await this.connection.end(
      'commit',
      this.closing.map((statement) => statement()),
    )
  }
}

/** @throws AtriumError 409 `conflict` after a deadlock or a lost race, 503 `unavailable` when the database is busy or away */
export async function runUnit<T>(
  parts: { pool: WalledPool; makeEm: (communityId: number) => EntityManager; log: Ctx['log'] },
  scope: Scope,
  fn: (unit: Unit) => Promise<T>,
): Promise<T> {
  const signal = deadline.getStore()
  signal?.throwIfAborted()
  const unit = new Unit(scope, parts)
  const cut = () => unit.connection.cut()
  signal?.addEventListener('abort', cut, { once: true })
  let result: T
  try {
    result = await currentConnection.run(unit.connection, async () => {
      const value = await fn(unit)
      await unit.complete()
      return value
    })
  } catch (error) {
    await unit.connection.end('rollback').catch(() => {})
    throw translate(error)
  } finally {
    signal?.removeEventListener('abort', cut)
  }
  for (const after of unit.after)
    try {
      await after()
    } catch (error) {
      parts.log.error({ err: error }, 'work after a commit failed')
    }
  return result
}
