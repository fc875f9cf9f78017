/** Replies: a course with its outline, a lesson, progress, as one reader sees them. */
import { authorOf, addressFiles, type Ctx, type FileInfo, isoOf, pick, richTextField, richTextHtml } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { encode } from 'uqr'
import type { z } from 'zod'
import type { Certified, CourseCard } from '../../contract.ts'
import type { Certified as CertifiedShape, Course, Enrolment, Lesson, LessonFile, OwnProgress, Progress, Section } from '../../contract/records.ts'
import { type CertificateRow, type CourseRow, type EnrolmentRow, enrolmentsOf, type LessonRow, lessonsById, type LightLesson, topicsRead } from '../reads.ts'
import { notFound, playerOf } from '@atrium/sdk'
import { emptyDrafts } from './empty.ts'
import { kindOf } from './kinds.ts'
import { isOut, lockOfCourse, nextOf, type Opening } from './outline.ts'
import { type At, certificateFor, type Learning, lessonSeat, type Place, placeIn } from './seat.ts'

type In<T extends z.ZodType> = z.input<T>

/** Whole percents; all there is counts as 100 only when nothing is left. */
export const percentDone = (completed: number, all: number): number =>
  all === 0 ? 0 : completed >= all ? 100 : Math.min(99, Math.round((completed / all) * 100))

export const SETTINGS = [
  'course_type',
  'custom_lesson_label',
  'custom_section_label',
  'enforce_lessons_order',
  'new_comment_notification_enabled',
  'lesson_thumbnails_visible',
] as const

export const toFile = (ctx: Ctx, file: FileInfo, createdAt: Date): In<typeof LessonFile> => ({
  ...{ id: file.id, filename: file.filename, content_type: file.contentType, byte_size: file.byteSize, signed_id: file.signedId },
  ...{ created_at: isoOf(createdAt)!, url: ctx.files.url(file), type: file.contentType.split('/')[0]! },
})
export const certificatePath = (code: string) => `/certificates/${code}`
export const toCertificate = (row: CertificateRow) => ({
  ...{ code: row.code, url: certificatePath(row.code), pdf_url: `${certificatePath(row.code)}.pdf`, issued_at: isoOf(row.issued_at)! },
})
/** A QR code as one path, a square for each dark module. */
function qrOf(text: string) {
  const { data, size } = encode(text, { border: 0 })
  return { size, path: data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('') }
}
export function toCertified(ctx: Ctx, row: CertificateRow): In<typeof CertifiedShape> & Certified {
  const url = `${ctx.community.url}${certificatePath(row.code)}`
  return {
    ...{ code: row.code, name: row.member_name, course: row.course_name, community: ctx.community.name },
    ...{ title: row.looks.title || null, text: row.looks.text || null, signer: row.looks.signer || null, signer_title: row.looks.signer_title || null },
    ...{ issued_at: isoOf(row.issued_at)!, url, qr: qrOf(url), pdf_url: `${certificatePath(row.code)}.pdf` },
  }
}
export const toProgress = (lessonId: number, row: At | undefined): In<typeof Progress> => ({
  lesson_id: lessonId,
  status: row?.completed_at ? 'completed' : 'incomplete',
  position: row?.position ?? 0,
  watched_to: row?.watched_to ?? 0,
  completed_at: isoOf(row?.completed_at ?? null),
  score: row?.score ?? null,
})

export async function toEnrolment(ctx: Ctx, row: Learning, course: CourseRow): Promise<In<typeof Enrolment>> {
  const certificate = row.finished_at ? await certificateFor(ctx, row.member_id, course.id) : null
  return {
    cohort: row.cohort,
    starts_at: isoOf(row.starts_at)!,
    completed: row.completed_count,
    percent: percentDone(row.completed_count, course.lessons_count),
    last_lesson_id: row.last_lesson_id,
    last_seen_at: isoOf(row.last_seen_at),
    finished_at: isoOf(row.finished_at),
    certificate: certificate ? toCertificate(certificate) : null,
  }
}

