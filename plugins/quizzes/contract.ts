/** What others may know of quizzes: kinds of questions, calls, events. What is right stands in no reply to who is being asked. */
import { Author, date, defineContract, del, done, event, get, id, line, list, paging, patch, post, put, type, z } from '@atrium/sdk'

/** What is asked. `essay` is read by somebody. */
export const QUESTION_TYPES = ['single_choice', 'multiple_choice', 'true_false', 'short_text', 'number', 'order', 'match', 'essay'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]
export const RESULTS = ['pending', 'passed', 'failed'] as const
export type Result = (typeof RESULTS)[number]
/** Lesson kinds that this plugin brings. */
export const KINDS = ['quiz', 'assignment'] as const
export const MAX_QUESTIONS = 500
export const MAX_OPTIONS = 20
export const MAX_FILES = 10
/** Characters of what is handed in. */
export const MAX_BODY = 50_000
/** Seconds that the way to the server may take after the time is over. */
export const GRACE = 5

const kinds = z.enum(KINDS)
const text = (max: number) => z.string().trim().max(max)

/** How a quiz or an assignment goes. */
export const settings = z.object({
  description: text(5_000),
  /** Percent. */
  passing_grade: z.number().int().min(0).max(100),
  /** The lesson is done when this grade is reached; otherwise as soon as something was handed in. */
  enforce_passing_grade: z.boolean(),
  /** What was right is shown once passed, and not before. */
  hide_answers: z.boolean(),
  /** Which of the answers were wrong is told after each try, also while what is right is hidden. */
  tells_wrong: z.boolean(),
  /** Null: as long as it takes. */
  time_limit_seconds: z.number().int().min(30).max(86_400).nullable(),
  /** Null: as often as they like. */
  max_attempts: z.number().int().min(1).max(100).nullable(),
  /** As many of the questions, drawn anew for each try; null: all of them. */
  pick_count: z.number().int().min(1).max(MAX_QUESTIONS).nullable(),
  /** Questions and answers stand in another order in each try. */
  is_shuffled: z.boolean(),
  /** Of an assignment. */
  takes_text: z.boolean(),
  takes_files: z.boolean(),
})
export type Settings = z.output<typeof settings>

/** One answer: what is chosen (in order, where that is asked), typed, or joined. */
export const answer = z.object({
  selected_options: z.array(id).max(MAX_OPTIONS).optional(),
  text: z.string().max(MAX_BODY).optional(),
  number: z.number().nullable().optional(),
  /** Pairs of ids: option, target. */
  pairs: z
    .array(z.tuple([id, id]))
    .max(MAX_OPTIONS)
    .optional(),
})
export type Answer = z.output<typeof answer>

const option = z.object({ id: id.optional(), value: line(500).min(1, 'Enter text for each answer.') })
const fields = {
  statement: text(2_000).min(1, 'Enter a question.'),
  explanation: text(2_000).default(''),
  points: z.number().int().min(1).max(100).default(1),
  /** A picture beside it: an upload, or null for none. Left out, it stays. */
  signed_id: z.string().max(200).nullable().optional(),
}
const choices = z
  .array(option.extend({ correct: z.boolean() }))
  .min(2, 'Add at least {minimum} answers.')
  .max(MAX_OPTIONS, 'Add up to {maximum} answers.')
const number = z.number().min(-1e15).max(1e15)
/** A question as its author writes it. */
export const QuestionInput = z.discriminatedUnion('question_type', [
  z.object({
    ...fields,
    question_type: z.literal('single_choice'),
    options: choices.refine((all) => all.filter(({ correct }) => correct).length === 1, 'Select exactly one correct answer.'),
  }),
  z.object({
    ...fields,
    question_type: z.literal('multiple_choice'),
    options: choices.refine((all) => all.some(({ correct }) => correct), 'Select the correct answers.'),
  }),
  z.object({ ...fields, question_type: z.literal('true_false'), is_true: z.boolean() }),
  z.object({
    ...fields,
    question_type: z.literal('short_text'),
    accepted: z.array(line(200).min(1)).min(1, 'Enter the correct answer.').max(MAX_OPTIONS),
    case_sensitive: z.boolean().default(false),
  }),
  z.object({ ...fields, question_type: z.literal('number'), value: number, tolerance: number.min(0).default(0), unit: line(20).default('') }),
  z.object({
    ...fields,
    question_type: z.literal('order'),
    options: z.array(option).min(2, 'Add at least {minimum} answers.').max(MAX_OPTIONS, 'Add up to {maximum} answers.'),
  }),
  z.object({
    ...fields,
    question_type: z.literal('match'),
    pairs: z
      .array(z.object({ left: line(500).min(1, 'Enter text for each answer.'), right: line(500).min(1, 'Enter text for each answer.') }))
      .min(2, 'Add at least {minimum} answers.')
      .max(MAX_OPTIONS, 'Add up to {maximum} answers.'),
  }),
  z.object({ ...fields, question_type: z.literal('essay') }),
])
export type QuestionInput = z.output<typeof QuestionInput>

