/** How courses are spoken of: lengths, and what the community calls lessons and sections. */
import { formatTime, type Translate } from '@atrium/sdk/web'
import type { Course, OutlineLesson, Section } from '../../contract.ts'
import { spanOf } from '../../contract/lengths.ts'

export { clock } from '../../contract/lengths.ts'
/** 1 h 52 min. */
export const span = (t: Translate, seconds: number): string => t(...spanOf(seconds))
type Labels = Pick<Course, 'custom_lesson_label' | 'custom_section_label'>
export const lessonWord = (t: Translate, { custom_lesson_label }: Labels): string => t(`label.${custom_lesson_label ?? 'lesson'}`)
export const sectionWord = (t: Translate, { custom_section_label }: Labels): string => t(`label.${custom_section_label ?? 'section'}`)

export const lessonPath = (slug: string, sectionId: number | string, lessonId: number | string): string =>
  `/c/${slug}/sections/${sectionId}/lessons/${lessonId}`
export const editPath = (slug: string, sectionId: number | string, lessonId: number | string): string =>
  `/c/${slug}/edit-lesson/sections/${sectionId}/lessons/${lessonId}`
export const managePath = (slug: string, part: string): string => `/c/${slug}/edit-course/${part}`

export interface Placed extends OutlineLesson {
  section_id: number
}
/** All lessons in the order in which they are learnt. */
export const lessonsIn = (course: Pick<Course, 'sections'>): Placed[] =>
  course.sections.flatMap(({ id, lessons }) => lessons.map((lesson) => ({ ...lesson, section_id: id })))
/** Lessons that students do not see yet, and that are in no count of lessons. */
export const draftsIn = (course: Pick<Course, 'sections'>): number => lessonsIn(course).filter(({ status }) => status === 'draft').length
/** When a section unlocks; null where it does at once. */
export const dripOf = (t: Translate, { course_type }: Pick<Course, 'course_type'>, { drip_delay, opens_at }: Section): string | null =>
  course_type === 'structured' && drip_delay > 0
    ? t('edit.day', { day: drip_delay })
    : course_type === 'scheduled' && opens_at
      ? formatTime(opens_at, { kind: 'day' })
      : null