/** One cover everywhere: the space's own, else the one that it is sold with. And what opens those that are closed to the reader. */
export async function looksOf(ctx: Ctx, ids: number[], canView: (id: number) => boolean): Promise<Map<number, { cover: string | null; price: string | null }>> {
  const covers = await ctx.use(spaces).covers(ids)
  const asked = ids.filter((id) => !canView(id) || !covers.has(id))
  const offers = asked.length > 0 ? await Promise.all(ctx.fill(spaces.points.offer).map(({ value }) => value.least(ctx, asked))) : []
  return new Map(
    ids.map((id) => {
      const offer = offers.flatMap((known) => known.get(id) ?? [])[0]
      return [id, { cover: covers.get(id) ?? offer?.coverUrl ?? null, price: canView(id) ? null : (offer?.price ?? null) }]
    }),
  )
}
/** Cards of courses that the reader sees, in the order given. */
export async function toCards(ctx: Ctx, rows: CourseRow[]): Promise<CourseCard[]> {
  return cardsOf(ctx, rows, ctx.member ? await ctx.read(enrolmentsOf, [ctx.member.id, rows.map(({ id }) => id)]) : [])
}
async function cardsOf(ctx: Ctx, rows: CourseRow[], enrolments: Pick<EnrolmentRow, 'course_id' | 'completed_count' | 'finished_at'>[]): Promise<CourseCard[]> {
  const ids = rows.map(({ id }) => id)
  const { canView } = await ctx.use(spaces).access()
  const [cards, looks, topics] = await Promise.all([
    ctx.use(spaces).cards(ids),
    looksOf(ctx, ids, canView),
    rows.some(({ topic_ids }) => topic_ids.length > 0) ? ctx.read(topicsRead) : [],
  ])
  return rows.flatMap((row) => {
    const card = cards.get(row.id)
    if (!card) return []
    const own = enrolments.find(({ course_id }) => course_id === row.id)
    return [
      {
        ...{ id: row.id, name: card.name, slug: card.slug, emoji: card.emoji, cover_url: looks.get(row.id)?.cover ?? null },
        ...pick(row, ['summary', 'course_type', 'lessons_count', 'duration', 'students_count']),
        topics: topics.filter(({ id }) => row.topic_ids.includes(id)).map(({ id, name }) => ({ id, name })),
        progress: own
          ? { completed: own.completed_count, percent: percentDone(own.completed_count, row.lessons_count), finished_at: isoOf(own.finished_at) }
          : null,
        ...{ is_locked: !canView(row.id), price: looks.get(row.id)?.price ?? null },
      },
    ]
  })
}

const NO_OPENING: Opening = { locked: null, opensAt: null, needsPrevious: false }
export function toOutlineLesson(ctx: Ctx, lesson: LightLesson, { opening, progress }: Place, thumbnails: Map<number, FileInfo>, empty: ReadonlySet<number>) {
  const { locked, opensAt, needsPrevious } = opening.get(lesson.id) ?? NO_OPENING
  const at = progress.get(lesson.id)
  const thumbnail = thumbnails.get(lesson.thumbnail_file_id ?? 0)
  return {
    ...pick(lesson, ['id', 'name', 'kind', 'status', 'is_free', 'comments_count']),
    icon: kindOf(ctx, lesson.kind).icon,
    is_empty: empty.has(lesson.id),
    is_featured_media_enabled: lesson.is_media_enabled && lesson.media_file_id !== null,
    featured_media_duration: lesson.media_duration,
    thumbnail_url: thumbnail ? ctx.files.url(thumbnail, 'thumb') : null,
    dripped_at: isoOf(opensAt),
    needs_to_complete_previous_lesson: needsPrevious,
    locked,
    live_starts_at: isoOf(lesson.live_starts_at),
    progress: { status: at?.completed_at ? ('completed' as const) : ('incomplete' as const), position: at?.position ?? 0, score: at?.score ?? null },
  }
}
export const thumbnailsOf = async (ctx: Ctx, { seat, outline }: Place): Promise<Map<number, FileInfo>> =>
  seat.course.lesson_thumbnails_visible ? ctx.files.byIds(outline.lessons.flatMap(({ thumbnail_file_id }) => thumbnail_file_id ?? [])) : new Map()

