/** Puts a community's archive into an empty installation, all of it or nothing: the same ids, accounts without passwords, files under their keys. */
import { createInterface } from 'node:readline'
import { type Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { inward, type Signer } from './addresses.ts'
import type { ArchiveSource } from './source.ts'
import { type ArchiveTable, archiveTables, type Brings, type Query, quoted } from './tables.ts'

export const ARCHIVE_FORMAT = 2
export interface ArchiveManifest {
  format: number
  community: { id: number; name: string; locale: string }
  made_at: string
  /** Stands in the lines for whatever an installation signs. */
  mark: string
  tables: { name: string; rows: number; parts: string[] }[]
  files: { count: number; bytes: number }
}
export interface Restored {
  communityId: number
  ownerAccountId: number
  tables: Record<string, number>
  files: number
  /** Who may do the most there from now on, the owner first. */
  admins: { email: string; name: string }[]
  /** Rows whose other half went while the archive was made. */
  dangling: number
  /** Tables of plugins that are not installed here. */
  unknown: string[]
}
/** Rows of one statement, and characters after which it has no more of them. */
const AT_ONCE = 500
const MOST_AT_ONCE = 16 * 2 ** 20
/** Bytes of one row, unpacked. */
const MOST_OF_ROW = 32 * 2 ** 20

/** Expressions for columns that are not taken as they came. */
const MADE: Record<string, Record<string, string>> = {
  'kernel.search_document': { words: 'kernel.search_words(kernel.search_language(r.community_id), r.title, r.body)' },
  // the first of its new home
  'kernel.community': { is_primary: 'true' },
}

interface Column {
  name: string
  required_json: boolean
}
const COLUMNS = `
  select a.attname as name, a.attnotnull and format_type(a.atttypid, null) in ('json', 'jsonb') as required_json from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`

/**
 * An insert of JSON rows (`$1`) that leaves out what refers to rows that are not there.
 * @param given one of them: columns that it has not begin as the table says
 */
function insertion({ name, references, columns: written, secret }: ArchiveTable, columns: Column[], given: object): string {
  const made = MADE[name] ?? {}
  const target = quoted(name)
  const taken = new Set(written.filter((column) => column in given && !secret.includes(column)))
  const kept = columns.filter(({ name: column }) => column in made || taken.has(column))
  const there = ({ column, table, key }: ArchiveTable['references'][number]) => `exists (select from ${quoted(table)} f where f."${key}" = r."${column}")`
  const optional = new Map(references.filter((reference) => reference.optional).map((reference) => [reference.column, reference]))
  const values = kept.map(({ name: column, required_json }) => {
    if (column in made) return made[column]
    const reference = optional.get(column)
    if (reference) return `case when ${there(reference)} then r."${column}" end`
    // PostgreSQL reads the value null as no value
    return required_json ? `coalesce(r."${column}", 'null')` : `r."${column}"`
  })
  const conditions = references.filter((reference) => !reference.optional).map(there)
  return `insert into ${target} (${kept.map(({ name: column }) => `"${column}"`)}) overriding system value
    select ${values} from jsonb_populate_recordset(null::${target}, $1::jsonb) r where ${['true', ...conditions].join(' and ')}`
}

/** Passes lines on. @throws Error as soon as one is longer than any row: a packed line of a few bytes may be one of gigabytes */
function lineBound(part: string): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf('\n', from)
        length += (end < 0 ? chunk.length : end) - from
        if (length > MOST_OF_ROW) return done(new Error(`${part} has a row that is larger than any of an archive.`))
        if (end < 0) break
        length = 0
        from = end + 1
      }
      done(null, chunk)
    },
  })
}

async function* batches(source: ArchiveSource, parts: string[]): AsyncGenerator<string[]> {
  let lines: string[] = []
  let size = 0
  for (const part of parts) {
    const stream = await source.read(part)
    const unpacked = part.endsWith('.gz') ? stream.compose(createGunzip()) : stream
    for await (const line of createInterface({ input: unpacked.compose(lineBound(part)), crlfDelay: Number.POSITIVE_INFINITY })) {
      if (!line) continue
      lines.push(line)
      size += line.length
      if (lines.length < AT_ONCE && size < MOST_AT_ONCE) continue
      yield lines
      lines = []
      size = 0
    }
  }
  if (lines.length) yield lines
}

