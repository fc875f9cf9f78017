/** A course with a quiz in it, for tests. */
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import courses from '../../courses/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import quizzes, { type QuestionInput, type Settings } from '../contract.ts'

export const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/notifications', 'plugins/courses']

export const single = (statement: string, points = 1) => ({
  ...{ question_type: 'single_choice' as const, statement, points, explanation: `Because of ${statement}` },
  options: [
    { value: 'Right', correct: true },
    { value: 'Wrong', correct: false },
    { value: 'Worse', correct: false },
  ],
})

/** A published lesson of this kind in a course of its own, whose learners are enrolled. */
export async function makeLesson(
  app: TestApp,
  admin: TestMember,
  learners: TestMember[],
  kind: string,
): Promise<{ courseId: number; lessonId: number; sectionId: number }> {
  const { id: courseId } = await makeSpace(app, admin, learners, { types: ['course'] })
  const as = app.as(admin)
  const params = { courseId }
  const { id: sectionId } = await as.call(courses.routes.createSection, { params, body: { section: { name: 'Part one' } } })
  const lesson = await as.call(courses.routes.createLesson, {
    params,
    body: { lesson: { name: 'The test', section_id: sectionId, kind, status: 'published' } },
  })
  for (const learner of learners) await app.as(learner).call(courses.routes.enrol, { params, body: {} })
  return { courseId, lessonId: lesson.id, sectionId }
}

export async function makeQuiz(
  app: TestApp,
  admin: TestMember,
  learners: TestMember[],
  questions: Parameters<typeof JSON.stringify>[0][],
  settings: Partial<Settings> = {},
  kind: 'quiz' | 'assignment' = 'quiz',
) {
  const made = await makeLesson(app, admin, learners, kind)
  const as = app.as(admin)
  const { id: quizId } = await as.call(quizzes.routes.ofLesson, { params: { lessonId: made.lessonId } })
  await as.call(quizzes.routes.update, { params: { quizId }, body: { quiz: settings } })
  for (const question of questions) await as.call(quizzes.routes.createQuestion, { params: { quizId }, body: { question: question as QuestionInput } })
  return { ...made, quizId }
}
