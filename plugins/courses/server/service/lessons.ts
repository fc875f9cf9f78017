/** Writing lessons: what they hold, when they come out, what is counted of them. */
import { invalid, notFound, playerOf, sentence } from '@atrium/sdk'
import { addTo, type Ctx, demandVersion, fileIdsIn, hold, raiseVersion, readRichText, resolveFiles, textToDoc } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import courses, { type LessonInput, MAX_LESSONS, MAX_TEXT, type NewLesson } from '../../contract.ts'
import { CourseTable, type LessonRecord, LessonTable, SectionTable } from '../entities.ts'
import { purgeJob, recountJob } from '../jobs.ts'
import { documentOf } from './documents.ts'
import { kindsOf } from './kinds.ts'
import { invalidateOutline, isOut, outlineOf } from './outline.ts'
import { courseCard } from './seat.ts'

export const told = (ctx: Ctx, courseId: number): void => {
  invalidateOutline(ctx, courseId)
  ctx.emit(courses.events['course.changed'], { courseId, spaceId: courseId })
}

/** @throws AtriumError 422 for more than a lesson holds, 404 for a file of somebody else */
async function readBody(ctx: Ctx, input: unknown, held: number[]) {
  const { doc: checked, text, isEmpty } = await readRichText(ctx, input)
  if (text.length > MAX_TEXT)
    throw invalid({ 'lesson.tiptap_body': [sentence('A lesson can have up to {max} characters. Split it in two.', { max: MAX_TEXT })] })
  if (isEmpty) return { body: null, text: '' }
  const { doc } = await resolveFiles(checked, ctx.files, held)
  return { body: doc, text }
}
export const filesOf = (lesson: Pick<LessonRecord, 'body' | 'mediaFileId' | 'thumbnailFileId' | 'fileIds'>): number[] => [
  ...new Set([...fileIdsIn(lesson.body), ...[lesson.mediaFileId, lesson.thumbnailFileId].flatMap((id) => id ?? []), ...lesson.fileIds]),
]
const keepFiles = async (ctx: Ctx, lesson: LessonRecord) => {
  for (const fileId of filesOf(lesson)) await ctx.files.keep(fileId, `lesson:${lesson.id}`)
}
export async function index(ctx: Ctx, lesson: LessonRecord): Promise<void> {
  if (!isOut(lesson) || lesson.deletedAt) return ctx.search.remove('lesson', lesson.id)
  ctx.search.put(documentOf(lesson, (await courseCard(ctx, lesson.courseId)).slug, ctx.now()))
}

const take = async (ctx: Ctx, signedId: string | null | undefined, held: number[], starts?: string): Promise<number | null | undefined> => {
  if (!signedId) return signedId as null | undefined
  const file = await ctx.files.take(signedId, held)
  if (starts && !file.contentType.startsWith(starts)) throw invalid({ 'lesson.thumbnail_signed_id': ['Choose an image file.'] })
  return file.id
}
type Changes = Partial<Omit<LessonInput, 'kind'>>
/** Brings what was sent into the record. @throws AtriumError 404, 422 */
async function apply(ctx: Ctx, lesson: LessonRecord, input: Changes, held: number[]): Promise<void> {
  const moment = (text: string | null | undefined) => (text ? new Date(text) : (text as null | undefined))
  const set = <K extends keyof LessonRecord>(key: K, value: LessonRecord[K] | undefined) => {
    if (value !== undefined) lesson[key] = value
  }
  set('name', input.name)
  if (input.tiptap_body !== undefined)
    Object.assign(lesson, input.tiptap_body === null ? { body: null, text: '' } : await readBody(ctx, input.tiptap_body.body, held))
  set('mediaFileId', await take(ctx, input.featured_media_signed_id, held))
  set('mediaDuration', input.featured_media_duration)
  set('isMediaEnabled', input.is_featured_media_enabled)
  set('isMediaDownloadEnabled', input.is_featured_media_download_enabled)
  set('enforceMediaCompletion', input.enforce_featured_media_completion)
  set('autocompleteOnMediaCompletion', input.autocomplete_on_featured_media_completion)
  set('isCommentsEnabled', input.is_comments_enabled)
  set('isFree', input.is_free)
  set('thumbnailFileId', await take(ctx, input.thumbnail_signed_id, held, 'image/'))
  if (input.file_signed_ids) {
    const files = []
    for (const signedId of input.file_signed_ids) files.push((await ctx.files.take(signedId, held)).id)
    lesson.fileIds = [...new Set(files)]
  }
  if (input.embed_url && !playerOf(input.embed_url)) throw invalid({ 'lesson.embed_url': ['This URL can’t be embedded.'] })
  set('embedUrl', input.embed_url)
  set('liveUrl', input.live_url)
  set('liveStartsAt', moment(input.live_starts_at))
  set('liveEndsAt', moment(input.live_ends_at))
  if (lesson.liveEndsAt && (!lesson.liveStartsAt || lesson.liveEndsAt <= lesson.liveStartsAt))
    throw invalid({ 'lesson.live_ends_at': ['The end must be after the start.'] })
  if (input.chapters) lesson.chapters = [...input.chapters].sort((a, b) => a.at - b.at)
}