/** A question with what is right, for who may edit the course. */
export const Question = z.object({
  id: z.number(),
  question_type: z.enum(QUESTION_TYPES),
  statement: z.string(),
  explanation: z.string(),
  points: z.number(),
  picture_url: z.string().nullable(),
  options: z.array(z.object({ id: z.number(), value: z.string(), correct: z.boolean() })),
  pairs: z.array(z.object({ left: z.string(), right: z.string() })),
  is_true: z.boolean().nullable(),
  accepted: z.array(z.string()),
  case_sensitive: z.boolean(),
  value: z.number().nullable(),
  tolerance: z.number(),
  unit: z.string(),
})
export type Question = z.output<typeof Question>

/** A try in a list (public API, A.2.12). */
export const AttemptRow = z.object({
  id: z.number(),
  quiz_id: z.number(),
  number: z.number(),
  is_open: z.boolean(),
  result: z.enum(RESULTS),
  /** Percent; null while somebody has to read it. */
  grade: z.number().nullable(),
  created_at: date,
  handed_in_at: date.nullable(),
  community_member: Author,
  lesson_name: z.string(),
  section_name: z.string(),
  passing_grade: z.number(),
  /** Tries of this quiz by this member. */
  quiz_attempts_count: z.number(),
})
export type AttemptRow = z.output<typeof AttemptRow>

/** A question in a try. What is right about it is null until it may be known. */
const Asked = z.object({
  id: z.number(),
  question_type: z.enum(QUESTION_TYPES),
  statement: z.string(),
  points: z.number(),
  unit: z.string(),
  picture_url: z.string().nullable(),
  options: z.array(z.object({ id: z.number(), value: z.string(), selected: z.boolean(), correct: z.boolean().nullable() })),
  /** What is joined to the options, where they are matched. */
  targets: z.array(z.object({ id: z.number(), value: z.string() })),
  answer: answer.nullable(),
  correct: z.boolean().nullable(),
  /** In words, or in order. */
  right_answer: z.array(z.string()).nullable(),
  explanation: z.string().nullable(),
  awarded: z.number().nullable(),
  comment: z.string(),
})
export type Asked = z.output<typeof Asked>

export const Attempt = AttemptRow.extend({
  kind: kinds,
  lesson_id: z.number(),
  enforce_passing_grade: z.boolean(),
  hide_answers: z.boolean(),
  correct_responses: z.number(),
  description: z.string().nullable(),
  questions: z.array(Asked),
  /** By the server's clock; null: no hurry. */
  deadline_at: date.nullable(),
  seconds_left: z.number().nullable(),
  /** Of an assignment. */
  body: z.string(),
  files: z.array(z.object({ id: z.number(), signed_id: z.string(), filename: z.string(), content_type: z.string(), byte_size: z.number(), url: z.string() })),
  comment: z.string(),
  reviewed_at: date.nullable(),
  reviewer: z.string().nullable(),
  policies: z.object({ can_answer: z.boolean(), can_review: z.boolean(), can_destroy: z.boolean() }),
})
export type Attempt = z.output<typeof Attempt>