async function manifestOf(source: ArchiveSource): Promise<ArchiveManifest> {
  if (!source.names.includes('manifest.json')) throw new Error('This is no archive of a community, or one that was never finished: it has no manifest.json.')
  const manifest = JSON.parse(await text(await source.read('manifest.json'))) as ArchiveManifest
  if (manifest.format !== ARCHIVE_FORMAT) throw new Error(`The archive has the form ${manifest.format}, and this Atrium reads ${ARCHIVE_FORMAT}.`)
  const missing = manifest.tables.flatMap(({ parts }) => parts).filter((part) => !source.names.includes(part))
  if (missing.length) throw new Error(`The archive is not whole: ${missing.slice(0, 5).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`)
  return manifest
}

/** @throws Error for a row that another community would own */
function demandOwn({ name, columns }: ArchiveTable, lines: string[], communityId: number): void {
  const column = name === 'kernel.community' ? 'id' : 'community_id'
  if (columns.includes(column) && lines.some((line) => JSON.parse(line)[column] !== communityId))
    throw new Error(`The archive has rows of another community in ${name}.`)
}

/**
 * @param query of the owner of the database, within one transaction
 * @param write stores the bytes of a file under its name
 * @throws Error in one sentence for whoever restores
 */
export async function restoreArchive(
  source: ArchiveSource,
  { query, plugins, signer, write }: { query: Query; plugins: Iterable<Brings>; signer: Signer; write: (name: string, bytes: Readable) => Promise<number> },
): Promise<Restored> {
  const manifest = await manifestOf(source)
  const { id: communityId } = manifest.community
  const [taken] = await query('select from kernel.community limit 1', [])
  if (taken) throw new Error('There is a community here already; an archive is put into an empty installation.')
  const tables = await archiveTables(query, plugins)
  const given = new Map(manifest.tables.map((table) => [table.name, table]))
  const restored: Record<string, number> = {}
  let dangling = 0
  for (const table of tables) {
    const parts = given.get(table.name)?.parts ?? []
    if (parts.length === 0) continue
    const columns = (await query(COLUMNS, [quoted(table.name)])) as Column[]
    let statement: string | undefined
    // what they do was done when the rows were written
    if (!table.name.startsWith('kernel.')) await query(`alter table ${quoted(table.name)} disable trigger user`, [])
    let count = 0
    for await (const lines of batches(source, parts)) {
      demandOwn(table, lines, communityId)
      statement ??= insertion(table, columns, JSON.parse(lines[0]!))
      const rows = await query(`with made as (${statement} returning 1) select count(*)::int as made from made`, [
        `[${lines.map((line) => inward(line, signer, manifest.mark, communityId)).join()}]`,
      ])
      count += rows[0]!.made
      dangling += lines.length - rows[0]!.made
    }
    if (!table.name.startsWith('kernel.')) await query(`alter table ${quoted(table.name)} enable trigger user`, [])
    restored[table.name] = count
  }
  for (const { name, key } of tables) {
    if (key.length !== 1 || key[0]!.column !== 'id') continue
    const [last] = await query(`select max(id) as id, pg_get_serial_sequence($1, 'id') as sequence from ${quoted(name)}`, [quoted(name)])
    if (last!.id !== null) await query('select setval($1, $2)', [last!.sequence, last!.id])
  }
  const keys = new Map((await query('select id::text as id, key::text as key from kernel.file', [])).map(({ id, key }) => [id as string, key as string]))
  let files = 0
  for (const name of source.names) {
    const [, id, rest = ''] = /^files\/(\d{1,16})((?:\.[\w.-]+)?)$/.exec(name) ?? []
    const key = id && keys.get(id)
    if (!key) continue
    await write(`${key}${rest}`, await source.read(name))
    files++
  }
  const [owner] = await query('select owner_account_id as id from kernel.community where id = $1', [communityId])
  if (!owner?.id) throw new Error('The archive names no owner of the community.')
  const admins = (await query(
    `select a.email, a.name from kernel.account a where a.id = $2
       or exists (select from kernel.member m where m.community_id = $1 and m.account_id = a.id and 'admin' = any (m.roles)) order by a.id <> $2, a.email`,
    [communityId, owner.id],
  )) as Restored['admins']
  await query('update kernel.account set is_platform_owner = true where id = $1', [owner.id])
  const known = new Set(tables.map(({ name }) => name))
  const unknown = [...given.keys()].filter((name) => !known.has(name))
  return { communityId, ownerAccountId: owner.id, admins, tables: restored, files, dangling, unknown }
}
