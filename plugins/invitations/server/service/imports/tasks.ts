/** Imports as admins see them: begun with a file, read as it is told, checked, run, stopped, undone, forgotten. */
import { AtriumError, conflict, invalid, notFound, sentence, cut } from '@atrium/sdk'
import { type Ctx, csv, type CsvColumns, lastId, hold, type InferEntity, page, type Paging, rowsFor, type RowOf } from '@atrium/sdk/server'
import type { z } from 'zod'
import {
  type ContactType,
  FACTS,
  type ImportChange,
  ImportOptions,
  type ImportRow,
  type ImportTask,
  MOST_BYTES,
  MOST_COLUMNS,
  type rowsQuery,
  UNDO_DAYS,
} from '../../../contract.ts'
import members from '../../../../members/contract.ts'
import { ImportTable, RowTable, type Tables } from '../../entities.ts'
import { importJob } from '../../jobs.ts'
import { columnsOf, hasHeader } from './columns.ts'
import { bytesFrom, detect, DELIMITERS, isEncoding, markOf, read } from './reading.ts'

export type Task = RowOf<typeof ImportTable>
/** What a step changes of it. */
export type Changes = Partial<
  Pick<InferEntity<typeof ImportTable>, 'status' | 'problem' | 'finishedAt' | 'byteMark' | 'rowsRead' | 'lineMark' | 'doneRows' | 'unknown'>
> &
  Partial<Pick<InferEntity<typeof ImportTable>, 'newRows' | 'changedRows' | 'sameRows' | 'wrongRows'>>
const DAY_MS = 86_400_000
const HEAD = 256 * 1024
/** Wrong rows in one download. */
const MOST_WRONG = 20_000
const db = (ctx: Ctx) => ctx.em.getKysely<Tables>()

/** What an import still has before it when it is applied or undone. */
const applicable = (task: Task) => task.new_rows + task.changed_rows + task.same_rows
function percentOf(task: Task): number {
  if (task.status === 'checking') return task.byte_size ? Math.min(99, Math.floor((task.byte_mark / task.byte_size) * 100)) : 0
  if (task.status === 'running' || task.status === 'undoing') return Math.min(99, Math.floor((task.done_rows / Math.max(1, applicable(task))) * 100))
  return task.status === 'mapping' ? 0 : 100
}
const undoUntil = (task: Task): Date | null =>
  task.finished_at && (task.status === 'done' || task.status === 'stopped') ? new Date(task.finished_at.getTime() + UNDO_DAYS * DAY_MS) : null

async function present(ctx: Ctx, tasks: Task[]): Promise<z.input<typeof ImportTask>[]> {
  const people = await ctx.members.byIds([...new Set(tasks.flatMap(({ created_by }) => created_by ?? []))])
  return tasks.map((task) => ({
    ...task,
    options: ImportOptions.parse(task.options),
    // records that are rows of people: neither the names of the columns nor empty lines
    rows: task.new_rows + task.changed_rows + task.same_rows + task.wrong_rows,
    counts: { new: task.new_rows, changed: task.changed_rows, same: task.same_rows, wrong: task.wrong_rows },
    percent: percentOf(task),
    unknown: { tags: task.unknown.tags ?? [], spaces: task.unknown.spaces ?? [], access_groups: task.unknown.access_groups ?? [] },
    problem: task.problem === null ? null : ctx.say(task.problem),
    author: task.created_by === null ? null : (people.get(task.created_by)?.name ?? null),
    undo_until: undoUntil(task),
  }))
}
const all = (ctx: Ctx) => db(ctx).selectFrom('invitations.import_task').selectAll().where('community_id', '=', ctx.community.id)
export async function findTask(ctx: Ctx, id: number): Promise<Task> {
  const task = await all(ctx).where('id', '=', id).executeTakeFirst()
  if (!task) throw notFound('Import', 'import_not_found')
  return task
}
export const showTask = async (ctx: Ctx, id: number) => (await present(ctx, [await findTask(ctx, id)]))[0]!
export async function listTasks(ctx: Ctx, query: Paging) {
  const last = lastId(query)
  const rows = await all(ctx)
    .$if(last !== null, (tasks) => tasks.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await present(ctx, envelope.records) }
}

