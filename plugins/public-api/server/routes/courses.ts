/** Sections and lessons of courses. */
import { invalid, type RichTextDoc } from '@atrium/sdk'
import { bodyToDoc, type Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import coursesPlugin, { type Lesson as Own, type Section as OwnSection } from '../../../courses/contract.ts'
import { courses as routes, type Lesson, type LessonInput, type Section } from '../../contract/courses.ts'
import { ok, serve } from '../service/guard.ts'
import { cut } from '../service/lists.ts'
import { memberAt } from '../service/people.ts'
import { fromDoc } from '../service/richText.ts'

const { routes: to } = coursesPlugin
const toSection = ({ id, name, space_id, created_at, updated_at }: OwnSection): z.input<typeof Section> => ({ id, name, space_id, created_at, updated_at })
const toLesson = (lesson: Own): z.input<typeof Lesson> => ({ ...lesson, thumbnail: lesson.thumbnail, featured_media: lesson.featured_media })
const section = (ctx: Ctx, id: number) => ctx.call(to.anySection, { params: { id } })
const lesson = (ctx: Ctx, id: number) => ctx.call(to.anyLesson, { params: { id } })

interface Sortable {
  id: number
  name: string
}
/** A course has some hundred of each at most. Without a sort in the order of the outline. */
function sorted<T extends Sortable>(all: T[], sort: 'oldest' | 'newest' | 'alphabetical' | 'alphabetical_desc' | undefined): T[] {
  const byName = (one: T, other: T) => one.name.localeCompare(other.name) || one.id - other.id
  const orders = {
    oldest: (one: T, other: T) => one.id - other.id,
    newest: (one: T, other: T) => other.id - one.id,
    alphabetical: byName,
    alphabetical_desc: (one: T, other: T) => byName(other, one),
  }
  return sort ? [...all].sort(orders[sort]) : all
}
function inputOf({ body_html, rich_text_body, thumbnail, featured_media, ...input }: LessonInput) {
  const doc = rich_text_body ? fromDoc(rich_text_body.body) : body_html === undefined ? undefined : bodyToDoc(body_html)
  return {
    ...input,
    ...(doc === undefined ? {} : { tiptap_body: { body: doc as RichTextDoc } }),
    ...(thumbnail === undefined ? {} : { thumbnail_signed_id: thumbnail }),
    ...(featured_media === undefined ? {} : { featured_media_signed_id: featured_media }),
  }
}

export const courses = serve(routes, {
  async courseSections(ctx, { query: { space_id, sort, ...asked } }) {
    const { records } = await ctx.call(to.sections, { params: { courseId: space_id } })
    return cut(sorted(records, sort), asked, (some) => some.map(toSection))
  },
  createCourseSection: async (ctx, { body: { name, space_id } }) =>
    toSection(await ctx.call(to.createSection, { params: { courseId: space_id }, body: { section: { name } } })),
  courseSection: async (ctx, { params }) => toSection(await section(ctx, params.id)),
  async updateCourseSection(ctx, { params: { id }, body }) {
    const { space_id } = await section(ctx, id)
    return toSection(await ctx.call(to.updateSection, { params: { courseId: space_id, id }, body: { section: { name: body.name } } }))
  },
  async deleteCourseSection(ctx, { params: { id } }) {
    const { space_id } = await section(ctx, id)
    await ctx.call(to.destroySection, { params: { courseId: space_id, id } })
    return ok('Section deleted.')
  },

  async courseLessons(ctx, { query: { space_id, section_id, status, sort, ...asked } }) {
    if (!space_id && !section_id) throw invalid({ space_id: ['Name a space or a section.'] })
    const courseId = space_id ?? (await section(ctx, section_id!)).space_id
    const { records } = await ctx.call(to.sections, { params: { courseId } })
    const all = records
      .filter(({ id }) => !section_id || id === section_id)
      .flatMap(({ lessons }) => lessons)
      .filter((one) => !status || one.status === status)
    return cut(sorted(all, sort), asked, async (some) => {
      const shown: z.input<typeof Lesson>[] = []
      for (const { id } of some) shown.push(toLesson(await ctx.call(to.lesson, { params: { courseId, id } })))
      return shown
    })
  },
  async createCourseLesson(ctx, { body: { section_id, name, ...input } }) {
    const { space_id } = await section(ctx, section_id)
    return toLesson(await ctx.call(to.createLesson, { params: { courseId: space_id }, body: { lesson: { section_id, name, ...inputOf(input) } } }))
  },
  async reorderCourseLessons(ctx, { body: { space_id, new_order } }) {
    await ctx.call(to.reorder, { params: { courseId: space_id }, body: { new_order } })
    return ok('Lessons reordered.')
  },
  courseLesson: async (ctx, { params }) => toLesson(await lesson(ctx, params.id)),
  async updateCourseLesson(ctx, { params: { id }, body }) {
    const { space_id } = await lesson(ctx, id)
    return toLesson(await ctx.call(to.updateLesson, { params: { courseId: space_id, id }, body: { lesson: inputOf(body) } }))
  },
  async deleteCourseLesson(ctx, { params: { id } }) {
    const { space_id } = await lesson(ctx, id)
    await ctx.call(to.destroyLesson, { params: { courseId: space_id, id } })
    return ok('Lesson deleted.')
  },
  async courseLessonProgress(ctx, { body: { lesson_id, member_email, status } }) {
    const { space_id } = await lesson(ctx, lesson_id)
    const { id } = await memberAt(ctx, member_email)
    await ctx.call(to.setStudentProgress, { params: { courseId: space_id, id }, body: { lesson_id, status } })
    return ok('Lesson progress updated.')
  },
})
