/** The wiring of quizzes. */
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import courses from '../../courses/contract.ts'
import notifications from '../../notifications/contract.ts'
import quizzes from '../contract.ts'
import { AttemptTable, QuestionTable, QuizTable, ResponseTable } from './entities.ts'
import { lateJob } from './jobs.ts'
import { counters } from './reads.ts'
import { handlers } from './routes.ts'
import { closeLate, eraseAttempts } from './service/attempts.ts'
import { createQuizzesService } from './service/index.ts'
import { lessonKinds } from './service/kinds.ts'
import { news, reviewed } from './service/news.ts'

export default defineServer(quizzes, {
  entities: [QuizTable, QuestionTable, AttemptTable, ResponseTable],
  routes: handlers,
  service: createQuizzesService,
  on: news,
  jobs: [
    runs(
      lateJob,
      async (ctx) => {
        if (await closeLate(ctx)) await ctx.enqueue(lateJob, {})
      },
      { schedule: '* * * * *', deadlineMs: 60_000 },
    ),
  ],
  hooks: { erase: eraseAttempts },
  counters: () => counters,
  contributes: [...lessonKinds.map((kind) => contribute(courses.points.lesson, kind)), contribute(notifications.points.kind, reviewed)],
})
