/** Brings the database to the state the code wants: pending migrations first, then the wall round every table. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import type { Ctx } from '@atrium/sdk/server'
import { StartError } from './errors.ts'
import { raiseWalls } from './walls.ts'

export interface MigrationSource {
  /** `kernel`, or the plugin's id. */
  plugin: string
  /** Folder of files `0001_name.ts`; may be absent. */
  dir: string
}
interface Migration {
  plugin: string
  name: string
  up: string
  checksum: string
  walledTables: string[]
}

export const kernelMigrations: MigrationSource = { plugin: 'kernel', dir: path.resolve(import.meta.dirname, '../../migrations') }
const LOCK = 7_261_001
export const schemaOf = (plugin: string): string => plugin.replaceAll('-', '_')
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

async function readMigrations(source: MigrationSource): Promise<Migration[]> {
  if (!existsSync(source.dir)) return []
  const files = readdirSync(source.dir).filter((file) => /^\d{4}_[\w-]+\.(ts|js)$/.test(file))
  return Promise.all(
    files.sort().map(async (file) => {
      const { up, walledTables = [] } = (await import(pathToFileURL(path.join(source.dir, file)).href)) as { up?: unknown; walledTables?: string[] }
      if (typeof up !== 'string') throw new StartError(`The migration ${path.join(source.dir, file)} exports no text "up".`)
      return { plugin: source.plugin, name: file.replace(/\.\w+$/, ''), up, checksum: digest(up), walledTables }
    }),
  )
}

export interface MigrateOptions {
  /** Connected as the owner. */
  client: pg.ClientBase
  sources: MigrationSource[]
  appRole: string
  /** Makes the app role, or makes sure that it is fit; called only when there is something to do. */
  prepareRole: () => Promise<void>
  log: Ctx['log']
}

/**
 * One query when nothing has changed since the last start. Any number of processes may run this at once: one works, the others wait.
 * Each migration is one transaction, so an interrupted one leaves nothing.
 * @returns how many migrations were applied
 * @throws StartError when one fails, or when the database is newer than the code
 */
export async function migrate({ client, sources, appRole, prepareRole, log }: MigrateOptions): Promise<number> {
  const migrations = (await Promise.all(sources.map(readMigrations))).flat()
  const schemas = sources.filter(({ plugin }) => plugin !== 'kernel').map(({ plugin }) => schemaOf(plugin))
  const state = `atrium ${digest(JSON.stringify([appRole, schemas, migrations.map(({ plugin, name, checksum }) => [plugin, name, checksum])]))}`
  const { rows } = await client.query(
    `select obj_description(to_regnamespace('kernel'), 'pg_namespace') as state,
       (select has_schema_privilege(oid, to_regnamespace('kernel'), 'usage') from pg_roles where rolname = $1) as granted`,
    [appRole],
  )
  if (rows[0].state === state && rows[0].granted) return 0

  await client.query(`select pg_advisory_lock(${LOCK})`)
  try {
    await client.query(`create schema if not exists kernel;
      create table if not exists kernel.migration (plugin text, name text, checksum text not null, applied_at timestamptz not null default now(), primary key (plugin, name))`)
    const pending = await findPending(client, migrations, sources)
    // what it lacks is told before anything is changed
    await prepareRole()
    for (const migration of pending) {
      await apply(client, migration)
      log.info({ plugin: migration.plugin, migration: migration.name }, 'migration applied')
    }
    for (const schema of schemas) await client.query(`create schema if not exists "${schema}"`)
    // The state is the last word of the same transaction, so a wall half raised is raised again.
    await inTransaction(client, async () => {
      await raiseWalls(client, { appRole, schemas, kernelTables: migrations.flatMap(({ plugin, walledTables }) => (plugin === 'kernel' ? walledTables : [])) })
      await client.query(`comment on schema kernel is '${state}'`)
    })
    return pending.length
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => {})
  }
}

export type AppliedMigration = Pick<Migration, 'plugin' | 'name' | 'checksum'>
const keyOf = ({ plugin, name }: { plugin: string; name: string }) => `${plugin}/${name}`

function compare(applied: AppliedMigration[], migrations: Migration[], sources: MigrationSource[]): void {
  const known = new Map(migrations.map((migration) => [keyOf(migration), migration]))
  for (const row of applied) {
    if (!sources.some(({ plugin }) => plugin === row.plugin)) continue
    const migration = known.get(keyOf(row))
    if (!migration)
      throw new StartError(
        `The database is newer than the code: it has the migration ${keyOf(row)}, which this version does not know; install the newer version again.`,
      )
    if (migration.checksum !== row.checksum)
      throw new StartError(`The migration ${keyOf(row)} was changed after it had been applied to this database; put it back and add a new one.`)
  }
}
/** Can this code work on a database with these migrations? @throws StartError when it is newer than the code */
export const checkApplied = async (applied: AppliedMigration[], sources: MigrationSource[]): Promise<void> =>
  compare(applied, (await Promise.all(sources.map(readMigrations))).flat(), sources)

async function findPending(client: pg.ClientBase, migrations: Migration[], sources: MigrationSource[]): Promise<Migration[]> {
  const { rows } = await client.query<Migration>('select plugin, name, checksum from kernel.migration order by plugin, name')
  compare(rows, migrations, sources)
  const done = new Set(rows.map(keyOf))
  return migrations.filter((migration) => !done.has(keyOf(migration)))
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  const schema = schemaOf(migration.plugin)
  try {
    await inTransaction(client, async () => {
      await client.query(`create schema if not exists "${schema}"; set local search_path = ${migration.plugin === 'kernel' ? 'public' : `"${schema}", public`}`)
      await client.query(migration.up)
      await client.query('insert into kernel.migration (plugin, name, checksum) values ($1, $2, $3)', [migration.plugin, migration.name, migration.checksum])
    })
  } catch (cause) {
    throw new StartError(`The migration ${migration.plugin}/${migration.name} failed and was undone: ${(cause as Error).message}.`, { cause })
  }
}

async function inTransaction(client: pg.ClientBase, fn: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await fn()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