/** Drafts are for those who edit; a section without anything that is out is too. */
export async function toSections(ctx: Ctx, place: Place): Promise<In<typeof Section>[]> {
  const { seat, outline } = place
  const [thumbnails, empty] = await Promise.all([thumbnailsOf(ctx, place), seat.canEdit ? emptyDrafts(ctx, outline.lessons) : new Set<number>()])
  const bySection = Map.groupBy(outline.lessons, ({ section_id }) => section_id)
  const now = ctx.now()
  return outline.sections.flatMap((section) => {
    const lessons = (bySection.get(section.id) ?? []).filter((lesson) => seat.canEdit || isOut(lesson))
    if (!seat.canEdit && lessons.length === 0) return []
    const opensAt = lessons.length > 0 ? (place.opening.get(lessons[0]!.id)?.opensAt ?? null) : null
    const isOpen = opensAt === null || opensAt <= now
    return [
      {
        ...pick(section, ['id', 'name', 'drip_delay', 'notify_students_enabled']),
        ...{ space_id: section.course_id, is_dropped: isOpen, is_dripped: isOpen, dripped_at: isoOf(opensAt), opens_at: isoOf(section.dripped_at) },
        lessons: lessons.map((lesson) => toOutlineLesson(ctx, lesson, place, thumbnails, empty)),
        ...{ created_at: isoOf(section.created_at)!, updated_at: isoOf(section.updated_at)! },
      },
    ]
  })
}
const NO_CERTIFICATE = { enabled: false, title: '', text: '', signer: '', signer_title: '' }
export const certificateLooks = (course: Pick<CourseRow, 'certificate'>) => ({ ...NO_CERTIFICATE, ...course.certificate })

export async function showCourse(ctx: Ctx, courseId: number): Promise<In<typeof Course>> {
  const place = await placeIn(ctx, courseId, 'know')
  const { seat, outline, opening, done } = place
  const { course, enrolment } = seat
  const [[card], sections, access] = await Promise.all([cardsOf(ctx, [course], enrolment ? [enrolment] : []), toSections(ctx, place), ctx.use(spaces).access()])
  const authors = Map.groupBy(outline.lessons, ({ author_member_id }) => author_member_id)
  const teacherIds = [...authors].sort((a, b) => b[1].length - a[1].length).flatMap(([id]) => id ?? [])
  const people = await ctx.members.byIds(teacherIds.slice(0, 3))
  return {
    ...card!,
    ...pick(course, [...SETTINGS, 'in_directory', 'version']),
    prerequisites: seat.prerequisites,
    certificate: seat.canEdit ? certificateLooks(course) : null,
    gives_certificate: course.certificate.enabled ?? false,
    sections,
    enrolment: enrolment ? await toEnrolment(ctx, enrolment, course) : null,
    locked: lockOfCourse(seat, ctx.now()),
    next_lesson_id: nextOf(outline, opening, done, enrolment?.last_lesson_id ?? null),
    teachers: [...people.values()].flatMap((person) => authorOf(person) ?? []),
    policies: { can_edit: seat.canEdit, can_enrol: !seat.isMember && ctx.member !== null && access.mayJoin(courseId), can_see_students: seat.canEdit },
  }
}

