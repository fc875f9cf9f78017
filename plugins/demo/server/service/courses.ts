/** Two courses with learners at different places, made as a teacher and their students make them. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Ctx } from '@atrium/sdk/server'
import { textToDoc } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import coursesContract from '../../../courses/contract.ts'
import paywalls from '../../../paywalls/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { storePictures } from './pictures.ts'
import { courses, type CourseText } from './texts/courses.ts'

const FILMS = path.join(import.meta.dirname, '../../pictures')
const DAY = 86_400_000

/** The picture that lies beside a film. */
const coverOf = (film: string) => film.replace(/\.mp4$/, '.webp')

export interface Classroom {
  admin: Ctx
  as(memberId: number): Promise<Ctx>
  idOf(key: string): number
  now: Date
}

async function addCourse({ admin, as, idOf, now }: Classroom, spaceGroupId: number, text: CourseText, films: Map<string, number>): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  const pictures = await storePictures(admin, text.cover ? [text.cover] : [])
  const { id: courseId } = await admin.use(spaces).create({
    coverSignedId: text.cover && pictures.get(text.cover)?.file.signedId,
    ...{ name: text.name, slug: text.slug, emoji: text.emoji, description: text.description, spaceGroupId, types: ['course'] },
    // what is sold opens by its paywall
    isPrivate: admin.has(paywalls),
  })
  const teacherId = idOf(text.teacher)
  await admin.use(spaces).addMembers(courseId, [teacherId], 'moderator')
  await admin.use(spaces).addMembers(
    courseId,
    text.learners.map(({ key }) => idOf(key)),
  )
  const teacher = await as(teacherId)
  const service = teacher.use(coursesContract)
  const { cohortIds } = await service.create(courseId, {
    ...{ summary: text.summary, courseType: text.courseType, enforceOrder: text.enforceOrder, certificate: true, topics: text.topics },
    cohorts: text.cohorts.map(({ name, daysAgo }) => ({ name, startsAt: ago(daysAgo) })),
  })
  const lessonIds: number[] = []
  const byName = new Map<string, number>()
  for (const { name, dripDelay, lessons } of text.sections) {
    const section = await service.addSection(courseId, { name, dripDelay })
    for (const lesson of lessons) {
      const { id } = await service.addLesson(courseId, section.id, {
        ...{ name: lesson.name, kind: lesson.kind ?? 'text', status: lesson.isDraft ? 'draft' : 'published', doc: textToDoc(lesson.text) },
        ...{ mediaFileId: lesson.film ? films.get(lesson.film.file) : null, coverFileId: lesson.film ? films.get(coverOf(lesson.film.file)) : null },
        ...{ duration: lesson.film?.seconds ?? (lesson.minutes && lesson.minutes * 60), chapters: lesson.chapters, isFree: lesson.isFree },
      })
      byName.set(lesson.name, id)
      if (!lesson.isDraft) lessonIds.push(id)
    }
  }
  for (const { key, done, began, seen, cohort } of text.learners) {
    const memberId = idOf(key)
    await service.enroll(courseId, [memberId], { at: ago(began), cohortId: cohort === undefined ? null : cohortIds[cohort] })
    const learner = await as(memberId)
    const span = Math.max(began - seen, 0)
    for (const [i, lessonId] of lessonIds.slice(0, done).entries())
      await learner.use(coursesContract).complete(lessonId, memberId, { at: ago(seen + (span * (done - i - 1)) / Math.max(done, 1)) })
  }
  for (const { lesson, by, text: words } of text.talk)
    await (await as(idOf(by))).use(content).comment({ kind: 'lesson', id: byName.get(lesson)!, doc: textToDoc(words), at: ago(1) })
}

export async function addCourses(classroom: Classroom): Promise<void> {
  const { admin } = classroom
  const service = admin.use(spaces)
  const group = (await service.tree()).find(({ name }) => name === 'Learn') ?? (await service.createGroup({ name: 'Learn' }))
  const files = new Set(courses.flatMap(({ sections }) => sections.flatMap(({ lessons }) => lessons.flatMap(({ film }) => film?.file ?? []))))
  const films = new Map<string, number>()
  for (const filename of [...files, ...[...files].map(coverOf)]) {
    const { id } = await admin.files.put({ filename, data: await readFile(path.join(FILMS, filename)) })
    films.set(filename, id)
  }
  for (const text of courses) await addCourse(classroom, group.id, text, films)
}