/** A quiz as whoever may open its lesson sees it before the first question. */
export const Quiz = settings.extend({
  id: z.number(),
  lesson_id: z.number(),
  course_id: z.number(),
  kind: kinds,
  /** In one try. */
  questions_count: z.number(),
  /** The reader's own. */
  attempts: z.array(AttemptRow.pick({ id: true, number: true, is_open: true, result: true, grade: true, created_at: true, handed_in_at: true })),
  attempts_left: z.number().nullable(),
  passed: z.boolean(),
  policies: z.object({ can_edit: z.boolean(), can_begin: z.boolean() }),
})
export type Quiz = z.output<typeof Quiz>
/** With what its author keeps an eye on. */
const OwnQuiz = settings.extend({
  id: z.number(),
  lesson_id: z.number(),
  course_id: z.number(),
  kind: kinds,
  questions_count: z.number(),
  attempts_count: z.number(),
  pending_count: z.number(),
})
export type OwnQuiz = z.output<typeof OwnQuiz>

/** How a question does, over first tries (`server/service/statistics.ts` names the formulas). */
const QuestionFigures = z.object({
  question_id: z.number(),
  statement: z.string(),
  question_type: z.enum(QUESTION_TYPES),
  /** Times it was answered or left empty in a try that was handed in and read. */
  asked: z.number(),
  /** Share of its points that was reached, 0 (nobody) to 1 (everybody). */
  difficulty: z.number().nullable(),
  /** -1 to 1; null where everybody did the same. */
  discrimination: z.number().nullable(),
  /** Of those who answered, how many chose each option. */
  options: z.array(z.object({ value: z.string(), correct: z.boolean(), chosen: z.number() })),
})
const Statistics = z.object({
  attempts: z.number(),
  /** Percent over those that have a grade. */
  average_grade: z.number().nullable(),
  passed: z.number(),
  failed: z.number(),
  pending: z.number(),
  median_seconds: z.number().nullable(),
  questions: z.array(QuestionFigures),
})
export type Statistics = z.output<typeof Statistics>

const byQuiz = { params: z.object({ quizId: id }) }
const one = { params: z.object({ quizId: id, id }) }
const busy = { limit: { points: 120, seconds: 60 } }
const member = { can: 'member' } as const
const responses = z
  .array(answer.extend({ question_id: id }))
  .max(MAX_QUESTIONS)
  .refine((all) => new Set(all.map(({ question_id }) => question_id)).size === all.length, 'A question has two answers. Reload and try again.')
const handedIn = { body: text(MAX_BODY).optional(), signed_ids: z.array(z.string().max(200)).max(MAX_FILES, 'Add up to {maximum} files.').optional() }
const fact = z.object({ attemptId: id, quizId: id, lessonId: id, courseId: id, memberId: id })

/** For set-up and imports; rights are the caller's matter. */
export interface QuizzesService {
  /** The quiz or assignment of a lesson, made where it is not there, with these settings. */
  set(lessonId: number, fields?: Partial<Settings>): Promise<{ id: number }>
  /** @throws AtriumError 404, 422 */
  addQuestion(quizId: number, question: z.input<typeof QuestionInput>): Promise<{ id: number }>
  /** A try of the ctx's member, begun, answered and handed in. @throws AtriumError as the calls */
  take(quizId: number, right: (question: { id: number; position: number }) => boolean, at?: { begun: Date; done: Date }): Promise<{ id: number }>
  /** An assignment of the ctx's member, handed in. */
  handIn(quizId: number, body: string): Promise<{ id: number }>
  /** A teacher's word on a try. */
  review(attemptId: number, verdict: { result?: Result; grade?: number; comment?: string }): Promise<void>
}