function playerFor(address: string | null) {
  const player = address ? playerOf(address) : null
  return player && { name: player.name, src: player.src, ratio: player.ratio, height: player.height ?? null }
}
const filesOfLesson = (lesson: LessonRow) => [...lesson.file_ids, ...[lesson.media_file_id, lesson.thumbnail_file_id].flatMap((id) => id ?? [])]
/** @throws AtriumError 404, 403 `lesson_locked` */
export async function showLesson(ctx: Ctx, courseId: number, id: number): Promise<In<typeof Lesson>> {
  // first: a lesson that is closed to the reader costs no more questions than one that is not there
  const { seat, outline, opening, at: place } = await lessonSeat(ctx, courseId, id, 'know')
  const [[lesson], done, canComment] = await Promise.all([
    ctx.read(lessonsById, [[id]]),
    ctx.use(content).interactions('lesson', [id]),
    ctx.use(content).mayComment('lesson', id),
  ])
  if (!lesson) throw notFound('Lesson', 'course_lesson_not_found')
  const kind = kindOf(ctx, lesson.kind)
  const [files, extra] = await Promise.all([ctx.files.byIds(filesOfLesson(lesson)), kind.brought?.read(ctx, [id])])
  const readable = outline.lessons.filter((other) => seat.canEdit || isOut(other))
  const at = readable.findIndex((other) => other.id === id)
  const media = files.get(lesson.media_file_id ?? 0)
  const thumbnail = files.get(lesson.thumbnail_file_id ?? 0)
  const body = lesson.body ? addressFiles(lesson.body, ctx.files) : null
  const { lesson_id: _id, ...own } = toProgress(id, place)
  return {
    ...pick(lesson, [
      'id',
      'name',
      'kind',
      'status',
      'version',
      'section_id',
      'is_comments_enabled',
      'is_free',
      'embed_url',
      'live_url',
      'chapters',
      'comments_count',
    ]),
    ...{ icon: kind.icon, completes: kind.completes, space_id: courseId, space: pick(seat.card, ['id', 'name', 'slug']) },
    is_featured_media_enabled: lesson.is_media_enabled,
    is_featured_media_download_enabled: lesson.is_media_download_enabled,
    enforce_featured_media_completion: lesson.enforce_media_completion,
    autocomplete_on_featured_media_completion: lesson.autocomplete_on_media_completion,
    featured_media: media
      ? {
          ...toFile(ctx, media, lesson.created_at),
          metadata: { identified: true, width: media.width, height: media.height, duration: lesson.media_duration, analyzed: lesson.media_duration !== null },
        }
      : null,
    featured_media_duration: lesson.media_duration,
    thumbnail: thumbnail ? toFile(ctx, thumbnail, lesson.created_at) : null,
    rich_text_body: body ? richTextField(body, lesson.text, 'post') : null,
    body_html: body ? richTextHtml(body) : '',
    embed: playerFor(lesson.embed_url),
    live_starts_at: isoOf(lesson.live_starts_at),
    live_ends_at: isoOf(lesson.live_ends_at),
    files: lesson.file_ids.flatMap((fileId) => {
      const file = files.get(fileId)
      return file ? [toFile(ctx, file, lesson.created_at)] : []
    }),
    bookmark_id: done.get(id)?.bookmarkId ?? null,
    dripped_at: isoOf(opening.opensAt),
    needs_to_complete_previous_lesson: opening.needsPrevious,
    progress: own,
    extra: extra?.get(id) ?? null,
    previous_lesson_id: readable[at - 1]?.id ?? null,
    next_lesson_id: readable[at + 1]?.id ?? null,
    ...{ created_at: isoOf(lesson.created_at)!, updated_at: isoOf(lesson.updated_at)! },
    policies: { can_edit: seat.canEdit, can_comment: canComment },
  }
}

export async function showProgress(ctx: Ctx, courseId: number): Promise<In<typeof OwnProgress>> {
  const { seat, outline, opening, progress, done } = await placeIn(ctx, courseId)
  const { enrolment, course } = seat
  const certificate = enrolment?.finished_at ? await certificateFor(ctx, enrolment.member_id, courseId) : null
  const completed = enrolment?.completed_count ?? 0
  return {
    ...{ completed, percent: percentDone(completed, course.lessons_count), finished_at: isoOf(enrolment?.finished_at ?? null) },
    last_lesson_id: enrolment?.last_lesson_id ?? null,
    next_lesson_id: nextOf(outline, opening, done, enrolment?.last_lesson_id ?? null),
    certificate: certificate ? toCertificate(certificate) : null,
    lessons: outline.lessons.filter(isOut).map(({ id }) => toProgress(id, progress.get(id))),
  }
}