/** The first records of a file, as it says it is written or as one says. */
async function look(ctx: Ctx, fileId: number, form?: { encoding: string; delimiter: string }) {
  const { bytes, isEnd } = await bytesFrom(await ctx.files.read(fileId), 0, HEAD)
  const found = form ?? detect(bytes)
  const { records } = read(bytes.subarray(markOf(bytes)?.bytes ?? 0), found, isEnd)
  return { form: found, records: records.filter(({ cells }) => cells.some((cell) => cell.trim())) }
}
/** @throws AtriumError 404 without the file; 413 for one that is too large, 422 for what is no table */
export async function startImport(ctx: Ctx, type: ContactType, signedId: string): Promise<number> {
  const file = await ctx.files.take(signedId)
  if (file.byteSize > MOST_BYTES)
    throw new AtriumError(413, 'payload_too_large', sentence('Choose a file of up to {max} MB.', { max: MOST_BYTES / 1024 / 1024 }))
  const { form, records } = await look(ctx, file.id)
  if (records.length === 0) throw invalid({ signed_id: ['This file is empty.'] })
  const header = hasHeader(records)
  const columns = columnsOf(records, header, await fieldsOf(ctx))
  if (columns.length > MOST_COLUMNS) throw invalid({ signed_id: [sentence('A file can have up to {max} columns.', { max: MOST_COLUMNS })] })
  const task = ctx.em.create(ImportTable, {
    createdBy: ctx.me().id,
    contactType: type,
    fileId: file.id,
    filename: cut(file.filename, 200),
    byteSize: file.byteSize,
    ...form,
    hasHeader: header,
    columns,
    options: ImportOptions.parse({}),
  })
  await ctx.em.flush()
  await ctx.files.keep(file.id, `import:${task.id}`)
  await ctx.audit('import.begun', `import:${task.id}`, { name: task.filename })
  return task.id
}
/** Rows that a program hands over are imported as if a file had held them. @throws AtriumError 422 */
export async function startRows(ctx: Ctx, type: ContactType, records: Record<string, string>[]): Promise<number> {
  const header = [...new Set(records.flatMap((record) => Object.keys(record)))]
  if (header.length > MOST_COLUMNS) throw invalid({ records: [sentence('A file can have up to {max} columns.', { max: MOST_COLUMNS })] })
  const text = `${[header, ...records.map((record) => header.map((name) => record[name] ?? ''))].map(quoted).join('\r\n')}\r\n`
  const file = await ctx.files.put({ filename: 'records.csv', data: Buffer.from(text) })
  const id = await startImport(ctx, type, file.signedId)
  await changeImport(ctx, id, { has_header: true, delimiter: ',', encoding: 'utf-8' })
  await ctx.em.nativeUpdate(ImportTable, { id }, { status: 'checking', options: { ...ImportOptions.parse({}), at_once: true } as never })
  await ctx.enqueue(importJob, { importId: id }, { key: `import:${id}` })
  return id
}
const quoted = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')

/** Profile fields that a file may fill. */
export const fieldsOf = async (ctx: Ctx): Promise<{ id: number; key: string; label: string }[]> =>
  (await ctx.use(members).fields()).map(({ id, key, label }) => ({ id, key, label }))