export default defineContract('quizzes', {
  routes: {
    ofLesson: put('/internal_api/lessons/:lessonId/quiz', {
      ...member,
      params: z.object({ lessonId: id }),
      reply: OwnQuiz,
      summary: 'The quiz of a lesson for who edits it; made when it is not there yet',
    }),
    show: get('/internal_api/quizzes/:quizId', { ...member, ...byQuiz, reply: Quiz, summary: 'A quiz and one’s own tries; no questions' }),
    update: patch('/internal_api/quizzes/:quizId', { ...member, ...byQuiz, body: z.object({ quiz: settings.partial() }), reply: OwnQuiz }),
    questions: get('/internal_api/quizzes/:quizId/questions', {
      ...member,
      ...byQuiz,
      reply: z.object({ records: z.array(Question) }),
      summary: 'All questions with what is right, for who edits the course',
    }),
    createQuestion: post('/internal_api/quizzes/:quizId/questions', {
      ...member,
      ...busy,
      ...byQuiz,
      body: z.object({ question: QuestionInput }),
      reply: Question,
      status: 201,
    }),
    updateQuestion: patch('/internal_api/quizzes/:quizId/questions/:id', {
      ...member,
      ...busy,
      ...one,
      body: z.object({ question: QuestionInput }),
      reply: Question,
      summary: 'What somebody was asked already stays as it was for them; from now on the new words are asked',
    }),
    destroyQuestion: del('/internal_api/quizzes/:quizId/questions/:id', { ...member, ...one, reply: done, summary: 'Ask it no more' }),
    reorder: post('/internal_api/quizzes/:quizId/reorders', {
      ...member,
      ...busy,
      ...byQuiz,
      body: z.object({ question_ids: z.array(id).max(MAX_QUESTIONS) }),
      reply: done,
    }),
    statistics: get('/internal_api/quizzes/:quizId/statistics', { ...member, ...byQuiz, reply: Statistics }),
    export: post('/internal_api/quizzes/:quizId/exports', {
      ...member,
      ...byQuiz,
      limit: { points: 10, seconds: 60 },
      summary: 'Tries as CSV, the latest first; 10,000 at most',
    }),

    attempts: get('/internal_api/quizzes/:quizId/attempts', {
      ...member,
      ...byQuiz,
      query: paging.extend({ result: z.enum(RESULTS).optional(), query: z.string().trim().max(100).optional() }),
      reply: list(AttemptRow),
      summary: 'Tries that were handed in, the latest first: all for who sees the students, else one’s own',
    }),
    begin: post('/internal_api/quizzes/:quizId/attempts', {
      ...member,
      ...busy,
      ...byQuiz,
      body: z.object({ responses: responses.optional(), ...handedIn }),
      reply: Attempt,
      status: 201,
      summary: 'Begin a try, or go on with the one that is open; with answers, hand it in at once',
    }),
    attempt: get('/internal_api/quizzes/:quizId/attempts/:id', {
      ...member,
      ...one,
      query: z.object({ for_admin_review: z.stringbool().optional() }),
      reply: Attempt,
    }),
    save: patch('/internal_api/quizzes/:quizId/attempts/:id', {
      ...member,
      limit: { points: 240, seconds: 60 },
      ...one,
      body: z.object({
        /** Answers given so far; those that are not named stay. */
        responses: responses.optional(),
        ...handedIn,
        hand_in: z.boolean().optional(),
        /** A teacher's word. */
        result: z.enum(RESULTS).optional(),
        grade: z.number().int().min(0).max(100).optional(),
        comment: text(5_000).optional(),
        reviews: z
          .array(z.object({ question_id: id, points: z.number().min(0).max(100), comment: text(2_000).optional() }))
          .max(MAX_QUESTIONS)
          .optional(),
      }),
      reply: Attempt,
      summary: 'Keep answers and hand in; for who sees the students: review',
    }),
    destroyAttempt: del('/internal_api/quizzes/:quizId/attempts/:id', {
      ...member,
      ...one,
      reply: done,
      summary: 'Take a try away, so that it counts no more',
    }),
    courseAttempts: get('/internal_api/courses/:courseId/quiz_attempts', {
      ...member,
      params: z.object({ courseId: id }),
      query: paging.extend({ result: z.enum(RESULTS).optional() }),
      reply: list(AttemptRow),
      summary: 'Tries in all quizzes of a course, for who sees its students',
    }),
  },
  events: {
    'attempt.handed_in': event(fact, { realtime: 'member' }),
    /** Passed, by the answers or by a teacher. */
    'attempt.passed': event(fact.extend({ grade: z.number().nullable() }), { realtime: 'member', automation: true, title: 'Quiz passed' }),
    'attempt.failed': event(fact.extend({ grade: z.number().nullable() }), { realtime: 'member', automation: true, title: 'Quiz failed' }),
    /** A teacher has said something about it. */
    'attempt.reviewed': event(fact.extend({ reviewerId: id }), { realtime: 'member' }),
  },
  service: type<QuizzesService>(),
})
