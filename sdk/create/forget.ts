/** `npm run forget <plugin>`: in development, takes all that a plugin has left in the database, so that it begins anew with the next start. */
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import { HOME } from './outside.ts'

/** Ends the program: one sentence that says why. */
class Refusal extends Error {}

const ours = (file: string) => import(pathToFileURL(path.join(HOME, file)).href)

interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: any[]; rowCount: number | null }>
}

/** Removes schema, migrations, switches, settings, permissions, events and jobs. @returns what there was, for people to read */
export async function forget(client: Connection, id: string): Promise<string[]> {
  const schema = id.replaceAll('-', '_')
  const { rows: tables } = await client.query('select table_name as name from information_schema.tables where table_schema = $1 order by 1', [schema])
  const { rows: jobs } = await client.query(`select id from graphile_worker.jobs where starts_with(task_identifier, $1 || '.')`, [id])
  await client.query(`drop schema if exists "${schema}" cascade`)
  await client.query('select graphile_worker.complete_jobs($1::bigint[])', [jobs.map((job) => job.id)])
  const counts = [`${tables.length} tables${tables.length ? ` (${tables.map(({ name }) => name).join(', ')})` : ''}`, `${jobs.length} jobs`]
  for (const [what, text] of [
    ['migrations', 'delete from kernel.migration where plugin = $1'],
    ['switches', 'delete from kernel.plugin_switch where plugin = $1'],
    ['tiers', 'delete from kernel.plugin_tier where plugin = $1'],
    ['settings', 'delete from kernel.setting where plugin = $1'],
    ['events', 'delete from kernel.event where plugin = $1'],
    [
      'roles with its permissions',
      `update kernel.role set permissions = (select coalesce(array_agg(p), '{}') from unnest(permissions) p where not starts_with(p, $1 || '.'))
       where exists (select from unnest(permissions) p where starts_with(p, $1 || '.'))`,
    ],
  ] as const)
    counts.push(`${(await client.query(text, [id])).rowCount} ${what}`)
  return counts
}

async function confirmed(id: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`This deletes all that "${id}" has stored, in every community. Type its id to go on: `)
  terminal.close()
  return answer.trim() === id
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean', default: false } }, allowPositionals: true })
  const [id] = positionals
  if (!id || !/^[a-z][a-z0-9-]{1,30}$/.test(id) || id === 'kernel') throw new Refusal('Say which plugin: npm run forget my-plugin')
  if (process.env.DATABASE_URL) throw new Refusal('This is for the database of development that lies in ATRIUM_DATA; DATABASE_URL names another.')
  const [{ loadConfig }, { createData }, { createLog }, { openDatabase }] = await Promise.all(
    ['kernel/config.ts', 'kernel/data/index.ts', 'kernel/observe/index.ts', 'launch/database.ts'].map(ours),
  )
  const config = await loadConfig()
  const log = createLog({ logLevel: 'silent' })
  const database = await openDatabase(config, log)
  const data = await createData({ config: { ...config, databaseUrl: database.url }, log, entities: [], plugins: [] })
  try {
    const { rows } = await data.system.query(
      `select from pg_stat_activity where datname = current_database() and starts_with(application_name, 'atrium:') and application_name <> $1`,
      [`atrium:${process.pid}`],
    )
    if (rows.length) throw new Refusal('Atrium is running on this data folder: stop it first.')
    if (!values.yes && !(await confirmed(id))) throw new Refusal('Nothing was changed.')
    const gone = await data.systemTx((client: Connection) => forget(client, id))
    console.log(`Forgotten: ${gone.join(', ')}.\nLikes and comments on its records lie with the plugin "content", and stay.`)
  } finally {
    await data.close()
    await database.stop()
  }
}

if (import.meta.main)
  main().catch((error) => {
    console.error(error instanceof Refusal || error.name === 'StartError' || error.name === 'ConfigError' ? error.message : error)
    process.exit(1)
  })
