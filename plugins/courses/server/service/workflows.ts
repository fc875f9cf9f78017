/** What workflows can do here, and what they choose by name. */
import { forbidden, z } from '@atrium/sdk'
import { namedIn } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { WorkflowAction, WorkflowResource } from '../../../workflows/contract.ts'
import courses from '../../contract.ts'

export const course: WorkflowResource = {
  key: 'course',
  async choices(ctx, { text, ids, limit }) {
    const rows = await ctx.sql<{ id: number }>(
      'select id from courses.course where community_id = $1 and ($2::bigint[] is null or id = any ($2)) order by id',
      [ids ?? null],
    )
    const cards = await ctx.use(spaces).cards(rows.map(({ id }) => id))
    return [...cards.values()]
      .filter(({ name }) => !text || name.toLowerCase().includes(text.toLowerCase()))
      .slice(0, limit)
      .map(({ id, name }) => ({ id, name }))
  },
}
export const lesson: WorkflowResource = {
  key: 'lesson',
  choices: async (ctx, ask) => namedIn(ctx, 'courses.lesson', ask, { within: await ctx.use(spaces).inSight('course_id') }),
}
export const enroll: WorkflowAction = {
  key: 'enroll',
  icon: 'graduation-cap',
  group: 'people',
  permission: null,
  effect: 'inside',
  input: z.object({ course_id: z.coerce.number({ error: 'Choose a course.' }).int().positive('Choose a course.') }),
  asks: [{ name: 'course_id', kind: 'resource', resource: 'course' }],
  async run(ctx, people) {
    for (const [courseId, some] of Map.groupBy(people, ({ input }) => input.course_id as number)) {
      if (!(await ctx.use(courses).mayEdit(courseId))) throw forbidden()
      await ctx.use(courses).enroll(
        courseId,
        some.map(({ memberId }) => memberId),
      )
    }
    return []
  },
}