/** @throws AtriumError 409 while it is at work or done, 422 */
export async function changeImport(ctx: Ctx, id: number, change: ImportChange): Promise<void> {
  const task = await hold(ctx, ImportTable, id, 'Import', 'import_not_found')
  if (task.status !== 'mapping' && task.status !== 'ready') throw conflict('This import is running or already finished.')
  const { encoding = task.encoding, delimiter = task.delimiter, has_header: header = task.hasHeader } = change
  if (!isEncoding(encoding)) throw invalid({ encoding: ['This encoding isn’t supported.'] })
  if (!DELIMITERS.includes(delimiter)) throw invalid({ delimiter: ['Choose one of these delimiters.'] })
  if (encoding !== task.encoding || delimiter !== task.delimiter || header !== task.hasHeader) {
    const { records } = await look(ctx, task.fileId!, { encoding, delimiter })
    task.columns = columnsOf(records, header, await fieldsOf(ctx))
  }
  if (change.targets) {
    if (change.targets.length !== task.columns.length) throw invalid({ targets: ['Map every column of the file.'] })
    const named = change.targets.filter((target) => target !== null)
    if (new Set(named).size < named.length) throw invalid({ targets: ['Two columns are mapped to the same field.'] })
    task.columns = task.columns.map((column, at) => ({
      ...column,
      target: change.targets![at]!,
      guessed: column.guessed && column.target === change.targets![at],
    }))
  }
  Object.assign(task, { encoding, delimiter, hasHeader: header, options: ImportOptions.parse({ ...task.options, ...change.options }), status: 'mapping' })
  await ctx.em.flush()
}

const FRESH = {
  byteMark: 0,
  rowsRead: 0,
  lineMark: 0,
  doneRows: 0,
  newRows: 0,
  changedRows: 0,
  sameRows: 0,
  wrongRows: 0,
  unknown: {},
  problem: null,
  finishedAt: null,
}
/** Reads all rows and says what would become of them. @throws AtriumError 404, 409, 422 without a column of addresses */
export async function checkImport(ctx: Ctx, id: number): Promise<void> {
  const task = await hold(ctx, ImportTable, id, 'Import', 'import_not_found')
  if (task.status !== 'mapping' && task.status !== 'ready') throw conflict('This import is running or already finished.')
  if (!task.columns.some(({ target }) => target === 'email')) throw invalid({ targets: ['Choose the column with the email addresses.'] })
  await ctx.em.nativeDelete(RowTable, { importId: id })
  await ctx.em.nativeUpdate(ImportTable, { id }, { ...FRESH, status: 'checking', updatedAt: ctx.now() })
  await ctx.enqueue(importJob, { importId: id }, { key: `import:${id}` })
}
/** @throws AtriumError 404, 409 for one that was not checked */
export async function runImport(ctx: Ctx, id: number): Promise<void> {
  const began = await ctx.em.nativeUpdate(ImportTable, { id, status: 'ready' }, { status: 'running', lineMark: 0, doneRows: 0, updatedAt: ctx.now() })
  if (!began) await refuse(ctx, id, 'Review the file first.')
  await ctx.audit('import.run', `import:${id}`, { name: (await findTask(ctx, id)).filename })
  await ctx.enqueue(importJob, { importId: id }, { key: `import:${id}` })
}
async function refuse(ctx: Ctx, id: number, why: string): Promise<never> {
  await findTask(ctx, id)
  throw conflict(why)
}
/** What is done stays, and can be undone. @throws AtriumError 404, 409 */
export async function stopImport(ctx: Ctx, id: number): Promise<void> {
  const stopped = await ctx.em.nativeUpdate(ImportTable, { id, status: 'running' }, { status: 'stopped', finishedAt: ctx.now(), updatedAt: ctx.now() })
  const back = stopped || (await ctx.em.nativeUpdate(ImportTable, { id, status: 'checking' }, { status: 'mapping', updatedAt: ctx.now() }))
  if (!back) await refuse(ctx, id, 'This import isn’t running.')
}
/** Which of these imports can be undone now. */
export async function undoableImports(ctx: Ctx, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const tasks = await all(ctx).where('id', 'in', ids).execute()
  return new Set(tasks.filter((task) => (undoUntil(task)?.getTime() ?? 0) > ctx.now().getTime()).map(({ id }) => id))
}
/** How many people each of these imports added. */
export async function addedBy(ctx: Ctx, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  return new Map((await all(ctx).where('id', 'in', ids).execute()).map(({ id, new_rows }) => [id, new_rows]))
}
/** @throws AtriumError 404, 409 for what is not done or too long ago */
export async function undoImport(ctx: Ctx, id: number): Promise<void> {
  const since = new Date(ctx.now().getTime() - UNDO_DAYS * DAY_MS)
  const began = await ctx.em.nativeUpdate(
    ImportTable,
    { id, status: ['done', 'stopped'], finishedAt: { $gt: since } },
    { status: 'undoing', lineMark: 0, doneRows: 0, updatedAt: ctx.now() },
  )
  if (!began) await refuse(ctx, id, 'Only a finished import can be undone, within seven days.')
  await ctx.audit('import.undone', `import:${id}`, { name: (await findTask(ctx, id)).filename })
  await ctx.enqueue(importJob, { importId: id }, { key: `import:${id}` })
}
/** @throws AtriumError 404, 409 for what has run */
export async function deleteImport(ctx: Ctx, id: number): Promise<void> {
  const task = await findTask(ctx, id)
  if (!['mapping', 'ready', 'failed', 'undone'].includes(task.status)) throw conflict('An import that was run can be undone, but not deleted.')
  await ctx.em.nativeDelete(ImportTable, { id })
  if (task.file_id) await ctx.files.remove(task.file_id)
}

