/** Quizzes for other plugins: set-up, the demo, imports. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import courses from '../../../courses/contract.ts'
import { QuestionInput, type QuizzesService } from '../../contract.ts'
import { AttemptTable } from '../entities.ts'
import { askedIn } from '../reads.ts'
import { begin, type Given, review, save } from './attempts.ts'
import { addQuestion, changeQuiz, quizOf } from './quizzes.ts'
import type { Solution } from './solutions.ts'

/** What somebody who knows it would answer; who does not leaves it empty. */
function rightAnswer(solution: Solution): Omit<Given, 'question_id'> {
  switch (solution.type) {
    case 'single_choice':
    case 'multiple_choice':
    case 'true_false':
      return { selected_options: solution.options.filter(({ correct }) => correct).map(({ id }) => id) }
    case 'order':
      return { selected_options: solution.options.map(({ id }) => id) }
    case 'match':
      return { pairs: solution.options.map(({ id }, at) => [id, solution.targets[at]!.id]) }
    case 'short_text':
      return { text: solution.accepted[0]! }
    case 'number':
      return { number: solution.value }
    case 'essay':
      return { text: 'It depends on the clay.' }
  }
}
/** Somebody who does not know: the first option that is wrong. */
const wrongAnswer = (solution: Solution): Omit<Given, 'question_id'> =>
  'options' in solution && solution.type !== 'order' && solution.type !== 'match'
    ? {
        selected_options: solution.options
          .filter(({ correct }) => !correct)
          .slice(0, 1)
          .map(({ id }) => id),
      }
    : {}

export const createQuizzesService = (ctx: Ctx): QuizzesService => ({
  async set(lessonId, fields = {}) {
    const lesson = (await ctx.use(courses).cards([lessonId])).get(lessonId)
    if (!lesson) throw notFound('Lesson')
    const id = await quizOf(ctx, lesson)
    await changeQuiz(ctx, id, fields)
    return { id }
  },
  addQuestion: async (quizId, question) => ({ id: (await addQuestion(ctx, quizId, QuestionInput.parse(question))).id }),
  async take(quizId, right, at) {
    const id = await begin(ctx, quizId, {})
    const attempt = await ctx.em.findOneOrFail(AttemptTable, { id })
    const rows = await ctx.read(askedIn, [id, attempt.questionIds])
    const responses = rows.map((row) => ({ question_id: row.id, ...(right(row) ? rightAnswer : wrongAnswer)(row.solution) }))
    await save(ctx, quizId, id, { responses, hand_in: true })
    if (at) await ctx.sql('update quizzes.attempt set created_at = $3, handed_in_at = $4 where community_id = $1 and id = $2', [id, at.begun, at.done])
    return { id }
  },
  handIn: async (quizId, body) => ({ id: await begin(ctx, quizId, { body }) }),
  async review(attemptId, verdict) {
    const attempt = await ctx.em.findOne(AttemptTable, { id: attemptId }, { fields: ['quizId'] })
    if (!attempt) throw notFound('Attempt', 'quiz_attempt_not_found')
    await review(ctx, attempt.quizId, attemptId, verdict)
  },
})
