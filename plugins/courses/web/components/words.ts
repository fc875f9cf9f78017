/** How courses are spoken of: lengths, and what the community calls lessons and sections. */
import type { Translate } from '@atrium/sdk/web'
import type { Course, OutlineLesson } from '../../contract.ts'

/** 4:12, 1:02:05. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
/** 1 h 52 min. */
export function span(t: Translate, seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 60 ? t('minutes', { minutes }) : t('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
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
