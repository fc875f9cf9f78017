/** Makes a backup while Atrium runs: the database as of one moment, then the files, which never change once written. */
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { type Installation, StartError } from '../data/index.ts'
import { isAbsent, s3Store } from '../files/s3.ts'
import type { BlobStore } from '../files/store.ts'
import type { Log } from '../observe/index.ts'
import { runClient } from './client.ts'
import { copy, copyInto, FORMAT, type Manifest, store, writeManifest } from './manifest.ts'
import { asOwner } from './owner.ts'

/** Left out, as PostgreSQL's manual says: of this run of the server only. The log of writes is copied last. */
const OF_THE_RUN =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*)$|(^|\/)(pgsql_tmp|pg_internal\.init)/

/** Objects that are fetched side by side. */
const AT_ONCE = 8
/** Below the backup, for the bytes of a name. */
const folderOf = (name: string) => `files/${name.slice(0, 2)}/${name.slice(2, 4)}`

interface Options {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>
  /** Absolute; new or empty. */
  to: string
  /** Takes the files out of the bucket along. */
  files: boolean
  log: Log
  /** The secret came by the environment. */
  secretElsewhere: boolean
}

const facts = async (client: pg.Client) => ({
  migrations: (await client.query<Manifest['migrations'][number]>('select plugin, name, checksum from kernel.migration order by plugin, name')).rows,
  files: (await client.query<{ key: string; variants: string[] }>(`select key, variants from kernel.file where status = 'ready'`)).rows,
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

/** Objects of the bucket, as they would lie in the data folder. */
async function copyBucket(bucket: BlobStore, names: string[], manifest: Manifest, to: string) {
  const folders = new Set(['files', ...names.flatMap((name) => [folderOf(name).slice(0, -3), folderOf(name)])])
  for (const below of [...folders].sort()) await mkdir(path.join(to, below), { mode: 0o700 })
  manifest.folders.push(...[...folders].sort())
  const take = async (name: string) => {
    const place = `${folderOf(name)}/${name}`
    manifest.files[place] = await store(bucket.read(name), path.join(to, place))
  }
  const rest = names.values()
  const taken = Array.from({ length: AT_ONCE }, async () => {
    for (const name of rest)
      await take(name).catch(async (error) => {
        if (!isAbsent(error)) throw error
        await rm(path.join(to, folderOf(name), name), { force: true })
      })
  })
  await Promise.all(taken)
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
    bucket: (!options.files && config.s3?.bucket) || null,
    secretElsewhere: options.secretElsewhere,
    folders: [],
    files: {},
    missing: [],
  }
  const { databaseUrl, s3 } = config
  const { files, migrations, postgres } = await asOwner(config, log, async (client) => {
    const known = await (databaseUrl ? dump(client, manifest, to, databaseUrl) : copyCluster(client, manifest, to))
    if (s3 && options.files) {
      const { rows } = await client.query<Installation>('select id, origin from kernel.installation')
      const names = known.files.flatMap(({ key, variants }) => [key, ...variants.map((variant) => `${key}.${variant}`)])
      await copyBucket(s3Store(s3, log, { installation: rows[0]!, system: client }), names, manifest, to)
    }
    return known
  })
  Object.assign(manifest, { migrations, postgres })
  for (const name of ['secret', 'postgres.json']) {
    const copied = await copy(path.join(config.dataDir, name), path.join(to, name))
    if (copied) manifest.files[name] = copied
  }
  // bytes lie there before their row does, so what the database knows of is there, unless it was deleted meanwhile
  if (!s3) await copyInto(manifest, to, 'files', path.join(config.dataDir, 'files'), (below) => !/\.tmp-\w+$/.test(below))
  if (!manifest.bucket) manifest.missing = files.map(({ key }) => key).filter((key) => !manifest.files[`${folderOf(key)}/${key}`])
  await writeManifest(to, manifest)
  return manifest
}
