/** The first steps on a database: reach it as its owner, check it, and have a role for the app that owns nothing. */
import { createHmac } from 'node:crypto'
import pg from 'pg'
import type { Ctx } from '@atrium/sdk/server'
import type { Config } from '../config.ts'
import { StartError } from './errors.ts'
import { requireSecret } from './installation.ts'
import { applicationName, MOST_CONNECTIONS } from './pools.ts'

const reasons: Record<string, (url: URL) => string> = {
  ECONNREFUSED: () => 'nothing answers there',
  ENOTFOUND: () => 'its name is not known',
  EAI_AGAIN: () => 'its name cannot be looked up',
  '28P01': (url) => `it refuses the password of "${decodeURIComponent(url.username)}"`,
  '28000': (url) => `it refuses the user "${decodeURIComponent(url.username)}"`,
  '3D000': (url) => `it has no database "${decodeURIComponent(url.pathname.slice(1))}"`,
}

/**
 * Connects as the owner, 5 s at most, and refuses servers that are too old.
 * @throws StartError
 */
export async function connectOwner(connectionString: string, variable = 'DATABASE_URL'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: applicationName, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  const url = new URL(connectionString)
  try {
    await client.connect()
    const version = Number((await client.query('show server_version_num')).rows[0].server_version_num)
    if (version >= 150_000) return client
  } catch (cause) {
    await client.end().catch(() => {})
    const { code = '', message } = cause as Error & { code?: string }
    const reason = reasons[code]?.(url) ?? (/timeout/i.test(message) ? 'no answer within 5 seconds' : message)
    throw new StartError(`The PostgreSQL of ${variable} (${url.host}) cannot be used: ${reason}.`, { cause })
  }
  const { rows } = await client.query('show server_version')
  await client.end()
  throw new StartError(`The PostgreSQL of DATABASE_URL (${url.host}) has version ${rows[0].server_version}; Atrium needs 15 or newer.`)
}

/** @throws StartError for a standby, or a server that was set to read-only */
async function requireWritable(owner: pg.ClientBase): Promise<void> {
  if ((await owner.query('show transaction_read_only')).rows[0].transaction_read_only === 'on')
    throw new StartError('The PostgreSQL of DATABASE_URL only reads just now: it is a standby, or was set so; name the one that takes writes.')
}

/**
 * Two connections at once must be two of the server too, and keep what is set: a pooler that hands them out by the transaction breaks the wall.
 * @throws StartError for such a pooler, and when one cannot connect
 */
async function requireSessions(connectionString: string, variable: string): Promise<void> {
  const clients = [await connectOwner(connectionString, variable), await connectOwner(connectionString, variable)]
  const [first, second] = clients as [pg.Client, pg.Client]
  const server = async (client: pg.Client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number
  try {
    const before = await server(first)
    await second.query('begin')
    const other = await server(second)
    const isSame = other === before || (await server(first)) !== before
    await second.query('commit')
    if (isSame)
      throw new StartError(
        `Before the PostgreSQL of ${variable} stands a pooler in transaction mode, which mixes what communities see; use its session mode, or the server's own address.`,
      )
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** @throws StartError when no schema may be made */
async function requireRights(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query(`select current_user as role, current_database() as database, has_database_privilege(current_database(), 'create') as may`)
  const { role, database, may } = rows[0]
  if (!may)
    throw new StartError(
      `The role "${role}" of DATABASE_URL may make nothing in the database "${database}"; let it own that database, or grant it create there.`,
    )
}

/** What would run, but not well: fewer connections than a process may take, with those of others. */
async function tellOfRoom(owner: pg.ClientBase, log: Ctx['log']): Promise<void> {
  const { rows } = await owner.query(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as free`,
  )
  if (rows[0].free < MOST_CONNECTIONS)
    log.warn(
      { free: rows[0].free, needed: MOST_CONNECTIONS },
      'the PostgreSQL of DATABASE_URL has room for fewer connections than this process may take, so requests may be turned away; raise its max_connections',
    )
}

/**
 * Asks a database of one's own for all that is needed of it, and changes nothing but the role for the app.
 * @throws StartError with the first thing that is missing
 */
export async function askDatabase(config: Pick<Config, 'dataDir' | 'databaseAppUrl' | 'secret'> & { databaseUrl: string }, log: Ctx['log']): Promise<void> {
  const owner = await connectOwner(config.databaseUrl)
  try {
    await requireWritable(owner)
    await requireRights(owner)
    await requireSecret(owner, config)
    const login = appLogin(owner, config)
    await login.prepare()
    await requireSessions(config.databaseUrl, 'DATABASE_URL')
    await requireSessions(login.url, config.databaseAppUrl ? 'DATABASE_APP_URL' : 'DATABASE_URL')
    await tellOfRoom(owner, log)
  } finally {
    await owner.end()
  }
}

/**
 * The login of the walled pool. Name and password come from the secret, so two installations on one server never meet,
 * and processes of one installation agree without a word. `prepare` makes the role, or checks the given one. @throws StartError
 */
export function appLogin(owner: pg.Client, options: { databaseUrl: string; databaseAppUrl: string | null; secret: Buffer }) {
  const url = new URL(options.databaseAppUrl ?? options.databaseUrl)
  if (options.databaseAppUrl) {
    const role = decodeURIComponent(url.username)
    return { role, url: url.href, prepare: () => checkRole(owner, role) }
  }
  const derive = (purpose: string) => createHmac('sha256', options.secret).update(purpose).digest('hex')
  const role = `atrium_app_${derive('database app role').slice(0, 8)}`
  url.username = role
  url.password = derive('database app password')
  return { role, url: url.href, prepare: () => makeRole(owner, role, url.password) }
}

async function makeRole(owner: pg.Client, role: string, password: string): Promise<void> {
  const { rows } = await owner.query(
    'select (rolsuper or rolcreaterole) as may, exists (select from pg_roles where rolname = $1) as there from pg_roles where rolname = current_user',
    [role],
  )
  if (!rows[0].there) {
    if (!rows[0].may)
      throw new StartError('The role of DATABASE_URL may not create roles; make a second role that owns nothing and name its login in DATABASE_APP_URL.')
    await owner.query(`create role "${role}" login password '${password}'`).catch(unlessMade)
  } else if (rows[0].may) await owner.query(`alter role "${role}" password '${password}'`).catch(unlessMade)
}
/** Another database of this server was faster, with the same password: the role is there, or PostgreSQL says "tuple concurrently updated" (XX000). */
function unlessMade(error: { code?: string }): void {
  if (!['42710', '23505', 'XX000'].includes(error.code ?? '')) throw error
}

async function checkRole(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query(`select rolsuper or rolbypassrls or pg_has_role(oid, current_user, 'member') as free from pg_roles where rolname = $1`, [
    role,
  ])
  if (!rows[0]) throw new StartError(`The server has no role "${role}", which DATABASE_APP_URL names.`)
  if (rows[0].free)
    throw new StartError(
      `The role "${role}" of DATABASE_APP_URL can pass the wall between communities; it must be another than that of DATABASE_URL, no superuser, and without BYPASSRLS.`,
    )
}
