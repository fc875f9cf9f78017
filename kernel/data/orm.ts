/** MikroORM over all entities, on whatever connection the current unit of work holds. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { EntitySchema } from '@mikro-orm/core'
import { notFound } from '@atrium/sdk'
import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { types } from './pools.ts'

/** Hands out connections to the ORM; the unit that runs now is one. */
export interface Lane {
  connect(): Promise<PostgresPoolClient>
}
export const currentLane = new AsyncLocalStorage<Lane>()

/** The ORM reads dates from their text itself. */
const DATES = new Set([1082, 1114, 1184, 1186])
const DATE_ARRAYS = new Set([1182, 1115, 1185, 1187])
const TEXT_ARRAY = 1009
export const ormTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (DATES.has(oid)) return String
    return DATE_ARRAYS.has(oid) ? pg.types.getTypeParser(TEXT_ARRAY as never) : types.getTypeParser(oid, format)
  },
}

/** @throws Error when two entities contradict each other; nothing connects here. */
export function createOrm(entities: EntitySchema<any>[]): MikroORM {
  const pool = {
    options: {},
    connect: () => {
      const lane = currentLane.getStore()
      if (!lane) throw new Error('the ORM was used outside a unit of work')
      return lane.connect()
    },
    end: async () => {},
  }
  return new MikroORM({
    entities,
    dbName: 'atrium',
    // The name above is not looked at: the connection is what the pools opened, whatever the operator called the database.
    ensureDatabase: false,
    driverOptions: new PostgresDialect({ pool }),
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

export const forkFor = (orm: MikroORM, communityId: number): EntityManager => {
  const em = orm.em.fork() as EntityManager
  em.setFilterParams('community', { communityId })
  return em
}