/** What is out counts for course and learners. */
async function count(ctx: Ctx, lesson: LessonRecord, was: { out: boolean; duration: number }): Promise<void> {
  const is = isOut(lesson) && !lesson.deletedAt
  const duration = is ? (lesson.mediaDuration ?? 0) : 0
  if (is !== was.out || duration !== was.duration)
    await addTo(ctx, CourseTable, lesson.courseId, { lessons_count: Number(is) - Number(was.out), duration: duration - was.duration })
  // who has done it already has one more, or one less, of what is out
  if (is !== was.out && lesson.completedCount > 0)
    await ctx.enqueue(recountJob, { courseId: lesson.courseId, lessonId: lesson.id }, { key: `recount:${lesson.id}` })
}
const countedOf = (lesson: LessonRecord) => ({
  out: isOut(lesson) && !lesson.deletedAt,
  duration: isOut(lesson) && !lesson.deletedAt ? (lesson.mediaDuration ?? 0) : 0,
})
const UNCOUNTED = { out: false, duration: 0 }

function publish(ctx: Ctx, lesson: LessonRecord): void {
  if (isOut(lesson)) return
  lesson.status = 'published'
  if (lesson.publishedAt) return
  lesson.publishedAt = ctx.now()
  ctx.emit(courses.events['lesson.published'], { courseId: lesson.courseId, lessonId: lesson.id })
}

/** @throws AtriumError 404 for a section of elsewhere, 422 for an unknown kind or one lesson too many */
export async function createLesson(
  ctx: Ctx,
  courseId: number,
  input: Changes & { kind?: string; section_id: number; position?: number },
): Promise<LessonRecord> {
  const section = await hold(ctx, SectionTable, input.section_id, 'Section', 'course_section_not_found')
  if (section.courseId !== courseId || section.deletedAt) throw notFound('Section', 'course_section_not_found')
  const kind = input.kind ?? 'text'
  if (!kindsOf(ctx).has(kind)) throw invalid({ 'lesson.kind': ['This lesson type doesn’t exist.'] })
  const { lessons } = await outlineOf(ctx, courseId)
  if (lessons.length >= MAX_LESSONS) throw invalid({ lesson: [sentence('A course can have up to {max} lessons.', { max: MAX_LESSONS })] })
  const behind = lessons.filter(({ section_id }) => section_id === section.id)
  const position = input.position ?? (behind.at(-1)?.position ?? -1) + 1
  if (input.position !== undefined)
    await ctx.sql('update courses.lesson set position = position + 1 where community_id = $1 and section_id = $2 and position >= $3', [section.id, position])
  const lesson = ctx.em.create(LessonTable, {
    courseId,
    sectionId: section.id,
    authorMemberId: ctx.member?.id ?? null,
    name: input.name!,
    kind,
    position,
    chapters: [],
  })
  await apply(ctx, lesson, input, [])
  await ctx.em.flush()
  if (input.status === 'published') publish(ctx, lesson)
  await settle(ctx, lesson, UNCOUNTED)
  return lesson
}
async function settle(ctx: Ctx, lesson: LessonRecord, was: { out: boolean; duration: number }): Promise<void> {
  await ctx.em.flush()
  await keepFiles(ctx, lesson)
  await count(ctx, lesson, was)
  await index(ctx, lesson)
  told(ctx, lesson.courseId)
}

