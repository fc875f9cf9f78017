/** Which installation a database belongs to. */
import type pg from 'pg'

export interface Installation {
  /** Of this database alone. */
  id: string
  /** The same in every copy of it. */
  origin: string
}

/** Makes the id anew in a database that is a copy. */
export async function knowInstallation(owner: pg.ClientBase): Promise<Installation> {
  await owner.query(
    `update kernel.installation set id = gen_random_uuid(), place = here
     from (select system_identifier || ' ' || (select oid from pg_database where datname = current_database()) as here from pg_control_system()) s
     where place is distinct from here`,
  )
  return (await owner.query<Installation>('select id, origin from kernel.installation')).rows[0]!
}
