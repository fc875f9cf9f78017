/** Records of courses: one in a space of its own with lessons, somebody who has finished it, and all that hangs on these. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract
interface Made {
  course: {
    id: number
    slug: string
    section: number
    empty: number
    lesson: number
    other: number
    cohort: number
    topic: number
    note: number
    comment: number
    code: string
    message: number
  }
}
const byCourse = ({ course }: Made) => ({ params: { courseId: course.id } })
const section = ({ course }: Made) => ({ params: { courseId: course.id, id: course.section } })
const lesson = ({ course }: Made) => ({ params: { courseId: course.id, id: course.lesson } })
const inLesson = ({ course }: Made) => ({ params: { courseId: course.id, lessonId: course.lesson } })
const note = ({ course }: Made) => ({ params: { courseId: course.id, lessonId: course.lesson, id: course.note } })
const comment = ({ course }: Made) => ({ params: { courseId: course.id, lessonId: course.lesson, id: course.comment } })
const cohort = ({ course }: Made) => ({ params: { courseId: course.id, id: course.cohort } })
const message = ({ course }: Made) => ({ params: { courseId: course.id, id: course.message } })
const topic = ({ course }: Made) => ({ params: { id: course.topic } })
const student = ({ course, guest }: Made & Target) => ({ params: { courseId: course.id, id: guest.id } })
const unknown = () => ({ params: { code: 'AAAA-BBBB-CCCC-DDDD' } })

const records = defineRecords(contract, {
  with: ['chat'],
  // what was written for all stays; notes and certificates bear the name of one alone
  leaving: { stays: ['courses.lesson'], goes: ['courses.certificate', 'courses.message', 'courses.message_item', 'courses.note'] },
  cached: ['courses.sections', 'courses.lessons'],
  async fill({ app, side, kind, word, mark, guest, file, group }: Target & SpacesMade): Promise<Made> {
    const as = app.as(side.admin)
    const { space } = await as.call(spaces.routes.create, {
      body: {
        name: `${kind === 'secret' ? word : 'Course'} ${mark}`,
        slug: `course-${mark}`,
        space_group_id: group.id,
        types: ['course'],
        is_private: kind !== 'open',
        is_hidden: kind === 'secret',
      },
    })
    const courseId = space.id
    const params = { courseId }
    const made = await as.call(routes.createTopic, { body: { course_topic: { name: `Topic ${mark}` } } })
    // one in the directory tells everybody what it holds (outside.test.ts), one that is kept out of it tells nothing
    const inDirectory = kind !== 'closed'
    await as.call(routes.update, {
      params,
      body: { course: { summary: word, in_directory: inDirectory, course_topic_ids: [made.id], certificate: { enabled: true, signer: word } } },
    })
    const first = await as.call(routes.createSection, { params, body: { section: { name: `${word} section` } } })
    const empty = await as.call(routes.createSection, { params, body: { section: { name: `${word} empty` } } })
    const lessons = []
    for (const name of ['one', 'two'])
      lessons.push(
        await as.call(routes.createLesson, {
          params,
          body: {
            lesson: {
              ...{ name: `${word} ${name}`, section_id: first.id, status: 'published', file_signed_ids: [file.signedId] },
              tiptap_body: { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: word }] }] } },
            },
          },
        }),
      )
    const [one, two] = lessons.map(({ id }) => id) as [number, number]
    const group1 = await as.call(routes.createCohort, { params, body: { cohort: { name: word, starts_at: '2026-01-01T00:00:00Z' } } })
    await as.call(routes.addStudents, { params, body: { community_member_ids: [guest.id], cohort_id: group1.id } })
    const learner = app.as(guest)
    await learner.call(routes.saveProgress, { params, body: { lesson_id: one, status: 'completed', position: 4 } })
    const own = await as.call(routes.createNote, { params: { courseId, lessonId: one }, body: { note: { text: word, at: 3 } } })
    await learner.call(routes.createNote, { params: { courseId, lessonId: one }, body: { note: { text: word } } })
    const said = await as.call(routes.createLessonComment, { params: { courseId, lessonId: one }, body: { comment: { body: word } } })
    await learner.call(routes.saveProgress, { params, body: { lesson_id: two, status: 'completed' } })
    // plugins that need courses are tried without conversations
    const writes = app.plugins.some(({ manifest }) => manifest.id === 'chat')
    const sent = writes ? await as.call(routes.messageStudents, { params, body: { text: word } }) : { id: 0 }
    const { certificate: given } = await learner.call(routes.progress, { params })
    return {
      course: {
        ...{ id: courseId, slug: space.slug, section: first.id, empty: empty.id, lesson: one, other: two, cohort: group1.id, topic: made.id },
        ...{ note: own.id, comment: said.id, code: given!.code, message: sent.id },
      },
    }
  },
  inputs: {
    messageStudents: (target) => ({ ...byCourse(target), body: { text: 'How is it going?' } }),
    messageReach: byCourse,
    messages: byCourse,
    message,
    cancelMessage: message,
    show: byCourse,
    update: (target) => ({ ...byCourse(target), body: { course: { summary: 'Changed' } } }),
    settings: byCourse,
    updateSettings: (target) => ({ ...byCourse(target), body: { course_setting: { lesson_thumbnails_visible: true } } }),
    enrol: (target) => ({ ...byCourse(target), body: {} }),
    sections: byCourse,
    anySection: ({ course }) => ({ params: { id: course.section } }),
    anyLesson: ({ course }) => ({ params: { id: course.lesson } }),
    createSection: (target) => ({ ...byCourse(target), body: { section: { name: 'More' } } }),
    section,
    updateSection: (target) => ({ ...section(target), body: { section: { drip_delay: 0 } } }),
    destroySection: { input: ({ course }) => ({ params: { courseId: course.id, id: course.empty } }), uses: true },
    lessons: byCourse,
    createLesson: (target) => ({ ...byCourse(target), body: { lesson: { name: 'Third', section_id: target.course.section } } }),
    lesson,
    updateLesson: (target) => ({ ...lesson(target), body: { lesson: { is_free: false } } }),
    destroyLesson: { input: lesson, uses: true },
    duplicateLesson: lesson,
    reorder: (target) => ({ ...byCourse(target), body: { new_order: [{ section_id: target.course.section, lesson_ids: [target.course.other] }] } }),
    publish: (target) => ({ ...byCourse(target), body: { lesson_ids: [target.course.lesson] } }),
    progress: byCourse,
    saveProgress: (target) => ({ ...byCourse(target), body: { lesson_id: target.course.lesson, position: 2 } }),
    files: byCourse,
    lessonFiles: lesson,
    notes: inLesson,
    createNote: (target) => ({ ...inLesson(target), body: { note: { text: 'A word' } } }),
    updateNote: (target) => ({ ...note(target), body: { note: { text: 'Another' } } }),
    destroyNote: { input: note, uses: true },
    students: byCourse,
    addStudents: (target) => ({ ...byCourse(target), body: { community_member_ids: [target.guest.id] } }),
    student,
    updateStudent: (target) => ({ ...student(target), body: { cohort_id: target.course.cohort } }),
    setStudentProgress: (target) => ({ ...student(target), body: { lesson_id: target.course.lesson, status: 'completed' } }),
    export: byCourse,
    stats: byCourse,
    cohorts: byCourse,
    createCohort: (target) => ({ ...byCourse(target), body: { cohort: { name: 'Next', starts_at: '2027-01-01T00:00:00Z' } } }),
    updateCohort: (target) => ({ ...cohort(target), body: { cohort: { name: 'Later' } } }),
    destroyCohort: { input: cohort, uses: true },
    lessonComments: inLesson,
    createLessonComment: (target) => ({ ...inLesson(target), body: { comment: { body: 'A word' } } }),
    lessonComment: comment,
    updateLessonComment: (target) => ({ ...comment(target), body: { comment: { body: 'Another' } } }),
    destroyLessonComment: { input: comment, uses: true },
    createTopic: { input: () => ({ body: { course_topic: { name: `Topic ${Math.random()}` } } }), foreign: 'any' },
    topic: { input: topic, shared: true },
    updateTopic: { input: (target) => ({ ...topic(target), body: { course_topic: { name: `Topic ${Math.random()}` } } }), shared: true },
    destroyTopic: { input: topic, uses: true, shared: true },
    // the code is the holder's to show, and opens it to everybody
    certified: { input: unknown, own: [404] },
    certificatePdf: { input: unknown, own: [404] },
    samplePdf: byCourse,
  },
  screens: {
    '/c/:space/sections/:section/lessons/:lesson': ({ course }) => `/c/${course.slug}/sections/${course.section}/lessons/${course.lesson}`,
    '/c/:space/edit-lesson/sections/:section/lessons/:lesson': ({ course }) =>
      `/c/${course.slug}/edit-lesson/sections/${course.section}/lessons/${course.lesson}`,
    '/c/:space/edit-course/:part': ({ course }) => ['content', 'students', 'settings'].map((part) => `/c/${course.slug}/edit-course/${part}`),
    '/certificates/:code': ({ course }) => `/certificates/${course.code}`,
  },
  isInside: (row, { course }) => row.course_id === course.id,
})
export default records
export type CoursesMade = MadeBy<typeof records>
