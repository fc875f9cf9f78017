/** Quizzes and their questions: made with their lesson, written by who edits the course. */
import { AtriumError, conflict, forbidden, invalid, notFound, sentence } from '@atrium/sdk'
import { addTo, assign, type Ctx, hold, type RowOf } from '@atrium/sdk/server'
import courses, { type LessonCard } from '../../../courses/contract.ts'
import { KINDS, MAX_QUESTIONS, type OwnQuiz, type Question, type QuestionInput, type Settings } from '../../contract.ts'
import { QuestionTable, QuizTable } from '../entities.ts'
import { type QuizRow, questionsOf, quizzesById } from '../reads.ts'
import { solutionOf, written } from './solutions.ts'

type Kind = (typeof KINDS)[number]
const isKind = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind)
const noQuiz = () => notFound('Quiz', 'quiz_not_found')

export interface OpenQuiz {
  quiz: QuizRow
  lesson: LessonCard
  isEditor: boolean
}
/** A quiz whose lesson is open to the reader. @throws AtriumError 404 `quiz_not_found` */
export async function openQuiz(ctx: Ctx, id: number): Promise<OpenQuiz> {
  const [quiz] = await ctx.read(quizzesById, [ctx.me().id, [id]])
  const lesson = quiz ? await ctx.use(courses).lesson(quiz.lesson_id) : null
  if (!quiz || !lesson) throw noQuiz()
  return { quiz, lesson, isEditor: await ctx.use(courses).mayEdit(quiz.course_id) }
}
/** The same for who may edit the course. @throws AtriumError 403, 404 */
export async function ownQuiz(ctx: Ctx, id: number): Promise<OpenQuiz> {
  const open = await openQuiz(ctx, id)
  if (!open.isEditor) throw forbidden()
  return open
}

type Row = Pick<QuizRow, keyof OwnQuiz & keyof QuizRow>
export const toOwn = (row: Row): OwnQuiz => row

/** The quiz of a lesson, made where it is not there. Whoever calls has decided that they may. @throws AtriumError 404 for a lesson of another kind */
export async function quizOf(ctx: Ctx, lesson: LessonCard): Promise<number> {
  if (!isKind(lesson.kind)) throw noQuiz()
  await ctx.sql(
    `insert into quizzes.quiz (community_id, lesson_id, course_id, kind) values ($1, $2, $3, $4) on conflict (community_id, lesson_id) do nothing`,
    [lesson.id, lesson.courseId, lesson.kind],
  )
  return (await ctx.em.findOneOrFail(QuizTable, { lessonId: lesson.id }, { fields: ['id'] })).id
}

export async function changeQuiz(ctx: Ctx, id: number, fields: Partial<Settings>): Promise<void> {
  const quiz = await hold(ctx, QuizTable, id, 'Quiz', 'quiz_not_found')
  assign(QuizTable, quiz, fields)
  if (quiz.kind === 'assignment' && !quiz.takesText && !quiz.takesFiles)
    throw invalid({ 'body.quiz.takes_files': ['Choose whether the assignment accepts text, files or both.'] })
  await ctx.em.flush()
}

type QuestionRow = Omit<RowOf<typeof QuestionTable>, 'community_id'>
async function presented(ctx: Ctx, rows: QuestionRow[]): Promise<Question[]> {
  const files = await ctx.files.byIds(rows.flatMap(({ file_id }) => file_id ?? []))
  return rows.map(({ id, question_type, statement, explanation, points, file_id, solution }) => {
    const file = file_id === null ? undefined : files.get(file_id)
    return { id, question_type, statement, explanation, points, picture_url: file ? ctx.files.url(file, 'medium') : null, ...written(solution) }
  })
}
export const questions = async (ctx: Ctx, quizId: number): Promise<Question[]> => presented(ctx, await ctx.read(questionsOf, [quizId]))
async function oneOf(ctx: Ctx, quizId: number, id: number): Promise<Question> {
  const [question] = await presented(
    ctx,
    (await ctx.read(questionsOf, [quizId])).filter((row) => row.id === id),
  )
  if (!question) throw notFound('Question')
  return question
}

/** The picture of a question. Undefined: as it was. @throws AtriumError 404, 422 */
async function pictureOf(ctx: Ctx, signedId: string | null | undefined, before: number | null): Promise<number | null> {
  if (signedId === undefined) return before
  if (signedId === null) return null
  const file = await ctx.files.take(signedId, before === null ? [] : [before])
  if (!file.contentType.startsWith('image/')) throw invalid({ 'body.question.signed_id': ['Choose an image.'] })
  return file.id
}
const columns = (input: QuestionInput) => ({
  questionType: input.question_type,
  statement: input.statement,
  explanation: input.explanation,
  points: input.points,
})

