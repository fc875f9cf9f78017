/** Puts a backup into an empty data folder (and an empty database), and proves that the database starts. All or nothing. */
import { chownSync, createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { type Config, loadConfig, RESTORING, settings } from '../config.ts'
import { discover } from '../boot/discover.ts'
import { StartError } from '../data/index.ts'
import { checkApplied, kernelMigrations } from '../data/migrate.ts'
import { knowInstallation } from '../data/installation.ts'
import { appLogin, connectOwner } from '../data/owner.ts'
import { s3Store } from '../files/s3.ts'
import { createLog } from '../observe/index.ts'
import { chooseHome, chooseUser } from '../../launch/place.ts'
import { runClient } from './client.ts'
import { copy, type Manifest, readBackup } from './manifest.ts'
import { asOwner } from './owner.ts'

/** What a start may leave behind before there is an installation. */
const HARMLESS = new Set(['compile-cache', 'build'])
/** @throws StartError */
function requireEmpty(folder: string) {
  const there = existsSync(folder) ? readdirSync(folder).filter((name) => !HARMLESS.has(name)) : []
  if (there.includes(RESTORING)) throw new StartError(`A restore into ${folder} was ended halfway; empty the folder and restore again.`)
  if (there.length) throw new StartError(`The data folder ${folder} is not empty; give ATRIUM_DATA a new one, or move it away.`)
}

async function copyOut(manifest: Manifest, from: string, name: string, to: string, modes: { folder: number; file: number }): Promise<void> {
  const inside = (below: string) => below.startsWith(`${name}/`)
  const place = (below: string) => path.join(to, below.slice(name.length + 1))
  await mkdir(to, { recursive: true, mode: modes.folder })
  for (const folder of manifest.folders.filter(inside)) await mkdir(place(folder), { mode: modes.folder })
  for (const file of Object.keys(manifest.files).filter(inside)) await copy(path.join(from, file), place(file), modes.file)
}

/** The first start gives it an id of its own. A backup from before there were ids gets one by its migration. */
const markCopy = (client: pg.Client) =>
  client.query(`do $$ begin
    perform count(*) from kernel.community;
    if to_regclass('kernel.installation') is not null then update kernel.installation set place = null; end if;
  end $$`)

/** @returns where the folder of the server is */
async function putCluster(manifest: Manifest, from: string, dataDir: string): Promise<string> {
  const home = chooseHome(dataDir)
  const cluster = path.join(home, 'postgres')
  if (existsSync(cluster)) throw new StartError(`There is a database in ${cluster} already; move it away first.`)
  const user = chooseUser(cluster)
  try {
    await copyOut(manifest, from, 'database', cluster, { folder: 0o700, file: 0o600 })
    if (user.uid !== undefined)
      for (const entry of [cluster, ...readdirSync(cluster, { recursive: true, encoding: 'utf8' }).map((below) => path.join(cluster, below))])
        chownSync(entry, user.uid, user.gid!)
    const { password } = JSON.parse(readFileSync(path.join(from, 'postgres.json'), 'utf8')) as { password: string }
    await writeFile(path.join(dataDir, 'postgres.json'), JSON.stringify({ home: home === dataDir ? null : home, port: 0, password }, null, 2), { mode: 0o600 })
    await asOwner({ dataDir, databaseUrl: null }, createLog({ logLevel: 'warn' }), markCopy)
    return cluster
  } catch (error) {
    rmSync(cluster, { recursive: true, force: true })
    throw error
  }
}

async function load(from: string, config: Awaited<ReturnType<typeof loadConfig>>): Promise<void> {
  const { databaseUrl, databaseAppUrl, secret } = config
  const owner = await connectOwner(databaseUrl!)
  try {
    const { rowCount } = await owner.query(`select from pg_namespace where nspname = 'kernel'`)
    if (rowCount) throw new StartError('The database of DATABASE_URL is not empty; make a new one for the backup.')
    // its rights are in the dump
    await appLogin(owner, { databaseUrl: databaseUrl!, databaseAppUrl, secret }).prepare()
    await runClient('pg_restore', databaseUrl!, ['--no-owner', '--single-transaction', path.join(from, 'database.dump')])
    await markCopy(owner)
  } finally {
    await owner.end()
  }
}

/** Puts the files of a backup into the bucket that the settings name. @throws StartError where it is another installation's */
async function fillBucket(manifest: Manifest, from: string, config: Config) {
  const log = createLog({ logLevel: 'warn' })
  await asOwner(config, log, async (client) => {
    const bucket = s3Store(config.s3!, log, { installation: await knowInstallation(client, config.secret), system: client })
    await bucket.open!()
    if (await bucket.waits!())
      throw new StartError(`The bucket "${config.s3!.bucket}" holds files already; name an empty one, or restore without S3_BUCKET into the data folder.`)
    for (const below of Object.keys(manifest.files))
      if (below.startsWith('files/')) await bucket.write(path.basename(below), createReadStream(path.join(from, below)))
  })
}

/** @param from absolute; @throws StartError */
export async function restore({ from, env = process.env }: { from: string; env?: NodeJS.ProcessEnv }): Promise<Manifest> {
  const dataDir = path.resolve(env.ATRIUM_DATA?.trim() || settings.dataDir.fallback)
  requireEmpty(dataDir)
  const manifest = await readBackup(from)
  if (manifest.secretElsewhere && !env.ATRIUM_SECRET)
    throw new StartError('This backup was made with ATRIUM_SECRET; give the same one, or nobody could sign in.')
  const isDump = manifest.database === 'dump'
  if (isDump !== Boolean(env.DATABASE_URL))
    throw new StartError(
      isDump
        ? 'This backup is a dump of your own PostgreSQL; name an empty database in DATABASE_URL.'
        : 'This backup is of the embedded PostgreSQL; restore it without DATABASE_URL.',
    )
  const platform = `${process.platform}-${process.arch}`
  if (!isDump && (manifest.platform !== platform || Number.parseInt(manifest.postgres, 10) !== 18))
    throw new StartError(`This backup is of PostgreSQL ${manifest.postgres} on ${manifest.platform}; it cannot be used by 18 on ${platform}.`)

  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    await writeFile(path.join(dataDir, RESTORING), '')
    if (manifest.files.secret) await copy(path.join(from, 'secret'), path.join(dataDir, 'secret'))
    const config = await loadConfig({ env })
    const { found } = await discover(config.plugins, config.pluginsBase)
    await checkApplied(manifest.migrations, [
      kernelMigrations,
      ...found.map(({ manifest: { id }, dir }) => ({ plugin: id, dir: path.join(dir, 'server/migrations') })),
    ])
    const hasFiles = manifest.folders.includes('files')
    if (hasFiles && !config.s3) await copyOut(manifest, from, 'files', path.join(dataDir, 'files'), { folder: 0o755, file: 0o640 })
    if (isDump) await load(from, config)
    else await putCluster(manifest, from, dataDir)
    if (hasFiles && config.s3) await fillBucket(manifest, from, config)
    await rm(path.join(dataDir, RESTORING))
  } catch (error) {
    for (const name of readdirSync(dataDir)) if (!HARMLESS.has(name)) rmSync(path.join(dataDir, name), { recursive: true, force: true })
    throw error
  }
  return manifest
}