export async function listRows(ctx: Ctx, id: number, query: z.output<typeof rowsQuery>) {
  const task = await findTask(ctx, id)
  const last = lastId(query)
  const rows = await db(ctx)
    .selectFrom('invitations.import_row')
    .select(['line', 'outcome', 'problem', 'email', 'row_values', 'member_id'])
    .where('community_id', '=', ctx.community.id)
    .where('import_id', '=', id)
    .$if(query.outcome !== undefined, (some) => some.where('outcome', '=', query.outcome!))
    .$if(last !== null, (some) => some.where('line', '>', last!))
    .orderBy('line')
    .limit(rowsFor(query))
    .execute()
  const { new: fresh, changed, same, wrong } = { new: task.new_rows, changed: task.changed_rows, same: task.same_rows, wrong: task.wrong_rows }
  const count = query.outcome ? { new: fresh, changed, same, wrong }[query.outcome] : fresh + changed + same + wrong
  return page(
    rows,
    { query, key: (row) => [row.line], count },
    ({ row_values: values, ...row }): z.input<typeof ImportRow> => ({ ...row, values, name: values.name ?? '' }),
  )
}
/** The wrong rows with their line and why, as the file had them; formulas are text. */
export async function wrongRows(ctx: Ctx, id: number): Promise<{ filename: string; csv: string }> {
  const task = await findTask(ctx, id)
  const rows = await db(ctx)
    .selectFrom('invitations.import_row')
    .select(['line', 'problem', 'email', 'row_values'])
    .where('community_id', '=', ctx.community.id)
    .where('import_id', '=', id)
    .where('outcome', '=', 'wrong')
    .orderBy('line')
    .limit(MOST_WRONG)
    .execute()
  const targets = task.columns.flatMap(({ target }) => target ?? [])
  type Wrong = (typeof rows)[number]
  const columns: CsvColumns<Wrong> = [
    [ctx.t('csv.line'), ({ line }) => line],
    [ctx.t('csv.problem'), ({ problem }) => ctx.t(`problem.${problem}`)],
    ...targets.map((target): CsvColumns<Wrong>[number] => [
      FACTS.includes(target as never) ? ctx.t(`fact.${target}`) : target,
      (row) => row.row_values[target] ?? '',
    ]),
  ]
  return { filename: `${task.filename.replace(/\.[^.]*$/, '')}-${ctx.t('csv.wrong')}.csv`, csv: csv(columns, rows) }
}