export async function addQuestion(ctx: Ctx, quizId: number, input: QuestionInput): Promise<Question> {
  const quiz = await hold(ctx, QuizTable, quizId, 'Quiz', 'quiz_not_found')
  if (quiz.kind !== 'quiz') throw conflict('An assignment can’t have questions.', 'no_quiz')
  if (quiz.questionsCount >= MAX_QUESTIONS) throw new AtriumError(422, 'too_many', sentence('A quiz can have up to {max} questions.', { max: MAX_QUESTIONS }))
  const fileId = await pictureOf(ctx, input.signed_id, null)
  const [last] = await ctx.sql<{ position: number }>(
    'select coalesce(max(position), 0) as position from quizzes.question where community_id = $1 and quiz_id = $2 and retired_at is null',
    [quizId],
  )
  const question = ctx.em.create(QuestionTable, { quizId, position: last!.position + 1, fileId, ...columns(input), solution: solutionOf(input) })
  await ctx.em.flush()
  question.rootId = question.id
  await ctx.em.flush()
  if (fileId !== null) await ctx.files.keep(fileId, `quizzes.question:${question.id}`)
  await addTo(ctx, QuizTable, quizId, { questions_count: 1 })
  return oneOf(ctx, quizId, question.id)
}

/** Held, and still asked. */
async function heldQuestion(ctx: Ctx, quizId: number, id: number) {
  const question = await hold(ctx, QuestionTable, id, 'Question')
  if (question.quizId !== quizId || question.retiredAt) throw notFound('Question')
  return question
}

/** What somebody was asked stays: then the change makes a new version, and the old one is asked no more. */
export async function changeQuestion(ctx: Ctx, quizId: number, id: number, input: QuestionInput): Promise<Question> {
  const question = await heldQuestion(ctx, quizId, id)
  const fileId = await pictureOf(ctx, input.signed_id, question.fileId ?? null)
  const solution = solutionOf(input, question.solution)
  let kept = id
  if (question.isUsed) {
    question.retiredAt = ctx.now()
    const next = ctx.em.create(QuestionTable, { quizId, rootId: question.rootId ?? null, position: question.position, fileId, ...columns(input), solution })
    await ctx.em.flush()
    kept = next.id
  } else {
    Object.assign(question, columns(input), { fileId, solution })
    await ctx.em.flush()
  }
  if (fileId !== null) await ctx.files.keep(fileId, `quizzes.question:${kept}`)
  return oneOf(ctx, quizId, kept)
}

export async function removeQuestion(ctx: Ctx, quizId: number, id: number): Promise<void> {
  const question = await heldQuestion(ctx, quizId, id)
  if (question.isUsed) question.retiredAt = ctx.now()
  else ctx.em.remove(question)
  await ctx.em.flush()
  await addTo(ctx, QuizTable, quizId, { questions_count: -1 })
}

/** Those that are not named stand behind, as they were. */
export async function reorder(ctx: Ctx, quizId: number, ids: number[]): Promise<void> {
  await hold(ctx, QuizTable, quizId, 'Quiz', 'quiz_not_found')
  const all = (await ctx.read(questionsOf, [quizId])).map((row) => row.id)
  if (ids.some((id) => !all.includes(id))) throw notFound('Question')
  const order = [...new Set([...ids, ...all])]
  await ctx.sql(
    `update quizzes.question q set position = t.at from unnest($2::bigint[]) with ordinality as t (id, at)
     where q.community_id = $1 and q.id = t.id and q.position <> t.at`,
    [order],
  )
}

/** A duplicated lesson asks the same. */
export async function copyQuiz(ctx: Ctx, from: number, to: LessonCard): Promise<void> {
  const old = await ctx.em.findOne(QuizTable, { lessonId: from })
  if (!old) return
  const id = await quizOf(ctx, to)
  await ctx.sql(
    `update quizzes.quiz n set description = o.description, passing_grade = o.passing_grade, enforce_passing_grade = o.enforce_passing_grade,
       hide_answers = o.hide_answers, tells_wrong = o.tells_wrong, time_limit_seconds = o.time_limit_seconds, max_attempts = o.max_attempts, pick_count = o.pick_count,
       is_shuffled = o.is_shuffled, takes_text = o.takes_text, takes_files = o.takes_files, questions_count = o.questions_count
     from quizzes.quiz o where n.community_id = $1 and n.id = $2 and o.community_id = $1 and o.id = $3 and n.questions_count = 0`,
    [id, old.id],
  )
  await ctx.sql(
    `insert into quizzes.question (community_id, quiz_id, position, question_type, statement, explanation, points, file_id, solution)
     select $1, $2, position, question_type, statement, explanation, points, file_id, solution from quizzes.question
     where community_id = $1 and quiz_id = $3 and retired_at is null and not exists (select 1 from quizzes.question where community_id = $1 and quiz_id = $2)`,
    [id, old.id],
  )
  await ctx.sql('update quizzes.question set root_id = id where community_id = $1 and quiz_id = $2 and root_id is null', [id])
}

export const removeQuizzes = async (ctx: Ctx, lessonIds: number[]): Promise<void> =>
  void (await ctx.em.nativeDelete(QuizTable, { lessonId: { $in: lessonIds } }))
