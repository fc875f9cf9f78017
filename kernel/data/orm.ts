/** MikroORM over all entities, on whatever connection the current unit of work holds. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { EntitySchema } from '@mikro-orm/core'
import { notFound } from '@atrium/sdk'
import { CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver, type PostgresPoolClient } from 'kysely'

/** Hands out connections to the ORM; the unit that runs now is one. */
export interface ConnectionSource {
  connect(): Promise<PostgresPoolClient>
}
export const currentConnection = new AsyncLocalStorage<ConnectionSource>()

/** What the ORM and Kysely take for a transaction is a savepoint: the transaction is the unit's. */
class SavepointDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('savepoint unit'))
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('release savepoint unit'))
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback to savepoint unit'))
    await this.commitTransaction(connection)
  }
}

/** @throws Error when two entities contradict each other; nothing connects here. */
export function createOrm(entities: EntitySchema<any>[]): MikroORM {
  const pool = {
    options: {},
    connect: () => {
      const source = currentConnection.getStore()
      if (!source) throw new Error('the ORM was used outside a unit of work')
      return source.connect()
    },
    end: async () => {},
  }
  const dialect = new PostgresDialect({ pool })
  dialect.createDriver = () => new SavepointDriver({ pool })
  return new MikroORM({
    entities,
    dbName: 'atrium',
    // The name above is not looked at: the connection is what the pools opened, whatever the operator called the database.
    ensureDatabase: false,
    driverOptions: dialect,
    // The unit owns the one transaction of a write.
    implicitTransactions: false,
    autoJoinRefsForFilters: false,
    // A record that another request has just deleted is absent, no fault of ours.
    findOneOrFailHandler: () => notFound(),
    findExactlyOneOrFailHandler: () => notFound(),
    discovery: { warnWhenNoEntities: false },
    debug: false,
  })
}

export const forkFor = (orm: MikroORM, communityId: number, now: () => Date): EntityManager => {
  const em = orm.em.fork() as EntityManager
  em.setFilterParams('community', { communityId, now })
  return em
}
