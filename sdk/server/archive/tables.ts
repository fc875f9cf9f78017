/** Which tables a community's archive holds, in an order in which they can be put back: what others refer to comes first. */
import type { EntitySchema } from '@mikro-orm/core'
import { type Travel, travelOf } from '../table.ts'

/** One text with its parameters, at whichever connection. */
export type Query = (text: string, values: unknown[]) => Promise<Record<string, any>[]>

/** What a plugin brings, as the kernel has loaded it. */
export interface Brings {
  manifest: { id: string }
  server: { entities?: EntitySchema<any>[] } | null
}
interface Reference {
  column: string
  /** With its schema. */
  table: string
  key: string
  /** The row can be without it. */
  optional: boolean
}
export interface ArchiveTable {
  /** With its schema: `posts.post`. */
  name: string
  /** What is read instead of the table, with `community_id` and `$1` for the community. */
  from: string
  /** All that an export writes of a row, and all that an import takes from one. */
  columns: readonly string[]
  /** Of them, those that are null in the archive, and stay as the table begins them. */
  secret: readonly string[]
  /** What a member's own archive has of a row; none: the table is no part of it. */
  own: readonly string[]
  /** Of which rows, in SQL. */
  ownWhen: string
  key: { column: string; type: string }[]
  references: Reference[]
  /** Columns that name the member whose the row is. */
  owners: string[]
}

/** The kernel's tables of a community, and where they are not read as they stand, how. */
const KERNEL: Record<string, { from?: string; columns?: readonly string[]; without?: readonly string[]; own?: readonly string[] }> = {
  'kernel.account': {
    from: `(select $1::bigint as community_id, a.* from kernel.account a
      where exists (select from kernel.member m where m.community_id = $1 and m.account_id = a.id))`,
    columns: ['id', 'email', 'name', 'email_confirmed_at', 'locale', 'appearance', 'created_at', 'last_seen_at'],
  },
  'kernel.community': {
    from: '(select c.id as community_id, c.* from kernel.community c where c.id = $1)',
    without: ['custom_domain', 'is_primary', 'offered_to', 'offered_at', 'ends_at'],
  },
  'kernel.role': {},
  'kernel.member': {
    own: ['public_uid', 'name', 'headline', 'bio', 'location', 'website', 'avatar_url', 'time_zone', 'roles', 'status', 'preferences', 'last_seen_at'],
  },
  'kernel.plugin_switch': {},
  'kernel.setting': {},
  'kernel.file': {
    from: `(select * from kernel.file where status = 'ready' and coalesce(used_by, '') not like 'archive:%')`,
    own: ['filename', 'content_type', 'byte_size', 'width', 'height', 'variants'],
  },
  // words are made anew
  'kernel.search_document': { without: ['words'] },
  'kernel.search_word': {},
}
/** Why the others of the kernel stay. */
export const STAYS: Record<string, string> = {
  session: 'opens an account',
  one_time_token: 'opens an account',
  one_time_code: 'opens an account',
  api_token: 'opens a community',
  member_token: 'opens a community',
  second_factor: 'a sealed secret',
  recovery_code: 'opens an account',
  passkey: 'is bound to the host',
  linked_identity: 'is agreed with one installation',
  sign_in_step: 'a way in that is half-way',
  code_try: 'tries at one installation',
  way_removal: 'a way in of one installation',
  worker: 'a trace of work',
  job_queue: 'a trace of work',
  plugin_tier: 'is the installation’s',
  schedule_tick: 'a trace of work',
  event: 'a trace of work',
  delivery: 'a trace of work',
  mail: 'was sent by one installation',
  audit: 'who did what from which address at one installation',
  file_total: 'is counted anew',
  migration: 'is the installation’s',
  installation: 'is the installation’s',
}

const named = (entity: EntitySchema<any>) => {
  const { schema, tableName } = entity.init().meta
  return `${schema}.${tableName}`
}
export const quoted = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')

