/** The community wall: row-level security and grants for every table of the plugins and for the kernel's walled tables. */
import type pg from 'pg'
import { StartError } from './errors.ts'

/** What the app role may do with the kernel's tables; it gets nothing else in this schema. */
const kernelGrants: Record<string, string> = {
  role: 'select',
  member: 'select',
  plugin_switch: 'select',
  setting: 'select, insert, update',
  event: 'select, insert',
  delivery: 'select, insert, delete',
  mail: 'select, insert',
  file: 'select, insert, update, delete',
  file_total: 'select',
  audit: 'select, insert',
  search_document: 'select, insert, update, delete',
  search_word: 'select',
}
/** What plugins read of them. */
const KERNEL_VIEWS = ['member_card', 'role_card', 'file_card', 'search_card', 'search_text', 'audit_card']
const RULE = `community_id = nullif(current_setting('app.community_id', true), '')::bigint`

interface Table {
  schema: string
  name: string
  walled: boolean
  secured: boolean
  ruled: boolean
}

/**
 * Raises what is missing of the wall; existing parts stay as they are.
 * @param schemas of plugins: every table in them
 * @param kernelTables walled tables of the schema `kernel`
 * @throws StartError naming a plugin's table without `community_id`
 */
export async function raiseWalls(client: pg.ClientBase, options: { appRole: string; schemas: string[]; kernelTables: string[] }): Promise<void> {
  const role = `"${options.appRole}"`
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, c.relrowsecurity as secured,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'community_id' and a.atttypid = 'bigint'::regtype and not a.attisdropped) as walled,
       exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'community') as ruled
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and (n.nspname = any($1) or n.nspname = 'kernel' and c.relname = any($2))
     order by 1, 2`,
    [options.schemas, options.kernelTables],
  )
  const open = rows.find((table) => !table.walled)
  if (open) throw new StartError(`The table ${open.schema}.${open.name} has no column community_id bigint, so no wall can stand round it.`)
  const steps = rows.flatMap(({ schema, name, secured, ruled }) => {
    const table = `"${schema}"."${name}"`
    const grants = (schema === 'kernel' && kernelGrants[name]) || 'select, insert, update, delete'
    return [
      !secured && `alter table ${table} enable row level security`,
      !ruled && `create policy community on ${table} using (${RULE}) with check (${RULE})`,
      schema === 'kernel' && `revoke all on ${table} from ${role}`,
      `grant ${grants} on ${table} to ${role}`,
    ].filter(Boolean)
  })
  for (const view of KERNEL_VIEWS) steps.push(`grant select on kernel.${view} to ${role}`)
  for (const schema of ['kernel', ...options.schemas]) steps.push(`grant usage on schema "${schema}" to ${role}`)
  for (const schema of options.schemas) steps.push(`grant usage, select on all sequences in schema "${schema}" to ${role}`)
  await client.query(steps.join(';\n'))
}
