/** Archives are made in steps of one part: each reads rows in the order of their key, stores them, and notes in the same transaction where the next step begins. */
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { conflict, notFound } from '@atrium/sdk'
import { type Ctx, hold, isoOf, isUniqueViolation, unlessRefused } from '@atrium/sdk/server'
import contract, { KEPT_DAYS } from '../../contract.ts'
import { ExportTable, PartTable } from '../entities.ts'
import { exportStep } from '../jobs.ts'

/** Rows of one read, and characters after which a part is full. */
const ROWS = 1_000
const PART = 8 * 2 ** 20
/** Milliseconds of work between two commits. */
const STEP_MS = 1_000
/** Bytes of files in one part. */
const VOLUME = 256 * 2 ** 20
const DAY = 86_400_000
const pack = promisify(gzip)

export type Scope = { memberId: number | null }
const loaded = (ctx: Ctx, id: number) => hold(ctx, ExportTable, id, 'Archive')
type Loaded = Awaited<ReturnType<typeof loaded>>

export async function start(ctx: Ctx, { memberId }: Scope) {
  const tables = await ctx.platform.archive.tables(memberId !== null)
  const row = ctx.em.create(ExportTable, {
    memberId,
    byMemberId: ctx.me().id,
    mark: randomBytes(18).toString('base64url'),
    tables,
    tablesCount: tables.length,
    createdAt: ctx.now(),
  })
  await ctx.em.flush().catch((error) => {
    throw isUniqueViolation(error) ? conflict('An export is already in progress. Wait until it is done.', 'export_running') : error
  })
  await ctx.enqueue(exportStep, { exportId: row.id }, { key: `export ${row.id}` })
  if (memberId === null) await ctx.audit('community.export_started', `export:${row.id}`)
  else await ctx.audit('member.export_started', `export:${row.id}`)
  return row.id
}

/** Why the community cannot be deleted yet, or null: an archive of it has to be there to download. */
export async function archiveFirst(ctx: Ctx): Promise<string | null> {
  const isThere = await ctx.em.count(ExportTable, { memberId: null, status: 'ready' })
  return isThere ? null : 'Make an archive of this community first, and download it.'
}

/** Reads until a part is full or the table ends. */
async function rowsOf(ctx: Ctx, table: string, after: string[] | null, mark: string, memberId: number | null) {
  const lines: string[] = []
  let size = 0
  let next = after
  do {
    const read = await ctx.platform.archive.rows(table, next, ROWS, mark, memberId)
    for (const line of read.lines) size += line.length + 1
    lines.push(...read.lines)
    next = read.next
  } while (next && size < PART)
  return { lines, next }
}

/** One part of the table at hand. */
async function advance(ctx: Ctx, made: Loaded): Promise<void> {
  const [table, ...rest] = made.tables
  const { id: exportId, mark, memberId = null, after = null } = made
  const { lines, next } = await rowsOf(ctx, table!, after, mark, memberId)
  if (lines.length) {
    const count = await ctx.em.count(PartTable, { exportId, tableName: table })
    const data = await pack(`${lines.join('\n')}\n`)
    const filename = `${table}.${String(count + 1).padStart(4, '0')}.jsonl.gz`
    const file = await ctx.files.put({ filename, data })
    await ctx.files.keep(file.id, `archive:${exportId}`)
    const part = { exportId, kind: 'rows', name: `tables/${filename}`, tableName: table!, fileId: file.id, rows: lines.length, byteSize: data.length } as const
    ctx.em.create(PartTable, part)
    made.byteSize = Number(made.byteSize) + data.length
    made.rowsCount = Number(made.rowsCount) + lines.length
  }
  made.after = next
  if (!next) made.tables = rest
  await ctx.em.flush()
}

/** As much as fits into some seconds; then the job comes again. */
export async function step(ctx: Ctx, exportId: number): Promise<void> {
  const made = await unlessRefused(loaded(ctx, exportId), null)
  if (made?.status !== 'running') return
  const end = performance.now() + STEP_MS
  while (made.tables.length && performance.now() < end) await advance(ctx, made)
  if (made.tables.length === 0) return finish(ctx, made)
  await ctx.enqueue(exportStep, { exportId }, { key: `export ${exportId}` })
  ctx.emit(contract.events['export.changed'], { exportId, memberId: made.byMemberId })
}

export interface StoredFile {
  id: number
  byte_size: number
  derived_bytes: number
  variants: string[]
}
/** Files of an archive along their ids. */
export const filesOf = (ctx: Ctx, memberId: number | null, first: number, last: number | null, limit: number) =>
  ctx.sql<StoredFile>(
    `select id, byte_size, derived_bytes, variants from kernel.file_card where community_id = $1 and status = 'ready' and coalesce(used_by, '') not like 'archive:%'
       and ($2::bigint is null or member_id = $2) and id >= $3 and ($4::bigint is null or id <= $4) order by id limit $5`,
    [memberId, first, last, limit],
  )

