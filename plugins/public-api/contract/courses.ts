/** Sections and lessons of courses, and how far somebody is (A.2.12 of the published API). */
import { del, get, patch, post, put } from '@atrium/sdk'
import { RichTextInput } from './richText.ts'
import { asked, byId, email, id, int, listOf, maybe, moment, pages, said, text, words, yes, z } from './wire.ts'

export const courseSetting = z.object({
  course_type: text,
  custom_lesson_label: maybe,
  custom_section_label: maybe,
  enforce_lessons_order: yes,
  new_comment_notification_enabled: yes,
  lesson_thumbnails_visible: yes,
})
/** The route behind the call knows the labels that there are. */
export const courseSettingInput = z
  .object({
    course_type: z.enum(['self_paced', 'scheduled', 'structured']),
    custom_lesson_label: words(40).nullable(),
    custom_section_label: words(40).nullable(),
    enforce_lessons_order: yes,
    new_comment_notification_enabled: yes,
    lesson_thumbnails_visible: yes,
  })
  .partial()
export const Section = z.object({ id: int, name: text, space_id: int, created_at: moment, updated_at: moment })
const anything = z.record(text, z.unknown()).nullable()
export const Lesson = z.object({
  id: int,
  name: text,
  status: text,
  created_at: moment,
  updated_at: moment,
  section_id: int,
  is_comments_enabled: yes,
  is_featured_media_enabled: yes,
  is_featured_media_download_enabled: yes,
  body_html: text,
  space_id: int,
  thumbnail: anything,
  featured_media: anything,
})
const lesson = z.object({
  name: words(200),
  status: z.enum(['published', 'draft']),
  body_html: words(60_000),
  rich_text_body: RichTextInput,
  is_comments_enabled: yes,
  is_featured_media_enabled: yes,
  is_featured_media_download_enabled: yes,
  /** Signed ids of uploads. */
  thumbnail: words(500).nullable(),
  featured_media: words(500).nullable(),
})
const LessonInput = lesson.partial()
export type LessonInput = z.output<typeof LessonInput>
const order = z.enum(['oldest', 'newest', 'alphabetical', 'alphabetical_desc']).optional()
const sections = '/api/admin/v2/course_sections' as const
const lessons = '/api/admin/v2/course_lessons' as const

export const courses = {
  courseSections: get(sections, {
    ...asked,
    query: z.object({ ...pages, space_id: id, sort: order }),
    reply: listOf(Section),
    summary: 'Sections of a course',
  }),
  createCourseSection: post(sections, { ...asked, body: z.object({ name: words(120), space_id: id }), reply: Section, status: 201, summary: 'New section' }),
  courseSection: get(`${sections}/:id`, { ...asked, ...byId, reply: Section, summary: 'One section' }),
  updateCourseSection: put(`${sections}/:id`, { ...asked, ...byId, body: z.object({ name: words(120) }), reply: Section, summary: 'Change a section' }),
  deleteCourseSection: del(`${sections}/:id`, { ...asked, ...byId, reply: said, summary: 'Delete a section with its lessons' }),
  courseLessons: get(lessons, {
    ...asked,
    query: z.object({ ...pages, section_id: id.optional(), space_id: id.optional(), status: z.enum(['draft', 'published']).optional(), sort: order }),
    reply: listOf(Lesson),
    summary: 'Lessons of a course or section',
  }),
  createCourseLesson: post(lessons, {
    ...asked,
    body: LessonInput.extend({ section_id: id }).required({ name: true }),
    reply: Lesson,
    status: 201,
    summary: 'New lesson',
  }),
  reorderCourseLessons: put(`${lessons}/reorder`, {
    ...asked,
    body: z.object({ space_id: id, new_order: z.array(z.object({ section_id: id, lesson_ids: z.array(id).max(1_000) })).max(200) }),
    reply: said,
    summary: 'Put sections and lessons in an order',
  }),
  courseLesson: get(`${lessons}/:id`, { ...asked, ...byId, reply: Lesson, summary: 'One lesson' }),
  updateCourseLesson: patch(`${lessons}/:id`, { ...asked, ...byId, body: LessonInput, reply: Lesson, summary: 'Change a lesson' }),
  deleteCourseLesson: del(`${lessons}/:id`, { ...asked, ...byId, reply: said, summary: 'Delete a lesson' }),
  courseLessonProgress: put('/api/admin/v2/course_lesson_progress', {
    ...asked,
    body: z.object({ lesson_id: id, member_email: email, status: z.enum(['incomplete', 'completed']) }),
    reply: said,
    summary: 'Mark a lesson done for a member, or not done',
  }),
}