/** Columns, primary keys and references of these tables, from PostgreSQL's catalogue. */
const SHAPES = `
  select n.nspname || '.' || c.relname as name,
    (select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(json_build_object('column', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.place)
     from pg_index i, unnest(i.indkey) with ordinality k (attnum, place) join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
     where i.indrelid = c.oid and i.indisprimary) as key,
    coalesce((select json_agg(json_build_object('column', a.attname, 'table', fn.nspname || '.' || fc.relname, 'key', fa.attname, 'optional', not a.attnotnull))
     from pg_constraint r join pg_class fc on fc.oid = r.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = r.conkey[1] join pg_attribute fa on fa.attrelid = fc.oid and fa.attnum = r.confkey[1]
     where r.conrelid = c.oid and r.contype = 'f' and cardinality(r.conkey) = 1 and r.confrelid <> r.conrelid), '[]') as refs,
    coalesce((select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
      and (a.attname in ('member_id', 'author_member_id') or n.nspname = 'kernel' and c.relname = 'member' and a.attname = 'id')), '[]') as owners
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname || '.' || c.relname = any($1)`

/** The tables of the kernel and of every plugin that travel, whether it is switched on or off. */
export async function archiveTables(query: Query, plugins: Iterable<Brings>): Promise<ArchiveTable[]> {
  const wanted = new Map<string, (typeof KERNEL)[string] & Travel>(Object.entries(KERNEL))
  for (const { server } of plugins)
    for (const entity of server?.entities ?? []) {
      const travel = travelOf(entity)
      if (travel.stays === undefined) wanted.set(named(entity), travel)
    }
  const shapes = await query(SHAPES, [[...wanted.keys()]])
  const tables = new Map(
    shapes.map(({ name, columns: there, key, refs, owners }): [string, ArchiveTable] => {
      const {
        from = quoted(name),
        without = [],
        secret = [],
        own = [],
        ownWhen = 'true',
        columns = there.filter((column: string) => !without.includes(column)),
      } = wanted.get(name)!
      // what does not travel refers to nothing
      const references = refs.filter(({ column }: Reference) => columns.includes(column))
      return [name, { name, from, columns, secret, own: own.length ? ['id', ...own, 'created_at'] : [], ownWhen, key, references, owners }]
    }),
  )
  const sorted: ArchiveTable[] = []
  const seen = new Set<string>()
  const add = (name: string) => {
    const table = tables.get(name)
    if (!table || seen.has(name)) return
    seen.add(name)
    for (const { table: other } of table.references) add(other)
    sorted.push(table)
  }
  for (const name of wanted.keys()) add(name)
  return sorted
}

/**
 * The tables of a plugin's schema that no archive would hold and no declaration excuses, columns that open something and would travel,
 * and tables that name a member and do not say what of them is that member's own.
 * @param columns of its tables, as the database has them
 */
export function travelProblems(plugin: Brings, columns: { table: string; column: string }[]): string[] {
  const known = new Map((plugin.server?.entities ?? []).map((entity) => [named(entity), travelOf(entity)]))
  const problems = [...new Set(columns.map(({ table }) => table))]
    .filter((table) => !known.has(table))
    .map((table) => `${table} is not among the entities of defineServer, so no archive of a community would hold it`)
  for (const { table, column } of columns) {
    const travel = known.get(table)
    if (!travel || travel.stays !== undefined || travel.secret?.includes(column)) continue
    if (/^(author_)?member_id$/.test(column) && !travel.own)
      problems.push(`${table} has ${column}: say in the table's \`own\` which columns that member may take along, or \`own: []\``)
    if (/(^|_)(token|token_hash|secret|password|password_hash|api_key)$/.test(column))
      problems.push(`${table}.${column} opens something and would travel: name it in the table's \`secret\``)
  }
  for (const [table, { own = [] }] of known) {
    const isSomebodys = columns.some((one) => one.table === table && /^(author_)?member_id$/.test(one.column))
    if (own.length > 0 && !isSomebodys) problems.push(`${table} names \`own\` columns, and no member_id or author_member_id says whose they are`)
    for (const column of own)
      if (!columns.some((one) => one.table === table && one.column === column)) problems.push(`${table} has no column ${column}, which its \`own\` names`)
  }
  return problems
}
