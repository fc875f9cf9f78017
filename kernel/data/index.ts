/** The kernel's module for data: the database itself, the wall between communities, units of work, search, signals. */
import path from 'node:path'
import type { EntitySchema } from '@mikro-orm/core'
import type pg from 'pg'
import type { Ctx } from '@atrium/sdk/server'
import type { Config } from '../config.ts'
import { knowInstallation, requireSecret } from './installation.ts'
import { kernelMigrations, migrate } from './migrate.ts'
import { createOrm, forkFor } from './orm.ts'
import { appLogin, askDatabase, connectOwner } from './owner.ts'
import { openSystemPool, systemTx, WalledPool } from './pools.ts'
import { createSignals, type Signals } from './signals.ts'
import { runUnit, type Scope, type Unit } from './unit.ts'

export { StartError, translate } from './errors.ts'
export type { Installation } from './installation.ts'
export { SIGNAL_TTL, SIGNALS_LOST } from './signals.ts'
export { prepared } from './pools.ts'
export { searchApi } from './search.ts'
export type { Unit } from './unit.ts'
export { DeadlineError, within } from './within.ts'

export interface DataOptions {
  clock?: () => Date
  config: Pick<Config, 'dataDir' | 'databaseAppUrl' | 'secret'> & { databaseUrl: string } & Partial<Pick<Config, 'formerSecrets'>>
  log: Ctx['log']
  entities: EntitySchema<any>[]
  /** In the order of their needs. Migrations lie in `<dir>/server/migrations`. */
  plugins: { id: string; dir: string }[]
}

/**
 * Reaches the database, migrates it, raises the wall, opens the pools.
 * @throws StartError with one sentence for whoever runs Atrium
 */
export async function createData({ config, log, entities, plugins, clock = () => new Date() }: DataOptions) {
  const connectionString = config.databaseUrl
  let system: pg.Pool | undefined
  let app: WalledPool | undefined
  let signals: Signals | undefined
  const close = async () => {
    await Promise.all([signals?.close(), app?.end(), system?.end()])
  }
  try {
    await askDatabase(config, log)
    const owner = await connectOwner(connectionString)
    const login = appLogin(owner, { databaseUrl: connectionString, databaseAppUrl: config.databaseAppUrl, secret: config.secret })
    const sources = [kernelMigrations, ...plugins.map(({ id, dir }) => ({ plugin: id, dir: path.join(dir, 'server/migrations') }))]
    const installation = await requireSecret(owner, config)
      .then(() => migrate({ client: owner, sources, appRole: login.role, prepareRole: login.prepare, log }))
      .then(() => knowInstallation(owner, config.secret))
      .finally(() => owner.end())
    const orm = createOrm(entities)
    const parts = { system: (system = openSystemPool(connectionString, log)), app: (app = new WalledPool(login.url, log)) }
    const ears = (signals = createSignals(connectionString, parts.system, log))
    await ears.listen()
    const ends = new WeakMap<object, Set<() => void>>()
    let noRoomAt = 0
    return {
      /** `system` is the owner's pool, without the wall: the kernel's modules only, never plugins. */
      ...parts,
      installation,
      /** The owner's address, for the job queue. */
      connectionString,
      /** One transaction on the owner's pool. */
      async systemTx<T>(fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
        const after = new Set<() => void>()
        const result = await systemTx(parts.system, (client) => {
          ends.set(client, after)
          return fn(client)
        })
        for (const then of after) then()
        return result
      },
      /** Runs `then` once what `client` of the owner's pool has written is committed; the same function once. A unit has an `afterCommit` of its own. */
      afterCommit(client: object, then: () => void) {
        if (client === parts.system) then()
        else ends.get(client)?.add(then)
      },
      /**
       * Work in one community: a `write` is one transaction, flushed and committed when `fn` ends well; a `read` takes connections query by query.
       * @throws AtriumError 409 `conflict`, 503 `unavailable`; whatever `fn` throws
       */
      unit: <T>(scope: Scope, fn: (unit: Unit) => Promise<T>) =>
        runUnit({ pool: parts.app, makeEm: (communityId) => forkFor(orm, communityId, clock), log }, scope, fn).catch((error) => {
          if (error?.code === 'no_room') noRoomAt = Date.now()
          throw error
        }),
      /** Did a write find no room within the last minute? */
      lacksRoom: () => Date.now() - noRoomAt < 60_000,
      /** Tells every process, this one before it returns. Never inside a business transaction. */
      signal: (name: string, payload: object) => ears.send(name, payload),
      /** `SIGNALS_LOST` comes after a break, when some may have been missed. */
      onSignal: (name: string, fn: (payload: any) => void) => ears.on(name, fn),
      close,
    }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}
export type Data = Awaited<ReturnType<typeof createData>>