/** @throws AtriumError 404 */
export async function heldLesson(ctx: Ctx, courseId: number, id: number): Promise<LessonRecord> {
  const lesson = await hold(ctx, LessonTable, id, 'Lesson', 'course_lesson_not_found')
  if (lesson.courseId !== courseId || lesson.deletedAt) throw notFound('Lesson', 'course_lesson_not_found')
  return lesson
}
/** @param theirs makes the lesson's reply as it stands, for an edit that met another */
export async function updateLesson(
  ctx: Ctx,
  courseId: number,
  id: number,
  { version, section_id, status, ...input }: Changes & { version?: number; section_id?: number },
  theirs: () => Promise<object>,
): Promise<void> {
  const lesson = await heldLesson(ctx, courseId, id)
  await demandVersion(ctx, version, lesson, input, theirs)
  const was = countedOf(lesson)
  await apply(ctx, lesson, input, filesOf(lesson))
  if (section_id && section_id !== lesson.sectionId) {
    const section = await ctx.em.findOne(SectionTable, { id: section_id, courseId })
    if (!section) throw notFound('Section', 'course_section_not_found')
    lesson.sectionId = section_id
    lesson.position = 1 + Math.max(-1, ...(await outlineOf(ctx, courseId)).lessons.flatMap((other) => (other.section_id === section_id ? other.position : [])))
  }
  if (status === 'published') publish(ctx, lesson)
  if (status === 'draft') lesson.status = 'draft'
  raiseVersion(ctx, lesson)
  await settle(ctx, lesson, was)
}
/** @returns how many were drafts */
export async function publishMany(ctx: Ctx, courseId: number, ids: number[]): Promise<number> {
  let published = 0
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const lesson = await heldLesson(ctx, courseId, id)
    if (isOut(lesson)) continue
    const was = countedOf(lesson)
    publish(ctx, lesson)
    await settle(ctx, lesson, was)
    published++
  }
  return published
}

/** Gone for everybody at once; what hangs on it is removed in the background. */
export async function removeLesson(ctx: Ctx, courseId: number, id: number): Promise<void> {
  const lesson = await heldLesson(ctx, courseId, id)
  const was = countedOf(lesson)
  lesson.deletedAt = ctx.now()
  await ctx.em.flush()
  await count(ctx, lesson, was)
  ctx.search.remove('lesson', lesson.id)
  await ctx.use(content).forget('lesson', lesson.id)
  ctx.emit(courses.events['lesson.deleted'], { courseId, lessonId: id })
  told(ctx, courseId)
  await ctx.enqueue(purgeJob, { lessonId: id }, { key: `purge-lesson:${id}` })
}

/** A draft with the same content, right behind it. @throws AtriumError 404 */
export async function duplicateLesson(ctx: Ctx, courseId: number, id: number): Promise<number> {
  const from = await heldLesson(ctx, courseId, id)
  await ctx.sql('update courses.lesson set position = position + 1 where community_id = $1 and section_id = $2 and position > $3', [
    from.sectionId,
    from.position,
  ])
  const { id: _id, version, versionBy, communityId, createdAt, updatedAt, publishedAt, commentsCount, likesCount, completedCount, ...same } = from
  const copy = ctx.em.create(LessonTable, { ...same, status: 'draft', position: from.position + 1, authorMemberId: ctx.me().id })
  await settle(ctx, copy, UNCOUNTED)
  await kindsOf(ctx).get(from.kind)?.brought?.copy?.(ctx, from.id, copy.id)
  return copy.id
}

/** As `CoursesService.addLesson`. */
export async function addLesson(ctx: Ctx, courseId: number, sectionId: number, input: NewLesson): Promise<{ id: number }> {
  const lesson = await createLesson(ctx, courseId, {
    ...{ section_id: sectionId, name: input.name, kind: input.kind },
    ...{ featured_media_duration: input.duration ?? null, embed_url: input.embedUrl ?? null, chapters: input.chapters ?? [], is_free: input.isFree ?? false },
  })
  const was = countedOf(lesson)
  if (input.doc) Object.assign(lesson, await readBody(ctx, typeof input.doc === 'string' ? textToDoc(input.doc) : input.doc, []))
  lesson.mediaFileId = input.mediaFileId ?? null
  lesson.thumbnailFileId = input.coverFileId ?? null
  lesson.fileIds = input.fileIds ?? []
  if (input.status !== 'draft') publish(ctx, lesson)
  await settle(ctx, lesson, was)
  return { id: lesson.id }
}
