/** The package of a lesson: put there, read in the background, replaced, taken away. */
import { forbidden, invalid, notFound, cut } from '@atrium/sdk'
import { type Ctx, type InferEntity, pick } from '@atrium/sdk/server'
import type { z } from 'zod'
import courses, { type LessonCard } from '../../../courses/contract.ts'
import type { Package } from '../../contract.ts'
import { PackageTable, PartTable } from '../entities.ts'
import { readJob, removeJob } from '../jobs.ts'
import { problemIn, readStep } from './read.ts'

export type PackageRecord = InferEntity<typeof PackageTable>
export const KIND = 'scorm'
const noPackage = () => notFound('Package')

/** A package whose lesson is open to the reader; null for any other. */
export async function findPackage(ctx: Ctx, where: { id: number } | { lessonId: number }): Promise<PackageRecord | null> {
  const record = await ctx.em.findOne(PackageTable, where)
  return record && (await ctx.use(courses).lesson(record.lessonId)) ? record : null
}
/** The same. @throws AtriumError 404 */
export async function openPackage(ctx: Ctx, where: { id: number } | { lessonId: number }): Promise<{ record: PackageRecord; isEditor: boolean }> {
  const record = await findPackage(ctx, where)
  if (!record) throw noPackage()
  return { record, isEditor: await ctx.use(courses).mayEdit(record.courseId) }
}
/** @throws AtriumError 403, 404 */
export async function ownPackage(ctx: Ctx, where: { id: number } | { lessonId: number }): Promise<PackageRecord> {
  const { record, isEditor } = await openPackage(ctx, where)
  if (!isEditor) throw forbidden()
  return record
}

export function present(ctx: Ctx, record: PackageRecord, isEditor: boolean): z.input<typeof Package> {
  return {
    ...pick(record, ['id', 'status', 'title', 'filename']),
    kind: record.kind ?? null,
    lesson_id: record.lessonId,
    course_id: record.courseId,
    problem: isEditor ? problemIn(ctx, record.problem) : null,
    progress: record.status === 'ready' ? 100 : record.filesCount ? Math.floor((100 * record.filesDone) / record.filesCount) : 0,
    files_count: record.filesCount,
    byte_size: record.byteSize,
    items: record.items.map(({ id, title, depth, isTracked }) => ({ id, title, depth, is_tracked: isTracked })),
    registrations_count: isEditor ? record.registrationsCount : 0,
    counts_programs: record.countsPrograms,
    created_at: record.createdAt,
    policies: { can_edit: isEditor },
  }
}

/** @throws AtriumError 403, 404 */
export async function setPrograms(ctx: Ctx, lessonId: number, countsPrograms: boolean): Promise<PackageRecord> {
  const record = await ownPackage(ctx, { lessonId })
  record.countsPrograms = countsPrograms
  await ctx.em.flush()
  return record
}

/** Files of what was read, for the job that removes them. */
const MOST_AT_ONCE = 300
async function forgetParts(ctx: Ctx, packageIds: number[]): Promise<void> {
  const parts = await ctx.em.find(PartTable, { packageId: { $in: packageIds } }, { fields: ['fileId'] })
  for (let at = 0; at < parts.length; at += MOST_AT_ONCE)
    await ctx.enqueue(removeJob, { fileIds: parts.slice(at, at + MOST_AT_ONCE).map(({ fileId }) => fileId) })
  await ctx.em.nativeDelete(PartTable, { packageId: { $in: packageIds } })
}

/** In place of the one before, whose learners keep their results. @throws AtriumError 404, 422 */
export async function putPackage(ctx: Ctx, lesson: LessonCard, file: { id: number; filename: string }): Promise<number> {
  if (lesson.kind !== KIND) throw notFound('Lesson')
  const before = await ctx.em.findOne(PackageTable, { lessonId: lesson.id })
  const fields = { fileId: file.id, filename: cut(file.filename, 200), memberId: ctx.member?.id ?? null }
  await ctx.files.keep(file.id, `packages.archive:${lesson.id}`)
  if (!before) {
    const record = ctx.em.create(PackageTable, { lessonId: lesson.id, courseId: lesson.courseId, ...fields })
    await ctx.em.flush()
    return record.id
  }
  await ctx.enqueue(removeJob, { fileIds: [before.fileId] })
  await forgetParts(ctx, [before.id])
  await ctx.sql(
    `delete from packages.state s using packages.registration r where s.community_id = $1 and r.community_id = $1 and s.registration_id = r.id and r.package_id = $2`,
    [before.id],
  )
  Object.assign(before, fields, { status: 'reading', problem: '', kind: null, title: '', items: [], outline: [], filesCount: 0, filesDone: 0, byteSize: 0 })
  await ctx.em.flush()
  return before.id
}

export async function upload(ctx: Ctx, lessonId: number, signedId: string): Promise<PackageRecord> {
  const lesson = await ctx.use(courses).lesson(lessonId)
  if (!lesson) throw notFound('Lesson')
  if (!(await ctx.use(courses).mayEdit(lesson.courseId))) throw forbidden()
  const file = await ctx.files.take(signedId)
  if (file.contentType !== 'application/zip') throw invalid({ 'body.signed_id': ['Choose a package file that ends in .zip.'] })
  const id = await putPackage(ctx, lesson, file)
  await ctx.enqueue(readJob, { packageId: id, fileId: file.id })
  return ownPackage(ctx, { id })
}

/** For set-up: read here and now. */
export async function putAndRead(ctx: Ctx, lessonId: number, filename: string, zip: Uint8Array): Promise<{ id: number }> {
  const lesson = (await ctx.use(courses).cards([lessonId])).get(lessonId)
  if (!lesson) throw notFound('Lesson')
  const file = await ctx.files.put({ filename, data: zip })
  const id = await putPackage(ctx, lesson, file)
  while (await readStep(ctx, id, file.id));
  return { id }
}

export async function removePackages(ctx: Ctx, lessonIds: number[]): Promise<void> {
  const records = await ctx.em.find(PackageTable, { lessonId: { $in: lessonIds } })
  if (records.length === 0) return
  await ctx.enqueue(removeJob, { fileIds: records.map(({ fileId }) => fileId) })
  await forgetParts(
    ctx,
    records.map(({ id }) => id),
  )
  await ctx.em.nativeDelete(PackageTable, { id: { $in: records.map(({ id }) => id) } })
}

/** A file of the same archive cannot be shared: whoever removes one lesson would take the other's. */
export async function copyPackage(ctx: Ctx, from: number, to: LessonCard): Promise<void> {
  const before = await ctx.em.findOne(PackageTable, { lessonId: from })
  if (!before || (await ctx.em.count(PackageTable, { lessonId: to.id }))) return
  const chunks: Uint8Array[] = []
  for await (const chunk of await ctx.files.read(before.fileId)) chunks.push(chunk)
  const file = await ctx.files.put({ filename: before.filename, data: Buffer.concat(chunks) })
  const id = await putPackage(ctx, to, file)
  await ctx.em.nativeUpdate(PackageTable, { id }, { countsPrograms: before.countsPrograms })
  await ctx.enqueue(readJob, { packageId: id, fileId: file.id })
}
