/** What happens in courses when spaces and their members change, and what is told to others of learners. */
import { on } from '@atrium/sdk/server'
import gamification from '../../gamification/contract.ts'
import spaces from '../../spaces/contract.ts'
import courses from '../contract.ts'
import { enrolSpaceJob, purgeCourseJob } from './jobs.ts'
import { coursesById } from './reads.ts'
import { leave } from './service/enrolment.ts'
import { enrolJoined } from './service/purge.ts'
import { madeCourse } from './service/seat.ts'

export const subscriptions = [
  ...(['space.created', 'space.updated'] as const).map((name) =>
    on(spaces.events[name], `make-${name}`, async (ctx, { spaceId }) => {
      const card = await ctx.use(spaces).card(spaceId)
      if (!card?.types.includes('course') || (await ctx.read(coursesById, [[spaceId]])).length > 0) return
      await madeCourse(ctx, spaceId)
      await ctx.enqueue(enrolSpaceJob, { courseId: spaceId, after: 0 }, { key: `enrol-space:${spaceId}` })
    }),
  ),
  on(spaces.events['space.deleted'], 'remove-with-space', async (ctx, { spaceId }) => {
    if ((await ctx.read(coursesById, [[spaceId]])).length > 0) await ctx.enqueue(purgeCourseJob, { courseId: spaceId }, { key: `purge-course:${spaceId}` })
  }),
  on(spaces.events['space.member_joined'], 'enrol-joined', (ctx, { spaceId, memberId }) => enrolJoined(ctx, spaceId, memberId)),
  on(spaces.events['space.member_left'], 'leave-with-space', async (ctx, { spaceId, memberId }) => {
    // an event that comes late finds them back
    const [inside] = await ctx.use(spaces).membersAfter(spaceId, memberId - 1, 1)
    if (inside !== memberId) await leave(ctx, spaceId, memberId)
  }),

  on(courses.events['lesson.completed'], 'points-lesson', async (ctx, { lessonId, memberId, at }, { eventId }) => {
    if (ctx.has(gamification))
      await ctx.use(gamification).award({ rule: 'lesson_completed', source: `lesson:${lessonId}:${memberId}`, memberId, at: new Date(at), order: eventId })
  }),
  on(courses.events['lesson.reset'], 'points-lesson-reset', async (ctx, { lessonId, memberId }, { eventId }) => {
    if (ctx.has(gamification)) await ctx.use(gamification).takeBack({ rule: 'lesson_completed', source: `lesson:${lessonId}:${memberId}`, order: eventId })
  }),
  on(courses.events['course.finished'], 'points-course', async (ctx, { courseId, memberId, at }, { eventId }) => {
    if (ctx.has(gamification))
      await ctx.use(gamification).award({ rule: 'course_finished', source: `course:${courseId}:${memberId}`, memberId, at: new Date(at), order: eventId })
  }),
  on(courses.events['lesson.completed'], 'streak-lesson', async (ctx, { memberId, at }) => {
    if (ctx.has(gamification)) await ctx.use(gamification).active(memberId, new Date(at))
  }),
]
