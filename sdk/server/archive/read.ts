/** Reads a community's tables for its archive: rows as PostgreSQL writes them in JSON, page by page along the primary key. */
import { outward, type Signer } from './addresses.ts'
import { type ArchiveTable, archiveTables, type Brings, type Query } from './tables.ts'

export interface ArchivePage {
  /** A JSON object each. */
  lines: string[]
  /** Where the next page begins; null after the last. */
  next: string[] | null
}
/** What `ctx.platform.archive` gives. */
export interface ArchiveApi {
  /** Names of the tables, those that others refer to first. @param own only those that have something of a member's own */
  tables(own?: boolean): Promise<string[]>
  /**
   * Rows of one table of this community.
   * @param mark stands in it for whatever is signed by this installation
   * @param memberId only what is this member's own, by what each table declares (`Travel.own`)
   */
  rows(table: string, after: string[] | null, limit: number, mark: string, memberId?: number | null): Promise<ArchivePage>
}

/** Values of these names in settings open something. */
const SECRET = /(secret|password|token|api_?key)$/i
/** The same value without what opens something. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, SECRET.test(key) && typeof inner === 'string' ? null : withoutSecrets(inner)]))
}
/** Tables whose values nobody declares. */
const FREE = new Set(['kernel.setting', 'kernel.community'])

const pageOf = ({ from, key, secret, owners, ownWhen, ...table }: ArchiveTable, after: string[] | null, memberId: number | null) => {
  const columns = memberId === null ? table.columns : table.own
  // a safe whole number, so it may stand in the text
  const own = memberId === null ? '' : `and ${Number(memberId)} in (${owners.map((column) => `t."${column}"`)}) and (${ownWhen})`
  const place = key.map(({ column }) => `t."${column}"`)
  const given = key.map(({ type }, index) => `$${index + 3}::text::${type}`)
  const written = columns.map((column) => (secret.includes(column) ? `null as "${column}"` : `t."${column}"`))
  return `select (select to_jsonb(r)::text from (select ${written}) r) as line, array[${place.map((column) => `${column}::text`)}] as key
    from ${from} t where t.community_id = $1 ${own} ${after ? `and (${place}) > (${given})` : ''} order by ${place} limit $2`
}

export function archiveOf(parts: { communityId: number; plugins: Iterable<Brings>; walled: Query; owner: Query; signer: Signer }): ArchiveApi {
  let known: Promise<ArchiveTable[]> | undefined
  const tables = () => (known ??= archiveTables(parts.walled, parts.plugins))
  return {
    tables: async (own = false) => (await tables()).filter((table) => !own || table.own.length > 0).map(({ name }) => name),
    async rows(name, after, limit, mark, memberId = null) {
      const table = (await tables()).find((one) => one.name === name)
      if (!table || (memberId !== null && table.own.length === 0)) throw new Error(`${name} is no table of the archive`)
      const query = name.startsWith('kernel.') ? parts.owner : parts.walled
      const rows = await query(pageOf(table, after, memberId), [parts.communityId, limit, ...(after ?? [])])
      const plain = FREE.has(name) ? rows.map(({ line }) => JSON.stringify(withoutSecrets(JSON.parse(line)))) : rows.map(({ line }) => line as string)
      return { lines: plain.map((line) => outward(line, parts.signer, mark)), next: rows.length === limit ? rows.at(-1)!.key : null }
    },
  }
}
