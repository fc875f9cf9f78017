/** Handlers of quizzes. */
import { forbidden, notFound } from '@atrium/sdk'
import { csv, type CsvColumns, csvFile, type Ctx, lastId, type Handlers, page, type Paging, rowsFor, containing } from '@atrium/sdk/server'
import courses from '../../courses/contract.ts'
import spaces from '../../spaces/contract.ts'
import type quizzes from '../contract.ts'
import { type AttemptRow, attemptsIn, attemptsOf } from './reads.ts'
import { begin, removeAttempt, review, save } from './service/attempts.ts'
import { presentAttempt, presentRows, toQuiz } from './service/present.ts'
import { addQuestion, changeQuestion, changeQuiz, openQuiz, ownQuiz, questions, quizOf, removeQuestion, reorder, toOwn } from './service/quizzes.ts'
import { statistics } from './service/statistics.ts'

const MOST_EXPORTED = 10_000
async function attemptPage(ctx: Ctx, rows: AttemptRow[], query: Paging, count: number | null = null) {
  const found = page(rows, { query, key: (row) => [row.id], count }, (row) => row)
  return { ...found, records: await presentRows(ctx, found.records) }
}
const own = async (ctx: Ctx, quizId: number) => toOwn((await openQuiz(ctx, quizId)).quiz)

export const handlers: Handlers<typeof quizzes> = {
  async ofLesson(ctx, { params }) {
    const lesson = await ctx.use(courses).lesson(params.lessonId)
    if (!lesson) throw notFound('Lesson')
    if (!(await ctx.use(courses).mayEdit(lesson.courseId))) throw forbidden()
    return own(ctx, await quizOf(ctx, lesson))
  },
  async show(ctx, { params }) {
    const { quiz, isEditor } = await openQuiz(ctx, params.quizId)
    return toQuiz(quiz, isEditor)
  },
  async update(ctx, { params, body }) {
    await ownQuiz(ctx, params.quizId)
    await changeQuiz(ctx, params.quizId, body.quiz)
    return own(ctx, params.quizId)
  },
  async questions(ctx, { params }) {
    await ownQuiz(ctx, params.quizId)
    return { records: await questions(ctx, params.quizId) }
  },
  async createQuestion(ctx, { params, body }) {
    await ownQuiz(ctx, params.quizId)
    return addQuestion(ctx, params.quizId, body.question)
  },
  async updateQuestion(ctx, { params, body }) {
    await ownQuiz(ctx, params.quizId)
    return changeQuestion(ctx, params.quizId, params.id, body.question)
  },
  async destroyQuestion(ctx, { params }) {
    await ownQuiz(ctx, params.quizId)
    await removeQuestion(ctx, params.quizId, params.id)
  },
  async reorder(ctx, { params, body }) {
    await ownQuiz(ctx, params.quizId)
    await reorder(ctx, params.quizId, body.question_ids)
  },
  async statistics(ctx, { params }) {
    await ownQuiz(ctx, params.quizId)
    return statistics(ctx, params.quizId)
  },
  async export(ctx, { params }) {
    const { lesson } = await ownQuiz(ctx, params.quizId)
    const rows = await ctx.read(attemptsOf, [params.quizId, null, null, MOST_EXPORTED, null, null])
    const columns: CsvColumns<(typeof rows)[number]> = [
      ['id', (row) => row.id],
      ['member', (row) => row.name],
      ['number', (row) => row.number],
      ['result', (row) => row.result],
      ['grade', (row) => row.grade],
      ['begun_at', (row) => row.created_at],
      ['handed_in_at', (row) => row.handed_in_at],
      ['comment', (row) => row.comment],
    ]
    return csvFile(`${lesson.title}.csv`, csv(columns, rows))
  },

  async attempts(ctx, { params, query }) {
    const { quiz, isEditor } = await openQuiz(ctx, params.quizId)
    const pattern = query.query ? containing(query.query) : null
    const rows = await ctx.read(attemptsOf, [
      params.quizId,
      query.result ?? null,
      lastId(query),
      rowsFor(query),
      isEditor ? null : ctx.me().id,
      isEditor ? pattern : null,
    ])
    const counted = isEditor && !pattern && (!query.result || query.result === 'pending')
    return attemptPage(ctx, rows, query, counted ? (query.result ? quiz.pending_count : quiz.attempts_count) : null)
  },
  async begin(ctx, { params, body }) {
    const id = await begin(ctx, params.quizId, body)
    const { isEditor } = await openQuiz(ctx, params.quizId)
    return presentAttempt(ctx, params.quizId, id, isEditor)
  },
  async attempt(ctx, { params }) {
    const { isEditor } = await openQuiz(ctx, params.quizId)
    return presentAttempt(ctx, params.quizId, params.id, isEditor)
  },
  async save(ctx, { params, body }) {
    const { isEditor } = await openQuiz(ctx, params.quizId)
    const { result, grade, comment, reviews, ...given } = body
    if (result !== undefined || grade !== undefined || comment !== undefined || reviews !== undefined) {
      if (!isEditor) throw forbidden()
      await review(ctx, params.quizId, params.id, { result, grade, comment, reviews })
    } else await save(ctx, params.quizId, params.id, given)
    return presentAttempt(ctx, params.quizId, params.id, isEditor)
  },
  async destroyAttempt(ctx, { params }) {
    await removeAttempt(ctx, await ownQuiz(ctx, params.quizId), params.id)
  },
  async courseAttempts(ctx, { params, query }) {
    if (!(await ctx.use(spaces).card(params.courseId)) || !(await ctx.use(courses).mayEdit(params.courseId))) throw notFound('Course')
    return attemptPage(ctx, await ctx.read(attemptsIn, [params.courseId, query.result ?? null, lastId(query), rowsFor(query)]), query)
  },
}