async function finish(ctx: Ctx, made: Loaded) {
  const exportId = made.id
  let volume: { first: number; last: number; bytes: number; rows: number } | null = null
  const put = async () => {
    if (!volume) return
    const count = await ctx.em.count(PartTable, { exportId, kind: 'files' })
    const { first, last, bytes, rows } = volume
    const name = `files.${String(count + 1).padStart(4, '0')}.zip`
    ctx.em.create(PartTable, { exportId, kind: 'files', name, firstId: first, lastId: last, rows, byteSize: bytes })
    await ctx.em.flush()
    made.filesCount += rows
    made.byteSize = Number(made.byteSize) + bytes
    volume = null
  }
  for (let first = 1; ; ) {
    const found = await filesOf(ctx, made.memberId ?? null, first, null, 1_000)
    for (const { id, byte_size, derived_bytes } of found) {
      volume ??= { first: id, last: id, bytes: 0, rows: 0 }
      volume.last = id
      volume.rows++
      volume.bytes += Number(byte_size) + Number(derived_bytes)
      if (volume.bytes >= VOLUME) await put()
    }
    if (found.length < 1_000) break
    first = found.at(-1)!.id + 1
  }
  await put()
  made.status = 'ready'
  made.readyAt = ctx.now()
  await ctx.em.flush()
  await tell(ctx, made.byMemberId, made.memberId ?? null)
  ctx.emit(contract.events['export.changed'], { exportId, memberId: made.byMemberId })
}

async function tell(ctx: Ctx, byMemberId: number, memberId: number | null) {
  const address = (await ctx.members.addresses([byMemberId])).get(byMemberId)
  if (!address) return
  const { email, locale } = address
  const words = { community: ctx.community.name, days: KEPT_DAYS, url: `${ctx.community.url}${memberId === null ? '/settings/export' : '/account/data'}` }
  const which = memberId === null ? 'community' : 'own'
  const [subject, text] = [ctx.t(`export.mail.${which}`, words, locale), ctx.t('export.mail.text', words, locale)]
  await ctx.mail({ to: email, subject, text, locale, kind: { key: `export_${which}`, values: { days: KEPT_DAYS } } })
}

/** Newest first. */
export async function list(ctx: Ctx, { memberId }: Scope) {
  const found = await ctx.em.find(ExportTable, { memberId }, { orderBy: { id: 'desc' }, limit: 20 })
  const parts = await ctx.em.find(PartTable, { exportId: { $in: found.map(({ id }) => id) } }, { orderBy: { id: 'asc' } })
  const people = await ctx.members.byIds(found.map(({ byMemberId }) => byMemberId))
  return found.map(({ id, status, tables, tablesCount, rowsCount, filesCount, byteSize, byMemberId, createdAt, readyAt = null }) => ({
    ...{
      id,
      status,
      created_at: createdAt as Date,
      ready_at: isoOf(readyAt),
      rows_count: Number(rowsCount),
      files_count: filesCount,
      byte_size: Number(byteSize),
    },
    progress: status === 'ready' ? 100 : Math.floor((100 * (tablesCount - tables.length)) / (tablesCount + 1)),
    made_by: people.get(byMemberId)?.name ?? null,
    expires_at: readyAt ? new Date(readyAt.getTime() + KEPT_DAYS * DAY).toISOString() : null,
    parts:
      status === 'ready'
        ? parts.filter(({ exportId }) => exportId === id).map(({ id, name, kind, rows, byteSize }) => ({ id, name, kind, rows, byte_size: Number(byteSize) }))
        : [],
  }))
}
export async function one(ctx: Ctx, scope: Scope, id: number) {
  const found = (await list(ctx, scope)).find((item) => item.id === id)
  if (!found) throw notFound('Archive')
  return found
}

/** Removes an archive with its parts; one that is being made ends. */
export async function destroy(ctx: Ctx, { memberId }: Scope, id: number): Promise<void> {
  const found = await hold(ctx, ExportTable, id, 'Archive')
  if ((found.memberId ?? null) !== memberId) throw notFound('Archive')
  const parts = await ctx.em.find(PartTable, { exportId: id, fileId: { $ne: null } })
  for (const { fileId } of parts) await unlessRefused(ctx.files.remove(fileId!), undefined)
  await ctx.em.nativeDelete(ExportTable, { id })
  if (memberId === null) await ctx.audit('community.export_deleted', `export:${id}`)
}

export async function expire(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - KEPT_DAYS * DAY)
  for (const { id, memberId = null } of await ctx.em.find(ExportTable, { createdAt: { $lt: before } }, { limit: 50 })) await destroy(ctx, { memberId }, id)
}
