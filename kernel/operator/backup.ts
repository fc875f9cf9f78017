/** Makes a backup while Atrium runs: the database as of one moment, then the files, which never change once written. */
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { StartError } from '../data/index.ts'
import type { Log } from '../observe/index.ts'
import { runClient } from './client.ts'
import { copy, copyInto, FORMAT, type Manifest, store, writeManifest } from './manifest.ts'
import { asOwner } from './owner.ts'

/** Left out, as PostgreSQL's manual says: of this run of the server only. The log of writes is copied last. */
const OF_THE_RUN =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*)$|(^|\/)(pgsql_tmp|pg_internal\.init)/

interface Options {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>
  /** Absolute; new or empty. */
  to: string
  log: Log
  /** The secret came by the environment. */
  secretElsewhere: boolean
}

const facts = async (client: pg.Client) => ({
  migrations: (await client.query<Manifest['migrations'][number]>('select plugin, name, checksum from kernel.migration order by plugin, name')).rows,
  keys: (await client.query<{ key: string }>(`select key from kernel.file where status = 'ready'`)).rows.map(({ key }) => key),
  postgres: (await client.query('show server_version')).rows[0].server_version as string,
})

/** PostgreSQL's own base backup: the folder of the running server, and the log of what was written meanwhile. */
async function copyCluster(client: pg.Client, manifest: Manifest, to: string) {
  const folder = (await client.query('show data_directory')).rows[0].data_directory as string
  // the slot, gone with this connection, keeps the log of writes until it is copied
  await client.query(`select pg_create_physical_replication_slot('atrium_backup_${process.pid}', true, true)`)
  await client.query(`select pg_backup_start('atrium', fast => true)`)
  await copyInto(manifest, to, 'database', folder, (below) => !OF_THE_RUN.test(below))
  const known = await facts(client)
  manifest.madeAt = new Date().toISOString() // not after the stop: what is acknowledged until its answer is here lies behind the end
  const stop = 'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)'
  const { labelfile, last } = (await client.query<{ labelfile: string; last: string }>(stop)).rows[0]!
  manifest.files['database/backup_label'] = await store(Readable.from([Buffer.from(labelfile)]), path.join(to, 'database/backup_label'))
  const [, first] = /^START WAL LOCATION: .* \(file (\w+)\)/m.exec(labelfile)!
  for (const name of readdirSync(path.join(folder, 'pg_wal')).sort())
    if (/^[0-9A-F]{24}$/.test(name) && name >= first! && name <= last)
      manifest.files[`database/pg_wal/${name}`] = (await copy(path.join(folder, 'pg_wal', name), path.join(to, 'database/pg_wal', name)))!
  return known
}

async function dump(client: pg.Client, manifest: Manifest, to: string, address: string) {
  const known = await facts(client)
  manifest.madeAt = new Date().toISOString()
  const dumped = await runClient('pg_dump', address, ['--format=custom', '--no-owner'], (output) => store(output, path.join(to, 'database.dump')))
  manifest.files['database.dump'] = dumped!
  return known
}

/** @throws StartError */
export async function backup(options: Options): Promise<Manifest> {
  const { config, to, log } = options
  if (existsSync(to) && readdirSync(to).length) throw new StartError(`The folder ${to} is not empty; a backup wants one of its own.`)
  await mkdir(to, { recursive: true, mode: 0o700 })
  // one that was there may be open to all
  await chmod(to, 0o700)
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: '',
    database: config.databaseUrl ? 'dump' : 'folder',
    postgres: '',
    platform: `${process.platform}-${process.arch}`,
    migrations: [],
    bucket: config.s3?.bucket ?? null,
    secretElsewhere: options.secretElsewhere,
    folders: [],
    files: {},
    missing: [],
  }
  const { databaseUrl } = config
  const { keys, migrations, postgres } = await asOwner(config, log, (client) =>
    databaseUrl ? dump(client, manifest, to, databaseUrl) : copyCluster(client, manifest, to),
  )
  Object.assign(manifest, { migrations, postgres })
  for (const name of ['secret', 'postgres.json']) {
    const copied = await copy(path.join(config.dataDir, name), path.join(to, name))
    if (copied) manifest.files[name] = copied
  }
  if (!config.s3) {
    // bytes lie there before their row does, so what the database knows of is there, unless it was deleted meanwhile
    await copyInto(manifest, to, 'files', path.join(config.dataDir, 'files'), (below) => !/\.tmp-\w+$/.test(below))
    manifest.missing = keys.filter((key) => !manifest.files[`files/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`])
  }
  await writeManifest(to, manifest)
  return manifest
}
