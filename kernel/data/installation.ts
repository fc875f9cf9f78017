/** Which installation a database belongs to, and with which secret. */
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { StartError } from './errors.ts'

export interface Installation {
  /** Of this database alone. */
  id: string
  /** The same in every copy of it. */
  origin: string
}

const markOf = (secret: Buffer) => createHmac('sha256', secret).update('atrium installation').digest('base64url')

/** @throws StartError when the database was used with a secret that is not given */
export async function requireSecret(owner: pg.ClientBase, config: Pick<Config, 'dataDir' | 'secret'> & Partial<Pick<Config, 'formerSecrets'>>): Promise<void> {
  const { rows } = await owner.query('select secret_mark from kernel.installation').catch((error) => {
    // a new database, or one from before there were marks
    if (['42P01', '42703'].includes(error.code)) return { rows: [] }
    throw error
  })
  const known = rows[0]?.secret_mark
  if (known && ![config.secret, ...(config.formerSecrets ?? [])].some((secret) => markOf(secret) === known))
    throw new StartError(
      `The database was used with another secret, without which nobody who has a second factor could sign in; give that one in ATRIUM_SECRET, or put its file back at ${config.dataDir}/secret. To change it, name it in ATRIUM_SECRET_BEFORE beside the new one.`,
    )
}

/** Makes the id anew in a database that is a copy. */
export async function knowInstallation(owner: pg.ClientBase, secret: Buffer): Promise<Installation> {
  await owner.query(
    `update kernel.installation set id = case when place = here then id else gen_random_uuid() end, place = here, secret_mark = $1
     from (select system_identifier || ' ' || (select oid from pg_database where datname = current_database()) as here from pg_control_system()) s
     where place is distinct from here or secret_mark is distinct from $1`,
    [markOf(secret)],
  )
  return (await owner.query<Installation>('select id, origin from kernel.installation')).rows[0]!
}
