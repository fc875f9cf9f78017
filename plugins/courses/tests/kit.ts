/** A course for tests: its space, sections and lessons by name. */
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import courses from '../contract.ts'

export const PLUGINS = [
  'plugins/spaces',
  'plugins/content',
  'plugins/media',
  'plugins/members',
  'plugins/notifications',
  'plugins/gamification',
  'plugins/courses',
]
let made = 0
export interface Made {
  courseId: number
  name: string
  sections: number[]
  /** Section by section. */
  lessons: number[][]
}
/** @param plan how many lessons each section has @param fields of every lesson */
export async function makeCourse(app: TestApp, admin: TestMember, plan: number[], fields: object = {}, space: object = {}): Promise<Made> {
  const as = app.as(admin)
  const mark = ++made
  const group = await as.call(spaces.routes.createGroup, { body: { name: `Learn ${mark}` } })
  const { space: own } = await as.call(spaces.routes.create, {
    body: { name: `Course ${mark}`, slug: `course-${mark}`, space_group_id: group.id, types: ['course'], ...space },
  })
  const params = { courseId: own.id }
  const sections: number[] = []
  const lessons: number[][] = []
  for (const [i, count] of plan.entries()) {
    const section = await as.call(courses.routes.createSection, { params, body: { section: { name: `Section ${i}` } } })
    sections.push(section.id)
    const ids: number[] = []
    for (let j = 0; j < count; j++)
      ids.push(
        (
          await as.call(courses.routes.createLesson, {
            params,
            body: { lesson: { name: `Lesson ${i}.${j}`, section_id: section.id, status: 'published', ...fields } },
          })
        ).id,
      )
    lessons.push(ids)
  }
  return { courseId: own.id, name: own.name, sections, lessons }
}
