/** Tables of quizzes as the ORM knows them; the migrations are their truth in SQL. */
import { p, table } from '@atrium/sdk/server'
import type { Answer, QuestionType, Result } from '../contract.ts'
import type { Solution } from './service/solutions.ts'

const ids = () =>
  p
    .array(
      (id) => Number(id),
      (id) => String(id),
    )
    .columnType('bigint[]')

export const QuizTable = table('quizzes.quiz', {
  lessonId: p.bigint('number'),
  courseId: p.bigint('number'),
  kind: p.text().$type<'quiz' | 'assignment'>(),
  description: p.text().default(''),
  passingGrade: p.integer().default(70),
  enforcePassingGrade: p.boolean().default(true),
  hideAnswers: p.boolean().default(true),
  tellsWrong: p.boolean().default(false),
  timeLimitSeconds: p.integer().nullable(),
  maxAttempts: p.integer().nullable(),
  pickCount: p.integer().nullable(),
  isShuffled: p.boolean().default(true),
  takesText: p.boolean().default(true),
  takesFiles: p.boolean().default(true),
  questionsCount: p.integer().default(0),
  attemptsCount: p.integer().default(0),
  pendingCount: p.integer().default(0),
})
export const QuestionTable = table('quizzes.question', {
  quizId: p.bigint('number'),
  rootId: p.bigint('number').nullable(),
  position: p.integer().default(0),
  questionType: p.text().$type<QuestionType>(),
  statement: p.text(),
  explanation: p.text().default(''),
  points: p.integer().default(1),
  fileId: p.bigint('number').nullable(),
  solution: p.json().$type<Solution>(),
  isUsed: p.boolean().default(false),
  retiredAt: p.datetime().nullable(),
})
export const AttemptTable = table(
  'quizzes.attempt',
  {
    quizId: p.bigint('number'),
    courseId: p.bigint('number'),
    memberId: p.bigint('number'),
    number: p.integer(),
    questionIds: ids(),
    seed: p.integer().default(0),
    passingGrade: p.integer(),
    deadlineAt: p.datetime().nullable(),
    handedInAt: p.datetime().nullable(),
    result: p.text().$type<Result>().default('pending'),
    grade: p.integer().nullable(),
    correctResponses: p.integer().default(0),
    body: p.text().default(''),
    fileIds: ids(),
    comment: p.text().default(''),
    reviewedBy: p.bigint('number').nullable(),
    reviewedAt: p.datetime().nullable(),
  },
  { own: ['quiz_id', 'course_id', 'number', 'handed_in_at', 'result', 'grade', 'body', 'file_ids'] },
)
export const ResponseTable = table('quizzes.response', {
  attemptId: p.bigint('number'),
  quizId: p.bigint('number'),
  questionId: p.bigint('number'),
  rootId: p.bigint('number'),
  answer: p.json().$type<Answer>(),
  points: p.decimal('number').nullable(),
  correct: p.boolean().nullable(),
  comment: p.text().default(''),
})
