/** The wiring of courses. */
import { contribute, defineServer, on, runs } from '@atrium/sdk/server'
import ai from '../../ai/contract.ts'
import audience from '../../audience/contract.ts'
import content from '../../content/contract.ts'
import gamification from '../../gamification/contract.ts'
import home from '../../home/contract.ts'
import members from '../../members/contract.ts'
import notifications from '../../notifications/contract.ts'
import site from '../../site/contract.ts'
import spaces from '../../spaces/contract.ts'
import workflows from '../../workflows/contract.ts'
import courses from '../contract.ts'
import { entities } from './entities.ts'
import { subscriptions } from './events.ts'
import { certifyJob, dripJob, enrolSpaceJob, messageJob, purgeCourseJob, purgeJob, recountJob } from './jobs.ts'
import { certificatePage, coursePage, directoryPage, firstLessonPath, homeCourses, outsidePage } from './pages.ts'
import { completedBy, counters } from './reads.ts'
import { handlers } from './routes.ts'
import { filters } from './service/filters.ts'
import { createCoursesService } from './service/index.ts'
import { lessonKind } from './service/kind.ts'
import { sendMessages } from './service/messages.ts'
import { drip, kinds, news, tellPublished } from './service/news.ts'
import { erase } from './service/erase.ts'
import { certifyAll, enrolSpace, purgeCourse, purgeLesson, recount } from './service/purge.ts'
import { course, enroll, lesson } from './service/workflows.ts'
import { demandLessons } from './service/outline.ts'
import { siteBlocks } from './service/siteBlocks.ts'
import { findCourses, joinCourse } from './service/tools.ts'

export default defineServer(courses, {
  entities,
  service: createCoursesService,
  routes: handlers,
  on: [
    ...subscriptions,
    ...news,
    on(courses.events['lesson.published'], 'tell-published', (ctx, { courseId, lessonId }) => tellPublished(ctx, courseId, lessonId)),
  ],
  jobs: [
    runs(dripJob, drip, { schedule: '* * * * *', deadlineMs: 55_000 }),
    runs(purgeJob, (ctx, { lessonId }) => purgeLesson(ctx, lessonId), { deadlineMs: 60_000 }),
    runs(purgeCourseJob, (ctx, { courseId }) => purgeCourse(ctx, courseId), { deadlineMs: 60_000 }),
    runs(recountJob, (ctx, { courseId, lessonId }) => recount(ctx, courseId, lessonId), { deadlineMs: 60_000 }),
    runs(certifyJob, (ctx, { courseId }) => certifyAll(ctx, courseId), { deadlineMs: 60_000 }),
    runs(messageJob, (ctx, { bulkId }) => sendMessages(ctx, bulkId), { deadlineMs: 60_000 }),
    runs(enrolSpaceJob, (ctx, { courseId, after }) => enrolSpace(ctx, courseId, after), { deadlineMs: 60_000 }),
  ],
  hooks: { erase },
  counters: () => counters,
  contributes: [
    contribute(site.points.blocks, siteBlocks),
    contribute(ai.points.tool, findCourses),
    contribute(ai.points.tool, joinCourse),
    contribute(workflows.points.action, enroll),
    contribute(workflows.points.resource, course),
    contribute(workflows.points.resource, lesson),
    contribute(spaces.points.type, {
      key: 'course',
      views: [],
      page: coursePage,
      outside: outsidePage,
      begins: firstLessonPath,
      summarized: false,
      publishing: demandLessons,
    }),
    contribute(home.points.visitors, homeCourses),
    contribute(content.points.kind, lessonKind),
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
    ...filters.map((filter) => contribute(members.points.filter, filter)),
    contribute(gamification.points.rule, { key: 'lesson_completed', icon: 'graduation-cap', points: 5, limitPerDay: 20 }),
    contribute(gamification.points.rule, { key: 'course_finished', icon: 'trophy', points: 50, limitPerDay: null }),
    contribute(audience.points.activity, {
      part: 'participation',
      of: async (ctx, memberIds, since) => new Map((await ctx.read(completedBy, [memberIds, since])).map(({ member_id, count }) => [member_id, count])),
    }),
  ],
  pages: { '/courses': directoryPage, '/certificates/:code': certificatePage },
})
